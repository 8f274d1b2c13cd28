"""A record in memory, which is SQLite's own: for tests, and for what need not be kept."""

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AbstractContextManager
from threading import Lock

from quorate.core.errors import StoreError
from quorate.deliberation.moments import stamp
from quorate.record.port import Appended
from quorate.record.rows import Clock, Request, Result
from quorate.record.sql.connection import Connection
from quorate.record.sql.database_record import SqlRecord
from quorate.record.sql.sqlite_file import connection_in_memory, sqlite_faults
from quorate.record.sql.store import append_all


class MemoryDatabase:
    """One connection, on which everything is done at once and in order."""

    def __init__(self) -> None:
        self._connection = connection_in_memory()
        self._lock = Lock()
        self._is_closed = False

    def faults(self) -> AbstractContextManager[None]:
        """Say of SQLite's failures what they mean."""
        return sqlite_faults("memory")

    async def append(self, request: Request, clock: Clock) -> Appended:
        """Append in a transaction of its own."""
        (outcome,) = self.write(lambda connection: append_all(connection, [request], stamp(clock()))).result()
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome

    def write(self, work: Callable[[Connection], Result]) -> Future[Result]:
        """Run in a transaction."""
        future = Future[Result]()
        try:
            with self._lock, self.faults():
                if self._is_closed:
                    raise StoreError("the record is closed; open it again")
                with self._connection.transaction():
                    result = work(self._connection)
        except BaseException as error:  # noqa: BLE001 - whoever waits has to hear of it
            future.set_exception(error)
        else:
            future.set_result(result)
        return future

    rewrite = read = glance = write

    def sweep(self) -> Future[bool]:
        """Do nothing: what is gone from memory is gone."""
        return self.write(lambda _: True)

    def close(self) -> None:
        """Let go of everything."""
        with self._lock:
            self._is_closed = True
            self._connection.close()


class MemoryRecord(SqlRecord):
    """Everything that happened, until the process ends."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(MemoryDatabase(), clock)
