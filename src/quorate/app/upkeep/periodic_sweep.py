"""The loop that looks through the record from time to time and has found work done."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager

from quorate.app.upkeep.sweep import Sweep
from quorate.core.errors import QuorateError

SECONDS = 5.0
_LOG = logging.getLogger("quorate.upkeep")
Wake = Callable[[Sequence[str]], Awaitable[None]]


@asynccontextmanager
async def sweeping(sweep: Sweep, wake: Wake, seconds: float = SECONDS) -> AsyncIterator[None]:
    """Sweeps at once and then every so often, until the block ends."""
    task = asyncio.get_running_loop().create_task(_sweep(sweep, wake, seconds))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _sweep(sweep: Sweep, wake: Wake, seconds: float) -> None:
    while True:
        try:
            await wake(await sweep.due())
            await sweep.settle_reviews()
        except QuorateError as error:  # the record may be back the next time
            _LOG.warning("the record could not be looked through: %s", error)
        except Exception:  # noqa: BLE001 - nothing ends this loop but the end of the process
            _LOG.exception("the record could not be looked through")
        await asyncio.sleep(seconds)
