"""The command line in a process of its own that halts at a named point on its way to the record, until it may go on."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.patience import PATIENCE
from tests.surfaces.halting_program import LOOKED, WRITES
from tests.surfaces.program import Ended, environment

POINTS = ((LOOKED, 1), (LOOKED, 2), (WRITES, 1))
_ROOT = Path(__file__).parents[2]


class Halted:
    """A command that waits at its point, or has ended without coming there."""

    def __init__(self, process: "subprocess.Popen[str]", hears: int) -> None:
        self._process, self._hears = process, hears

    def go_on(self) -> Ended:
        """How it ends."""
        os.write(self._hears, b".")
        out, err = self._process.communicate(timeout=PATIENCE)
        return Ended(self._process.returncode, out, err)


@contextmanager
def halted(point: tuple[str, int], folder: Path, variables: dict[str, str], *arguments: str) -> Iterator[Halted]:
    """Starts a command, and comes back once it waits or has ended."""
    (listens, says), (hears, tells) = os.pipe(), os.pipe()
    words = [str(says), str(hears), *map(str, point), *arguments]
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.surfaces.halting_program", *words],
        env=environment(**variables, PYTHONPATH=str(_ROOT)),
        cwd=folder,
        pass_fds=(says, hears),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    os.close(says)
    try:
        os.read(listens, 1)
        yield Halted(process, tells)
    finally:
        process.kill()
        process.communicate()
        for handle in (listens, hears, tells):
            os.close(handle)
