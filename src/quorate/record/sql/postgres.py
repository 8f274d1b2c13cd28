"""A record in a Postgres database.

Two writers meet at the deliberation's line, which a transaction locks before it looks at the position. Whatever the
network does, nothing waits for ever: every step has a limit of its own.
"""

import asyncio
import select
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import sqlalchemy
from sqlalchemy import Engine, create_engine, event, text
from sqlalchemy.exc import DisconnectionError, IntegrityError

from quorate.core.errors import MissingExtra, QuorateError, StoreError
from quorate.deliberation.moments import stamp
from quorate.record.port import Appended
from quorate.record.rows import Clock, Request, Result
from quorate.record.sql.connection import NONE, Connection, Values
from quorate.record.sql.postgres_faults import postgres_faults
from quorate.record.sql.statements import EVENTS_TABLE, LINES
from quorate.record.sql.store import append_all
from quorate.record.sql.table_version import VERSION, VERSION_TABLE, check_version, migrate

_CONNECTIONS = 5
_TRIES = 5
_SWEEP_SECONDS = 3600
_LOCK = 0x71756F72617465  # "quorate", for those who make the tables at the same time


class ServerConnection:
    """A connection to a server, in a transaction that has begun."""

    collision: type[Exception] = IntegrityError
    locks = " FOR UPDATE"
    is_file = False

    def __init__(self, connection: sqlalchemy.Connection) -> None:
        self._connection = connection

    def rows(self, statement: str, values: Values = NONE) -> Iterable[Sequence[Any]]:
        """Runs a statement, and gives its rows one after the other."""
        return self._connection.execute(text(statement), values)

    def run_for_each(self, statement: str, rows: Sequence[Values]) -> None:
        """Runs a statement for many rows; new rows all at once, because a server plans each statement anew."""
        head, values, marks = statement.partition(" VALUES ")
        if len(rows) < 2 or not values:
            self._connection.execute(text(statement), rows) if rows else None
            return
        names = [mark.strip("(): ") for mark in marks.split(",")]
        row = f"({', '.join(['%s'] * len(names))})"
        said = tuple(one[name] for one in rows for name in names)
        self._connection.exec_driver_sql(f"{head} VALUES {', '.join([row] * len(rows))}", said)


class PostgresDatabase:
    """One database, some connections."""

    def __init__(self, address: str, patience: float) -> None:
        self._engine, self._place = _engine(address, patience)
        self._reader = self._engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        with self.faults(), _disposed_on_error(self._engine):
            _prepare(self._engine, self._place)
        self._threads = ThreadPoolExecutor(_CONNECTIONS, "quorate-postgres")

    def faults(self) -> AbstractContextManager[None]:
        """Says of Postgres' failures what they mean."""
        return postgres_faults(self._place)

    async def append(self, request: Request, clock: Clock) -> Appended:
        """Runs in a transaction of its own; Postgres itself commits those together that end together."""
        return await asyncio.wrap_future(self.write(lambda connection: _appended(connection, request, clock)))

    def write(self, work: Callable[[Connection], Result]) -> Future[Result]:
        """Runs in a transaction of its own."""
        return self._submit(lambda: self._write(work))

    def rewrite(self, work: Callable[[Connection], Result]) -> Future[Result]:
        """Runs in a transaction of its own."""
        return self.write(work)

    def sweep(self) -> Future[bool]:
        """Writes the tables anew, without the rows that were replaced."""
        return self._submit(self._sweep)

    def read(self, work: Callable[[Connection], Result]) -> Future[Result]:
        """Runs in a transaction that sees one moment."""
        return self._submit(lambda: self._read(work))

    def close(self) -> None:
        """Ends what has begun, and lets go of the connections."""
        self._threads.shutdown()
        self._engine.dispose()

    def _submit(self, work: Callable[[], Result]) -> Future[Result]:
        try:
            return self._threads.submit(work)
        except RuntimeError:
            raise StoreError(f"{self._place} is closed; open it again") from None

    def _write(self, work: Callable[[Connection], Result]) -> Result:
        """Tries again where another transaction took the same key or the first number of the day at the same time."""
        with self.faults():
            for _ in range(_TRIES - 1):
                try:
                    return self._transaction(work)
                except IntegrityError:
                    continue
            return self._transaction(work)

    def _transaction(self, work: Callable[[Connection], Result]) -> Result:
        with self._engine.begin() as connection:
            return work(ServerConnection(connection))

    def _sweep(self) -> bool:
        with self.faults(), self._engine.connect() as connection:
            own = connection.execution_options(isolation_level="AUTOCOMMIT")
            driver: Any = own.connection.driver_connection
            has_session = not driver.each_transaction
            if has_session:
                own.exec_driver_sql(f"SET statement_timeout = {_SWEEP_SECONDS * 1000}")
            before, driver.limit = driver.limit, _SWEEP_SECONDS
            try:
                for table in (EVENTS_TABLE, LINES):
                    own.exec_driver_sql(f"VACUUM (FULL) {table}")
            finally:
                driver.limit = before
                if has_session:
                    own.exec_driver_sql("RESET statement_timeout")
        return True

    def _read(self, work: Callable[[Connection], Result]) -> Result:
        with self.faults(), self._reader.connect() as connection:
            return work(ServerConnection(connection))


def _appended(connection: Connection, request: Request, clock: Clock) -> Appended:
    (outcome,) = append_all(connection, [request], stamp(clock()))
    if isinstance(outcome, QuorateError):
        raise outcome
    return outcome


def _engine(address: str, patience: float) -> tuple[Engine, str]:
    try:
        from quorate.record.sql.postgres_connection import connect, place_of
    except ImportError:
        raise MissingExtra("a Postgres store", "postgres") from None
    place = place_of(address)
    engine = create_engine(
        "postgresql+psycopg://",
        creator=lambda: connect(address, patience),
        pool_size=_CONNECTIONS,
        max_overflow=0,
        hide_parameters=True,
    )
    event.listen(engine, "begin", _begin)
    event.listen(engine, "checkout", _check_is_alive)
    return engine, place


def _check_is_alive(driver: Any, _: Any, __: Any) -> None:
    """Nothing comes on a connection that nobody uses, but its end. To ask the server would cost as much as a read."""
    is_ended, _, _ = select.select([driver.fileno()], [], [], 0)
    if is_ended:
        raise DisconnectionError


def _begin(connection: sqlalchemy.Connection) -> None:
    """Behind a pooler, what others set for a whole session."""
    driver: Any = connection.connection.driver_connection
    if driver.each_transaction:
        connection.exec_driver_sql(driver.each_transaction)


@contextmanager
def _disposed_on_error(engine: Engine) -> Iterator[None]:
    try:
        yield
    except BaseException:
        engine.dispose()
        raise


def _prepare(engine: Engine, place: str) -> None:
    with engine.connect() as connection:
        version = _version(connection)
    check_version(version, place)
    if version == VERSION:
        return
    with engine.begin() as connection:
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        version = _version(connection)  # another process may have done it meanwhile
        check_version(version, place)
        if version != VERSION:
            migrate(connection)


def _version(connection: sqlalchemy.Connection) -> str:
    """The version of the tables; empty where there are none."""
    if connection.scalar(text("SELECT to_regclass(:table)"), {"table": VERSION_TABLE}) is None:
        return ""
    found: str | None = connection.scalar(text(f"SELECT version_num FROM {VERSION_TABLE}"))
    return found or ""
