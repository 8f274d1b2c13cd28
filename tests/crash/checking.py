"""What is left of a deliberation after all the kills: the record, the programs' own counts, the chain of hashes."""

import asyncio
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from quorate.deliberation.events import Cast, Claimed, Counted, Event, Failed, Released, Replied, Stored
from quorate.record import open_record
from quorate.record.chain import check_chain
from quorate.record.rows import EventRow, LineRow, Row
from tests.crash.figures import ASKED_TWICE, DIFFERS, LOST, OTHER, RELEASED_TWICE, TWICE, Figures, Finding
from tests.crash.life import Life
from tests.crash.panel import BALLOTS, OPENING, SECONDS, clock, runs_in
from tests.crash.processes import trail_of
from tests.patience import PATIENCE

_ONCE = ("Opened", "RoundOpened", "RoundClosed", "Counted")


class Evidence(NamedTuple):
    """The history, every row of the store, what the workers wrote down, and the runs that the programs wrote down."""

    history: tuple[Stored, ...]
    rows: tuple[Row, ...]
    trail: Sequence[dict[str, Any]]
    runs: Sequence[tuple[str, str, str]]

    @property
    def events(self) -> list[Event]:
        """What happened."""
        return [stored.event for stored in self.history]

    @property
    def acknowledged(self) -> set[tuple[str, int, str]]:
        """The events whose append had returned before anything else could happen to the process."""
        return {(one[0], one[1], one[2]) for line in self.trail for one in line.get("stored", ())}

    @property
    def verdict(self) -> str:
        """The bytes of the verdict; empty where there is none."""
        return next((event.verdict for event in self.events if isinstance(event, Counted)), "")


def gathered(folder: Path, address: str) -> Evidence:
    """All that can be known."""
    file = runs_in(folder)
    runs = [(*line.split(),) for line in file.read_text().splitlines()] if file.exists() else []
    history, rows = asyncio.run(_kept(address))
    return Evidence(history, rows, trail_of(folder), [(word, seat, call) for word, seat, call in runs])


async def _kept(address: str) -> tuple[tuple[Stored, ...], tuple[Row, ...]]:
    record = open_record(address, clock, patience=PATIENCE)
    try:
        opened = await record.answered(OPENING)
        history = await record.read(opened[0].deliberation) if opened else ()
        return history, await record.export(tuple)
    finally:
        await record.close()


def figures_of(life: Life, released: Sequence[str], reference: str) -> Figures:
    """What came of one deliberation. `released` names who was told to go ahead."""
    evidence = gathered(life.folder, life.address)
    casts = {stored.position for stored in evidence.history if isinstance(stored.event, Cast)}
    return Figures(
        1,
        life.kills,
        life.restarts,
        len({position for _, position, _ in evidence.acknowledged} & casts),
        sum(isinstance(event, Claimed) and event.fence > 1 for event in evidence.events),
        sum(not path.name.startswith(".") for path in (life.folder / "calls").glob("*")),
        (*findings_in(evidence, released, reference), *_broken(life)),
    )


def findings_in(evidence: Evidence, released: Sequence[str], reference: str) -> Iterator[Finding]:
    """Everything that must not be."""
    yield from _lost(evidence)
    yield from _once(evidence)
    yield from _ballots(evidence)
    yield from _asked(evidence)
    yield from _claims(evidence)
    yield from _chain(evidence)
    if evidence.verdict != reference:
        yield Finding(DIFFERS, f"verdict {evidence.verdict or 'missing'}")
    yield from _released(evidence, released)


def _lost(evidence: Evidence) -> Iterator[Finding]:
    kept = {(row.deliberation, row.position, row.hash) for row in evidence.rows if isinstance(row, EventRow)}
    for one in sorted(evidence.acknowledged - kept):
        yield Finding(LOST, f"event {one[1]} of {one[0]} was acknowledged with {one[2]} and is not there")


def _once(evidence: Evidence) -> Iterator[Finding]:
    kinds = Counter(type(event).__name__ for event in evidence.events)
    for kind in _ONCE:
        if kinds[kind] != 1:
            yield Finding(TWICE if kinds[kind] else LOST, f"{kind} is {kinds[kind]} times on the record")
    for kind_, names in ((Cast, BALLOTS), (Replied, SECONDS)):
        seats = Counter(event.seat for event in evidence.events if isinstance(event, kind_))
        for seat in {*names, *seats}:
            if seats[seat] != 1:
                yield Finding(TWICE if seats[seat] else LOST, f"{seat}: {kind_.__name__} {seats[seat]} times")


def _ballots(evidence: Evidence) -> Iterator[Finding]:
    for event in evidence.events:
        if isinstance(event, Failed):
            yield Finding(LOST, f"{event.seat} failed: {event.kind}, {event.detail}")
        if isinstance(event, Cast) and dict(event.vote) != BALLOTS[event.seat]:
            yield Finding(LOST, f"{event.seat} voted {BALLOTS[event.seat]} and the record says {event.vote}")


def _asked(evidence: Evidence) -> Iterator[Finding]:
    counts = Counter((word, seat) for word, seat, _ in evidence.runs)
    for seat in SECONDS:
        if (counts["start", seat], counts["answer", seat]) != (1, 1):
            runs = [run for run in evidence.runs if run[1] == seat]
            yield Finding(ASKED_TWICE, f"{seat}'s program wrote {runs}")


def _claims(evidence: Evidence) -> Iterator[Finding]:
    """A call that is lost is claimed anew with a higher number, and only the last one was ever started."""
    started = {seat: call for word, seat, call in evidence.runs if word == "start"}
    replied = {event.seat: event.fence for event in evidence.events if isinstance(event, Replied)}
    for seat in SECONDS:
        claims = [event for event in evidence.events if isinstance(event, Claimed) and event.seat == seat]
        if [claim.fence for claim in claims] != [*range(1, len(claims) + 1)]:
            yield Finding(OTHER, f"{seat}: the claims have the numbers {[claim.fence for claim in claims]}")
        if not claims or (claims[-1].call, claims[-1].fence) != (started.get(seat), replied.get(seat)):
            yield Finding(OTHER, f"{seat}: claimed {claims}, started {started.get(seat)}, replied {replied.get(seat)}")


def _chain(evidence: Evidence) -> Iterator[Finding]:
    events = [row for row in evidence.rows if isinstance(row, EventRow)]
    lines = [row for row in evidence.rows if isinstance(row, LineRow)]
    for sentence in check_chain(events):
        yield Finding(OTHER, sentence)
    if [(line.position, line.head) for line in lines] != [(row.position, row.hash) for row in events[-1:]]:
        yield Finding(OTHER, f"{len(events)} events, and the log says {lines}")


def _released(evidence: Evidence, told: Sequence[str]) -> Iterator[Finding]:
    authors = [one.author.name for one in evidence.history if isinstance(one.event, Released)]
    if len(authors) > 1 or len(told) > 1:
        yield Finding(RELEASED_TWICE, f"released by {authors}; told to go ahead: {told}")
    elif list(told) != authors or not authors:
        yield Finding(OTHER, f"released by {authors}; told to go ahead: {list(told)}")


def _broken(life: Life) -> Iterator[Finding]:
    yield from (Finding(OTHER, fault) for fault in life.faults)
    if "://" not in life.address:
        with sqlite3.connect(life.address) as connection:
            (whole,) = connection.execute("PRAGMA integrity_check").fetchone()
        connection.close()
        if whole != "ok":
            yield Finding(OTHER, f"the file is damaged: {whole}")
