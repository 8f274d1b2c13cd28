"""How far a batch is, for a person at a terminal; nothing for anybody else."""

import os
import sys
import time
from typing import BinaryIO, Self

from quorate.batch.lines import Stream
from quorate.surfaces.cli.terminal.streams import error_is_terminal, is_terminal

_EVERY = 0.25
_ERASE = "\r\x1b[K"


class Progress:
    """Counts what was counted and refused, and says so a few times a second on a terminal."""

    def __init__(self) -> None:
        self.verdicts = self.refused = self._read = self._size = 0
        self._is_seen = error_is_terminal()
        self._is_live = self._is_seen and not is_terminal()  # verdicts on the terminal are progress enough
        self._began = self._next = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self.clear()
        if self._is_seen and kind is None:
            self._write(self._summary() + "\n")

    def counted(self) -> None:
        """One verdict more."""
        self.verdicts += 1
        self._tick()

    def refuse(self) -> None:
        """One line or question more that has problems."""
        self.refused += 1

    def clear(self) -> None:
        """Makes room for a message."""
        if self._is_live:
            self._write(_ERASE)

    def watching(self, stream: BinaryIO) -> Stream:
        """The stream itself, or one that shows how much of it was read."""
        if not self._is_live:
            return stream
        self._size = os.fstat(stream.fileno()).st_size
        return _Watched(stream, self)

    def read(self, size: int) -> None:
        """So many bytes more of the input."""
        self._read += size
        self._tick()

    def _tick(self) -> None:
        if self._is_live and (now := time.monotonic()) >= self._next:
            self._next = now + _EVERY
            share = f", {100 * self._read // self._size} % read" if self._size else ""
            self._write(f"{_ERASE}{self.verdicts:,} verdicts, {self._rate(now):,.0f} a second{share}")

    def _rate(self, now: float) -> float:
        return self.verdicts / max(now - self._began, 1e-3)

    def _summary(self) -> str:
        now = time.monotonic()
        refused = f", {self.refused:,} refused" if self.refused else ""
        return f"{self.verdicts:,} verdicts{refused} in {now - self._began:.1f} s ({self._rate(now):,.0f} a second)"

    def _write(self, text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()


class _Watched:
    """A stream that tells how much was read."""

    def __init__(self, stream: BinaryIO, progress: Progress) -> None:
        self._stream, self._progress = stream, progress

    def readline(self, size: int = -1, /) -> bytes:
        """As the stream itself."""
        data = self._stream.readline(size)
        self._progress.read(len(data))
        return data
