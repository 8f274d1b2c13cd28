"""A backup, or any other record in a file, checked without being opened as a record."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from quorate.core.errors import InputError, StoreError
from quorate.record.export.transfer import rows
from quorate.record.faults import Broken, OutOfReach
from quorate.record.rows import Row
from quorate.record.sql.connection import Connection
from quorate.record.sql.lookups import wrong_lookups
from quorate.record.sql.sqlite_file import READING, STILL, FileConnection, check_record_file, sqlite_faults
from quorate.record.verify.verification import Check

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
        check_record_file(connection, file)
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


def check_copy(check: Check, file: Path, patience: float = PATIENCE) -> None:
    """Goes through all of it. Raises InputError where it is no record that this release reads, or cannot be read."""
    try:
        with looked_into(file, patience) as (connection, check_still):
            _go_through(check, connection, file)
            check_still()
    except OutOfReach as error:
        raise InputError(str(error)) from error
    except StoreError as error:
        check.find(f"{error.place} is damaged" if isinstance(error, Broken) else str(error))


@contextmanager
def checked_copy(file: Path) -> Iterator[Iterator[Row]]:
    """The rows of a backup, all of them checked before. Raises StoreError where anything is wrong with it."""
    check = Check(count_again=False)
    with looked_into(file) as (connection, check_still):
        _go_through(check, connection, file)
        for finding in check.findings:
            raise StoreError(f"{finding.text}; take an older backup")
        yield _guarded(connection, file, check_still)


def _go_through(check: Check, connection: Connection, file: Path) -> None:
    try:
        with sqlite_faults(str(file)):
            check.go_through(rows(connection))
            check.finish()
            for name, wrong in wrong_lookups(connection):
                check.find(wrong, name)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):  # its very tables may be others
        check.find(f"{file} is damaged: its tables do not contain what a record stores there")


def _guarded(connection: Connection, file: Path, check_still: Callable[[], None]) -> Iterator[Row]:
    with sqlite_faults(str(file)):  # what fails here is the backup, and not the record that is filled
        yield from rows(connection)
    check_still()
