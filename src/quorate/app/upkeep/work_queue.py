"""Several processes on one Postgres share the work: whoever is free carries a deliberation on.

The queue (PgQueuer) wakes one of them, and has another one take over where its heartbeat ends. The truth is on the
record: a job that is delivered twice finds its calls claimed, and one that is lost is found by the next sweep.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from quorate.app.app import App
from quorate.app.upkeep.carrier import Carrier, awaits_engines
from quorate.core.errors import MissingExtra
from quorate.deliberation.session import Session

if TYPE_CHECKING:
    from pgqueuer import PgQueuer
    from pgqueuer.models import Job
    from psycopg import AsyncConnection

_CARRY = "carry"
_PREFIX = "quorate_queue_"
_HEARTBEAT = timedelta(seconds=10)
_POLL = timedelta(seconds=2)
_PAUSE = 2.0
_LOCK = 0x71756F72756D  # for those who make the tables at the same time
_LOG = logging.getLogger("quorate.queue")


class WorkQueue:
    """The queue at an address, which this process fills and takes from. The address is one that can listen."""

    def __init__(self, address: str, carrier: Carrier, at_once: int) -> None:
        self._address, self._carrier, self._at_once = address, carrier, at_once
        self._queue: PgQueuer | None = None
        self._asking: set[asyncio.Task[None]] = set()

    def follow_up(self, session: Session) -> None:
        """Has a deliberation carried on by whoever is free, and what it was broken into."""
        names = [session.id] if awaits_engines(session) else []
        if names := [*names, *session.children]:
            task = asyncio.get_running_loop().create_task(self.carry_on_all(names))
            self._asking.add(task)
            task.add_done_callback(self._asking.discard)

    async def carry_on_all(self, deliberations: Sequence[str], here: Sequence[str] = ()) -> None:
        """Asks for each of them, where nobody has yet. While the queue cannot be reached, the next sweep asks again.

        Those that are due `here` are carried on by this process, whoever has their job.
        """
        await self._carrier.carry_on_all(here)
        names = [one for one in deliberations if one not in here]
        if not names or self._queue is None or self._queue.queries is None:
            return
        jobs: dict[str, Any] = {"payload": [name.encode() for name in names], "dedupe_key": names}
        try:
            await self._queue.queries.enqueue(
                [_CARRY] * len(names), priority=[0] * len(names), on_conflict="skip", **jobs
            )
        except Exception as error:  # noqa: BLE001 - whatever the driver raises, the record is what counts
            _LOG.warning("the queue cannot be reached: %s", type(error).__name__)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Takes jobs until the block ends; connects again where the connection is lost."""
        task = asyncio.get_running_loop().create_task(self._take_again_and_again())
        try:
            yield
        finally:
            if self._queue:
                self._queue.shutdown.set()
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def close(self, seconds: float) -> tuple[str, ...]:
        """Lets what runs come to its end, for so long; gives what is left for others."""
        return await self._carrier.close(seconds)

    async def _take_again_and_again(self) -> None:
        while True:
            try:
                await self._take()
            except MissingExtra:
                raise
            except Exception as error:  # noqa: BLE001 - a lost connection comes in many shapes
                _LOG.warning("the queue is lost and looked for again: %s", type(error).__name__)
            finally:
                self._queue = None
            await asyncio.sleep(_PAUSE)

    async def _take(self) -> None:
        async with _connected(self._address) as (queue, can_listen):

            @queue.entrypoint(_CARRY)
            async def carry(job: "Job") -> None:
                if job.payload:
                    await self._carrier.carried_on(job.payload.decode())

            self._queue = queue
            _LOG.info("takes jobs", extra={"fields": {"listens": can_listen}})
            await queue.run(
                dequeue_timeout=_POLL,
                batch_size=max(1, self._at_once // 2),
                max_concurrent_tasks=self._at_once,
                shutdown_on_listener_failure=can_listen,
                heartbeat_timeout=_HEARTBEAT,
            )


def work_of(queue: str, app: App, at_once: int) -> Carrier | WorkQueue:
    """The queue at an address; without one, this process does all the work."""
    carrier = Carrier(app)
    return WorkQueue(queue, carrier, at_once) if queue else carrier


@asynccontextmanager
async def _connected(address: str) -> AsyncIterator[tuple["PgQueuer", bool]]:
    """The queue with tables of its own, made where there are none; and whether it can listen.

    A pooler passes no notifications on. It shows by naming another process than the server's own; then jobs are polled.
    """
    try:
        import psycopg
        from pgqueuer import PgQueuer
        from pgqueuer.adapters.persistence import qb
        from pgqueuer.db import PsycopgDriver
        from pgqueuer.domain.settings import DBSettings
        from pgqueuer.models import Channel
        from pgqueuer.queries import Queries
    except ImportError:
        raise MissingExtra("a queue in Postgres", "server,postgres") from None
    own = DBSettings(prefix=_PREFIX)
    limits: dict[str, Any] = {"connect_timeout": 10, "keepalives_idle": 10, "keepalives_interval": 5}
    connection = await psycopg.AsyncConnection.connect(
        address, autocommit=True, prepare_threshold=None, tcp_user_timeout=20_000, **limits
    )
    try:
        found = await (await connection.execute("SELECT pg_backend_pid()")).fetchone()
        can_listen = found is not None and found[0] == connection.info.backend_pid
        with _logged_once(connection):
            async with PsycopgDriver(connection) as driver:
                if not can_listen:
                    driver.add_listener = _no_listener  # type: ignore[assignment, method-assign]
                builders = (qb.QueryBuilderEnvironment(own), qb.QueryQueueBuilder(own), qb.QuerySchedulerBuilder(own))
                queries = Queries(driver, *builders)
                async with connection.transaction():
                    await connection.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
                    if not await queries.schema_is_installed():
                        await queries.install()
                yield PgQueuer(driver, Channel(own.channel), queries=queries), can_listen
    finally:
        with suppress(Exception):
            await connection.close()


@contextmanager
def _logged_once(connection: "AsyncConnection[Any]") -> Iterator[None]:
    """Keeps out of the log what the queue's tasks say of a connection that is lost, each with a traceback of its own.

    We say that it is lost in one line. Whatever else goes wrong in such a task is logged as it is.
    """
    import psycopg

    def is_news(entry: logging.LogRecord) -> bool:
        error = entry.exc_info[1] if entry.exc_info else None
        is_about_the_loss = error is None or isinstance(error, psycopg.OperationalError)
        return not (connection.closed and is_about_the_loss)

    queue_log = logging.getLogger("pgqueuer")
    queue_log.addFilter(is_news)
    try:
        yield
    finally:
        queue_log.removeFilter(is_news)


async def _no_listener(*_: object) -> None:
    """Nothing would come."""
