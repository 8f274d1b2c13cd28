"""New files, which are complete and on the disk when they get their names."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from quorate.record.file_access import keep_private


@contextmanager
def replacing(file: Path) -> Iterator[Path]:
    """A file beside it, its owner's alone, that takes its name once it is complete and on the disk."""
    handle, name = tempfile.mkstemp(".part", f".{file.name}.", file.parent)
    part = Path(name)
    try:
        keep_private(handle)
        yield part
        os.fsync(handle)
        try:
            os.link(part, file)  # unlike a rename, it never replaces a file
        except FileExistsError:
            raise
        except OSError:  # a file system that knows no links
            part.rename(file)
        _sync_directory(file.parent)
    finally:
        os.close(handle)
        for leftover in (part, Path(f"{part}-journal")):
            leftover.unlink(missing_ok=True)


def _sync_directory(directory: Path) -> None:
    with suppress(PermissionError):  # Windows does not open directories
        handle = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
