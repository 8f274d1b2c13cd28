"""The record: how reading grows with what is in it, what a sweep costs, and what committing together is worth."""

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from bench.measuring import Measurement, in_process, ratio
from bench.result import Effort, Line
from quorate.app.app import App, surroundings
from quorate.app.upkeep.sweep import Sweep
from quorate.commit import loaded
from quorate.core.panel import Seat
from quorate.deliberation.events import Author, Cast, Event
from quorate.deliberation.moves import moves, open_session
from quorate.deliberation.principal import Principal
from quorate.deliberation.session import Session, ahead, evolve
from quorate.deliberation.summary import summary_of
from quorate.record import open_record
from quorate.record.port import Appended, Change, Record, Stored
from quorate.replies.seat_reply import ballot_of
from quorate.views.deliberation import to_plain

AUTHOR = Author("bench")
EVENTS_EACH = 10
SMALL = 100
PAGE = 10
SUBMITTERS = 32
LOGARITHMIC = 2.5  # log(100,000) / log(100)
SWEEP = 5
Story = Callable[[], Coroutine[Any, Any, object]]
Submit = Callable[[Record, list[Session], int], Coroutine[Any, Any, None]]


def run(effort: Effort) -> list[Line]:
    """Everything on real SQLite files."""
    with TemporaryDirectory() as name:
        return [*_growth(Path(name), effort), *_committing(Path(name), effort)]


def _growth(folder: Path, effort: Effort) -> list[Line]:
    size = effort.size(100_000, 10_000, 200)
    small, large = _filled(folder / "small.db", SMALL), _filled(folder / "large.db", size)
    try:
        grown = [
            Line("record", f"{what}, {size:,} events to {SMALL:,}", grown, LOGARITHMIC)
            for what, grown in _grown(small, large, effort.rounds(25, 9)).items()
        ]
        return [*grown, _sweep(large, folder / "large.db", effort.rounds(25, 9))]
    finally:
        for record in (small, large):
            asyncio.run(record.close())


def _grown(small: Record, large: Record, rounds: int) -> dict[str, float]:
    def of(story: Callable[[Record], Coroutine[Any, Any, object]]) -> float:
        return ratio(rounds, _measured(lambda: story(large)), _measured(lambda: story(small)))

    return {
        "a page of the log": of(lambda record: record.log(limit=PAGE)),
        "a page of the inbox": of(lambda record: record.inbox(limit=PAGE)),
        "a page of one person's inbox": of(lambda record: record.inbox(who="ann", limit=PAGE)),
        "show": of(_shown),
    }


def _measured(story: Story) -> Measurement:
    return in_process(lambda: asyncio.run(_several(story)))


async def _several(story: Story) -> None:
    for _ in range(20):
        await story()


async def _shown(record: Record) -> None:
    session = await loaded(record, "MAGI-2026-1115-005")
    to_plain(session, await record.read(session.id))


def _sweep(record: Record, file: Path, rounds: int) -> Line:
    """A second sweep, which finds everything as it was, compared with the least that it could read."""
    sweep = Sweep(App(record, surroundings()), Principal(AUTHOR.name))
    asyncio.run(sweep.due())
    value = ratio(rounds, in_process(lambda: asyncio.run(sweep.due())), in_process(lambda: _bare_positions(file)))
    what = f"a sweep over {len(sweep.unfinished):,} that are open and unchanged, to a bare read of their positions"
    return Line("record", what, value, SWEEP)


def _bare_positions(file: Path) -> list[Any]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute("SELECT id, position FROM quorate_deliberations WHERE is_open = 1").fetchall()


def _filled(file: Path, events: int) -> Record:
    ticks = count()
    record = open_record(str(file), lambda: datetime(2026, 11, 15, tzinfo=UTC) + timedelta(microseconds=next(ticks)))
    asyncio.run(_fill(record, events // EVENTS_EACH))
    return record


async def _fill(record: Record, deliberations: int) -> None:
    """Each awaits its last seat: one of them a person by name."""
    events = _history()
    for first in range(0, deliberations, 200):
        numbers = range(first, min(first + 200, deliberations))
        await asyncio.gather(*(_append(record, "MAGI-2026-1115-", 0, events, _session(events)) for _ in numbers))


async def _append(
    record: Record, deliberation: str, expected: int, events: tuple[Event, ...], session: Session
) -> Appended:
    return await record.append([Change(deliberation, expected, events, summary_of(session))], AUTHOR)


def _history() -> tuple[Event, ...]:
    seats = [*(Seat(f"s{number}", voter="person") for number in range(EVENTS_EACH - 2)), Seat("z", voter="person:ann")]
    opened = open_session("magi", {"subject": "Adopt the queue?", "domain": "architecture"}, seats)
    session = evolve(None, Stored("MAGI-2026-1115-", 1, "", AUTHOR, opened))
    events: list[Event] = [opened, *moves(session, "", ballot_of)]
    question = opened.question.content_hash
    events += [Cast(1, seat.name, question, _vote(seat.name)) for seat in seats[: EVENTS_EACH - 2]]
    return tuple(events)


def _session(events: tuple[Event, ...]) -> Session:
    first = evolve(None, Stored("MAGI-2026-1115-", 1, "", AUTHOR, events[0]))
    return ahead(first, events[1:])


def _vote(seat: str) -> dict[str, Any]:
    return {"position": "APPROVE", "confidence": 80, "rationale": f"{seat} sees nothing against it"}


def _committing(folder: Path, effort: Effort) -> list[Line]:
    """Durable ballots by the clock, since it is the disk that is waited for; both take turns, as disks have moods.

    Every round has deliberations of its own, so that none grows longer than deliberations do.
    """
    times, each, each_alone = effort.rounds(15, 7), effort.size(50, 50, 1), effort.size(10, 10, 1)
    record = _filled(folder / "ballots.db", 2 * times * SUBMITTERS * EVENTS_EACH)
    try:
        rounds = [
            (
                asyncio.run(_timed(record, 2 * turn, each, _together)),
                asyncio.run(_timed(record, 2 * turn + 1, each_alone, _one_by_one)),
            )
            for turn in range(times)
        ]
    finally:
        asyncio.run(record.close())
    ratio_of_both = median(together / alone for together, alone in rounds)
    together, alone = (median(column) for column in zip(*rounds, strict=True))
    what = f"durable ballots a second, {SUBMITTERS} submitters to one by one"
    return [
        Line("record", what, ratio_of_both, 8, at_least=True),
        Line("record", f"durable ballots a second from {SUBMITTERS} submitters", together, unit="/s"),
        Line("record", "durable ballots a second, one by one", alone, unit="/s"),
    ]


async def _timed(record: Record, turn: int, each: int, submit: Submit) -> float:
    first = turn * SUBMITTERS + 1
    sessions = [await loaded(record, f"MAGI-2026-1115-{number:03}") for number in range(first, first + SUBMITTERS)]
    began = perf_counter()
    await submit(record, sessions, each)
    return SUBMITTERS * each / (perf_counter() - began)


async def _together(record: Record, sessions: list[Session], each: int) -> None:
    """Every submitter has a deliberation, and all of them vote at once."""
    await asyncio.gather(*(_submit(record, session, each) for session in sessions))


async def _one_by_one(record: Record, sessions: list[Session], each: int) -> None:
    for session in sessions:
        await _submit(record, session, each)


async def _submit(record: Record, session: Session, ballots: int) -> None:
    """A change of mind again and again, each on the disk before the next."""
    question = session.rounds[-1].question
    for position in range(session.position, session.position + ballots):
        await _append(record, session.id, position, (Cast(1, "s0", question, _vote("s0")),), session)
