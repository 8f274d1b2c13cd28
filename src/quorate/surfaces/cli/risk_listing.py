"""Lists what verdicts left behind over the whole record, and shows the register of one deliberation."""

import asyncio
from collections.abc import Iterator
from typing import Any, NamedTuple

from quorate.commit import loaded
from quorate.core.codec import json_line
from quorate.deliberation.register.risk_register import VINDICATED, Item, register_of
from quorate.deliberation.session import Session
from quorate.deliberation.summary import ACTIVE, RELEASED
from quorate.record.port import Line, Record
from quorate.reports.followed import item_text, source_of
from quorate.reports.lang import Language, language
from quorate.reports.register import render_register
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.desk import desk
from quorate.surfaces.cli.options import Look, Manner
from quorate.surfaces.cli.terminal.streams import complain, finish, is_terminal, put, put_json
from quorate.surfaces.cli.terminal.tables import Row, table
from quorate.surfaces.cli.terminal.wording import Words
from quorate.views.register import item_plain, register_plain

_TITLES = ("id", "item", "status", "severity", "owner", "due", "risk")
_AT_ONCE = 100


class Wish(NamedTuple):
    """What is to be listed, and how far to look."""

    everything: bool
    status: str | None
    owner: str | None
    overdue: bool
    after: str
    limit: int

    @property
    def narrows(self) -> bool:
        """True where less than everything is to be listed."""
        return self.overdue or bool(self.status or self.owner or self.after)

    def wants_from(self, line: Line) -> bool:
        """True where a deliberation can have left something that is wanted; what was done has its risks for good."""
        holds = line.summary.status == ACTIVE or line.summary.state == RELEASED
        return bool(line.summary.result) and (self.everything or holds)

    def wants(self, item: Item, today: str) -> bool:
        """True for an item that is to be listed."""
        if self.owner is not None and item.owner.casefold() != self.owner.strip().casefold():
            return False
        if self.overdue and not item.is_overdue(today):
            return False
        if self.status == VINDICATED:
            return item.came_true
        return item.status == self.status if self.status else self.everything or not item.is_settled


class Listed(NamedTuple):
    """One item, and the deliberation whose register it is in."""

    deliberation: str
    subject: str
    item: Item
    is_overdue: bool


class Looked(NamedTuple):
    """What was found, in how many deliberations it was looked for, and where older ones begin."""

    found: list[Listed]
    deliberations: int
    after: str


def list_risks(wish: Wish, manner: Manner) -> int:
    """The items that are wanted, newest deliberation first."""
    with desk(manner.store) as at:
        looked = at.run(_looked(at.record, wish, at.outside.now[:10]))
    if manner.look.form == "json":
        items = [_plain(one) for one in looked.found]
        put_json(json_line({"items": items, "deliberations": looked.deliberations, "after": looked.after or None}))
        return exit_status.WORKED
    _put_table(looked, manner.look)
    return exit_status.WORKED


def show_register(deliberation: str, manner: Manner) -> int:
    """The register of one deliberation as it stands."""
    with desk(manner.store) as at:
        session = at.load(deliberation)
    put_register(session, manner.look)
    return exit_status.WORKED


def put_register(session: Session, look: Look) -> None:
    """The register of one deliberation on standard output."""
    if look.form == "json":
        put_json(json_line({"id": session.id, "subject": session.question.subject, **_register(session)}))
    else:
        put(render_register(session, lang=look.lang, width=look.width))


def _register(session: Session) -> dict[str, Any]:
    return register_plain(register_of(session))


async def _looked(record: Record, wish: Wish, today: str) -> Looked:
    """Reads deliberation by deliberation: only its events say what became of an item."""
    after, count = wish.after, 0
    found: list[Listed] = []
    while count < wish.limit:
        page = await record.log(after=after, limit=min(_AT_ONCE, wish.limit - count))
        wanted = [line.deliberation for line in page.lines if wish.wants_from(line)]
        for session in await asyncio.gather(*(loaded(record, name) for name in wanted)):
            found += _listed(session, wish, today)
        count, after = count + len(page.lines), page.after
        if not after:
            break
    return Looked(found, count, after)


def _listed(session: Session, wish: Wish, today: str) -> Iterator[Listed]:
    for item in register_of(session).items:
        if wish.wants(item, today):
            yield Listed(session.id, session.question.subject, item, item.is_overdue(today))


def _plain(one: Listed) -> dict[str, Any]:
    named = {"deliberation": one.deliberation, "subject": one.subject}
    return {**named, **item_plain(one.item), "overdue": one.is_overdue}


def _put_table(looked: Looked, look: Look) -> None:
    words, say = Words(look.lang), language(look.lang, documents=True, deliberation=True)
    if looked.found:
        rows = [_row(one, words, say) for one in looked.found]
        put(table([words(f"title.{title}") for title in _TITLES], rows, look, drawn=is_terminal()))
        finish()
    else:
        complain(words("list.nothing"))
    if looked.after:
        complain(words("risks.more", n=looked.deliberations, after=looked.after))


def _row(one: Listed, words: Words, say: Language) -> Row:
    item = one.item
    due = words("risks.overdue", due=item.due) if one.is_overdue else item.due
    source = say("risk.panel") if item.kind == "diversity" else source_of(item, say)
    text = item_text(item, say)
    return (
        one.deliberation,
        item.id,
        words.word("status", item.status),
        say.word("severity", item.severity),
        item.owner,
        due,
        words("risks.of", text=text, source=source) if source else text,
    )
