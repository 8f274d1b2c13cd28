"""A record in one SQLite file.

One connection writes, in a thread of its own: all requests that wait share one transaction and are acknowledged when
it is on the disk. The same connection alone moves the write-ahead log into the file, and while it does nobody writes:
SQLite before 3.51.3 can damage a file that is written and checkpointed at the same instant.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from quorate.core.errors import StoreError
from quorate.deliberation.moments import stamp
from quorate.record.file_access import check_access, is_read_by_others, readable_warning
from quorate.record.port import Appended
from quorate.record.rows import Clock, Request, Result
from quorate.record.sql.append_queue import AppendQueue, Waiting, settle
from quorate.record.sql.connection import Connection
from quorate.record.sql.sqlite_file import READING, FileConnection, is_busy, prepared, sqlite_faults
from quorate.record.sql.store import append_all

_READERS = 4
_LONGEST_LOG = 16 * 1024 * 1024
_CHECKPOINT_MILLISECONDS = 200


class SqliteDatabase:
    """One file, one writer, some readers."""

    def __init__(self, named: Path, patience: float, *, is_named: bool, warn: Callable[[str], None]) -> None:
        for sentence in check_access(named, is_named=is_named):
            warn(sentence)
        self._place, self._patience, self._warn = str(named), patience, warn
        self._path = path = Path(os.path.realpath(named))  # what was checked is what is opened
        self._log = Path(f"{path}-wal")
        self._checkpoint_at = _LONGEST_LOG
        self._connection = prepared(path, named, patience)
        self._identity = _identity(path)
        self._readers: list[FileConnection] = []  # those that nobody uses
        if is_read_by_others(path):
            warn(readable_warning(named))
        self._writing = ThreadPoolExecutor(1, "quorate-writer")
        self._reading = ThreadPoolExecutor(_READERS, "quorate-reader")
        self._queue = AppendQueue(lambda work: self._submit(self._writing, work), self._append_all)

    def faults(self) -> AbstractContextManager[None]:
        """Says of SQLite's failures what they mean."""
        return sqlite_faults(self._place)

    async def append(self, request: Request, clock: Clock) -> Appended:
        """Runs with all others that wait, in one transaction."""
        return await self._queue.append(request, clock)

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

    def glance(self, work: Callable[[Connection], Result]) -> Future[Result]:
        """The same: to begin a transaction costs nothing here."""
        return self.read(work)

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
        self._check_place()
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
        self._check_place()
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

    def _check_place(self) -> None:
        """What is written to a file that is elsewhere by now would be gone with this process.

        And of those who read, some would see that file and some the one in its place: a key that was revoked there
        would still be valid here.
        """
        if _identity(self._path) != self._identity:
            raise StoreError(f"{self._place} was moved or replaced while it was open; restart Quorate to use it again")

    def _sweep(self) -> bool:
        self._check_place()
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

    def _append_all(self, batch: Sequence[Waiting]) -> None:
        requests, now = [one.request for one in batch], stamp(batch[0].clock())
        settle(zip(batch, self._write(lambda connection: append_all(connection, requests, now)), strict=True))

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


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file is there under this name; None where there is none."""
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise StoreError(f"{path} cannot be looked at: {error.strerror}") from error
    return found.st_dev, found.st_ino
