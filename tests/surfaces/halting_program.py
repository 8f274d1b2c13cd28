"""The command line on a record that halts at a named point, until it may go on.

python -m tests.surfaces.halting_program SAY HEAR POINT NTH ARGUMENT...: at the point, for the nth time, it writes a
byte to the descriptor SAY and waits for one from HEAR. It imports nothing else of the tests, so that it starts quickly.
"""

import os
import sys
from typing import Any

LOOKED, WRITES = "after answered", "before it is written"


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


def main(say: str, hear: str, point: str, nth: str, *arguments: str) -> int:
    """Runs a command on a record that halts."""
    from quorate import record
    from quorate.surfaces.cli.command_table import program
    from quorate.surfaces.cli.entry import run

    real = record.open_record

    def open_record(*words: Any, **more: Any) -> Any:
        return HaltingRecord(real(*words, **more), int(say), int(hear), point, int(nth))

    record.open_record = open_record
    return run(program, arguments)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
