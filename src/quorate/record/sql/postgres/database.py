"""A record in a Postgres database.

Two writers meet at the deliberation's line, which a transaction locks before it looks at the position. Appends that
wait share a transaction, unless somebody else holds a line of theirs. Whatever the network does, nothing waits for
ever: every step has a limit of its own.
"""

import re
import select
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import lru_cache, partial
from hashlib import sha256
from typing import Any

import psycopg
from psycopg.pq import TransactionStatus

from quorate.core.errors import StoreError
from quorate.deliberation.moments import stamp
from quorate.record.faults import Broken, OutOfReach
from quorate.record.port import Appended
from quorate.record.rows import Clock, Request, Result
from quorate.record.sql.append_queue import AppendQueue, Waiting, settle
from quorate.record.sql.connection import NONE, Connection, Values, column, first
from quorate.record.sql.postgres.connection import LimitedConnection, connect, place_of
from quorate.record.sql.statements import EVENTS_TABLE, LINES, NAME, for_rows
from quorate.record.sql.store import Outcome, append_all
from quorate.record.sql.tables import VERSION, VERSION_TABLE, check_version, new_tables, version_in

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
        for start in range(0, len(rows), _ROWS_AT_ONCE):
            some = rows[start : start + _ROWS_AT_ONCE]
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


_BROKEN = (
    "the connection to {place} broke: {said}. It is not known whether a change was "
    "stored: read again, or repeat it with its key"
)
_UNREACHABLE = "{place} cannot be reached: {said}; check the address, and that the server is running"
_LOGIN = "{place} refuses the user or the password; check both"
_NO_USER = "{place}: there is no such user; create it, or name another"
_NO_DATABASE = "{place}: there is no such database; create it, or name another"
_BUSY = "{place} was busy for too long and nothing was changed; try again"
_FAILED = "{place} failed, and nothing was changed: {said}"

# by the server's code, or the class that it begins with
_BY_STATE = {
    "08": _UNREACHABLE,
    "25006": "{place} is read-only; name the server that accepts changes",
    "28": _LOGIN,
    "3D": _NO_DATABASE,
    "40": _BUSY,
    "42501": "{place}: the user may not do this ({said}); grant it, or name another user",
    "53100": "{place} cannot be written: the server's disk is full; free some space and try again",
    "53300": "{place} has no connection left; close some, or allow more",
    "55P03": _BUSY,
    "57": _BROKEN,  # the server ends: it may have committed before it said so
    "57014": _BUSY,
}
# a connection that fails to begin has no code; the first that fits
_BY_WORDS = {
    "password authentication failed": _LOGIN,
    "no password supplied": _LOGIN,
    r"no pg_hba\.conf entry": _LOGIN,
    'role ".*" does not exist': _NO_USER,
    "does not exist": _NO_DATABASE,
    "too many": _BY_STATE["53300"],
}


@contextmanager
def postgres_faults(place: str) -> Iterator[None]:
    """Says of Postgres' failures what they mean."""
    try:
        yield
    except psycopg.Error as error:
        said = next(iter(str(error).strip().splitlines()), "")
        sentence = _sentence(error, said)
        told = sentence.format(place=place, said=said)
        raise (Broken(place, told) if sentence is _FAILED else OutOfReach(told)) from error


def _sentence(error: psycopg.Error, said: str) -> str:
    state = error.sqlstate or ""
    if isinstance(error, ConnectionLost):
        return _BROKEN
    if state:
        return _BY_STATE.get(state) or _BY_STATE.get(state[:2]) or _FAILED
    if not isinstance(error, psycopg.OperationalError):
        return _FAILED
    return next((sentence for words, sentence in _BY_WORDS.items() if re.search(words, said)), _UNREACHABLE)


_CONNECTIONS = 5
_TRIES = 5
_SWEEP_SECONDS = 3600
_LOCK = 0x71756F72617465  # "quorate", for those who make the tables at the same time


class PostgresDatabase:
    """One database, some connections: never more than threads."""

    def __init__(self, address: str, patience: float) -> None:
        self._address, self._patience, self._place = address, patience, place_of(address)
        self._idle: list[ServerConnection] = []
        with self.faults(), self._let_go_on_error(), self._connection() as connection:
            _prepare(connection, self._place)
        self._appending = ThreadPoolExecutor(1, "quorate-append")
        self._threads = ThreadPoolExecutor(_CONNECTIONS - 1, "quorate-postgres")
        self._queue = AppendQueue(lambda work: self._submit(work, self._appending), self._append_all)

    def faults(self) -> AbstractContextManager[None]:
        """Says of Postgres' failures what they mean."""
        return postgres_faults(self._place)

    async def append(self, request: Request, clock: Clock) -> Appended:
        """Runs with all others that wait, in one transaction."""
        return await self._queue.append(request, clock)

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

    def glance(self, work: Callable[[Connection], Result]) -> Future[Result]:
        """Runs without a transaction around it, which would cost more than a statement."""
        return self._submit(lambda: self._glance(work))

    def close(self) -> None:
        """Ends what has begun, and lets go of the connections."""
        self._appending.shutdown()
        self._threads.shutdown()
        self._let_go()

    def _let_go(self) -> None:
        while self._idle:
            self._idle.pop().driver.close()

    @contextmanager
    def _let_go_on_error(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            self._let_go()
            raise

    def _submit(self, work: Callable[[], Result], threads: ThreadPoolExecutor | None = None) -> Future[Result]:
        try:
            return (threads or self._threads).submit(work)
        except RuntimeError:
            raise StoreError(f"{self._place} is closed; open it again") from None

    @contextmanager
    def _connection(self) -> Iterator[ServerConnection]:
        """One that is used by this thread alone, and kept for the next who needs one."""
        connection = self._idle_one() or ServerConnection(connect(self._address, self._patience))
        try:
            with loss_noticed(connection):
                yield connection
        finally:
            if connection.is_idle:
                self._idle.append(connection)
            else:
                connection.driver.close()

    def _idle_one(self) -> ServerConnection | None:
        while self._idle:
            try:
                connection = self._idle.pop()
            except IndexError:  # another thread was faster
                return None
            if connection.is_alive:
                return connection
            connection.driver.close()
        return None

    def _append_all(self, batch: Sequence[Waiting]) -> None:
        """Whoever has to wait for a line keeps nobody else waiting: then each goes by itself, in the other threads."""
        requests, now = [one.request for one in batch], stamp(batch[0].clock())
        with self.faults():
            try:
                outcomes = self._transaction(lambda connection: append_all(connection, requests, now), waits=False)
            except Exception as error:
                if _is_uncertain(error):
                    raise
                for one in batch:
                    self._submit(partial(self._append_alone, one))
            else:
                settle(zip(batch, outcomes, strict=True))

    def _append_alone(self, one: Waiting) -> None:
        outcome: Outcome | BaseException
        try:
            (outcome,) = self._write(lambda connection: append_all(connection, [one.request], stamp(one.clock())))
        except BaseException as error:  # noqa: BLE001 - whoever waits has to hear of it
            outcome = error
        settle([(one, outcome)])

    def _write(self, work: Callable[[Connection], Result]) -> Result:
        """Tries again where another transaction took the same key or the first number of the day at the same time."""
        with self.faults():
            for _ in range(_TRIES - 1):
                try:
                    return self._transaction(work)
                except (psycopg.IntegrityError, NotBegun):
                    continue
            return self._transaction(work)

    def _transaction(self, work: Callable[[Connection], Result], *, waits: bool = True) -> Result:
        with self._connection() as connection, connection.transaction(WRITING, waits=waits):
            return work(connection)

    def _sweep(self) -> bool:
        with self.faults(), self._connection() as connection:
            driver = connection.driver
            has_session = not driver.each_transaction
            if has_session:
                driver.execute(f"SET statement_timeout = {_SWEEP_SECONDS * 1000}".encode())
            before, driver.limit = driver.limit, _SWEEP_SECONDS
            try:
                for table in (EVENTS_TABLE, LINES):
                    driver.execute(f"VACUUM (FULL) {table}".encode())
            finally:
                driver.limit = before
                if has_session:
                    driver.execute(b"RESET statement_timeout")
        return True

    def _read(self, work: Callable[[Connection], Result]) -> Result:
        with self.faults(), self._connection() as connection, connection.transaction(READING):
            return work(connection)

    def _glance(self, work: Callable[[Connection], Result]) -> Result:
        with self.faults(), self._connection() as connection:
            if not connection.driver.each_transaction:
                return work(connection)
            with connection.transaction(READING):  # a pooler's connection knows the limits in a transaction alone
                return work(connection)


def _is_uncertain(error: Exception) -> bool:
    """True where nobody knows whether it was stored, or the server cannot be reached: to try again would not help."""
    return isinstance(error, psycopg.OperationalError) and not error.sqlstate and not isinstance(error, NotBegun)


def _prepare(connection: ServerConnection, place: str) -> None:
    """Make the tables if there are none; of several processes that open an empty database, one does."""

    def is_needed() -> bool:
        version = _version(connection)
        check_version(version, place)
        return version != VERSION

    if is_needed():
        with connection.transaction(WRITING):
            first(connection, "SELECT pg_advisory_xact_lock(:lock)", {"lock": _LOCK})
            if is_needed():
                for statement in new_tables(is_file=False):
                    connection.driver.execute(statement.encode())


def _version(connection: ServerConnection) -> str:
    """The version of the tables; empty where there are none."""
    # to_regclass may answer from a cache that does not know yet what another process has just made
    there = "SELECT 1 FROM pg_class WHERE relname = :table AND pg_table_is_visible(oid)"
    if not column(connection, there, {"table": VERSION_TABLE}):
        return ""
    return version_in(column(connection, f"SELECT version_num FROM {VERSION_TABLE}"))
