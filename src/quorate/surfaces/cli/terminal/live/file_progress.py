"""How many files were read, for a person at a terminal; nothing for anybody else."""

import sys
import time
from typing import Self

from quorate.surfaces.cli.terminal.streams import error_is_terminal

_EVERY = 0.25
_ERASE = "\r\x1b[K"


class FileProgress:
    """Says a few times a second how far it is."""

    def __init__(self) -> None:
        self._is_seen = error_is_terminal()
        self._next = time.monotonic() + _EVERY
        self._has_written = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._has_written:
            self._write(_ERASE)

    def seen(self, done: int, of: int) -> None:
        """So many were read, of so many."""
        if self._is_seen and (now := time.monotonic()) >= self._next:
            self._next, self._has_written = now + _EVERY, True
            self._write(f"{_ERASE}{done:,} of {of:,} contributions read ({100 * done // max(of, 1)} %)")

    def _write(self, text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()
