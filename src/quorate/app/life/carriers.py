"""Deliberations that a server carries on while their callers do something else, and waiting for one of them."""

import asyncio
from collections.abc import Awaitable, Callable

from quorate.app.access.operation import operation
from quorate.app.access.stored_keys import check_key_holds
from quorate.app.app import App, Deliberation
from quorate.app.life.next_steps import overdue_since
from quorate.app.life.resumption import latest, moved_by_rules, resume
from quorate.app.upkeep.carrier import awaits_engines
from quorate.deliberation.principal import NEEDS, Principal
from quorate.deliberation.rounds.evidence_checks import awaits_check
from quorate.deliberation.session import Session
from quorate.deliberation.summary import VOTING, state_of

GLANCE_SECONDS, DEFAULT_SECONDS = 0.5, 25
Awaited = Callable[[Session], bool]
Listener = Callable[[Session], Awaitable[None]]


class Carriers:
    """A task for each deliberation that this process carries on. Calls outlive it, and the record has the rest."""

    def __init__(self) -> None:
        self._tasks: dict[str, asyncio.Task[Deliberation]] = {}

    def start(self, app: App, who: Principal, deliberation: str) -> None:
        """Carries it on in the background, unless that is done already, or is not theirs to ask for."""
        if deliberation in self._tasks or not _may_resume(who):
            return
        task = asyncio.create_task(resume(app, who, deliberation))
        self._tasks[deliberation] = task
        task.add_done_callback(lambda ended: self._forget(deliberation, ended))

    def _forget(self, deliberation: str, task: "asyncio.Task[Deliberation]") -> None:
        """Whoever waits for it is told what has stopped it; whoever resumes is told again."""
        if self._tasks.get(deliberation) is task:
            del self._tasks[deliberation]
        if not task.cancelled():
            task.exception()

    async def glance(self, deliberation: str, seconds: float, is_awaited: Awaited) -> None:
        """Waits a little. What has stopped the task is raised; one that leaves somebody awaited may begin anew."""
        task = self._tasks.get(deliberation)
        if task is None:
            await asyncio.sleep(seconds)
            return
        await asyncio.wait([task], timeout=seconds)
        if task.done() and is_awaited(task.result().session):
            await asyncio.sleep(seconds)

    async def close(self) -> None:
        """Ends the waiting; calls that are running go on, and whoever resumes finds them."""
        tasks = [*self._tasks.values()]
        self._tasks.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@operation
async def wait_for_deliberation(
    app: App, who: Principal, deliberation: str, carriers: Carriers, seconds: float | None, listener: Listener
) -> Deliberation:
    """The deliberation once nobody's ballot is awaited any more, or as it stands after so many seconds.

    Whoever states no time does not wait for people and agents, who come when they like. What a deadline that has passed
    decides is stored first, whatever is awaited.
    """
    await _meet_deadline(app, who, deliberation)
    clock = asyncio.get_running_loop().time
    end = clock() + (DEFAULT_SECONDS if seconds is None else seconds)
    is_awaited = _asks_somebody if seconds is None else _is_voting
    while True:
        session = await latest(app, deliberation)
        await listener(session)
        left = end - clock()
        if not is_awaited(session) or left <= 0:
            return await app.whole(session.id)
        carriers.start(app, who, deliberation)
        await carriers.glance(deliberation, min(left, GLANCE_SECONDS), is_awaited)
        await check_key_holds(app, who)  # what came since is for those alone whose key is still valid


async def _meet_deadline(app: App, who: Principal, deliberation: str) -> None:
    session = await latest(app, deliberation)
    if overdue_since(session, app.now) and _may_resume(who):
        await moved_by_rules(app, who, session)


def _may_resume(who: Principal) -> bool:
    return who.has_scope(*NEEDS["resume"])


def _is_voting(session: Session) -> bool:
    return state_of(session) == VOTING


def _asks_somebody(session: Session) -> bool:
    return _is_voting(session) and (awaits_engines(session) or _is_uncounted(session))


def _is_uncounted(session: Session) -> bool:
    """True where every ballot is in: the count follows at once, unless somebody has to check the evidence first."""
    round_ = session.round
    return bool(round_ and round_.is_open and not round_.missing and not awaits_check(session, round_))
