"""Carries deliberations on in the background of a process, by the same loop as everybody else."""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from quorate.app.app import App
from quorate.app.life.resumption import resume
from quorate.core.errors import QuorateError
from quorate.core.panel import holders_of
from quorate.deliberation.engines.engine_mode import fallback_of
from quorate.deliberation.events import Author
from quorate.deliberation.principal import Principal
from quorate.deliberation.rounds.evidence_checks import awaits_check
from quorate.deliberation.session import Session

BACKGROUND = "background"
_LOG = logging.getLogger("quorate.upkeep")


def awaits_engines(session: Session) -> bool:
    """True where somebody is still to be asked who answers at once, and not only people or agents are awaited."""
    round_ = session.round
    if session.endings:
        return False
    if round_ is None or not round_.is_open or not session.is_asked_as_it_stands:
        return not session.is_current or fallback_of(session) is not None
    if not round_.missing:  # a crash came between the last ballot and the count
        return not (session.opened.review_of or awaits_check(session, round_))
    seats = session.opened.seats
    awaited = holders_of(seats)
    return len(awaited) < len(seats) and any(seat not in awaited for seat in round_.missing)


def in_the_name_of(opener: Author) -> Principal:
    """Whoever opened a deliberation is the one for whom it is carried on; no key of theirs is needed for that."""
    return Principal(opener.name, opener.proof, via=BACKGROUND)


class Carrier:
    """The deliberations that this process carries on, each by one task.

    Whoever asks for one that is being carried on already has it looked at once more afterwards: what they changed may
    have come too late for the loop that runs.
    """

    def __init__(self, app: App) -> None:
        self._app = app
        self._running: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._is_closing = False

    def follow_up(self, session: Session) -> None:
        """Has a deliberation carried on, and what it was broken into, where somebody is to be asked."""
        if awaits_engines(session):
            self.carry_on(session.id)
        for child in session.children:
            self.carry_on(child)

    async def carry_on_all(self, deliberations: Sequence[str], here: Sequence[str] = ()) -> None:
        """Starts those that are not running, and returns. All of them are carried on here."""
        for one in (*deliberations, *here):
            if one not in self._running:
                self.carry_on(one)

    def carry_on(self, deliberation: str) -> None:
        """Starts at once, and returns."""
        if self._is_closing:
            return
        if deliberation in self._running:
            self._again.add(deliberation)
            return
        task = asyncio.get_running_loop().create_task(self._carried(deliberation))
        self._running[deliberation] = task
        task.add_done_callback(lambda _: self._ended(deliberation))

    async def carried_on(self, deliberation: str) -> None:
        """The same, for whoever wants to know when it has come as far as it can."""
        self.carry_on(deliberation)
        if task := self._running.get(deliberation):
            await asyncio.wait([task])

    @property
    def names(self) -> tuple[str, ...]:
        """Those that are being carried on."""
        return tuple(self._running)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Nothing else runs for it: what it is asked for begins at once."""
        yield

    async def close(self, seconds: float) -> tuple[str, ...]:
        """Lets what runs come to its end, for so long; gives what is left for somebody else to take over.

        Calls that have begun go on by themselves, and whoever carries the deliberation on next finds them.
        """
        self._is_closing = True
        tasks = list(self._running.values())
        if tasks:
            await asyncio.wait(tasks, timeout=seconds)
        left = tuple(name for name, task in self._running.items() if not task.done())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return left

    def _ended(self, deliberation: str) -> None:
        del self._running[deliberation]
        if deliberation in self._again:
            self._again.discard(deliberation)
            self.carry_on(deliberation)

    async def _carried(self, deliberation: str) -> None:
        try:
            opener = (await self._app.load(deliberation)).opener
            await resume(self._app, in_the_name_of(opener), deliberation)
        except QuorateError as error:  # whoever looks at it next tries again
            _LOG.warning("%s could not be carried on: %s", deliberation, error)
        except Exception:  # noqa: BLE001 - a defect in one deliberation does not end the others
            _LOG.exception("%s could not be carried on", deliberation)
