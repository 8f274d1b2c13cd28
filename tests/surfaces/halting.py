"""The command line in a process of its own that halts at a named point on its way to the record, until it may go on.

python -m tests.surfaces.halting SAY HEAR POINT NTH ARGUMENT...: at the point, for the nth time, it writes a byte to
the descriptor SAY and waits for one from HEAR.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.patience import PATIENCE
from tests.surfaces.program import Ended, environment

LOOKED, WRITES = "after answered", "before it is written"
POINTS = ((LOOKED, 1), (LOOKED, 2), (WRITES, 1))
_ROOT = Path(__file__).parents[2]


class HaltingRecord:
    """A record whose process halts at one point."""

    def __init__(self, record: Any, say: int, hear: int, point: str, nth: int) -> None:
        self._record, self._say, self._hear, self._point, self._left = record, say, hear, point, nth

    def __getattr__(self, name: str) -> Any:
        return getattr(self._record, name)

    async def answered(self, *arguments: Any) -> Any:
        """What a request with a key has stored."""
        stored = await self._record.answered(*arguments)
        self._passes(LOOKED)
        return stored

    async def append(self, *arguments: Any) -> Any:
        """Puts events on the record."""
        self._passes(WRITES)
        return await self._record.append(*arguments)

    async def redact(self, *arguments: Any) -> Any:
        """Puts other texts on the record."""
        self._passes(WRITES)
        return await self._record.redact(*arguments)

    def _passes(self, point: str) -> None:
        self._left -= point == self._point
        if point == self._point and self._left == 0:
            os.write(self._say, b".")
            os.read(self._hear, 1)


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
        [sys.executable, "-m", "tests.surfaces.halting", *words],
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


def main(say: str, hear: str, point: str, nth: str, *arguments: str) -> int:
    """Runs a command on a record that halts."""
    from quorate import record
    from quorate.surfaces.cli import program
    from quorate.surfaces.cli.entry import run

    real = record.open_record

    def open_record(*words: Any, **more: Any) -> Any:
        return HaltingRecord(real(*words, **more), int(say), int(hear), point, int(nth))

    record.open_record = open_record
    return run(program, arguments)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
