"""A record of an earlier release in which something is damaged: it is opened, and that is as it was, and is named."""

import asyncio
import json
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

import pytest

from quorate.app.app import App, Surroundings
from quorate.app.deliberation_list import list_inbox
from quorate.app.fleet.agents import list_agents, pause_agent, register_agent
from quorate.app.fleet.review_requests import request_dialectic_review
from quorate.app.integrity.audit import verify_record
from quorate.record import open_record
from tests.app.fleet_house import OPERATOR, FleetHouse
from tests.app.house import House
from tests.app.test_fleet_dialectic import THESIS, P
from tests.patience import PATIENCE
from tests.record.parts import back_to

Value = TypeVar("Value")
DAMAGE = {
    "an event without its contents": "UPDATE quorate_events SET body = '{}' WHERE deliberation = :id AND position = 2",
    "an event that is not JSON": "UPDATE quorate_events SET body = 'x' WHERE deliberation = :id AND position = 2",
    "an event of no known kind": "UPDATE quorate_events SET kind = 'X' WHERE deliberation = :id AND position = 2",
    "an event at no time": "UPDATE quorate_events SET at = 'x' WHERE deliberation = :id",
    "an event that is gone": "DELETE FROM quorate_events WHERE deliberation = :id AND position = 2",
    "no events": "DELETE FROM quorate_events WHERE deliberation = :id",
    "a line that says something else": (
        'UPDATE quorate_deliberations SET summary = replace(summary, \'"state":"\', \'"state":"x\') WHERE id = :id'
    ),
    "a line that is not JSON": "UPDATE quorate_deliberations SET summary = 'x' WHERE id = :id",
}


class OldRecord:
    """A record in a file, at times of an earlier release."""

    def __init__(self, file: Path, surroundings: Surroundings) -> None:
        self.file, self.surroundings = file, surroundings

    def run(self, story: Callable[[App], Awaitable[Value]]) -> Value:
        async def told() -> Value:
            app = App(open_record(str(self.file), self.surroundings.clock, patience=PATIENCE), self.surroundings)
            try:
                return await story(app)
            finally:
                await app.record.close()

        return asyncio.run(told())

    def execute(self, *statements: str, **values: str) -> None:
        with closing(sqlite3.connect(self.file)) as raw, raw:
            for statement in statements:
                raw.execute(statement, values)

    def without(self, key: str) -> None:
        """Lines that do not have this key, as earlier releases wrote them."""
        with closing(sqlite3.connect(self.file)) as raw, raw:
            for name, text in raw.execute("SELECT id, summary FROM quorate_deliberations").fetchall():
                line = json.loads(text)
                line.pop(key, None)
                kept = json.dumps(line, separators=(",", ":"), ensure_ascii=False)
                raw.execute("UPDATE quorate_deliberations SET summary = ? WHERE id = ?", (kept, name))

    def rows(self, name: str) -> list[Any]:
        with closing(sqlite3.connect(self.file)) as raw:
            lines = raw.execute("SELECT id, position, head, summary FROM quorate_deliberations WHERE id = ?", (name,))
            events = raw.execute("SELECT * FROM quorate_events WHERE deliberation = ? ORDER BY position", (name,))
            return [*lines.fetchall(), *events.fetchall()]


@pytest.fixture
def old(tmp_path: Path, surroundings: Surroundings) -> OldRecord:
    return OldRecord(tmp_path / "record.db", surroundings)


async def _two_reviews(app: App) -> list[str]:
    await FleetHouse(app).founded("a", "b", risk=0.1)
    await register_agent(app, OPERATOR, "q")
    await pause_agent(app, OPERATOR, "q", "It is slow")
    asked = [await request_dialectic_review(app, P, "p", "I am well again", THESIS)]
    return [one.id for one in (*asked, await request_dialectic_review(app, OPERATOR, "q", "It is well again"))]


async def _awaited(app: App) -> list[str]:
    return [one.id for one in (await list_inbox(app, OPERATOR)).entries]


async def _named(app: App) -> set[str]:
    """What `quorate verify` finds something wrong with."""
    return {one.deliberation for one in (await verify_record(app, OPERATOR)).findings}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_review_keeps_no_other_from_the_inbox_and_is_named(old: OldRecord, damage: str) -> None:
    first, second = old.run(_two_reviews)
    old.without("waits")
    old.execute("DELETE FROM quorate_waits", *back_to("0005"))
    old.execute(DAMAGE[damage], id=first)
    before = old.rows(first)
    assert old.run(_awaited) == [second]
    assert old.rows(first) == before
    assert first in old.run(_named)
    assert second not in old.run(_named)


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("has_ranks", [True, False])
def test_a_damaged_agent_keeps_no_other_from_the_list_and_is_named(
    old: OldRecord, damage: str, has_ranks: bool
) -> None:
    old.run(lambda app: FleetHouse(app).founded("a", "b"))
    if has_ranks:
        old.execute(*(f"DROP INDEX quorate_agents_{look}" for look in ("look", "small_look")))
        old.execute(*(f"ALTER TABLE quorate_agents DROP COLUMN {look}" for look in ("look", "small_look")))
    else:
        old.without("rank")
        old.execute("DROP TABLE quorate_agents")
    old.execute(*back_to("0002" if has_ranks else "0001"))
    old.execute(DAMAGE[damage], id="agent-p-001")
    before = old.rows("agent-p-001")

    async def names(app: App) -> list[str]:
        return [one.agent.agent_id for one in await list_agents(app, OPERATOR, "active")]

    assert old.run(names) == ["a", "b"]
    assert old.rows("agent-p-001") == before
    assert "agent-p-001" in old.run(_named)
    assert not old.run(_named) & {"agent-a-001", "agent-b-001"}


def test_a_damaged_line_keeps_nobody_else_from_the_inbox_and_is_named(old: OldRecord, tmp_path: Path) -> None:
    async def opened(app: App) -> list[str]:
        return [(await House(app, tmp_path).opened()).id for _ in range(2)]

    async def awaited(app: App) -> list[str]:
        return [line.deliberation for line in (await app.record.inbox(limit=1)).lines]

    first, second = old.run(opened)
    old.execute(*back_to("0003"))
    old.execute(DAMAGE["a line that is not JSON"], id=first)
    assert old.run(awaited) == [second]
    assert first in old.run(_named)
    assert second not in old.run(_named)
