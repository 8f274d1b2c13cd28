"""A file that only we write, with the hash of its text on its first line.

What was damaged, or may be somebody else's, is not read. The hash is no secret: a program that runs as we do can write
another text with its hash.
"""

import os
import tempfile
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from quorate.core.errors import StoreError
from quorate.record.file_access import check_access

_FLAGS = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


def read_sealed(file: Path) -> str:
    """The text, as it was written. Raises StoreError where there is none, or it may be somebody else's."""
    _check(file)
    try:
        with open(os.open(file, _FLAGS), "rb") as opened:
            seal, _, text = opened.read().partition(b"\n")
    except OSError as error:
        raise StoreError(f"{file} cannot be read: {error.strerror}; it is written again") from None
    if seal != _seal(text):
        raise StoreError(f"{file} is not as it was written; it is written again")
    return text.decode("utf-8", "replace")


def write_sealed(file: Path, text: str) -> None:
    """Replaces the file, as a whole. Raises OSError, and StoreError where somebody else may write there."""
    _check(file)
    data = text.encode("utf-8")
    handle, name = tempfile.mkstemp(".part", f".{file.name}.", file.parent)
    try:
        with open(handle, "wb") as part:
            part.write(_seal(data) + b"\n" + data)
        os.replace(name, file)
    except OSError:
        with suppress(OSError):
            os.unlink(name)
        raise


def _check(file: Path) -> None:
    list(check_access(file, is_named=False))  # a file that nobody named is ours, or refused: there is no warning


def _seal(data: bytes) -> bytes:
    return sha256(data).hexdigest().encode()
