"""Reviews as lists: open ones, ended ones, or those in a phase; page by page, on every record."""

import json
from typing import Any

import pytest

from quorate.app.app import App
from quorate.app.fleet.agents import pause_agent, register_agent
from quorate.app.fleet.fleet_overview import ReviewPage, list_reviews
from quorate.app.fleet.review_requests import request_dialectic_review
from quorate.app.fleet.review_state import Review
from quorate.app.fleet.session_import import import_sessions
from quorate.deliberation.principal import Principal
from quorate.views.fleet import phase_of
from tests.app.fleet_house import OPERATOR, FleetHouse


@pytest.fixture
def fleet(app: App) -> FleetHouse:
    return FleetHouse(app)


async def listed(fleet: FleetHouse, **wanted: Any) -> list[tuple[str, str]]:
    page = await list_reviews(fleet.app, OPERATOR, **wanted)
    return [(one.id, phase_of(one.state)) for one in page.reviews]


async def lapsed(fleet: FleetHouse) -> Review:
    """A review by two parties whose time is over."""
    review = await request_dialectic_review(fleet.app, Principal("p"), "p", "I am well again")
    fleet.wait(hours=7)
    return review


async def counted(fleet: FleetHouse) -> Review:
    """A review by a quorum that blocked."""
    review = await fleet.requested("safety")
    for name in "abc":
        review = await fleet.vote(review, name, "block")
    return review


async def test_reviews_are_listed_by_their_state(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b", "c", risk=0.1)
    failed = await fleet.settled(await lapsed(fleet))
    fleet.wait(hours=7)
    blocked = await counted(fleet)
    fleet.wait(hours=7)
    still = await request_dialectic_review(fleet.app, Principal("p"), "p", "Once more")
    assert await listed(fleet) == await listed(fleet, status="open") == [(still.id, "thesis")]
    assert await listed(fleet, status="thesis") == [(still.id, "thesis")]
    assert await listed(fleet, status="ended") == [(blocked.id, "resolved"), (failed.id, "failed")]
    assert await listed(fleet, status="failed") == [(failed.id, "failed")]
    assert await listed(fleet, status="resolved") == [(blocked.id, "resolved")]
    assert await listed(fleet, status="escalated") == await listed(fleet, status="quorum_voting") == []


async def test_those_whose_time_is_over_are_listed_as_ended_at_the_first_look(fleet: FleetHouse) -> None:
    await fleet.founded("a", risk=0.1)
    assert await listed(fleet, status="ended") == []
    review = await lapsed(fleet)
    assert await listed(fleet, status="failed") == [(review.id, "failed")]


async def test_a_review_that_waits_for_a_person_is_open_in_its_phase(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b", "c")
    review = await fleet.requested("review_system")
    for status in ("open", "escalated"):
        assert await listed(fleet, status=status) == [(review.id, "escalated")]
    assert await listed(fleet, status="ended") == []


@pytest.mark.parametrize("status", ["open", "ended"])
async def test_pages_follow_each_other_and_miss_nothing(fleet: FleetHouse, status: str) -> None:
    names = [f"p{number}" for number in range(5)]
    for name in [*names, *"abcdef"]:
        await register_agent(fleet.app, OPERATOR, name)
    for name in names:
        await pause_agent(fleet.app, OPERATOR, name, "It deleted a table")
        await request_dialectic_review(fleet.app, Principal(name), name, "Well again")
    fleet.wait(hours=7 if status == "ended" else 0)
    found: list[str] = []
    page = await list_reviews(fleet.app, OPERATOR, status, limit=2)
    while page != ReviewPage((), "", page.wanted):
        assert len(page.reviews) <= 2
        found += [one.subject.agent.agent_id for one in page.reviews]
        if not page.after:
            break
        page = await list_reviews(fleet.app, OPERATOR, status, after=page.after, limit=2)
    assert found == (names if status == "open" else names[::-1])


async def test_the_reviews_of_one_agent_are_its_own_and_no_longer_names(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b", risk=0.1)
    await register_agent(fleet.app, OPERATOR, "p2")
    await pause_agent(fleet.app, OPERATOR, "p2", "It deleted a table")
    await request_dialectic_review(fleet.app, Principal("p2"), "p2", "Well again")
    mine = await lapsed(fleet)
    assert await listed(fleet, status="ended", agent_id="p") == [(mine.id, "failed")]
    assert [name for name, _ in await listed(fleet, status="ended", agent_id="p2")] != [mine.id]


async def test_an_imported_session_is_listed_whoever_reviewed_it(fleet: FleetHouse) -> None:
    await fleet.founded("a", risk=0.1)
    session = {"session_id": "0f" * 8, "paused_agent_id": "p", "phase": "resolved", "reviewer_agent_id": " line\nend "}
    await import_sessions(fleet.app, OPERATOR, json.dumps(session).encode(), "a test")
    assert [phase for _, phase in await listed(fleet, status="ended")] == ["resolved"]


async def test_a_state_that_does_not_exist_is_refused(fleet: FleetHouse) -> None:
    await fleet.founded("a")
    await fleet.refuses("INVALID_ARGUMENT", list_reviews(fleet.app, OPERATOR, "done"), "allowed: open, ended, thesis")
