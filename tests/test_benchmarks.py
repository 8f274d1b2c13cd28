"""Every benchmark runs in its smallest form, which measures nothing and leaves out what it compares with."""

import subprocess
import sys
from pathlib import Path

import pytest

from bench.__main__ import BENCHMARKS

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("name", BENCHMARKS)
def test_it_runs(name: str) -> None:
    command = [sys.executable, "-m", "bench", "--smallest", "--only", name]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (ended.returncode, bool(ended.stdout.strip())) == (0, True), ended.stderr
