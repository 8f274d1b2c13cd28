"""A worker: takes deliberations from the queue that several processes share, until it is told to stop."""

import asyncio

from quorate.app.app import App
from quorate.app.notification.outbox import Outbox
from quorate.app.upkeep.periodic_sweep import sweeping
from quorate.app.upkeep.sweep import Sweep
from quorate.app.upkeep.work_queue import work_of
from quorate.core.errors import InputError
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
