"""Deliberations that a server carries on while their callers do something else, and waiting for one of them."""

import asyncio
from collections.abc import Awaitable, Callable

from quorate.app.access.operation import operation
from quorate.app.access.stored_keys import check_key_holds
from quorate.app.app import App, Deliberation
from quorate.app.life.resumption import latest, resume
from quorate.deliberation.principal import NEEDS, Principal
from quorate.deliberation.session import Session
from quorate.deliberation.summary import VOTING, state_of

GLANCE_SECONDS = 0.5
Listener = Callable[[Session], Awaitable[None]]


class Carriers:
    """A task for each deliberation that this process carries on. Calls outlive it, and the record has the rest."""

    def __init__(self) -> None:
        self._tasks: dict[str, asyncio.Task[Deliberation]] = {}

    def start(self, app: App, who: Principal, deliberation: str) -> None:
        """Carries it on in the background, unless that is done already, or is not theirs to ask for."""
        if deliberation in self._tasks or not who.has_scope(*NEEDS["resume"]):
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

    async def glance(self, deliberation: str, seconds: float) -> None:
        """Waits a little. What has stopped the task is raised; one that only waits for people may begin anew."""
        task = self._tasks.get(deliberation)
        if task is None:
            await asyncio.sleep(seconds)
            return
        await asyncio.wait([task], timeout=seconds)
        if task.done() and state_of(task.result().session) == VOTING:
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
    app: App, who: Principal, deliberation: str, carriers: Carriers, seconds: float, listener: Listener
) -> Deliberation:
    """The deliberation once nobody's ballot is awaited any more, or as it stands after so many seconds."""
    clock = asyncio.get_running_loop().time
    end = clock() + seconds
    while True:
        session = await latest(app, deliberation)
        await listener(session)
        left = end - clock()
        if state_of(session) != VOTING or left <= 0:
            return await app.whole(session.id)
        carriers.start(app, who, deliberation)
        await carriers.glance(deliberation, min(left, GLANCE_SECONDS))
        await check_key_holds(app, who)  # what came since is for those alone whose key is still valid
