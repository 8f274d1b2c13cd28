"""A machine whose clock is far off: a clear sentence, exit status 1, and nothing stored."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.surfaces.program import environment

# Python's own clock raises behind the year 2261, wherever it is asked
PROGRAM = """
import sys, time
seconds = float(sys.argv.pop(1))

def clock():
    if seconds >= 2**63 / 1e9:
        raise OverflowError("timestamp too large to convert to C _PyTime_t")
    return seconds

time.time = clock
from quorate.surfaces.cli import main
sys.exit(main())
"""
OFF = [(-1, "the year 1969"), (-1.2e9, "the year 1931"), (2.9e11, "a year after 2261"), (9.3e9, "a year after 2261")]
SENTENCE = "quorate: the clock of this machine says {}; set it and try again. Nothing was stored\n"


def with_clock_at(seconds: float, folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """The program in a home of its own, at that time."""
    command = [sys.executable, "-c", PROGRAM, str(seconds), *arguments]
    home = environment(QUORATE_HOME=str(folder / "home"))
    return subprocess.run(command, cwd=folder, env=home, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(("seconds", "says"), OFF)
def test_nothing_is_opened_by_a_clock_that_is_far_off(tmp_path: Path, seconds: float, says: str) -> None:
    done = with_clock_at(seconds, tmp_path, "decide", "Adopt?", "--seat", "Ann=person", "--no-input")
    assert (done.returncode, done.stdout, done.stderr) == (1, "", SENTENCE.format(says))
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize(("seconds", "says"), OFF)
def test_no_vote_is_taken_by_a_clock_that_is_far_off(tmp_path: Path, seconds: float, says: str) -> None:
    opened = with_clock_at(1.8e9, tmp_path, "decide", "Adopt?", "--seat", "Ann=person", "--no-input", "--json")
    assert opened.returncode == 0
    before = (tmp_path / "home" / "quorate.db").read_bytes()
    vote = ("vote", json.loads(opened.stdout)["id"], "--seat", "Ann", "--choice", "APPROVE", "--confidence", "80")
    done = with_clock_at(seconds, tmp_path, *vote)
    assert (done.returncode, done.stderr) == (1, SENTENCE.format(says))
    assert (tmp_path / "home" / "quorate.db").read_bytes() == before
