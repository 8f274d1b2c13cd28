"""How a SQLite file is opened: its settings, its version, its tables."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, QueuePool, create_engine, event

from quorate.core.errors import StoreError
from quorate.record.faults import OutOfReach
from quorate.record.file_access import make_private, refuse_new
from quorate.record.sql.sqlite_faults import is_busy, sqlite_faults
from quorate.record.sql.table_version import VERSION, VERSION_TABLE, check_version, migrate

WRITING, READING, STILL = "rwc", "ro", "ro&immutable=1"
_PAUSE = 0.02
_NEVER = "0000"  # a version that there never was


def engine_for(path: Path, mode: str, patience: float, connections: int = 1) -> Engine:
    """Connections to a file. A transaction to write takes the lock when it begins, and waits for it so many seconds."""
    address = f"{path.absolute().as_uri()}?mode={mode}"
    begin = "BEGIN IMMEDIATE" if mode == WRITING else "BEGIN"

    def connect() -> sqlite3.Connection:
        raw = sqlite3.connect(address, uri=True, timeout=patience, isolation_level=None, check_same_thread=False)
        for setting in ("foreign_keys=ON", "synchronous=FULL", "fullfsync=ON", "wal_autocheckpoint=0"):
            raw.execute(f"PRAGMA {setting}")
        return raw

    engine = create_engine(
        "sqlite://", creator=connect, poolclass=QueuePool, pool_size=connections, max_overflow=0, hide_parameters=True
    )
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    return engine


def prepared(engine: Engine, path: Path, patience: float, journal: str = "wal") -> Connection:
    """The connection that writes, to a file that has our tables."""
    _check_place(path)
    make_private(path)
    with sqlite_faults(str(path)):
        connection = engine.connect()
        with _closed_on_error(connection):
            version = _version(raw(connection), path)
            check_version(version, str(path))
            if not version:
                refuse_new(path)
            _set_journal(raw(connection), path, journal, patience)
            if version != VERSION:
                _migrate(connection, path)
    return connection


def check_copy(connection: Connection, path: Path) -> None:
    """Refuses a file that is no record of our version; one of an earlier version becomes ours when it is opened."""
    version = _version(raw(connection), path)
    check_version(version, str(path))
    if not version:
        raise OutOfReach(f"{path} contains no record; name a file that `backup` wrote")
    if version != VERSION:
        raise OutOfReach(f"{path} has version {version}: open it once as a record to bring it to version {VERSION}")


def raw(connection: Connection) -> sqlite3.Connection:
    """The driver's own connection, for what must not be in a transaction."""
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


@contextmanager
def _closed_on_error(connection: Connection) -> Iterator[None]:
    try:
        yield
    except BaseException:
        connection.close()
        connection.engine.dispose()
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
        (found,) = driver.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchone() or ("",)
        return found if isinstance(found, str) else _NEVER
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


def _migrate(connection: Connection, path: Path) -> None:
    with connection.begin():
        version = _version(raw(connection), path)  # another process may have done it meanwhile
        check_version(version, str(path))
        if version != VERSION:
            migrate(connection)
