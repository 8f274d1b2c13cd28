"""The fleet at a glance, and sessions of other review systems taken over as history."""

import json
from typing import Any

import pytest

from quorate.app.app import App
from quorate.app.fleet.agents import agent_history, judge_review, list_agents, pause_agent
from quorate.app.fleet.fleet_overview import show_fleet
from quorate.app.fleet.quorum_reviews import settle_review
from quorate.app.fleet.session_import import import_plain, import_sessions
from quorate.deliberation.principal import Principal
from quorate.fleet.fleet_figures import FleetFigures
from tests.app.fleet_house import OPERATOR, FleetHouse

SESSION: dict[str, Any] = {
    "session_id": "0123456789abcdef",
    "paused_agent_id": "p",
    "reviewer_agent_id": "a",
    "phase": "resolved",
    "synthesis_round": 1,
    "created_at": "2025-12-01T10:00:00",
    "session_type": "recovery",
    "dispute_type": None,
    "topic": "Paused after a loop",
    "paused_agent_state": {},
    "colour": "blue",
    "transcript": [
        {"phase": "thesis", "agent_id": "p", "timestamp": "2025-12-01T10:01:00Z", "root_cause": "A loop"},
        {"phase": "antithesis", "agent_id": "a", "observed_metrics": {"risk": 0.7}, "concerns": ["Again?"]},
        {"phase": "synthesis", "agent_id": "a", "proposed_conditions": ["read only for 2h"], "agrees": True},
        "not a statement",
    ],
    "resolution": {"action": "resume", "conditions": ["read only for 2h"]},
}


@pytest.fixture
def fleet(app: App) -> FleetHouse:
    return FleetHouse(app)


async def decided(fleet: FleetHouse, vote: str) -> str:
    review = await fleet.requested()
    for name in review.turn.parties:
        review = await fleet.vote(review, name, vote, ["read only for 2h"] if vote == "resume" else ())
        if review.executed:
            break
    return review.id


async def test_the_overview_counts_agents_reviews_judgements_and_unnecessary_pauses(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b", "c", "d")
    first = await decided(fleet, "resume")
    for name, held in (("a", True), ("b", True)):
        await judge_review(fleet.app, OPERATOR, name, first, held_up=held)
    await pause_agent(fleet.app, OPERATOR, "p", "Again")
    fleet.wait(hours=7)
    second = await decided(fleet, "block")
    await judge_review(fleet.app, OPERATOR, "a", second, held_up=False)
    fleet.wait(hours=7)
    opened = await fleet.requested()
    found = await show_fleet(fleet.app, OPERATOR)
    assert found.agents == {"active": 4, "paused": 1, "archived": 0}
    assert found.figures == FleetFigures(resume=1, block=1, judged=3, held_up=2, pauses_judged=2, unnecessary=1)
    plain = found.plain("a")
    assert [(one["session_id"], one["whose_move"]["whose"]) for one in plain["open_reviews"]] == [(opened.id, "yours")]
    assert plain["reviews"] == {"ended": 2, "resume": 1, "block": 1, "cooldown": 0}
    assert await fleet.is_intact()


async def test_agents_are_listed_by_status_whatever_review_they_are_in(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b", "c", "d")
    await fleet.requested()
    for status, names in (("paused", ["p"]), ("active", ["a", "b", "c", "d"]), ("archived", [])):
        assert [one.agent.agent_id for one in await list_agents(fleet.app, OPERATOR, status)] == names


async def imported(fleet: FleetHouse, *sessions: Any) -> dict[str, Any]:
    data = json.dumps(list(sessions)).encode()
    return import_plain(await import_sessions(fleet.app, OPERATOR, data, "sessions.json"))


async def test_a_session_is_imported_as_history_and_resumes_nobody(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b")
    before = await agent_history(fleet.app, OPERATOR, "p")
    report = await imported(fleet, SESSION, {**SESSION, "session_id": "fedcba9876543210", "phase": "quorum_voting"})
    assert (report["taken"], report["known"], report["refused"]) == (2, 0, 0)
    taken = report["sessions"][0]
    assert taken["statements"] == 3
    assert taken["notes"] == ["left out: colour", "statement 4 cannot be read, and was left out"]
    shown = await settle_review(fleet.app, OPERATOR, taken["taken_as"])
    plain = shown.plain("a")
    assert (plain["phase"], plain["created_at"]) == ("resolved", "2025-12-01T10:00:00.000000Z")
    assert [one["phase"] for one in plain["transcript"]] == ["thesis", "antithesis", "synthesis"]
    assert (plain["whose_move"]["whose"], plain["executed"]) == ("nobody", None)
    assert await agent_history(fleet.app, OPERATOR, "p") == before
    assert await fleet.status() == "paused"
    assert (await imported(fleet, SESSION))["known"] == 1
    assert await fleet.is_intact()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"session_id": ""}, "session_id"),
        ({"session_id": "a\nb"}, "session_id"),
        ({"paused_agent_id": None}, "paused_agent_id"),
        ({"paused_agent_id": "nobody"}, "no agent called 'nobody'"),
        ({"phase": "done"}, "phase: found 'done'"),
        ({"session_type": "party"}, "session_type"),
        ({"transcript": "none"}, "transcript"),
    ],
)
async def test_a_session_that_cannot_be_read_is_refused_and_named(
    fleet: FleetHouse, change: dict[str, Any], why: str
) -> None:
    await fleet.founded("a")
    before = await fleet.rows()
    report = await imported(fleet, {**SESSION, **change}, 7)
    assert report["refused"] == 2
    assert why in report["sessions"][0]["reason"]
    assert await fleet.rows() == before


async def test_only_an_operator_imports(fleet: FleetHouse) -> None:
    await fleet.founded("a")
    story = import_sessions(fleet.app, Principal("p"), json.dumps(SESSION).encode(), "sessions.json")
    await fleet.refuses("NOT_AN_OPERATOR", story)
