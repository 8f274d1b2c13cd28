"""A program never outlives its call, and leaves nobody behind."""

import asyncio
import os
import signal
import sys
from collections.abc import Callable

import pytest

from quorate.deliberation.events import Reply
from quorate.voters.command import Command
from quorate.voters.port import LOST
from tests.patience import ends, happens, timeouts
from tests.voters.programs import Place, answered, parent_of, prompt, python, shell

FAMILY = """
import os, signal, sys, time

def write_down():
    with open(sys.argv[1], "a") as file:
        file.write(f"{os.getpid()}\\n")

def stay(is_deaf):
    if is_deaf:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    write_down()
    time.sleep(300)

write_down()
if os.fork() == 0:
    stay(is_deaf=False)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        stay(is_deaf=True)
    os._exit(0)
while len(open(sys.argv[1]).readlines()) < 3:
    time.sleep(0.01)
print("all are there", flush=True)
time.sleep(float(sys.argv[2]))
"""


def family(place: Place, seconds: int) -> list[str]:
    """A program with a child in its group and a daemon outside of it that will not be asked; all write their ids."""
    return [*python(FAMILY), str(place.folder / "pids"), str(seconds)]


def test_when_time_is_up_the_program_its_children_and_its_daemons_are_ended(place: Place) -> None:
    for seconds in timeouts(0.5):
        (place.folder / "pids").unlink(missing_ok=True)
        reply = place.ask(family(place, 300), timeout=seconds, attempts=1)
        if reply.output:
            break
    assert reply == Reply("timeout", "all are there\n", detail=f"no answer within {seconds:g} s")
    assert len(place.processes()) == 3
    assert all(map(ends, place.processes()))


def test_who_keeps_the_output_open_behind_the_program_is_not_waited_for_and_ended(place: Place) -> None:
    assert place.ask(family(place, 0)) == answered("all are there\n")
    assert len(place.processes()) == 3
    assert all(map(ends, place.processes()))


def test_too_much_output_ends_the_whole_family(place: Place) -> None:
    flood = f"echo $$ >> {place.folder}/pids; yes & echo $! >> {place.folder}/pids; wait"
    assert place.ask(shell(flood)).outcome == "error"
    assert len(place.processes()) == 2
    assert all(map(ends, place.processes()))


def test_a_timeout_is_tried_again_once(place: Place) -> None:
    slow = shell(f"echo $$ >> {place.folder}/pids; echo half; echo slow >&2; sleep 300")
    for seconds in timeouts(0.5):
        (place.folder / "pids").unlink(missing_ok=True)
        reply = place.ask(slow, timeout=seconds)
        if reply.complaint and len(place.processes()) == 2:
            break
    detail = f"no answer within {seconds:g} s, asked twice: slow"
    assert reply == Reply("timeout", "half\n", detail=detail, complaint="slow\n", attempts=2)
    assert len(place.processes()) == 2
    assert all(map(ends, place.processes()))


def test_the_second_attempt_gets_the_whole_prompt_again_and_its_answer_counts(place: Place) -> None:
    script = f"cat; echo run >> {place.folder}/runs; [ $(wc -l < {place.folder}/runs) = 2 ] || sleep 300"
    for seconds in timeouts(1):
        (place.folder / "runs").unlink(missing_ok=True)
        reply = place.ask(shell(script), "the prompt", timeout=seconds)
        if len(place.lines("runs")) == 2 and reply.outcome != "timeout":
            break
    assert reply == answered("the prompt")._replace(attempts=2)


def test_a_program_that_ends_well_when_it_is_told_to_end_has_still_not_answered_in_time(place: Place) -> None:
    reply = place.ask(shell("trap 'echo APPROVE; exit 0' TERM; sleep 300 & wait"), timeout=0.5, attempts=1)
    assert reply == Reply("timeout", detail="no answer within 0.5 s")


PROGRAM, ITS_CHILD = 0, 1
WAITS = "echo $$ >> {pids}; sh -c 'echo $$ >> {pids}; exec sleep 300'; exit $?"


async def ended_while_it_runs(place: Place, voter: Command, fence: int, end: Callable[[], None]) -> Reply:
    """A call whose program, or keeper, is ended by somebody else as soon as it runs."""
    voter.reserve("call-1")
    waiting = asyncio.create_task(voter.answer(prompt("call-1", fence=fence)))
    await happens(lambda: len(place.processes()) == 2)
    end()
    return await waiting


@pytest.mark.parametrize(
    ("number", "which"),
    [
        *((number, PROGRAM) for number in (signal.SIGHUP, signal.SIGQUIT, signal.SIGTERM, signal.SIGKILL)),
        *((number, ITS_CHILD) for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM, signal.SIGKILL)),
    ],
)
def test_a_program_that_somebody_else_ends_is_lost_the_first_time_and_has_failed_the_second(
    place: Place, number: signal.Signals, which: int
) -> None:
    voter = Command(shell(WAITS.format(pids=place.folder / "pids")), place.calls)

    def end() -> None:
        os.kill(place.processes()[which], number)

    assert asyncio.run(ended_while_it_runs(place, voter, 1, end)) == Reply("error", detail=LOST)
    assert voter.is_lost("call-1")
    voter.forget("call-1")
    (place.folder / "pids").unlink()
    said = f"signal {number}" if which == PROGRAM else f"status {128 + number}"
    reply = asyncio.run(ended_while_it_runs(place, voter, 2, end))
    assert reply.outcome == "error"
    assert reply.detail.startswith(f"the program ended with {said}")
    assert not voter.is_lost("call-1")


def test_a_program_that_fails_by_itself_has_failed_the_first_time(place: Place) -> None:
    for script, said in (("kill -SEGV $$", "signal 11"), ("kill -ABRT $$", "signal 6"), ("exit 1", "status 1")):
        assert place.ask(shell(script)).detail == f"the program ended with {said}"


@pytest.mark.parametrize("fence", [1, 2])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_keeper_that_is_ended_takes_the_program_with_it_and_the_call_is_lost_once(
    place: Place, number: signal.Signals, fence: int
) -> None:
    voter = Command(shell(WAITS.format(pids=place.folder / "pids")), place.calls)

    def end() -> None:
        os.kill(parent_of(place.processes()[0]), number)

    reply = asyncio.run(ended_while_it_runs(place, voter, fence, end))
    assert reply.outcome == "error"
    assert reply.detail == (LOST if fence == 1 else "the call's keeper was stopped and left no result; ask again")
    assert voter.is_lost("call-1") is (fence == 1)
    assert voter.knows("call-1")
    if number == signal.SIGTERM or sys.platform == "linux":
        assert all(map(ends, place.processes()))
    else:
        os.kill(place.processes()[1], signal.SIGKILL)


def test_a_call_that_nobody_waits_for_any_more_goes_on_and_is_found(place: Place) -> None:
    go = place.folder / "go"
    voter = Command(shell(f"while [ ! -e {go} ]; do sleep 0.02; done; echo late"), place.calls)
    voter.reserve("call-1")

    async def give_up_and_come_back() -> Reply:
        waiting = asyncio.create_task(voter.answer(prompt("call-1")))
        await asyncio.sleep(0)  # up to its first wait: the keeper has been started
        waiting.cancel()
        go.write_text("go")
        return await voter.answer(prompt("call-1"))

    assert asyncio.run(give_up_and_come_back()) == answered("late\n")
