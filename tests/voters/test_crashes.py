"""Killed at any moment, nothing is paid for twice: the next process finds the same reply, or none was ever begun."""

import asyncio
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from quorate.deliberation.events import Reply
from quorate.voters.command import Command
from quorate.voters.port import LOST
from tests.patience import PATIENCE, ends, timeouts
from tests.voters.programs import Place, answered, prompt, shell

ROOT = Path(__file__).parents[2]


def dying(point: str, place: Place, script: str, timeout: float = 60) -> "subprocess.Popen[str]":
    """Another process that asks the program and dies at the point."""
    command = [sys.executable, "-m", "tests.voters.dying", point, str(place.folder), script, str(timeout)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def script(place: Place) -> str:
    """Counts its runs, waits until it may go on, and says something that no second run would say."""
    runs, go = place.folder / "runs", place.folder / "go"
    return f"echo $$ >> {runs}; while [ ! -e {go} ]; do sleep 0.02; done; cat; echo from $$"


def found(place: Place) -> Reply:
    """What this process, which did not start the call, gets for it."""
    again = Place(place.folder)
    return asyncio.run(Command(shell("echo never started here"), again.calls).answer(prompt("call-1")))


@pytest.mark.parametrize("point", ["started", "running", "written"])
def test_a_call_that_was_begun_is_found_again_by_whoever_comes_next(place: Place, point: str) -> None:
    if point == "written":
        (place.folder / "go").touch()
    with dying(point, place, script(place)) as first:
        assert first.wait(PATIENCE) == -signal.SIGKILL
    assert place.calls.knows("call-1")
    assert not place.calls.is_lost("call-1")
    (place.folder / "go").touch()
    replies = [found(place), found(place)]
    (process,) = place.processes("runs")
    assert replies == [answered(f"a prompt\nfrom {process}\n")] * 2
    assert ends(process)


def test_a_call_that_was_only_reserved_is_lost_and_nothing_ran(place: Place) -> None:
    with dying("reserved", place, script(place)) as first:
        assert first.wait(PATIENCE) == -signal.SIGKILL
    assert place.calls.knows("call-1")
    assert place.calls.is_lost("call-1")
    assert found(place) == Reply("error", detail=LOST)
    assert not place.lines("runs")
    place.calls.forget("call-1")
    assert not place.calls.knows("call-1")


@pytest.mark.parametrize("milliseconds", [0, 2, 5, 10, 20, 35, 50, 80])
def test_killed_at_any_moment_it_ran_once_and_is_found_or_never_ran(place: Place, milliseconds: int) -> None:
    (place.folder / "go").touch()
    with dying("whenever", place, script(place)) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == "reserved\n"
        time.sleep(milliseconds / 1000)
        first.kill()
    reply = found(place)
    runs = place.processes("runs")
    assert (reply, runs) == (Reply("error", detail=LOST), []) or (
        len(runs) == 1 and reply == answered(f"a prompt\nfrom {runs[0]}\n")
    )
    assert place.calls.is_lost("call-1") == (not runs)


def test_a_program_whose_caller_died_is_still_ended_in_time(place: Place) -> None:
    for number, seconds in enumerate(timeouts(1)):
        again = Place(place.folder / str(number))
        again.folder.mkdir()
        with dying("running", again, script(again), seconds) as first:
            assert first.wait(PATIENCE) == -signal.SIGKILL
        assert found(again) == Reply("timeout", detail=f"no answer within {seconds:g} s, asked twice", attempts=2)
        if len(runs := again.processes("runs")) == 2:
            break
    assert len(runs) == 2
    assert all(map(ends, runs))
