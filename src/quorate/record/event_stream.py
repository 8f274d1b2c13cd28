"""Events as they come: told by the same process at once, and by other processes within a short while.

However many watch, one look at the positions of all of them tells what other processes wrote.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence

from quorate.core.errors import StoreError
from quorate.record.port import Stored

PAUSE = 0.5  # between two looks for what other processes wrote, in seconds
Read = Callable[[str, int], Awaitable[tuple[Stored, ...]]]
Positions = Callable[[Sequence[str]], Awaitable[Mapping[str, int]]]


class Watchers:
    """Wakes those in this process that watch a deliberation."""

    def __init__(self) -> None:
        self._waiting: dict[str, set[asyncio.Event]] = {}
        self._looking: asyncio.Task[None] | None = None

    def ring(self, deliberations: Iterable[str]) -> None:
        """Something was appended."""
        if not self._waiting:
            return
        for deliberation in deliberations:
            for waiting in self._waiting.get(deliberation, ()):
                waiting.set()

    async def watch(self, read: Read, positions: Positions, deliberation: str, after: int) -> AsyncIterator[Stored]:
        """Reads again whenever the bell rings."""
        rung = asyncio.Event()
        self._waiting.setdefault(deliberation, set()).add(rung)
        self._looking = self._looking or asyncio.get_running_loop().create_task(self._look(positions))
        try:
            while True:
                rung.clear()
                for stored in await read(deliberation, after):
                    after = stored.position
                    yield stored
                await rung.wait()
        finally:
            self._forget(deliberation, rung)

    async def _look(self, positions: Positions) -> None:
        """Rings for what has moved; where the record cannot be read whoever watches finds that out for themselves."""
        seen: dict[str, int] = {}
        while True:
            await asyncio.sleep(PAUSE)
            watched = list(self._waiting)
            try:
                found = await positions(watched)
            except StoreError:
                self.ring(watched)
                continue
            self.ring(name for name in watched if found.get(name) != seen.get(name))
            seen = {**found}

    def _forget(self, deliberation: str, rung: asyncio.Event) -> None:
        waiting = self._waiting[deliberation]
        waiting.discard(rung)
        if not waiting:
            del self._waiting[deliberation]
        if not self._waiting and self._looking:
            self._looking.cancel()
            self._looking = None
