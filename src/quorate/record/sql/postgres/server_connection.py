"""How the record's statements are run on a connection to Postgres: by the driver itself, in few round trips."""

import select
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from hashlib import sha256
from typing import Any

import psycopg
from psycopg.pq import TransactionStatus

from quorate.record.sql.connection import NONE, Values
from quorate.record.sql.many_rows import NAME, for_rows
from quorate.record.sql.postgres.connection import LimitedConnection

READING = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
WRITING = "BEGIN ISOLATION LEVEL READ COMMITTED"
_ROWS_AT_ONCE = 500
_WAITING = " FOR UPDATE"
_LOCK_DIGITS = 15  # as many as fit into the number of a lock


class ConnectionLost(psycopg.OperationalError):
    """The connection ended under a statement: nobody knows what became of that."""


class NotBegun(ConnectionLost):
    """The same before anything was asked of the server: another connection will do."""


class ServerConnection:
    """A connection to a server; `driver` is for what is no statement of the record."""

    collision: type[Exception] = psycopg.IntegrityError
    is_file = False

    def __init__(self, driver: LimitedConnection) -> None:
        self.driver = driver
        self.locks = _WAITING

    @property
    def is_alive(self) -> bool:
        """Nothing comes on a connection that nobody uses, but its end. To ask the server costs as much as a read."""
        if self.driver.closed:
            return False
        end = select.poll()  # select itself knows no descriptor above 1023
        end.register(self.driver.fileno(), select.POLLIN)
        return not end.poll(0)

    @property
    def is_idle(self) -> bool:
        """True where it can be used for something else."""
        return not self.driver.closed and self.driver.info.transaction_status == TransactionStatus.IDLE

    def hold(self, names: Iterable[str]) -> None:
        """Takes locks in their order, so that no two wait for each other; one that is taken is like a locked line."""
        for number in sorted({int(sha256(name.encode()).hexdigest()[:_LOCK_DIGITS], 16) for name in names}):
            if self.locks == _WAITING:
                self.driver.execute(b"SELECT pg_advisory_xact_lock(%s)", (number,))
            elif self.driver.execute(b"SELECT pg_try_advisory_xact_lock(%s)", (number,)).fetchone() != (True,):
                raise psycopg.errors.LockNotAvailable("somebody registers a name like this")

    def rows(self, statement: str, values: Values = NONE) -> Iterable[Sequence[Any]]:
        """Runs a statement, and gives its rows one after the other."""
        return self.driver.execute(_named(statement), values)

    def run_for_each(self, statement: str, rows: Sequence[Values]) -> None:
        """Runs a statement for many rows together: the server reads and plans it once."""
        if len(rows) == 1:
            self.driver.execute(_named(statement), rows[0])
            return
        together = for_rows(statement.replace("%", "%%"))
        for first in range(0, len(rows), _ROWS_AT_ONCE):
            some = rows[first : first + _ROWS_AT_ONCE]
            self.driver.execute(together.statement(len(some), "%s").encode(), together.values(some))

    @contextmanager
    def transaction(self, begin: str, *, waits: bool = True) -> Iterator[None]:
        """All that is done within it, or nothing. Where it does not wait, a line that is locked is an error at once.

        Statements go out together, up to one whose rows are read: most wait for the network three times.
        """
        self.locks = _WAITING if waits else f"{_WAITING} NOWAIT"
        self._begin(f"{begin}; {self.driver.each_transaction}")
        try:
            with _pipelined(self.driver):
                yield
                self.driver.execute(b"COMMIT")
        except BaseException:
            with suppress(psycopg.Error):  # what went wrong before says more
                self.driver.rollback()
            raise

    def _begin(self, statement: str) -> None:
        try:
            self.driver.execute(statement.encode())
        except psycopg.OperationalError as error:
            raise NotBegun(str(error)) if self.driver.closed else error from error


@contextmanager
def _pipelined(driver: LimitedConnection) -> Iterator[None]:
    """The driver's pipeline; of what follows from a failure within it the driver would complain on standard error."""
    pipeline = driver.pipeline()
    pipeline.__enter__()
    try:
        yield
    except BaseException:
        with suppress(psycopg.Error):  # what went wrong before says more
            pipeline.__exit__(None, None, None)
        raise
    pipeline.__exit__(None, None, None)


@contextmanager
def loss_noticed(connection: ServerConnection) -> Iterator[None]:
    """A failure that ends the connection is told apart from one that the server reports and lives on."""
    try:
        yield
    except psycopg.Error as error:
        if connection.driver.closed and not isinstance(error, ConnectionLost):
            raise ConnectionLost(str(error)) from error
        raise


@lru_cache(256)
def _named(statement: str) -> bytes:
    """The driver's way to name values."""
    return NAME.sub(r"%(\1)s", statement.replace("%", "%%")).encode()
