"""Going on with a deliberation from where it stands."""

import asyncio

from quorate.app.life.next_steps import next_steps
from quorate.app.life.resumption import resumable, resume, stop_calls
from quorate.core.errors import InputError
from quorate.deliberation.session import Session
from tests.app.house import ANN, EVE, FOR, House
from tests.patience import happens


async def with_program(house: House) -> Session:
    """A deliberation of a program and ann."""
    panel = [{"seat": "x", "voter": house.program("ask", FOR)}, {"seat": "a", "voter": "person:ann"}]
    return await house.opened(panel=panel)


async def test_the_seats_that_have_not_answered_are_asked_once(house: House) -> None:
    session = await with_program(house)
    seen: list[Session] = []
    found = await resume(house.app, EVE, session.id, seen.append)
    assert found.session.round
    assert found.session.round.missing == ("a",)
    assert seen
    await resume(house.app, EVE, session.id)
    assert house.times_asked() == 1
    assert await stop_calls(house.app, ANN) == 0


async def test_calls_that_run_are_ended_and_the_deliberation_is_kept(house: House) -> None:
    (house.folder / "wait").write_text(f"#!/bin/sh\necho asked >> {house.folder}/asked\nexec sleep 600\n")
    (house.folder / "wait").chmod(0o755)
    session = await house.opened(panel=[{"seat": "x", "voter": f"command:{house.folder}/wait"}])
    resumed = asyncio.create_task(resume(house.app, ANN, session.id))
    await happens(house.times_asked)
    resumed.cancel()
    await asyncio.wait([resumed])
    assert await stop_calls(house.app, ANN) == 1
    assert (await resumable(house.app, ANN, session.id)).session.verdict is None


async def test_when_all_have_answered_it_is_counted(house: House) -> None:
    session = await with_program(house)
    await house.voted(session, "a", ANN, FOR)
    found = await resume(house.app, ANN, session.id)
    assert found.session.verdict
    assert found.session.verdict.result == "UNANIMOUS"
    assert [one.code for one in next_steps(found.session, house.app.now)] == ["release"]


async def test_a_program_that_is_gone_is_named_and_nothing_is_stored(house: House) -> None:
    panel = [{"seat": "x", "voter": "nobody-knows-this-kind"}, {"seat": "a", "voter": "person:ann"}]
    session = await house.opened(panel=panel)
    await house.refuses(resume(house.app, ANN, session.id), f"{session.id} cannot continue", InputError)


async def test_what_has_to_be_known_is_said_while_seats_are_still_asked(house: House) -> None:
    twice = [{"seat": name, "voter": "person:ann"} for name in ("a", "b")]
    session = await house.opened(panel=twice)
    assert [one.code for one in (await resumable(house.app, ANN, session.id)).notices] == ["protocol.default", "voter"]
    for seat in ("a", "b"):
        await house.voted(session, seat, ANN, FOR)
    assert (await resumable(house.app, ANN, session.id)).notices == ()


async def test_next_steps_are_codes_and_values(house: House) -> None:
    session = await with_program(house)
    steps = next_steps(session, house.app.now)
    assert [(one.code, one.values["id"]) for one in steps] == [("vote", session.id), ("resume", session.id)]
    assert (steps[0].values["seat"], steps[0].values["who"], steps[1].values["seats"]) == ("a", "ann", ("x",))
