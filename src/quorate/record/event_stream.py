"""Events as they come: told by the same process at once, and by other processes within a short while."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable

from quorate.record.port import Stored

PAUSE = 0.5  # between two looks for what other processes wrote, in seconds


class Watchers:
    """Wakes those in this process that watch a deliberation."""

    def __init__(self) -> None:
        self._waiting: dict[str, set[asyncio.Event]] = {}

    def ring(self, deliberations: Iterable[str]) -> None:
        """Something was appended."""
        for deliberation in deliberations:
            for waiting in self._waiting.get(deliberation, ()):
                waiting.set()

    async def watch(
        self, read: Callable[[str, int], Awaitable[tuple[Stored, ...]]], deliberation: str, after: int
    ) -> AsyncIterator[Stored]:
        """Reads again whenever the bell rings, and after a pause."""
        rung = asyncio.Event()
        self._waiting.setdefault(deliberation, set()).add(rung)
        try:
            while True:
                rung.clear()
                for stored in await read(deliberation, after):
                    after = stored.position
                    yield stored
                await _rung_or_paused(rung)
        finally:
            self._forget(deliberation, rung)

    def _forget(self, deliberation: str, rung: asyncio.Event) -> None:
        waiting = self._waiting[deliberation]
        waiting.discard(rung)
        if not waiting:
            del self._waiting[deliberation]


async def _rung_or_paused(rung: asyncio.Event) -> None:
    try:
        async with asyncio.timeout(PAUSE):
            await rung.wait()
    except TimeoutError:
        return
