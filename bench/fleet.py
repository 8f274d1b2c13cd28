"""The fleet: what a review costs with a hundred agents on the record, and with a hundred thousand."""

import asyncio
from collections.abc import Coroutine
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from bench.measuring import in_process, ratio
from bench.result import Effort, Line
from quorate.app.app import App, surroundings
from quorate.app.fleet.agents import pause_agent, register_agent
from quorate.app.fleet.quorum_reviews import submit_quorum_vote
from quorate.app.fleet.review_requests import open_reviews, request_quorum_review
from quorate.deliberation.principal import Principal
from quorate.fleet.agent_events import AgentRegistered, StateReported
from quorate.fleet.agent_story import evolve_agent
from quorate.record import open_record
from quorate.record.side_streams import fleet_change

OLGA = Principal("olga", owns_store=True)
SMALL = 100
TAGS = ("search", "index", "crawl", "store")
VOTE = {"vote": "resume", "reasoning": "It is well", "conditions": ["monitor everything for 24h"]}
LOGARITHMIC = 2.5  # log(100,000) / log(100)
BEGIN = datetime(2026, 11, 16, 12, tzinfo=UTC)
TOGETHER = 500


class _Fleet:
    """A record with so many agents, and reviews on it. Time goes on by hours, so that everybody has rested."""

    def __init__(self, file: Path, size: int) -> None:
        self._now, self._numbers = BEGIN, count()
        self.app = App(open_record(str(file), self._clock), surroundings()._replace(clock=self._clock))
        self._loop = asyncio.Runner()
        self._loop.run(self._found(size))

    def _clock(self) -> datetime:
        self._now += timedelta(milliseconds=1)
        return self._now

    async def _found(self, size: int) -> None:
        """The agents, as registrations and reports would have put them there, many at a time."""
        chance = Random(size)
        changes = []
        for number in range(size):
            tags = tuple(chance.sample(TAGS, 1 + number % 2))
            registered = AgentRegistered(f"agent{number:06d}", f"owner{number % 997}", tags)
            reported = StateReported(Fraction(chance.randrange(1000), 1000), reported_at=self.app.now)
            story = evolve_agent(evolve_agent(None, registered, self.app.now), reported, self.app.now)
            changes.append(fleet_change(f"agent-agent{number:06d}-", 0, (registered, reported), story))
        for place in range(0, size, TOGETHER):
            await self.app.record.append(changes[place : place + TOGETHER], OLGA.author)

    def review(self) -> None:
        """An agent is registered, paused, reviewed by five, and resumed; all of it is on the disk."""
        self._now += timedelta(hours=1)
        self._loop.run(self._review())

    async def _review(self) -> None:
        name = f"paused{next(self._numbers):06d}"
        story = evolve_agent(None, AgentRegistered(name, "pat", TAGS[:2]), self.app.now)
        change = fleet_change(f"agent-{name}-", 0, (AgentRegistered(name, "pat", TAGS[:2]),), story)
        await self.app.record.append([change], OLGA.author)
        await pause_agent(self.app, OLGA, name, "It deleted a table")
        review = await request_quorum_review(self.app, Principal(name), name, "Well again")
        for voter in review.turn.parties:
            review = await submit_quorum_vote(self.app, Principal(voter), review.id, VOTE)
            if review.executed:
                break
        assert review.executed

    def register(self) -> None:
        """An agent is registered; its name is compared with those that it could be taken for."""
        self._loop.run(_all(register_agent(self.app, OLGA, f"new{next(self._numbers):06d}", "pat", TAGS[:2])))

    def look(self) -> None:
        """Every open review, of which there is none."""
        self._loop.run(_all(open_reviews(self.app, OLGA)))

    def close(self) -> None:
        self._loop.run(self.app.record.close())
        self._loop.close()


async def _all(story: Coroutine[Any, Any, Any]) -> None:
    await story


def run(effort: Effort) -> list[Line]:
    """Everything on real SQLite files."""
    sizes = sorted({SMALL, effort.size(10_000, 10_000, 200), effort.size(100_000, 10_000, 200)})
    with TemporaryDirectory() as folder:
        fleets = {size: _Fleet(Path(folder, f"{size}.db"), size) for size in sizes}
        try:
            return [line for size in sizes[1:] for line in _grown(fleets[SMALL], fleets[size], size, effort)]
        finally:
            for fleet in fleets.values():
                fleet.close()


def _grown(small: _Fleet, large: _Fleet, size: int, effort: Effort) -> list[Line]:
    rounds = effort.rounds(15, 5)
    review = ratio(rounds, in_process(large.review), in_process(small.review))
    register = ratio(rounds, in_process(large.register), in_process(small.register))
    look = ratio(rounds, in_process(large.look), in_process(small.look))
    return [
        Line("fleet", f"a review, {size:,} agents to {SMALL:,}", review, LOGARITHMIC),
        Line("fleet", f"a registration, {size:,} agents to {SMALL:,}", register, LOGARITHMIC),
        Line("fleet", f"the open reviews, {size:,} agents to {SMALL:,}", look, LOGARITHMIC),
    ]
