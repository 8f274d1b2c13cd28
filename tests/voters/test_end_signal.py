"""The end of a call is noticed at once, because its keeper holds a pipe; nothing of that is left open."""

import asyncio
import os

from quorate.voters.calls.call_folders import Calls, is_closed
from tests.patience import PATIENCE
from tests.voters.programs import Place, shell


def open_files() -> set[str]:
    return set(os.listdir("/proc/self/fd" if os.path.isdir("/proc/self/fd") else "/dev/fd"))


def test_a_pipe_is_closed_once_nobody_holds_its_other_end() -> None:
    ours, theirs = os.pipe()
    assert not asyncio.run(is_closed(ours, 0.01))
    os.close(theirs)
    assert asyncio.run(is_closed(ours, PATIENCE))
    os.close(ours)


def test_calls_leave_no_file_open(place: Place) -> None:
    place.calls.prepare()
    before = open_files()
    for _ in range(3):
        place.ask(shell("cat"))
    assert open_files() == before


def test_a_call_of_somebody_else_is_looked_at_again_and_again(place: Place) -> None:
    theirs = Calls(place.calls.folder, {})
    theirs.reserve("theirs")
    waited = asyncio.run(place.calls.pause("theirs"))
    assert 0 < waited < 1
    assert place.calls.is_held("theirs")
    theirs.release("theirs")
