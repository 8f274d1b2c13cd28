"""CPU time and peak memory. Baseline and subject take turns, so that noise meets both alike."""

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple

_SPAWN = Path(__file__).with_name("spawn.py")
Measurement = Callable[[], float]


class Usage(NamedTuple):
    """What a child process used: seconds of processor time, and MiB of memory at the most."""

    seconds: float
    peak: float


def in_process(call: Callable[[], object], times: int = 1) -> Measurement:
    """Measures the processor time of calling something so many times in this process."""

    def measure() -> float:
        began = process_time()
        for _ in range(times):
            call()
        return (process_time() - began) / times

    return measure


def in_child(*command: str) -> Measurement:
    """Measures the processor time of a command, start and end of the process included."""
    return lambda: usage_of(*command).seconds


def medians(rounds: int, *measurements: Measurement) -> list[float]:
    """The median of each measurement over rounds in which all take turns; a first round only warms up."""
    taken = _rounds(rounds, measurements)
    return [median(column) for column in zip(*taken, strict=True)]


def ratio(rounds: int, subject: Measurement, baseline: Measurement) -> float:
    """The median over all rounds of the subject's time divided by the baseline's in the same round."""
    return median(mine / other for mine, other in _rounds(rounds, (subject, baseline)))


def usage_of(*command: str) -> Usage:
    """Runs a command with its output thrown away; raises if it fails."""
    # a process inherits its parent's peak of memory, so the parent has to be a small one
    shim = [sys.executable, "-I", "-S", str(_SPAWN), *command]
    done = subprocess.run(shim, env=_environment(), stdout=subprocess.PIPE, check=True, text=True)
    status, seconds, peak = done.stdout.split()
    if status != "0":
        raise RuntimeError(f"exit status {status} from {' '.join(command)}")
    return Usage(float(seconds), float(peak))


def quorate(*arguments: str) -> list[str]:
    """The command line of this environment's `quorate`."""
    return [str(Path(sys.executable).with_name("quorate")), *arguments]


def _rounds(rounds: int, measurements: Sequence[Measurement]) -> list[list[float]]:
    for measure in measurements:
        measure()
    return [[measure() for measure in measurements] for _ in range(rounds)]


def _environment() -> dict[str, str]:
    """Byte code may be written and read, and messages are in English."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "LC_ALL": "C.UTF-8"}
