"""Backup and restore: a whole record as one SQLite file, which is itself a record."""

import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from quorate.core.errors import InputError, StoreError
from quorate.record.chain import check_chain
from quorate.record.rows import EventRow, KeyRow, LineRow, Row, Store

if TYPE_CHECKING:
    from sqlalchemy import Connection

_PATIENCE = 10.0


async def backup(record: Store, file: Path) -> None:
    """Copies the record as it is at one moment into a new file; all of it, or no file is left."""
    if file.exists():
        raise InputError(f"{file} is there already; name a new file for the backup")
    await record.export(lambda rows: _write(file, rows))


async def restore(file: Path, record: Store) -> None:
    """Fills an empty record from a backup; all of it, or nothing where a single hash does not match."""
    if not file.is_file():
        raise InputError(f"there is no backup {file}; name the file that `backup` wrote")
    with _opened(file) as rows:
        await record.fill(intact(rows))


def intact(rows: Iterable[Row]) -> Iterator[Row]:
    """The same rows, as long as the hashes of every deliberation match."""
    line: LineRow | None = None
    events: list[EventRow] = []
    for row in rows:
        match row:
            case EventRow():
                events.append(row)
            case LineRow():
                yield from _checked(line, events)
                line, events = row, []
            case KeyRow():
                yield row
    yield from _checked(line, events)


def _checked(line: LineRow | None, events: list[EventRow]) -> Iterator[Row]:
    if line:
        _check(line, events)
        yield line
        yield from events


def _check(line: LineRow, events: list[EventRow]) -> None:
    for problem in check_chain(events):
        raise StoreError(f"{problem}; take an older backup")
    last = events[-1] if events else None
    if not last or (last.deliberation, last.position, last.hash) != (line.id, line.position, line.head):
        raise StoreError(f"{line.id}: its last events are missing; take an older backup")


def _write(file: Path, rows: Iterator[Row]) -> None:
    try:
        with replacing(file) as part:
            _fill(part, rows)
    except OSError as error:
        raise StoreError(f"{file} cannot be written: {error.strerror}; name another file for the backup") from error


@contextmanager
def replacing(file: Path) -> Iterator[Path]:
    """A file beside it that takes its name once it is complete and on the disk."""
    handle, name = tempfile.mkstemp(".part", f".{file.name}.", file.parent)
    part = Path(name)
    try:
        yield part
        os.fsync(handle)
        _name(part, file)
        _sync_directory(file.parent)
    finally:
        os.close(handle)
        for leftover in (part, Path(f"{part}-journal")):
            leftover.unlink(missing_ok=True)


def _name(part: Path, file: Path) -> None:
    try:
        os.link(part, file)  # unlike a rename, it never replaces a file
    except FileExistsError:
        raise
    except OSError:  # a file system that knows no links
        part.rename(file)


def _sync_directory(directory: Path) -> None:
    with suppress(PermissionError):  # Windows does not open directories
        handle = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _fill(part: Path, rows: Iterator[Row]) -> None:
    from quorate.record import transfer
    from quorate.record.sqlite_faults import sqlite_faults
    from quorate.record.sqlite_file import WRITING, engine_for, prepared

    engine = engine_for(part, WRITING, _PATIENCE)
    try:
        connection = prepared(engine, part, _PATIENCE, journal="delete")
        with sqlite_faults(str(part)), connection, connection.begin():
            transfer.fill(connection, rows)
    finally:
        engine.dispose()


@contextmanager
def _opened(file: Path) -> Iterator[Iterator[Row]]:
    from quorate.record import transfer
    from quorate.record.sqlite_faults import sqlite_faults

    def guarded() -> Iterator[Row]:
        with sqlite_faults(str(file)):  # what fails here is the backup, and not the record that is filled
            yield from transfer.rows(connection)

    with looked_into(file) as connection:
        yield guarded()


@contextmanager
def looked_into(file: Path) -> "Iterator[Connection]":
    """A connection that reads a backup, or any other record in a file, and cannot change it."""
    from quorate.record.sqlite_faults import sqlite_faults
    from quorate.record.sqlite_file import READING, check_copy, engine_for

    engine = engine_for(file, READING, _PATIENCE)
    try:
        with sqlite_faults(str(file)), engine.connect() as connection:
            check_copy(connection, file)
            yield connection
    finally:
        engine.dispose()
