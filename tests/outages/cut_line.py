"""The way of one machine to Postgres, in a thread of its own, so that it can be cut from outside."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.record.wire import Wire


@contextmanager
def line_to(socket: Path) -> Iterator[Wire]:
    """A wire until the block ends; whoever sets `is_cut` cuts it."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="line")
    thread.start()
    try:
        wire = asyncio.run_coroutine_threadsafe(Wire(socket).__aenter__(), loop).result()
        try:
            yield wire
        finally:
            asyncio.run_coroutine_threadsafe(wire.__aexit__(), loop).result()
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
