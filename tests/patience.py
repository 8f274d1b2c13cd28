"""How long tests wait: until something is so, however busy the machine is.

No test measures how fast something is. A bound only says that it did not hang, and is the same everywhere.
"""

import asyncio
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

PATIENCE = 300.0
_PAUSE = 0.01


def comes_true(condition: Callable[[], object]) -> bool:
    """True once something is so; False where it never comes."""
    until = time.monotonic() + PATIENCE
    while not (found := condition()) and time.monotonic() < until:
        time.sleep(_PAUSE)
    return bool(found)


async def happens(condition: Callable[[], object]) -> None:
    """The same inside an event loop, whose other tasks go on meanwhile."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(_PAUSE)


def is_there(process: int) -> bool:
    """True while a process lives, or is dead and not yet taken note of."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def ends(process: int) -> bool:
    """True once a process is gone."""
    return comes_true(lambda: not is_there(process))


def comes(file: Path) -> bool:
    """True once a file is there with something in it."""
    return comes_true(lambda: file.exists() and file.stat().st_size)


def timeouts(first: float) -> Iterator[float]:
    """Longer and longer ones, for a program that has to come to a certain point before its time is up."""
    while first < PATIENCE:
        yield first
        first *= 4
