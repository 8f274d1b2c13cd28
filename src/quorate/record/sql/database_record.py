"""A record in a database. The work is done in threads, so that the event loop never waits for a disk."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from typing import Protocol

from quorate.core.errors import StoreError
from quorate.deliberation.events import Author
from quorate.deliberation.moments import stamp
from quorate.record.export import transfer
from quorate.record.port import (
    AgentPlace,
    Appended,
    Change,
    LogLine,
    LogPage,
    OpenPage,
    OutcomeIndex,
    RequestKey,
    Stored,
)
from quorate.record.rows import Clock, Request, Result, Row, check_request
from quorate.record.sql import log_pages, lookups, store
from quorate.record.sql.connection import Connection

PAUSE = 0.5  # between two looks for what other processes wrote, in seconds
Read = Callable[[str, int], Awaitable[tuple[Stored, ...]]]
Positions = Callable[[Sequence[str]], Awaitable[Mapping[str, int]]]


class Watchers:
    """Wakes those in this process that watch a deliberation."""

    def __init__(self) -> None:
        self._waiting: dict[str, set[asyncio.Event]] = {}
        self._looking: asyncio.Task[None] | None = None

    def ring(self, deliberations: Iterable[str]) -> None:
        """Something was appended."""
        if not self._waiting:
            return
        for deliberation in deliberations:
            for waiting in self._waiting.get(deliberation, ()):
                waiting.set()

    async def watch(self, read: Read, positions: Positions, deliberation: str, after: int) -> AsyncIterator[Stored]:
        """Reads again whenever the bell rings."""
        rung = asyncio.Event()
        self._waiting.setdefault(deliberation, set()).add(rung)
        self._looking = self._looking or asyncio.get_running_loop().create_task(self._look(positions))
        try:
            while True:
                rung.clear()
                for stored in await read(deliberation, after):
                    after = stored.position
                    yield stored
                await rung.wait()
        finally:
            self._forget(deliberation, rung)

    async def _look(self, positions: Positions) -> None:
        """Rings for what has moved; where the record cannot be read whoever watches finds that out for themselves."""
        seen: dict[str, int] = {}
        while True:
            await asyncio.sleep(PAUSE)
            watched = list(self._waiting)
            try:
                found = await positions(watched)
            except StoreError:
                self.ring(watched)
                continue
            self.ring(name for name in watched if found.get(name) != seen.get(name))
            seen = {**found}

    def _forget(self, deliberation: str, rung: asyncio.Event) -> None:
        waiting = self._waiting[deliberation]
        waiting.discard(rung)
        if not waiting:
            del self._waiting[deliberation]
        if not self._waiting and self._looking:
            self._looking.cancel()
            self._looking = None


class Database(Protocol):
    """What differs between SQLite and Postgres: how a transaction is run, and what its failures mean."""

    def faults(self) -> AbstractContextManager[None]:
        """Says of the database's failures what they mean."""

    async def append(self, request: Request, clock: Clock) -> Appended:
        """Done once its transaction is durable."""

    def write(self, work: Callable[[Connection], Result]) -> Future[Result]:
        """The same for anything else. Work that raises changes nothing."""

    def rewrite(self, work: Callable[[Connection], Result]) -> Future[Result]:
        """The same, and what is replaced is overwritten where the database can do that."""

    def sweep(self) -> Future[bool]:
        """Writes the store anew, without what is gone; False where others kept it from that."""

    def read(self, work: Callable[[Connection], Result]) -> Future[Result]:
        """Runs in a transaction that sees one moment."""

    def glance(self, work: Callable[[Connection], Result]) -> Future[Result]:
        """Runs work whose statements need not see the same moment: most often it is a single one."""

    def close(self) -> None:
        """Ends what has begun, and lets go."""


class SqlRecord:
    """Everything that happened, in order, for good."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database, self._clock = database, clock
        self._bell = Watchers()

    async def append(self, changes: Sequence[Change], author: Author, key: RequestKey | None = None) -> Appended:
        """All changes or none."""
        request = Request(tuple(changes), author, key)
        check_request(request)
        appended = await self._database.append(request, self._clock)
        self._bell.ring(one.deliberation for one in appended.stored)
        return appended

    async def answered(self, key: RequestKey) -> tuple[Stored, ...]:
        """What an earlier request with this key stored."""
        return await self._glance(lambda connection: store.answered(connection, key))

    async def has_key(self, name: str) -> bool:
        """True where a request with a key of this name was done."""
        return await self._glance(lambda connection: store.has_key(connection, name))

    async def read(self, deliberation: str, after: int = 0) -> tuple[Stored, ...]:
        """The events of a deliberation behind a position."""
        return await self._glance(lambda connection: store.read(connection, deliberation, after))

    async def log(
        self,
        *,
        after: str = "",
        limit: int = 20,
        search: str = "",
        prefix: str | tuple[str, ...] = "",
        states: Sequence[str] = (),
    ) -> LogPage:
        """All deliberations, newest first."""
        return await self._glance(lambda connection: log_pages.log(connection, after, limit, search, prefix, states))

    async def inbox(self, *, who: str = "", kinds: Sequence[str] = (), after: str = "", limit: int = 20) -> LogPage:
        """Those that wait for a person or an agent."""
        return await self._glance(lambda connection: log_pages.inbox(connection, who, kinds, after, limit))

    async def unfinished(self, *, after: str = "", limit: int = 20) -> OpenPage:
        """Those that are not decided yet."""
        return await self._glance(lambda connection: log_pages.unfinished(connection, after, limit))

    async def positions(self, deliberations: Sequence[str]) -> dict[str, int]:
        """Where these deliberations are now."""
        return await self._glance(lambda connection: log_pages.positions(connection, deliberations))

    async def known_outcomes(self, *, domain: str = "") -> OutcomeIndex:
        """Where it is known what was true."""
        return await self._read(lambda connection: log_pages.known_outcomes(connection, domain))

    async def awaiting_review(self) -> Sequence[str]:
        """Those that are decided, have no outcome, and whose question had a review date once."""
        return await self._read(log_pages.awaiting_review)

    async def agents(self, places: Sequence[str] = (), after: str = "", limit: int = 100) -> Sequence[LogLine]:
        """Agents of the fleet by name, behind one; those of some places, or all."""
        return await self._read(lambda connection: log_pages.agents_named(connection, places, after, limit))

    async def agent_cohorts(self, place: str) -> Sequence[str]:
        """The cohorts of a place."""
        return await self._read(lambda connection: log_pages.agent_cohorts(connection, place))

    async def ranked_agents(
        self, place: str, cohort: str, after: AgentPlace | None = None, limit: int = 100
    ) -> Sequence[LogLine]:
        """Agents of a cohort, the highest standing first, ties by name; behind one."""
        return await self._glance(lambda connection: log_pages.ranked_agents(connection, place, cohort, after, limit))

    async def agent_counts(self) -> Mapping[str, int]:
        """How many agents are in each place."""
        return await self._read(log_pages.agent_counts)

    def watch(self, deliberation: str, after: int = 0) -> AsyncIterator[Stored]:
        """Events as they come, without end."""
        return self._bell.watch(self.read, self.positions, deliberation, after)

    async def close(self) -> None:
        """Writes what is still to be written and lets go of the store."""
        await asyncio.to_thread(self._database.close)

    async def export(self, take: Callable[[Iterator[Row]], Result], only: str = "") -> Result:
        """Gives all rows as they were at one moment."""
        return await self._read(lambda connection: take(self._guarded(connection, only)))

    async def fill(self, rows: Iterator[Row]) -> None:
        """Takes all rows or none."""
        await asyncio.wrap_future(self._database.write(lambda connection: transfer.fill(connection, rows)))

    async def redact(
        self, change: Change, bodies: Mapping[int, str], author: Author, key: RequestKey | None = None
    ) -> Appended:
        """Other texts in the place of events' bodies, and the change behind them."""
        request = Request((change,), author, key)
        check_request(request)

        def work(connection: Connection) -> Appended:
            return store.redact(connection, request, bodies, stamp(self._clock()))

        appended = await asyncio.wrap_future(self._database.rewrite(work))
        self._bell.ring({change.deliberation})
        return appended

    async def sweep(self) -> bool:
        """Writes the store anew, without what is gone."""
        return await asyncio.wrap_future(self._database.sweep())

    async def wrong_lookups(self) -> list[tuple[str, str]]:
        """What is kept beside the rows and does not follow from them."""
        return await self._read(lambda connection: list(lookups.wrong_lookups(connection)))

    def _guarded(self, connection: Connection, only: str) -> Iterator[Row]:
        """What fails in here is this record, and not the one that takes its rows."""
        with self._database.faults():
            yield from transfer.rows_of(connection, only) if only else transfer.rows(connection)

    async def _read(self, work: Callable[[Connection], Result]) -> Result:
        return await asyncio.wrap_future(self._database.read(work))

    async def _glance(self, work: Callable[[Connection], Result]) -> Result:
        return await asyncio.wrap_future(self._database.glance(work))
