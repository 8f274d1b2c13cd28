"""Two machines carry the deliberations of one store. Their clocks are hours apart, and neither believes the other."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest

from quorate.commit import Outside, change, loaded, opened
from quorate.core.panel import Seat
from quorate.decide import carry
from quorate.deliberation.events import Claimed, Event, Stored
from quorate.deliberation.moves import open_session
from quorate.deliberation.principal import Principal
from quorate.deliberation.session import Session
from quorate.record import open_record
from quorate.record.rows import Store
from quorate.seat_calls import Voters
from quorate.voters.calls.call_folders import Calls
from quorate.voters.command import Command
from tests.patience import happens
from tests.voters.programs import USUAL, shell

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
HOURS_AHEAD, HOURS_BEHIND = timedelta(hours=9), timedelta(hours=-9)
VOTE = r"printf 'position: APPROVE\nconfidence: 80\nrationale: it fits\n'"


class Machine:
    """A home of its own, a clock of its own, and the store that both share."""

    def __init__(self, folder: Path, name: str, ahead: timedelta, store: Path) -> None:
        self.clock: Callable[[], datetime] = lambda: NOON + ahead
        self.outside = Outside(self.clock, lambda: uuid4().hex, Principal(name))
        self.record: Store = open_record(str(store), self.clock)
        script = f"echo {name} >> {folder}/runs; while [ ! -e {folder}/go ]; do sleep 0.02; done; {VOTE}"
        calls = Calls(folder / name / "calls", USUAL)
        self.voters: Voters = {"command:it": Command(shell(script), calls)}


class Place:
    """Two machines, and what the program that they ask has written down."""

    def __init__(self, folder: Path, ahead: timedelta) -> None:
        self.folder = folder
        self.first = Machine(folder, "first", timedelta(0), folder / "record.db")
        self.second = Machine(folder, "second", ahead, folder / "record.db")

    def runs(self) -> list[str]:
        """Who has started the program, in order."""
        file = self.folder / "runs"
        return file.read_text().split() if file.exists() else []

    def go(self) -> None:
        """Lets the program answer."""
        (self.folder / "go").touch()


@asynccontextmanager
async def two_machines(folder: Path, ahead: timedelta) -> AsyncIterator[Place]:
    place = Place(folder, ahead)
    try:
        yield place
    finally:
        await place.first.record.close()
        await place.second.record.close()


async def opened_by(machine: Machine) -> Session:
    """A deliberation whose only seat is a program's."""
    opening = open_session("magi", "Adopt?", [Seat("Logos", voter="command:it")])
    return (await opened(machine.record, opening, machine.outside)).session


def claims(history: tuple[Stored, ...]) -> list[Claimed]:
    return [stored.event for stored in history if isinstance(stored.event, Claimed)]


@pytest.mark.parametrize("ahead", [HOURS_AHEAD, HOURS_BEHIND], ids=["ahead", "behind"])
def test_a_call_that_another_machine_makes_is_not_made_twice_whatever_its_clock_says(
    tmp_path: Path, ahead: timedelta
) -> None:
    async def both() -> None:
        async with two_machines(tmp_path, ahead) as place:
            first, second = place.first, place.second
            session = await opened_by(first)
            looks = list[int]()
            one = asyncio.create_task(carry(session, first.voters, first.record, first.outside))
            await happens(place.runs)
            other = asyncio.create_task(
                carry(
                    await loaded(second.record, session.id),
                    second.voters,
                    second.record,
                    second.outside,
                    lambda at: looks.append(at.position),
                )
            )
            await happens(lambda: len(looks) > 3)
            assert place.runs() == ["first"]
            place.go()
            verdicts = [done.verdict and done.verdict.result for done in await asyncio.gather(one, other)]
            assert verdicts[0] is not None
            assert verdicts[0] == verdicts[1]
            assert place.runs() == ["first"]
            assert [claimed.fence for claimed in claims(await first.record.read(session.id))] == [1]

    asyncio.run(both())


@pytest.mark.parametrize("ahead", [HOURS_AHEAD, HOURS_BEHIND], ids=["ahead", "behind"])
def test_a_call_of_a_machine_that_is_gone_is_made_anew_once_its_time_was_watched_to_the_end(
    tmp_path: Path, ahead: timedelta
) -> None:
    async def one_after_the_other() -> None:
        async with two_machines(tmp_path, ahead) as place:
            first, second = place.first, place.second
            session = await carry(await opened_by(first), {}, first.record, first.outside)
            gone = Claimed(1, "Logos", 1, "elsewhere", "2026-11-16T12:00:01.000000Z", "n1", lease=1)

            def claimed(_: Session) -> tuple[Event, ...]:
                return (gone,)

            await change(first.record, session, claimed, first.outside)
            place.go()
            seen = await loaded(second.record, session.id)
            done = await carry(seen, second.voters, second.record, second.outside)
            assert done.verdict
            assert place.runs() == ["second"]
            assert [claimed.fence for claimed in claims(await first.record.read(session.id))] == [1, 2]

    asyncio.run(one_after_the_other())


def test_a_claim_of_before_leases_were_recorded_is_watched_for_as_long_as_ones_own_call_may_take(
    tmp_path: Path,
) -> None:
    async def watched() -> None:
        async with two_machines(tmp_path, HOURS_AHEAD) as place:
            first, second = place.first, place.second
            session = await carry(await opened_by(first), {}, first.record, first.outside)
            older = Claimed(1, "Logos", 1, "elsewhere", "2026-11-16T12:02:44.000000Z", "n1")
            session = (await change(first.record, session, lambda _: (older,), first.outside)).session
            looks = list[int]()
            other = asyncio.create_task(
                carry(session, second.voters, second.record, second.outside, lambda at: looks.append(at.position))
            )
            await happens(lambda: len(looks) > 3)
            other.cancel()
            with suppress(asyncio.CancelledError):
                await other
            assert place.runs() == []
            assert claims(await first.record.read(session.id)) == [older]

    asyncio.run(watched())


def test_how_long_a_call_may_take_is_recorded_with_its_claim(tmp_path: Path) -> None:
    async def carried() -> None:
        async with two_machines(tmp_path, HOURS_AHEAD) as place:
            first = place.first
            place.go()
            session = await carry(await opened_by(first), first.voters, first.record, first.outside)
            (claimed,) = claims(await first.record.read(session.id))
            assert claimed.lease == 2 * (60 + 2) + 10 + 30

    asyncio.run(carried())
