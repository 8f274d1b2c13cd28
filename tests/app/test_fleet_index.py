"""Agents as every record finds them: by name, by place, by standing."""

import sqlite3
from pathlib import Path

import pytest

from quorate.app.app import App, Surroundings
from quorate.app.fleet.agents import AgentReport, list_agents, pause_agent, register_agent, report_state, show_agent
from quorate.app.fleet.reviewer_choice import choose_from_fleet
from quorate.fleet.agent_rank import FREE
from quorate.fleet.reviewers import ReviewContext, choose_reviewers
from quorate.record import open_record
from quorate.record.port import AgentPlace
from tests.app.fleet_house import OPERATOR, FleetHouse

NAMES = ("zeta", "Alpha", "beta", "été", "agent 7", "agent-10", "日本", "beta2", "gamma", "delta")


@pytest.fixture
def fleet(app: App) -> FleetHouse:
    return FleetHouse(app)


async def founded(app: App) -> None:
    for number, name in enumerate(NAMES):
        await register_agent(
            app, OPERATOR, name, f"owner{number % 4}", ["search"] if number % 2 else ["mail", "search"]
        )
        if number % 3:
            await report_state(app, OPERATOR, name, AgentReport(number / 10))
    await register_agent(app, OPERATOR, "p", "owner1", ["search"])
    await pause_agent(app, OPERATOR, "p", "It deleted a table")


async def test_the_choice_from_the_record_is_that_from_all_agents(fleet: FleetHouse) -> None:
    await founded(fleet.app)
    subject = await show_agent(fleet.app, OPERATOR, "p")
    everybody = [story.agent for story in await list_agents(fleet.app, OPERATOR)]
    found = await choose_from_fleet(fleet.app, subject)
    assert found.is_current
    assert found.choice.chosen == choose_reviewers(everybody, ReviewContext(subject.agent, fleet.app.now)).chosen
    assert len(found.choice.chosen) == 5
    assert await fleet.is_intact()


async def test_names_and_standings_are_in_one_order_on_every_record(fleet: FleetHouse) -> None:
    await founded(fleet.app)
    record = fleet.app.record
    assert [one.summary.subject for one in await record.agents()] == sorted([*NAMES, "p"])
    first = await record.agents(limit=4)
    rest = await record.agents(after=first[-1].summary.subject)
    assert [one.summary.subject for one in (*first, *rest)] == sorted([*NAMES, "p"])
    assert dict(await record.agent_counts()) == {"active": len(NAMES), "paused": 1}
    for cohort in await record.agent_cohorts(FREE):
        lines = await record.ranked_agents(FREE, cohort)
        places = [(-one.summary.rank.standing, one.summary.subject) for one in lines if one.summary.rank]
        assert places == sorted(places)
        behind = await record.ranked_agents(FREE, cohort, AgentPlace(-places[0][0], places[0][1]))
        assert list(behind) == list(lines[1:])


async def test_an_agent_that_looks_like_another_is_not_registered(fleet: FleetHouse) -> None:
    await founded(fleet.app)
    for name in ("b\u0435ta", "\u0391lpha", "\u0440"):
        await fleet.refuses("AGENT_EXISTS", register_agent(fleet.app, OPERATOR, name), "looks like")
    await register_agent(fleet.app, OPERATOR, "betta")


async def _story(file: Path, surroundings: Surroundings, story: object) -> None:
    app = App(open_record(str(file), surroundings.clock), surroundings)
    assert callable(story)
    try:
        await story(app)
    finally:
        await app.record.close()


async def test_an_index_that_was_changed_by_hand_is_found(tmp_path: Path, surroundings: Surroundings) -> None:
    file = tmp_path / "record.db"
    await _story(file, surroundings, founded)
    with sqlite3.connect(file) as raw:
        raw.execute("UPDATE quorate_agents SET standing = 1 WHERE name = 'beta'")

    async def looked(app: App) -> None:
        wrong = await app.record.wrong_lookups()
        assert [why for _, why in wrong] == ["the list of agents and its line disagree on where it is found"]

    await _story(file, surroundings, looked)
