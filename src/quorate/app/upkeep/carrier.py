"""Carries deliberations on in the background of a process, by the same loop as everybody else."""

import asyncio
import logging

from quorate.app.app import App
from quorate.app.life.resumption import resume
from quorate.core.errors import QuorateError
from quorate.deliberation.engines.engine_mode import fallback_of
from quorate.deliberation.principal import Principal
from quorate.deliberation.session import Session

_LOG = logging.getLogger("quorate.upkeep")


def awaits_engines(session: Session) -> bool:
    """True where somebody is still to be asked who answers at once, and not only people or agents are awaited."""
    round_ = session.round
    if session.endings:
        return False
    if round_ is None or not round_.is_open or not session.is_asked_as_it_stands:
        return not session.is_current or fallback_of(session) is not None
    missing = frozenset(round_.missing)
    return any(seat.name in missing and not seat.answers_later for seat in session.opened.seats)


class Carrier:
    """The deliberations that this process carries on, each by one task.

    Whoever asks for one that is being carried on already has it looked at once more afterwards: what they changed may
    have come too late for the loop that runs.
    """

    def __init__(self, app: App) -> None:
        self._app = app
        self._running: dict[str, asyncio.Task[None]] = {}
        self._again: dict[str, Principal] = {}
        self._is_closing = False

    def follow_up(self, session: Session, who: Principal) -> None:
        """Has a deliberation carried on, and what it was broken into, where somebody is to be asked."""
        if awaits_engines(session):
            self.carry_on(session.id, who)
        for child in session.children:
            self.carry_on(child, who)

    def carry_on(self, deliberation: str, who: Principal) -> None:
        """Starts at once, and returns."""
        if self._is_closing:
            return
        if deliberation in self._running:
            self._again[deliberation] = who
            return
        task = asyncio.get_running_loop().create_task(self._carried(deliberation, who))
        self._running[deliberation] = task
        task.add_done_callback(lambda _: self._ended(deliberation))

    @property
    def running(self) -> tuple[str, ...]:
        """Those that are being carried on."""
        return tuple(self._running)

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
        if who := self._again.pop(deliberation, None):
            self.carry_on(deliberation, who)

    async def _carried(self, deliberation: str, who: Principal) -> None:
        try:
            await resume(self._app, who, deliberation)
        except QuorateError as error:  # whoever looks at it next tries again
            _LOG.warning("%s could not be carried on: %s", deliberation, error)
        except Exception:  # noqa: BLE001 - a defect in one deliberation does not end the others
            _LOG.exception("%s could not be carried on", deliberation)
