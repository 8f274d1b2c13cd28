"""Appends that wait: whoever comes while others are written goes along with the next transaction.

That one waits a moment for as many as came to the one before it: most of them come again, and a sync costs the same for
one as for all. Whoever appends alone waits for nobody.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from threading import Condition
from typing import NamedTuple

from quorate.core.errors import StoreError
from quorate.record.port import Appended
from quorate.record.rows import Clock, Request
from quorate.record.sql.store import Outcome

_LONGEST_WAIT = 0.05  # seconds
_ENOUGH = 12  # to wait for more saves few syncs, and keeps everybody waiting for the last


class Waiting(NamedTuple):
    """A request, and who has to be told of its outcome."""

    request: Request
    clock: Clock
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Appended]


Told = tuple[Waiting, Outcome | BaseException]


class AppendQueue:
    """`submit` runs work in the thread that writes; `write` stores a batch there and tells everybody the outcome."""

    def __init__(
        self, submit: Callable[[Callable[[], None]], object], write: Callable[[Sequence[Waiting]], None]
    ) -> None:
        self._submit, self._write = submit, write
        self._waiting: list[Waiting] = []
        self._expected = 1
        self._arrivals = Condition()

    async def append(self, request: Request, clock: Clock) -> Appended:
        """Runs with all others that wait, in one transaction."""
        loop = asyncio.get_running_loop()
        waiting = Waiting(request, clock, loop, loop.create_future())
        with self._arrivals:
            self._waiting.append(waiting)
            is_first = len(self._waiting) == 1
            if len(self._waiting) >= self._expected:
                self._arrivals.notify()
        if is_first:
            loop.call_soon(self._begin)  # whoever else is about to append goes along
        return await waiting.future

    def _begin(self) -> None:
        try:
            self._submit(self._write_all)
        except StoreError as error:
            settle((one, error) for one in self._taken())

    def _write_all(self) -> None:
        with self._arrivals:
            self._arrivals.wait_for(lambda: len(self._waiting) >= self._expected, _LONGEST_WAIT)
        batch = [one for one in self._taken() if not one.future.cancelled()]
        if not batch:
            self._expected = 1
            return
        try:
            self._write(batch)
        except BaseException as error:  # noqa: BLE001 - whoever waits has to hear of it
            settle((one, error) for one in batch)
        # whoever was in the batch may wait again already, so the two are not added up
        self._expected = min(max(len(batch), len(self._waiting)), _ENOUGH)

    def _taken(self) -> list[Waiting]:
        with self._arrivals:
            taken, self._waiting = self._waiting, []
        return taken


def settle(outcomes: Iterable[Told]) -> None:
    """Tells everybody, with one call for each event loop: waking it up costs more than an append."""
    by_loop: dict[asyncio.AbstractEventLoop, list[Told]] = {}
    for one, outcome in outcomes:
        by_loop.setdefault(one.loop, []).append((one, outcome))
    for loop, told in by_loop.items():
        with suppress(RuntimeError):  # the loop is closed: nobody listens any more
            loop.call_soon_threadsafe(_tell, told)


def _tell(told: Sequence[Told]) -> None:
    for (_, _, _, future), outcome in told:
        if future.done():  # nobody waits any more
            continue
        if isinstance(outcome, BaseException):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
