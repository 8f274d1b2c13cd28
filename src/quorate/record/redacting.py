"""Redaction: a text is taken out of stored events and its hash is left, so that the chain of hashes still holds.

What follows from the text goes with it: the verdicts that quote it are those that counting the redacted ballots gives,
the raw reply behind a ballot loses it too, and the line in the log is told anew. Whatever was taken out, and why, is on
the record as events.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from quorate.core.errors import Conflict, Refused, StoreError
from quorate.deliberation.events import Author, Event, Redacted
from quorate.deliberation.redaction import is_free, why_not
from quorate.deliberation.session import ahead, replay
from quorate.deliberation.summary import summary_of
from quorate.record.chain import check_chain
from quorate.record.port import Change
from quorate.record.redacted_page import Page, Place
from quorate.record.rows import EventRow, LineRow, Row, Store
from quorate.record.taking_out import Sought, texts_in

SHORTEST = 4
_SURE = 8  # characters from which on a text inside another one is no chance


class Wish(NamedTuple):
    """What is to be taken out, and why: the text in a field of an event, or a text wherever it stands."""

    reason: str
    event: int = 0
    field: str = ""
    text: str = ""


class Done(NamedTuple):
    """What was taken out, where the text still stands, and whether the store's files were swept."""

    redacted: tuple[Redacted, ...]
    standing: tuple[Place, ...]
    is_swept: bool


class Plan(NamedTuple):
    """What is to be written."""

    change: Change
    bodies: Mapping[int, str]
    redacted: tuple[Redacted, ...]
    standing: tuple[Place, ...]


async def redact(record: Store, deliberation: str, wish: Wish, author: Author) -> Done:
    """Takes a text out of a deliberation; all that follows is one transaction. Raises Refused."""
    while True:
        rows: list[Row] = await record.export(list, only=deliberation)
        plan = planned(rows, wish)
        try:
            await record.redact(plan.change, plan.bodies, author)
        except Conflict:
            continue
        return Done(plan.redacted, plan.standing, await _swept(record))


async def _swept(record: Store) -> bool:
    """What was taken out is out, also where a full disk or a lock keeps the store from being written anew."""
    try:
        return await record.sweep()
    except StoreError:
        return False


async def foreseen(record: Store, deliberation: str, wish: Wish) -> Done:
    """What would be taken out; nothing is changed."""
    plan = planned(await record.export(list, only=deliberation), wish)
    return Done(plan.redacted, plan.standing, True)


def planned(rows: Sequence[Row], wish: Wish) -> Plan:
    """What a wish comes to in the rows of one deliberation. Raises Refused."""
    (line,) = [row for row in rows if isinstance(row, LineRow)]
    events = [row for row in rows if isinstance(row, EventRow)]
    for problem in check_chain(events):
        raise StoreError(f"{problem}; the record is damaged: restore a backup")
    page = Page(events)
    sought = _sought(page, wish)
    page.take_out(sought, (wish.event, wish.field))
    page.count_again(sought)
    redacted = page.told(wish.reason)
    if not redacted:
        raise Refused(_nowhere(line.id, page.standing(sought)))
    after = ahead(replay(page.after()), redacted)
    return Plan(
        Change(line.id, line.position, redacted, summary_of(after)), page.bodies(), redacted, page.standing(sought)
    )


def _sought(page: Page, wish: Wish) -> Sought:
    """The text that is meant. Raises Refused where it is none that may be taken out."""
    if not wish.reason.strip():
        raise Refused("a redaction needs a reason, which stays on the record; it is empty")
    sought = Sought(wish.text) if wish.text else _in_field(page, wish)
    if len(sought.text) < SHORTEST and wish.text:
        raise Refused(f"a text of fewer than {SHORTEST} characters stands everywhere; name the event and the field")
    if sought.is_in(wish.reason):
        raise Refused("the reason holds the text that is to go; say it in other words, because the reason stays")
    return sought


def _in_field(page: Page, wish: Wish) -> Sought:
    if not 1 <= wish.event <= len(page.history):
        raise Refused(f"there is no event {wish.event}; there are: 1 to {len(page.history)}")
    stored, plain = page.history[wish.event - 1], page.plain[wish.event - 1]
    texts = dict(texts_in(plain))
    if why := why_not(page.session, stored, wish.field):
        raise Refused(f"event {wish.event}: {why}")
    if not texts.get(wish.field):
        there = ", ".join(_free(stored.event, texts)) or "none"
        raise Refused(f"event {wish.event} has no text at {wish.field}; texts that may be taken out of it: {there}")
    return Sought(texts[wish.field], len(texts[wish.field]) >= _SURE)


def _free(event: Event, texts: Mapping[str, str]) -> Iterator[str]:
    return (field for field, text in texts.items() if text and is_free(type(event).__name__, field))


def _nowhere(deliberation: str, standing: Sequence[Place]) -> str:
    if not standing:
        return f"the text stands nowhere in {deliberation}"
    where = "; ".join(f"event {one.event}, {one.field}: {one.why}" for one in standing[:3])
    return f"the text stands only where it may not be taken out: {where}"
