"""A backup, or any other record in a SQLite file, looked into: it is not changed, and nothing is left beside it."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from quorate.record.faults import OutOfReach
from quorate.record.sql.sqlite_faults import sqlite_faults
from quorate.record.sql.sqlite_file import READING, STILL, FileConnection, check_copy

PATIENCE = 10.0
_WITH_A_LOG = b"\2\2"  # where a file says that its changes go through a write-ahead log
_WHERE = 18


@contextmanager
def looked_into(file: Path, patience: float = PATIENCE) -> Iterator[tuple[FileConnection, Callable[[], None]]]:
    """A connection that reads a record in a file, and what to call once all is read: others may have changed it.

    Raises OutOfReach where it is no record, or cannot be read now.
    """
    is_still, before = _is_still(file), _changed(file)

    def check_still() -> None:
        if is_still and (not _is_still(file) or _changed(file) != before):
            raise OutOfReach(f"{file} was changed while it was read; try again, or make a backup of it")

    mode = STILL if is_still else READING
    with (
        sqlite_faults(str(file)),
        closing(FileConnection(file, mode, patience)) as connection,
        connection.transaction(),
    ):
        check_copy(connection, file)
        yield connection, check_still


def _is_still(file: Path) -> bool:
    """True where all is in the file, and a log would have to be made beside it only to read it."""
    log = Path(f"{file}-wal")
    try:
        with file.open("rb") as stream:
            stream.seek(_WHERE)
            is_logged = stream.read(len(_WITH_A_LOG)) == _WITH_A_LOG
        return is_logged and not (log.exists() and log.stat().st_size)
    except OSError:
        return False  # SQLite says better what is wrong


def _changed(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
