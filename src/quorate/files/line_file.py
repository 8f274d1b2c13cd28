"""A file of JSON lines that several processes append to: one line at a time, under a lock, on the disk for good."""

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

from quorate.core.errors import InputError, StoreError

_FLAGS = os.O_RDWR | os.O_APPEND | os.O_CLOEXEC | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_BLOCK = 1024 * 1024

Making = Callable[[Iterator[bytes]], bytes]


def append_line(file: Path, make: Making) -> bytes:
    """Appends the line that `make` gives for the lines that are there; nobody else appends in between.

    A last line that a crash cut off stays a line of its own. What cannot be written whole is not written at all, and
    nothing is written where `make` gives nothing.
    """
    handle = _locked(file)
    try:
        line = make(_lines_at(handle))
        if not line:
            return line
        size = os.fstat(handle).st_size
        is_torn = bool(size) and os.pread(handle, 1, size - 1) != b"\n"
        try:
            _write(handle, (b"\n" if is_torn else b"") + line + b"\n")
            os.fsync(handle)
        except OSError as error:
            os.ftruncate(handle, size)
            raise StoreError(f"{file}: {error.strerror}; nothing was written") from None
        return line
    finally:
        os.close(handle)


def read_lines(file: Path) -> Iterator[bytes]:
    """The lines of a file, without their ends; none where there is no file."""
    try:
        handle = os.open(file, os.O_RDONLY | os.O_CLOEXEC | getattr(os, "O_NONBLOCK", 0))
    except FileNotFoundError:
        return
    except OSError as error:
        raise InputError(f"{file}: {error.strerror}; expected a file of JSON lines") from None
    try:
        _check_regular(handle, file)
        yield from _lines_at(handle)
    finally:
        os.close(handle)


def _locked(file: Path) -> int:
    """The file, opened and locked; again, where somebody has replaced it meanwhile."""
    import fcntl  # only a system with it has such locks

    while True:
        try:
            handle = os.open(file, _FLAGS | os.O_CREAT, 0o644)
        except OSError as error:
            raise InputError(f"{file}: {error.strerror}; expected a file that can be written") from None
        try:
            _check_regular(handle, file)
            fcntl.flock(handle, fcntl.LOCK_EX)
            if os.path.samestat(os.fstat(handle), os.stat(file)):
                return handle
        except FileNotFoundError:
            pass
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)


def _check_regular(handle: int, file: Path) -> None:
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        raise InputError(f"{file}: not a regular file; expected a file of JSON lines")


def _lines_at(handle: int) -> Iterator[bytes]:
    place, rest = 0, list[bytes]()
    while block := os.pread(handle, _BLOCK, place):
        place += len(block)
        first, *lines = block.split(b"\n")
        rest.append(first)
        if lines:
            yield b"".join(rest)
            yield from lines[:-1]
            rest = lines[-1:]
    if last := b"".join(rest):
        yield last


def _write(handle: int, data: bytes) -> None:
    while data:
        data = data[os.write(handle, data) :]
