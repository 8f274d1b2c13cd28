"""Errands in processes of their own, which are killed at their time or die by themselves."""

import json
import os
import signal
import time
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from tests.crash.dying import Errand
from tests.crash.panel import trail_in
from tests.crash.worker import carry_out
from tests.patience import PATIENCE

START, END = "start", "end"
_SLOW_IMPORTS = ["quorate.record.sql.sqlite", "quorate.record.sql.postgres.database", "psycopg"]

# every process is forked from one that has imported everything, so that a kill hits the work and not the imports
_CONTEXT = get_context("forkserver")
_CONTEXT.set_forkserver_preload(["tests.crash.worker", *_SLOW_IMPORTS])


class Ended(NamedTuple):
    """How a process ended: killed or not, behind which point, and what it said last."""

    errand: Errand
    was_killed: bool
    was_stuck: bool
    place: str
    said: str = ""
    why: str = ""


class Started:
    """An errand under way, to be killed after so many seconds unless it has ended; 0 means not at all."""

    def __init__(self, errand: Errand, seconds: float = 0.0) -> None:
        self._errand, self._is_timed = errand, seconds > 0
        self._process = _CONTEXT.Process(target=carry_out, args=(errand,), daemon=True)
        self._process.start()
        self.until = time.monotonic() + (seconds or PATIENCE)

    def end(self) -> Ended:
        """Waits until its time has come, and kills it then."""
        self._process.join(max(0.0, self.until - time.monotonic()))
        was_stuck = self._process.is_alive() and not self._is_timed
        self._process.kill()
        self._process.join()
        was_killed = self._process.exitcode == -signal.SIGKILL
        self._process.close()
        return _ended(self._errand, was_killed, was_stuck)


def see_through(started: list[Started]) -> list[Ended]:
    """Ends all of them, each at its time."""
    return [one.end() for one in sorted(started, key=lambda one: one.until)]


def trail_of(folder: Path) -> list[dict[str, Any]]:
    """Everything that the workers have written down."""
    file = trail_in(folder)
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def _ended(errand: Errand, was_killed: bool, was_stuck: bool) -> Ended:
    lines = [line for line in trail_of(Path(errand.folder)) if line["errand"] == errand.number]
    points = [START, *(line["point"] for line in lines if "point" in line)]
    last = next((line for line in lines if "ended" in line), {})
    place = END if last else points[-1]
    return Ended(errand, was_killed, was_stuck, f"{errand.task}: {place}", last.get("ended", ""), last.get("why", ""))


def end_keepers(folder: Path) -> int:
    """Ends the keepers of calls in a folder, which outlive whoever started them; gives how many there were."""
    found = 0
    for name in os.listdir("/proc") if os.path.isdir("/proc") else ():
        with suppress(OSError):
            if name.isdigit() and f"{folder}{os.sep}".encode() in Path(f"/proc/{name}/cmdline").read_bytes():
                os.kill(int(name), signal.SIGTERM)
                found += 1
    return found
