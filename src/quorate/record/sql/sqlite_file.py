"""How a SQLite file is opened: its settings, its version, its tables."""

import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from quorate.core.errors import StoreError
from quorate.record.faults import Broken, OutOfReach
from quorate.record.file_access import make_private, refuse_new
from quorate.record.sql.connection import NONE, Values
from quorate.record.sql.statements import for_rows
from quorate.record.sql.tables import VERSION_TABLE, check_version, new_tables, version_in

_READ_ONLY = "{place} cannot be written; allow it for the file and its directory, or name another record"
_FULL = "{place} cannot be written: the disk is full or failing; free some space and try again"
_DAMAGED = "{place} is damaged; keep the file, and restore a backup into a new one"
_LOCKED = "{place} is locked by another process; wait until that is done, or end it, and try again"

_SQLITE = {
    sqlite3.SQLITE_PERM: _READ_ONLY,
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_BUSY: _LOCKED,
    sqlite3.SQLITE_LOCKED: _LOCKED,
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_IOERR: _FULL,
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: "{place} is not a record of Quorate, or it is damaged; name another, or restore a backup",
    sqlite3.SQLITE_CANTOPEN: "{place} cannot be opened; allow writing to it and its directory, or name another",
}
_SAYS_NOTHING = frozenset({_READ_ONLY, _LOCKED, _SQLITE[sqlite3.SQLITE_CANTOPEN]})


def is_busy(error: BaseException | None) -> bool:
    """True where another connection holds the lock."""
    return _code(error) == sqlite3.SQLITE_BUSY


@contextmanager
def sqlite_faults(place: str) -> Iterator[None]:
    """Says of SQLite's failures what they mean."""
    try:
        yield
    except UnicodeDecodeError as error:  # what SQLite says of a damaged file may quote it
        raise StoreError(_DAMAGED.format(place=place)) from error
    except sqlite3.Error as error:
        raise _sqlite_error(error, place) from error


def _sqlite_error(error: BaseException | None, place: str) -> StoreError:
    sentence = _SQLITE.get(_code(error))
    if not sentence:
        return Broken(place, f"{place} failed: {error}")
    return (OutOfReach if sentence in _SAYS_NOTHING else StoreError)(sentence.format(place=place))


def _code(error: BaseException | None) -> int:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF  # the rest of the bits says more than a sentence can


WRITING, READING, STILL = "rwc", "ro", "ro&immutable=1"
_SETTINGS = ("foreign_keys=ON", "synchronous=FULL", "fullfsync=ON", "wal_autocheckpoint=0")
_READING = ("cache_size=-512",)  # kilobytes; the system keeps the file's pages too, and each reader would fill 2 MB
_PAUSE = 0.02
_ROWS_AT_ONCE = 50


class FileConnection:
    """A connection to a file; `driver` is for what must not be in a transaction."""

    collision: type[Exception] = sqlite3.IntegrityError
    locks = ""
    is_file = True

    def __init__(self, path: Path | None, mode: str, patience: float) -> None:
        """A transaction to write takes the lock when it begins, and waits for it so many seconds; None is in memory."""
        address = f"{path.absolute().as_uri()}?mode={mode}" if path else ":memory:"
        self._begin = "BEGIN IMMEDIATE" if mode == WRITING else "BEGIN"
        self.driver = sqlite3.connect(
            address, uri=True, timeout=patience, isolation_level=None, check_same_thread=False
        )
        with _closed_on_error(self):
            for setting in (*_SETTINGS, *(() if mode == WRITING else _READING)):
                self.driver.execute(f"PRAGMA {setting}")

    def hold(self, names: Iterable[str]) -> None:
        """Nobody else writes meanwhile."""

    def rows(self, statement: str, values: Values = NONE) -> Iterator[tuple[Any, ...]]:
        """Runs a statement, and gives its rows one after the other."""
        return self.driver.execute(statement, values)

    def run_for_each(self, statement: str, rows: Sequence[Values]) -> None:
        """Runs a statement for many rows. Only insertions go together: a join may go through a temporary file."""
        if len(rows) < 2 or not statement.startswith("INSERT"):
            self.driver.executemany(statement, rows)
            return
        together = for_rows(statement)
        for first in range(0, len(rows), _ROWS_AT_ONCE):
            some = rows[first : first + _ROWS_AT_ONCE]
            self.driver.execute(together.statement(len(some), "?"), together.values(some))

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All that is done within it, or nothing."""
        self.driver.execute(self._begin)
        try:
            yield
            self.driver.execute("COMMIT")
        finally:
            if self.driver.in_transaction:
                with suppress(sqlite3.Error):  # what went wrong before says more
                    self.driver.execute("ROLLBACK")

    def close(self) -> None:
        """Lets go of the file."""
        self.driver.close()


def prepared(path: Path, named: Path, patience: float, journal: str = "wal") -> FileConnection:
    """The connection that writes, to a file that has our tables."""
    _check_place(named)
    make_private(named)
    with sqlite_faults(str(named)):
        connection = FileConnection(path, WRITING, patience)
        with _closed_on_error(connection):
            version = _version(connection.driver, named)
            check_version(version, str(named))
            if not version:
                refuse_new(named)
            _set_journal(connection.driver, named, journal, patience)
            if not version:
                _make_tables(connection, named)
    return connection


def connection_in_memory() -> FileConnection:
    """Return a connection to new tables in memory."""
    connection = FileConnection(None, WRITING, 0)
    for statement in new_tables(is_file=True):
        connection.driver.execute(statement)
    return connection


def check_record_file(connection: FileConnection, path: Path) -> None:
    """Refuses a file that is no record of our format."""
    version = _version(connection.driver, path)
    check_version(version, str(path))
    if not version:
        raise OutOfReach(f"{path} contains no record; name a file that `backup` wrote")


@contextmanager
def _closed_on_error(connection: FileConnection) -> Iterator[None]:
    try:
        yield
    except BaseException:
        connection.close()
        raise


def _check_place(path: Path) -> None:
    if path.is_dir():
        raise StoreError(f"{path} is a directory; name a file in it")
    if not path.parent.is_dir():
        raise StoreError(
            f"{path} cannot be created: there is no directory {path.parent}; create it, or name another record"
        )


def _version(driver: sqlite3.Connection, path: Path) -> str:
    """The version of the tables; empty where there are none. Other programs' files are left alone."""
    tables = {name for (name,) in driver.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if VERSION_TABLE in tables:
        return version_in([stamp for (stamp,) in driver.execute(f"SELECT version_num FROM {VERSION_TABLE}")])
    if tables:
        raise OutOfReach(f"{path} belongs to another program; name another record")
    return ""


def _set_journal(driver: sqlite3.Connection, path: Path, journal: str, patience: float) -> None:
    """While another process opens the same new file, SQLite refuses this at once instead of waiting."""
    deadline = time.monotonic() + patience
    while True:
        try:
            (mode,) = driver.execute(f"PRAGMA journal_mode={journal}").fetchone()
            break
        except sqlite3.OperationalError as error:
            if not is_busy(error) or time.monotonic() > deadline:
                raise
            time.sleep(_PAUSE)
    if mode != journal:
        raise StoreError(f"{path} is on a file system without shared memory; name a record on a local disk")


def _make_tables(connection: FileConnection, path: Path) -> None:
    with connection.transaction():
        version = _version(connection.driver, path)  # another process may have made them meanwhile
        if not version:
            for statement in new_tables(is_file=True):
                connection.driver.execute(statement)
    check_version(version, str(path))
