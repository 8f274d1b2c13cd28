"""`tally --batch --jobs 2` next to one process: the same bytes, and how much sooner on a quiet machine."""

import subprocess
from hashlib import sha256
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.measuring import quorate, usage_of
from bench.result import Effort, Line

VOTES_EACH = 10
FASTER, MOST_MORE_WORK = 1.7, 1.15


def run(effort: Effort) -> list[Line]:
    """By the clock, which other work on the machine disturbs, and in processor time, which it does not."""
    rows = effort.size(1_000_000, 100_000, 100)
    with TemporaryDirectory() as name:
        file = _table(Path(name) / "votes.csv", rows)
        one, two = (_command(file, jobs) for jobs in (1, 2))
        times = [_clock(one) / _clock(two) for _ in range(effort.rounds(3, 1))]
        work = usage_of(*two).seconds / usage_of(*one).seconds
        is_same = _hash(one) == _hash(two)
    what = f"{rows:,} rows of CSV, two processes"
    return [
        Line("jobs", f"{what}: times as fast as one, by the clock", median(times), FASTER, at_least=True),
        Line("jobs", f"{what}: processor time, to that of one", work, MOST_MORE_WORK),
        Line("jobs", f"{what}: the same bytes", float(is_same), 1.0, "", at_least=True),
    ]


def _table(file: Path, rows: int) -> Path:
    choices = ("APPROVE", "REJECT", "ABSTAIN")
    with file.open("w", encoding="ascii") as out:
        out.write("question,seat,choice,confidence\n")
        for row in range(rows):
            question, seat = divmod(row, VOTES_EACH)
            out.write(f"question {question},seat {seat},{choices[row * 7919 % 3]},{row * 31 % 101}\n")
    return file


def _command(file: Path, jobs: int) -> list[str]:
    return quorate("tally", "--batch", str(file), "--jobs", str(jobs))


def _clock(command: list[str]) -> float:
    began = perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return perf_counter() - began


def _hash(command: list[str]) -> str:
    return sha256(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout).hexdigest()
