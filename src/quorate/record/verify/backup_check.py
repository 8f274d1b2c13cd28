"""A backup, or any other record in a file, checked without being opened as a record."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from quorate.core.errors import InputError, StoreError
from quorate.record.export.backup_file import PATIENCE, looked_into
from quorate.record.export.transfer import rows
from quorate.record.faults import Broken, OutOfReach
from quorate.record.rows import Row
from quorate.record.sql.connection import Connection
from quorate.record.sql.lookups import wrong_lookups
from quorate.record.sql.sqlite_faults import sqlite_faults
from quorate.record.verify.verification import Check


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
