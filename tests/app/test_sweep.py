"""What a sweep finds: what is due, and what only this machine can bring further."""

import asyncio

from quorate.app.life.resumption import resume
from quorate.app.upkeep.sweep import Sweep, Unfinished
from quorate.deliberation.events import Claimed, Event
from quorate.deliberation.moments import later
from quorate.deliberation.session import Session
from tests.app.house import AGAINST, ANN, BEN, FOR, House
from tests.patience import happens


async def claimed(house: House, call: str) -> Session:
    """A deliberation with one program, whose call is claimed and has brought nothing."""
    session = await house.opened(panel=[{"seat": "x", "voter": "command:true"}])
    claim = Claimed(1, "x", 1, call, "2126-11-16T12:00:00.000000Z", "n1", lease=600)

    def rule(_: Session) -> tuple[Event, ...]:
        return (claim,)

    return (await house.app.change(session.id, rule, ANN)).session


async def test_a_call_of_another_machine_is_left_to_it(house: House) -> None:
    session = await claimed(house, "elsewhere")
    sweep = Sweep(house.app, ANN)
    assert await sweep.due() == [session.id]
    assert sweep.due_here() == []


async def test_a_call_that_due_here_is_found_by_the_machine_that_has_it(house: House) -> None:
    session = await claimed(house, "here")
    house.app.surroundings.calls().path("here").mkdir(parents=True)
    sweep = Sweep(house.app, ANN)
    await sweep.due()
    assert sweep.due_here() == [session.id]


async def test_a_deadline_that_has_passed_is_due_in_every_process(house: House) -> None:
    until = later(house.app.now, 600)
    policy = {"ballots_by": until, "at_ballots_by": "count"}
    people = await house.opened(policy=policy)
    program = await house.opened(policy=policy, panel=[{"seat": "x", "voter": "command:true"}])
    sweep = Sweep(house.app, ANN)
    assert await sweep.due() == [program.id]
    assert sweep.due_here() == []
    while house.app.now < until:  # this clock goes on whenever somebody looks at it
        pass
    assert await sweep.due() == [program.id]
    assert sweep.due_here() == [program.id, people.id]


async def test_a_call_that_still_runs_here_is_left_to_whoever_waits_for_it(house: House) -> None:
    (house.folder / "wait").write_text(f"#!/bin/sh\necho asked >> {house.folder}/asked\nexec sleep 600\n")
    (house.folder / "wait").chmod(0o755)
    await house.opened(panel=[{"seat": "x", "voter": f"command:{house.folder}/wait"}])
    (session,) = [line.deliberation for line in (await house.app.record.unfinished()).lines]
    running = asyncio.create_task(resume(house.app, ANN, session))
    await happens(house.times_asked)
    sweep = Sweep(house.app, ANN)
    assert await sweep.due() == [session]
    assert sweep.due_here() == []
    running.cancel()
    await asyncio.wait([running])
    house.app.surroundings.calls().stop_all()


async def test_of_what_people_are_awaited_in_next_to_nothing_is_kept(house: House) -> None:
    people = [{"seat": f"seat {number}", "voter": "person"} for number in range(20)]
    session = await house.opened(question="A question of its own", panel=people)
    sweep = Sweep(house.app, ANN)
    await sweep.due()
    assert sweep.unfinished == {session.id: Unfinished(session.position)}


async def test_who_is_awaited_is_of_the_moment_that_is_kept(house: House) -> None:
    session = await house.opened(policy={"answer_minutes": 60})
    (line,) = (await house.app.record.unfinished()).lines
    # after the list was read, and before the deliberation is
    session = await house.voted(await house.voted(session, "a", ANN, FOR), "b", BEN, AGAINST)
    found = await Sweep(house.app, ANN)._looked_at(line)
    assert (found.position, found.is_timed) == (session.position, True)
