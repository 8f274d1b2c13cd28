"""The log and the inbox: a table for people, JSON for programs."""

from collections.abc import Mapping, Sequence
from typing import Any

from quorate.app.life.next_steps import overdue_since
from quorate.core.codec import json_line
from quorate.deliberation.rounds.deadlock import Recommendation, recommendation
from quorate.deliberation.summary import ACTIVE, Wait
from quorate.record.port import Line, Page
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.desk import Desk, desk
from quorate.surfaces.cli.options import Look, Manner
from quorate.surfaces.cli.terminal.deliberation_lines import moment
from quorate.surfaces.cli.terminal.hints import advice_line
from quorate.surfaces.cli.terminal.streams import complain, is_terminal, put, put_json
from quorate.surfaces.cli.terminal.tables import Row, table
from quorate.surfaces.cli.terminal.wording import Words

_LOG = ("id", "date", "domain", "subject", "outcome", "confidence", "decision", "status")
NO_ADVICE: Mapping[str, Recommendation] = {}
_INBOX = ("id", "subject", "awaited", "who", "until")


def list_log(search: str, after: str, limit: int, manner: Manner) -> int:
    """All deliberations, newest first."""
    with desk(manner.store) as at:
        page = at.run(at.record.log(after=after, limit=limit, search=search))
    words = Words(manner.look.lang)
    _put_page(page, _LOG, [_logged(line, words) for line in page.lines], manner.look)
    return exit_status.WORKED


def list_inbox(who: str, after: str, limit: int, manner: Manner) -> int:
    """What waits for anybody, or for somebody by name."""
    with desk(manner.store) as at:
        page = at.run(at.record.inbox(who=who, after=after, limit=limit))
        advice = {line.deliberation: one for line in page.lines if (one := _advice(at, line))}
        late = {line.deliberation: since for line in page.lines if (since := _overdue_since(at, line))}
    words = Words(manner.look.lang)
    waiting = [(line, wait) for line in page.lines for wait in line.summary.waits if not who or wait.who in ("", who)]
    rows = [_awaited(line, wait, late.get(line.deliberation, ""), words) for line, wait in waiting]
    _put_page(page, _INBOX, rows, manner.look, advice)
    for deliberation, one in advice.items() if manner.look.form != "json" else ():
        complain(f"{deliberation}: {advice_line(one.choice, one.monitor, words)}")
    return exit_status.WORKED


def _advice(at: Desk, line: Line) -> Recommendation | None:
    """What is recommended to whoever is asked in a deadlock; it is in the deliberation itself."""
    is_asked = any(wait.kind == "answer" for wait in line.summary.waits)
    return recommendation(at.load(line.deliberation)) if is_asked else None


def _put_page(
    page: Page, titles: Sequence[str], rows: Sequence[Row], look: Look, advice: Mapping[str, Recommendation] = NO_ADVICE
) -> None:
    if look.form == "json":
        lines = [_plain(line, advice.get(line.deliberation)) for line in page.lines]
        put_json(json_line({"lines": lines, "after": page.after or None}))
        return
    words = Words(look.lang)
    if not rows:
        complain(words("list.nothing"))
        return
    put(table([words(f"title.{title}") for title in titles], rows, look, drawn=is_terminal()))
    if page.after:
        complain(words("list.more", after=page.after))


def _plain(line: Line, advice: Recommendation | None) -> dict[str, Any]:
    summary = line.summary._asdict()
    waits = [wait._asdict() for wait in summary.pop("waits")]
    when = {"opened_at": line.opened_at, "changed_at": line.changed_at}
    more = {"recommendation": {"choice": advice.choice, "monitor": list(advice.monitor)}} if advice else {}
    return {"id": line.deliberation, **when, **summary, "waits": waits, **more}


def _logged(line: Line, words: Words) -> Row:
    said = line.summary
    kind, code = ("state", said.state) if said.status == ACTIVE else ("status", said.status)
    stands = words.word(kind, code)
    return (
        line.deliberation,
        line.opened_at[:10],
        said.domain,
        said.subject,
        said.result,
        said.confidence,
        said.decision,
        stands,
    )


def _overdue_since(at: Desk, line: Line) -> str:
    """The line says until when; what holds then is in the deliberation itself."""
    now = at.outside.now
    has_passed = any(wait.until and wait.until <= now for wait in line.summary.waits)
    return overdue_since(at.load(line.deliberation), now) if has_passed else ""


def _awaited(line: Line, wait: Wait, since: str, words: Words) -> Row:
    what = words(f"wait.{wait.kind}", seat=wait.seat)
    until = words("next.overdue", since=moment(since), id=line.deliberation) if since else moment(wait.until)
    return line.deliberation, line.summary.subject, what, wait.who or words("anybody"), until
