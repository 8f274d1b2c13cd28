"""What a campaign came to: counted from the record, from what people were told, and from what programs wrote down."""

import asyncio
import subprocess
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from quorate.deliberation.events import Cast, Claimed, Counted, DeadlinePassed, Opened, Stored
from quorate.deliberation.moments import moment_of
from quorate.record import open_record
from tests.outages.campaign import Disturbed, Outage
from tests.outages.people import DEADLINE, Ballot
from tests.surfaces.program import QUORATE, environment

MOST_LATE = 30.0
Histories = Mapping[str, tuple[Stored, ...]]


class Figures(NamedTuple):
    """What was counted, in the order in which it is printed, and what is wrong."""

    counts: dict[str, object]
    findings: list[str]
    most_late: float


def figures_of(done: Disturbed, folder: Path) -> Figures:
    """Reads everything again, through a connection of its own."""
    histories = asyncio.run(_histories(done.address, [one.id for one in done.people.opened]))
    started, finished, repeated = _calls(folder / "calls")
    late = [_lateness(histories[one.id], done.outages) for one in done.people.opened if one.kind == DEADLINE]
    uncounted = [name for name, history in histories.items() if not _is_counted(history)]
    lost = [one for one in done.people.ballots if _times_cast(one, histories[one.deliberation]) != 1]
    verified = _verified(done.address, folder)
    counts: dict[str, object] = {
        **{f"ended: {name}": number for name, number in sorted(done.ended_by.items())},
        "stops of Postgres": len(done.outages),
        "deliberations acknowledged": len(histories),
        "deliberations counted": len(histories) - len(uncounted),
        "ballots acknowledged": len(done.people.ballots),
        "ballots lost or doubled": len(lost),
        "requests repeated by people": done.people.repeated,
        "calls started": started,
        "calls finished": finished,
        "finished calls made again": len(repeated),
        "claims above the first": sum(map(_later_claims, histories.values())),
        "deadlines": len(late),
        "latest deadline, s": round(max(late, default=0.0), 1),
    }
    findings = [
        *done.findings,
        *(f"{name} was not counted" for name in uncounted),
        *(f"{one.deliberation}: the ballot {one.rationale!r} is not there exactly once" for one in lost),
        *(f"the call {call} was made again after it had finished" for call in repeated),
        *verified,
    ]
    return Figures(
        counts, findings if done.is_finished else [*findings, "not all was finished in time"], max(late, default=0.0)
    )


async def _histories(address: str, names: Sequence[str]) -> Histories:
    record = open_record(address, lambda: datetime.now(UTC))  # noqa: TID251 - nothing is written
    try:
        return {name: await record.read(name) for name in names}
    finally:
        await record.close()


def _is_counted(history: Sequence[Stored]) -> bool:
    return any(isinstance(one.event, Counted) for one in history)


def _later_claims(history: Sequence[Stored]) -> int:
    return sum(isinstance(one.event, Claimed) and one.event.fence > 1 for one in history)


def _times_cast(ballot: Ballot, history: Sequence[Stored]) -> int:
    casts = (one.event for one in history if isinstance(one.event, Cast))
    return sum(cast.seat == ballot.seat and cast.vote.get("rationale") == ballot.rationale for cast in casts)


def _calls(file: Path) -> tuple[int, int, list[str]]:
    """How many calls began and came to their end, and those that began once more after that."""
    count: Counter[str] = Counter()
    ended: set[str] = set()
    repeated = []
    for line in file.read_text().splitlines():
        what, _, call = line.partition(" ")
        count[what] += 1
        if what == "finished":
            ended.add(call)
        elif call in ended:
            repeated.append(call)
    return count["started"], count["finished"], repeated


def _lateness(history: Sequence[Stored], outages: Sequence[Outage]) -> float:
    """Seconds from a deadline to its event; where Postgres was away between the two, from when it was back."""
    passed = next((one.at for one in history if isinstance(one.event, DeadlinePassed)), None)
    opening = history[0].event
    assert isinstance(opening, Opened)
    if passed is None:
        return float("inf")
    at, due = moment_of(passed).timestamp(), moment_of(opening.policy.ballots_by).timestamp()
    back = [one.ended for one in outages if one.began < at and one.ended > due]
    return max(0.0, at - max([due, *back]))


def _verified(address: str, folder: Path) -> list[str]:
    home = environment(QUORATE_HOME=str(folder / "desk"), XDG_CONFIG_HOME=str(folder / "settings"))
    ended = subprocess.run(
        [QUORATE, "verify", "--store", address], env=home, cwd=folder, capture_output=True, text=True
    )
    return [f"verify: {ended.stdout} {ended.stderr}"] if ended.returncode else []
