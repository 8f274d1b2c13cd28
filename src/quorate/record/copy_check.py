"""A backup, or any other record in a file, checked without being opened as a record."""

from pathlib import Path

from quorate.core.errors import InputError, StoreError
from quorate.record.copying import looked_into
from quorate.record.lookups import wrong_lookups
from quorate.record.sqlite_faults import sqlite_faults
from quorate.record.transfer import rows
from quorate.record.verifying import Check

_NO_RECORD = ("holds no record", "is a database of another program", "reads up to version", "open it once as a record")


def check_copy(check: Check, file: Path) -> None:
    """Goes through all of it. Raises InputError where it is no record that this release reads."""
    try:
        with looked_into(file) as connection, sqlite_faults(str(file)):
            check.go_through(rows(connection))
            check.finish()
            for name, wrong in wrong_lookups(connection):
                check.find(wrong, name)
    except StoreError as error:
        if any(said in str(error) for said in _NO_RECORD):
            raise InputError(str(error)) from error
        check.find(str(error).partition(" failed: ")[0] + (" is damaged" if " failed: " in str(error) else ""))
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):  # its very tables may be others
        check.find(f"{file} is damaged: what is in its tables is not what a record keeps there")
