"""A record in one SQLite file.

One connection writes, in a thread of its own: all requests that wait share one transaction and are acknowledged when
it is on the disk. The same connection alone moves the write-ahead log into the file, and while it does nobody writes:
SQLite before 3.51.3 can damage a file that is written and checkpointed at the same instant.
"""

import asyncio
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from quorate.core.errors import StoreError
from quorate.deliberation.moments import stamp
from quorate.record.file_access import check_access, is_read_by_others, readable_warning
from quorate.record.port import Appended
from quorate.record.rows import Clock, Request, Result
from quorate.record.sql.connection import Connection
from quorate.record.sql.sqlite_faults import is_busy, sqlite_faults
from quorate.record.sql.sqlite_file import READING, FileConnection, prepared
from quorate.record.sql.store import Outcome, append_all

_READERS = 4
_LONGEST_LOG = 4 * 1024 * 1024
_CHECKPOINT_MILLISECONDS = 200


class _Waiting(NamedTuple):
    request: Request
    clock: Clock
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Appended]


class SqliteDatabase:
    """One file, one writer, some readers."""

    def __init__(self, named: Path, patience: float, *, is_named: bool, warn: Callable[[str], None]) -> None:
        for sentence in check_access(named, is_named=is_named):
            warn(sentence)
        self._place, self._patience, self._warn = str(named), patience, warn
        self._path = path = Path(os.path.realpath(named))  # what was checked is what is opened
        self._log = Path(f"{path}-wal")
        self._checkpoint_at = _LONGEST_LOG
        self._waiting: list[_Waiting] = []
        self._queueing = Lock()
        self._connection = prepared(path, named, patience)
        self._readers: list[FileConnection] = []  # those that nobody uses
        if is_read_by_others(path):
            warn(readable_warning(named))
        self._writing = ThreadPoolExecutor(1, "quorate-writer")
        self._reading = ThreadPoolExecutor(_READERS, "quorate-reader")

    def faults(self) -> AbstractContextManager[None]:
        """Says of SQLite's failures what they mean."""
        return sqlite_faults(self._place)

    async def append(self, request: Request, clock: Clock) -> Appended:
        """Runs with all others that wait, in one transaction."""
        loop = asyncio.get_running_loop()
        waiting = _Waiting(request, clock, loop, loop.create_future())
        with self._queueing:
            self._waiting.append(waiting)
            is_first = len(self._waiting) == 1
        if is_first:
            loop.call_soon(self._begin)  # whoever else is about to append goes along
        return await waiting.future

    def _begin(self) -> None:
        try:
            self._submit(self._writing, self._append_all)
        except StoreError as error:
            _settle([(one, error) for one in self._taken()])

    def write(self, work: Callable[[Connection], Result]) -> Future[Result]:
        """Runs in a transaction of its own."""
        return self._submit(self._writing, lambda: self._write(work))

    def rewrite(self, work: Callable[[Connection], Result]) -> Future[Result]:
        """Runs in a transaction of its own; what is replaced is overwritten with zeros."""
        return self._submit(self._writing, lambda: self._rewrite(work))

    def sweep(self) -> Future[bool]:
        """Writes the file anew and empties its log: rows that were replaced before left their texts in both."""
        return self._submit(self._writing, self._sweep)

    def read(self, work: Callable[[Connection], Result]) -> Future[Result]:
        """Runs on a connection that cannot write."""
        return self._submit(self._reading, lambda: self._read(work))

    def close(self) -> None:
        """Ends what has begun. The writer goes last, so that it alone moves the log into the file."""
        self._reading.shutdown()
        for reader in self._readers:
            reader.close()
        self._writing.shutdown()
        self._connection.close()

    def _submit(self, threads: ThreadPoolExecutor, work: Callable[[], Result]) -> Future[Result]:
        try:
            return threads.submit(work)
        except RuntimeError:
            raise StoreError(f"{self._place} is closed; open it again") from None

    def _read(self, work: Callable[[Connection], Result]) -> Result:
        with self.faults(), self._reader() as connection, connection.transaction():
            return work(connection)

    @contextmanager
    def _reader(self) -> Iterator[FileConnection]:
        """A connection that is used by this thread alone; there are never more than threads."""
        try:
            reader = self._readers.pop()
        except IndexError:
            reader = FileConnection(self._path, READING, self._patience)
        try:
            yield reader
        finally:
            self._readers.append(reader)

    def _write(self, work: Callable[[Connection], Result]) -> Result:
        with self.faults(), self._connection.transaction():
            result = work(self._connection)
        self._checkpoint()
        return result

    def _rewrite(self, work: Callable[[Connection], Result]) -> Result:
        driver = self._connection.driver
        driver.execute("PRAGMA secure_delete=ON").fetchall()
        try:
            return self._write(work)
        finally:
            driver.execute("PRAGMA secure_delete=OFF").fetchall()

    def _sweep(self) -> bool:
        driver = self._connection.driver
        with self.faults():
            try:
                driver.execute("VACUUM")
                (is_blocked, *_) = driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            except sqlite3.OperationalError as error:
                if not is_busy(error):
                    raise
                return False
        return not is_blocked

    def _append_all(self) -> None:
        batch = [one for one in self._taken() if not one.future.cancelled()]
        if not batch:
            return
        requests = [one.request for one in batch]
        outcomes: Sequence[Outcome | BaseException]
        try:
            outcomes = self._write(lambda connection: append_all(connection, requests, stamp(batch[0].clock())))
        except BaseException as error:  # noqa: BLE001 - whoever waits has to hear of it
            outcomes = [error] * len(batch)
        _settle(list(zip(batch, outcomes, strict=True)))

    def _taken(self) -> list[_Waiting]:
        with self._queueing:
            taken, self._waiting = self._waiting, []
        return taken

    def _checkpoint(self) -> None:
        """Moves a long log into the file. What was committed is stored, whether or not this succeeds."""
        try:
            self._move_log()
        except (sqlite3.Error, OSError):
            self._warn(
                f"{self._place}: the change is stored, but its log cannot be moved into the file: the disk is full or "
                "failing; free some space"
            )

    def _move_log(self) -> None:
        """A reader that is still in the log is not waited for long."""
        if self._log_size() < self._checkpoint_at:
            return
        driver = self._connection.driver
        try:
            driver.execute(f"PRAGMA busy_timeout={_CHECKPOINT_MILLISECONDS}")
            # unlike a passive one, this checkpoint holds the lock of the writers of all processes
            driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        finally:
            driver.execute(f"PRAGMA busy_timeout={int(self._patience * 1000)}")
            self._checkpoint_at = self._log_size() + _LONGEST_LOG

    def _log_size(self) -> int:
        return self._log.stat().st_size if self._log.exists() else 0


def _settle(outcomes: Sequence[tuple[_Waiting, Outcome | BaseException]]) -> None:
    """Tells everybody, with one call for each event loop: waking it up costs more than an append."""
    for loop in {one.loop for one, _ in outcomes}:
        told = [(one.future, outcome) for one, outcome in outcomes if one.loop is loop]
        with suppress(RuntimeError):  # the loop is closed: nobody listens any more
            loop.call_soon_threadsafe(_tell, told)


def _tell(told: Sequence[tuple[asyncio.Future[Appended], Outcome | BaseException]]) -> None:
    for future, outcome in told:
        if future.cancelled():
            continue
        if isinstance(outcome, BaseException):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
