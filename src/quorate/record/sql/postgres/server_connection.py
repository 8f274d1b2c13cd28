"""How the record's statements are run on a connection to Postgres: by the driver itself, in few round trips."""

import re
import select
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

import psycopg
from psycopg.pq import TransactionStatus

from quorate.record.sql.connection import NONE, Values
from quorate.record.sql.postgres.connection import LimitedConnection

READING = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
WRITING = "BEGIN ISOLATION LEVEL READ COMMITTED"
_ROWS_AT_ONCE = 500
_WAITING = " FOR UPDATE"
_LOCK_DIGITS = 15  # as many as fit into the number of a lock
_NAME = re.compile(r"(?<!:):(\w+)")


class ConnectionLost(psycopg.OperationalError):
    """The connection ended under a statement: nobody knows what became of that."""


class NotBegun(ConnectionLost):
    """The same before anything was asked of the server: another connection will do."""


class _ForRows(NamedTuple):
    """A statement for many rows: what stands before them, the names of their values, and what stands behind them."""

    head: str
    names: tuple[str, ...]
    tail: str


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
        return not self.driver.closed and not select.select([self.driver.fileno()], [], [], 0)[0]

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
        for first in range(0, len(rows), _ROWS_AT_ONCE):
            self._run_together(_for_rows(statement), rows[first : first + _ROWS_AT_ONCE])

    def _run_together(self, statement: _ForRows, rows: Sequence[Values]) -> None:
        head, names, tail = statement
        places = ", ".join([f"({', '.join(['%s'] * len(names))})"] * len(rows))
        self.driver.execute(f"{head}{places}{tail}".encode(), [row[name] for row in rows for name in names])

    @contextmanager
    def transaction(self, begin: str, *, waits: bool = True) -> Iterator[None]:
        """All that is done within it, or nothing. Where it does not wait, a line that is locked is an error at once.

        Statements go out together, up to one whose rows are read: the network is waited for twice in most of them.
        """
        self.locks = _WAITING if waits else f"{_WAITING} NOWAIT"
        self._begin(f"{begin}; {self.driver.each_transaction}")
        try:
            with self.driver.pipeline():
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
    return _NAME.sub(r"%(\1)s", statement.replace("%", "%%")).encode()


@lru_cache(64)
def _for_rows(statement: str) -> _ForRows:
    """An insertion takes the rows as they are. A change or a deletion is joined to them; no two are of one line."""
    if statement.startswith("INSERT"):
        head, _, row = statement.partition("VALUES ")
        return _ForRows(f"{head}VALUES ", tuple(_NAME.findall(row)), "")
    names = tuple(dict.fromkeys(_NAME.findall(statement)))
    columns = ", ".join(f"given_{name}" for name in names)
    joins = " FROM given WHERE " if statement.startswith("UPDATE") else " USING given WHERE "
    joined = _NAME.sub(r"given_\1", statement.replace("%", "%%")).replace(" WHERE ", joins, 1)
    return _ForRows(f"WITH given ({columns}) AS (VALUES ", names, f") {joined}")
