"""Whoever is interrupted ends what it has started, and the calls may be made anew."""

import asyncio

import pytest

from quorate.deliberation.events import Reply
from quorate.voters.command import Command
from quorate.voters.port import LOST
from tests.patience import ends, happens
from tests.voters.programs import Place, answered, prompt, python, shell

DEAF = """
import os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
if os.fork() == 0:
    os.setsid()
open(sys.argv[1], "a").write(f"{os.getpid()}\\n")
time.sleep(300)
"""


async def stopped_while_it_runs(place: Place, voter: Command, calls: int) -> list[Reply]:
    """All calls, with everything stopped as soon as all of them run."""
    for number in range(calls):
        voter.reserve(f"c{number}")
    waiting = [asyncio.create_task(voter.answer(prompt(f"c{number}"))) for number in range(calls)]
    await happens(lambda: len(place.processes()) == 2 * calls)
    assert place.calls.stop_all() == calls
    return await asyncio.gather(*waiting)


def test_all_that_this_process_has_started_is_ended_and_lost(place: Place) -> None:
    voter = Command([*python(DEAF), str(place.folder / "pids")], place.calls)
    replies = asyncio.run(stopped_while_it_runs(place, voter, 3))
    assert replies == [Reply("error", detail=LOST)] * 3
    assert all(map(ends, place.processes()))
    assert all(voter.is_lost(f"c{number}") for number in range(3))


def test_after_that_calls_can_be_made_again(place: Place) -> None:
    assert place.calls.stop_all() == 0
    assert place.ask(["cat"]) == answered("a prompt\n")
    assert place.calls.stop_all() == 0
    assert place.ask(["cat"]) == answered("a prompt\n")


def test_a_call_that_is_stopped_before_its_program_began_is_lost(place: Place) -> None:
    voter = Command(shell("sleep 300"), place.calls)
    voter.reserve("c1")

    async def at_once() -> Reply:
        waiting = asyncio.create_task(voter.answer(prompt("c1")))
        await asyncio.sleep(0)
        assert place.calls.stop_all() == 1
        return await waiting

    assert asyncio.run(at_once()) == Reply("error", detail=LOST)
    assert voter.is_lost("c1")


def test_a_running_call_that_is_forgotten_is_ended(place: Place) -> None:
    voter = Command([*python(DEAF), str(place.folder / "pids")], place.calls)
    voter.reserve("c1")

    async def forgotten() -> None:
        waiting = asyncio.create_task(voter.answer(prompt("c1")))
        await happens(lambda: len(place.processes()) == 2)
        waiting.cancel()
        voter.forget("c1")

    asyncio.run(forgotten())
    assert not voter.knows("c1")
    assert all(map(ends, place.processes()))


@pytest.mark.parametrize("seconds", [0, 0.02, 0.1])
def test_a_keeper_that_hangs_is_not_waited_for_without_end(
    place: Place, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Command, "lease", property(lambda _: seconds))
    voter = Command(shell("sleep 300"), place.calls)
    voter.reserve("c1")
    reply = asyncio.run(voter.answer(prompt("c1")))
    assert reply.detail == f"no result {seconds:g} s after the call was made; its keeper does not respond"
    assert not voter.is_lost("c1")
