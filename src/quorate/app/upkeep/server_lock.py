"""One server for a record in a file: a second one would have its own queues and limits, and the first knows of none."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from quorate.app.app import App
from quorate.core.errors import Refused


class ServedRecord:
    """Nothing of what the record holds is shown here, so nobody needs a scope for it."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def prepare(self) -> None:
        """Makes the record where there is none."""
        await self._app.make_record()

    async def check(self) -> None:
        """Raises StoreError where it cannot be read. Anybody may ask, so that nothing waits for it that is written."""
        await self._app.record.positions([])


@contextmanager
def only_server(record: Path | None) -> Iterator[None]:
    """While the block runs, no other server has this record; a record on a database server may have several."""
    if record is None:
        yield
        return
    handle = os.open(f"{os.path.realpath(record)}-server", os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        _lock(handle, record)
        yield
    finally:
        os.close(handle)


def _lock(handle: int, record: Path) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        with suppress(OSError, ValueError):
            process = int(os.pread(handle, 20, 0))
            raise Refused(_why(record, f" (process {process})")) from None
        raise Refused(_why(record)) from None
    os.ftruncate(handle, 0)
    os.pwrite(handle, str(os.getpid()).encode(), 0)


def _why(record: Path, process: str = "") -> str:
    return (
        f"another server{process} has the record {record} open; a record in a file has one server. "
        "End it, or keep the record in Postgres, which several servers can share"
    )
