"""Backup and restore: a whole record as one SQLite file, which is itself a record."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from quorate.core.errors import InputError, StoreError
from quorate.record.file_access import check_links, check_writers, replacing
from quorate.record.rows import Row, Store

_PATIENCE = 10.0


async def backup(record: Store, file: Path) -> None:
    """Copies the record as it is at one moment into a new file; all of it, or no file is left."""
    if file.exists():
        raise InputError(f"{file} already exists; name a new file for the backup")
    await record.export(lambda rows: _write(file, rows))


async def restore(file: Path, record: Store) -> None:
    """Fills an empty record from a backup; all of it, or nothing where `verify` would find anything wrong with it."""
    from quorate.record.verify.backup_check import checked_copy

    if not file.is_file():
        raise InputError(f"there is no backup {file}; name a file that `backup` wrote")
    check_writers(file)
    check_links(file)
    with checked_copy(file) as rows:
        await record.fill(rows)


def _write(file: Path, rows: Iterator[Row]) -> None:
    try:
        with replacing(file) as part:
            _fill(part, rows)
    except OSError as error:
        raise StoreError(f"{file} cannot be written: {error.strerror}; name another file for the backup") from error


def _fill(part: Path, rows: Iterator[Row]) -> None:
    from quorate.record.export import transfer
    from quorate.record.sql.sqlite_file import prepared, sqlite_faults

    connection = prepared(part, part, _PATIENCE, journal="delete")
    with sqlite_faults(str(part)), closing(connection), connection.transaction():
        transfer.fill(connection, rows)
