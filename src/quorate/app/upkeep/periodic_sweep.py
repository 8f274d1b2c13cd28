"""What is done from time to time while a server or a worker runs: the record is looked through, people are told."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from quorate.app.app import App
from quorate.app.notification.outbox import Outbox
from quorate.app.upkeep.sweep import Sweep
from quorate.app.upkeep.work_queue import work_of
from quorate.core.errors import InputError, QuorateError
from quorate.deliberation.principal import Principal


async def work(
    stop: asyncio.Event, queue: str, app: App, who: Principal, outbox: Outbox, at_once: int, grace: float
) -> tuple[str, ...]:
    """Works until `stop` is set. Gives the deliberations that somebody else has to carry on."""
    if not queue:
        raise InputError("a record in a file is carried on by its server; workers need a record in Postgres")
    shared = work_of(queue, app, at_once)
    async with shared.running(), sweeping(Sweep(app, who), shared.carry_on_all, outbox):
        await stop.wait()
        return await shared.close(grace)


SECONDS = 5.0
_LOG = logging.getLogger("quorate.upkeep")
Wake = Callable[[Sequence[str], Sequence[str]], Awaitable[None]]


@asynccontextmanager
async def sweeping(sweep: Sweep, wake: Wake, outbox: Outbox, seconds: float = SECONDS) -> AsyncIterator[None]:
    """Sweeps at once and then every so often, until the block ends. Who is told something holds up no deadline."""

    async def look() -> None:
        await wake(await sweep.due(), sweep.due_here())
        await sweep.settle_reviews()

    async def tell() -> None:
        await outbox.send(sweep.unfinished, sweep.reviews)

    async with AsyncExitStack() as stack:
        stack.push_async_callback(outbox.close)
        for action in (look, tell):
            await stack.enter_async_context(_repeated(action, seconds))
        yield


@asynccontextmanager
async def _repeated(action: Callable[[], Awaitable[None]], seconds: float) -> AsyncIterator[None]:
    task = asyncio.get_running_loop().create_task(_repeat(action, seconds))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _repeat(action: Callable[[], Awaitable[None]], seconds: float) -> None:
    while True:
        try:
            await action()
        except QuorateError as error:  # the record may be back the next time
            _LOG.warning("the record could not be looked through: %s", error)
        except Exception:  # noqa: BLE001 - nothing ends this loop but the end of the process
            _LOG.exception("the record could not be looked through")
        await asyncio.sleep(seconds)
