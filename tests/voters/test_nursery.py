"""The process that keepers come from may be there before the first call."""

import os
import signal
from pathlib import Path

from quorate.voters.calls.process_tree import children
from tests.voters.programs import Place, answered, shell


def test_what_was_prepared_makes_the_calls(place: Place) -> None:
    before = set(children(os.getpid()))
    place.calls.prepare()
    nursery = set(children(os.getpid())) - before
    place.calls.prepare()
    assert place.ask(shell("cat")) == answered("a prompt\n")
    assert place.ask(shell("echo again")) == answered("again\n")
    assert set(children(os.getpid())) - before == nursery
    assert len(nursery) == 1


def test_what_was_prepared_and_never_used_leaves_nothing(place: Place, tmp_path: Path) -> None:
    before = set(children(os.getpid()))
    place.calls.prepare()
    assert place.calls.stop_all() == 0
    assert set(children(os.getpid())) == before
    assert not list(tmp_path.iterdir())


def test_one_that_died_before_the_first_call_is_replaced(place: Place) -> None:
    before = set(children(os.getpid()))
    place.calls.prepare()
    (nursery,) = set(children(os.getpid())) - before
    os.kill(nursery, signal.SIGKILL)
    os.waitid(os.P_PID, nursery, os.WEXITED | os.WNOWAIT)
    assert place.ask(shell("cat")) == answered("a prompt\n")
