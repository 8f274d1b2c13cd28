"""Recording an outcome and showing voters: what 10,000 deliberations in the store add to 100."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.measuring import Measurement, in_process, ratio
from bench.result import Effort, Line
from quorate.app.app import App, surroundings
from quorate.app.learning.outcomes import record_outcome
from quorate.app.learning.voters import voter_tables
from quorate.core.panel import Seat
from quorate.decide import decide
from quorate.deliberation.moves import cast, open_session
from quorate.deliberation.precondition import Seen
from quorate.deliberation.principal import Principal
from quorate.deliberation.summary import summary_of
from quorate.record import open_record
from quorate.record.memory import MemoryRecord
from quorate.record.port import Change

SMALL, KNOWN = 100, 100
LOGARITHMIC = 2.0  # log(10,000) / log(100)
VOTERS = ("ann", "ben", "cat")
ZOE, OTHER = Principal("zoe"), Principal("other")
Story = Callable[[App], Coroutine[Any, Any, object]]


def run(effort: Effort) -> list[Line]:
    """On real SQLite files, with as many known outcomes in both."""
    size = effort.size(10_000, 2_000, 200)
    with TemporaryDirectory() as name:
        folder = Path(name)
        small, large = (asyncio.run(_filled(folder / f"{count}", count)) for count in (SMALL, size))
        what = f"{size:,} deliberations to {SMALL}, {KNOWN} outcomes known"
        rounds = effort.rounds(15, 5)
        try:
            return [
                Line("outcomes", f"{title}, {what}", ratio(rounds, _of(story, large), _of(story, small)), LOGARITHMIC)
                for title, story in (("recording an outcome", _record), ("showing voters", _show))
            ]
        finally:
            for app in (small, large):
                asyncio.run(app.record.close())


def _of(story: Story, app: App) -> Measurement:
    return in_process(lambda: asyncio.run(story(app)))


async def _record(app: App) -> None:
    """The same deliberation turns out right and wrong in turn, so that there is always something to record."""
    (line,) = (await app.record.log(limit=1)).lines
    is_right = line.summary.outcome == "right"
    await record_outcome(app, ZOE, line.deliberation, "wrong" if is_right else "right")


async def _show(app: App) -> None:
    await voter_tables(app, ZOE)


async def _filled(folder: Path, count: int) -> App:
    """A store with so many decided deliberations, the first of them with a known outcome."""
    folder.mkdir()
    known = surroundings()
    record = open_record(f"sqlite:///{folder}/store.db", known.clock)
    app = App(record, known, is_ours=True, kept_at=folder / "kept" / "learning.json")
    change = await _decided(known)
    for start in range(0, count, 100):
        await record.append([change] * min(100, count - start), OTHER.author)
    for line in (await record.log(limit=KNOWN)).lines:
        await record_outcome(app, ZOE, line.deliberation, "right")
    return app


async def _decided(known: Any) -> Change:
    """One deliberation as it is on the record once everybody has voted."""
    memory = MemoryRecord(known.clock)
    app = App(memory, known, is_ours=True)
    seats = [Seat(name, "", f"person:{name}") for name in VOTERS]
    opening = open_session("magi", {"subject": "Adopt the queue?", "domain": "ops"}, seats)
    session = (await decide(opening, {}, memory, app.outside(ZOE))).session
    seen = Seen(session.question.content_hash)
    for name in VOTERS:
        who, vote = Principal(name), {"position": "APPROVE", "confidence": 80, "rationale": "It was measured"}
        rule = _ballot(name, vote, who, app.now, seen)
        session = (await app.change(session.id, rule, who)).session
    events = tuple(stored.event for stored in await memory.read(session.id))
    return Change(session.id[:-3], 0, events, summary_of(session))


def _ballot(name: str, vote: dict[str, Any], who: Principal, now: str, seen: Seen) -> Callable[[Any], Any]:
    return lambda at: cast(at, name, vote, who, now=now, seen=seen)
