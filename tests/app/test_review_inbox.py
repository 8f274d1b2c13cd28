"""Reviews by two parties in the inbox: whoever has to move finds them there, with the command of the move."""

from typing import cast

import pytest

from quorate.app.app import App
from quorate.app.deliberation_list import list_inbox
from quorate.app.fleet.agents import pause_agent, register_agent
from quorate.app.fleet.dialectic_reviews import (
    decide_review,
    reassign_review,
    submit_antithesis,
    submit_synthesis,
    submit_thesis,
    verify_review,
)
from quorate.app.fleet.review_requests import request_dialectic_review, request_quorum_review
from quorate.deliberation.principal import Principal
from quorate.deliberation.summary import Wait
from quorate.fleet.dialectic.dialectic_state import Dialectic
from quorate.views.lists import ListEntry
from tests.app.fleet_house import OPERATOR, FleetHouse
from tests.app.test_fleet_dialectic import AGREES, CONCERNED, THESIS, P, argued, opened
from tests.surfaces.http.client import Client


@pytest.fixture
def fleet(app: App) -> FleetHouse:
    return FleetHouse(app)


async def inbox(app: App, name: str = "") -> list[ListEntry]:
    return list((await list_inbox(app, OPERATOR, name)).entries)


async def waits(app: App, name: str = "") -> list[tuple[str, str]]:
    return [(wait.kind, wait.who) for entry in await inbox(app, name) for wait in entry.summary.waits]


async def test_an_agreement_that_a_person_verifies_is_in_the_inbox_until_then(fleet: FleetHouse) -> None:
    review = await argued(fleet, await opened(fleet, risk=0.9))
    (entry,) = await inbox(fleet.app)
    assert (entry.id, entry.summary.protocol, entry.summary.subject) == (review.id, "dialectic", "p")
    assert entry.summary.waits == (Wait("verify"),)
    assert entry.command == f"quorate review verify {review.id} --approve|--refuse --reason TEXT"
    assert await fleet.is_intact()
    await verify_review(fleet.app, OPERATOR, review.id, approves=True, reason="I read the logs")
    assert (await inbox(fleet.app), await fleet.is_intact()) == ([], True)


async def test_a_dispute_about_the_reviews_is_in_the_inbox_until_a_person_decides(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b", "c")
    review = await request_quorum_review(fleet.app, P, "p", "They all hate me", "review_system")
    (entry,) = await inbox(fleet.app, "olga")
    assert (entry.id, entry.summary.waits) == (review.id, (Wait("decide"),))
    assert entry.command == f"quorate review decide {review.id} ACTION --reason TEXT"
    assert await inbox(fleet.app, "p") == []
    await decide_review(fleet.app, OPERATOR, review.id, "block", (), "They do not")
    assert await inbox(fleet.app) == []


async def test_each_party_finds_its_move_in_its_inbox(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b")
    review = await fleet.requested()
    assert (await waits(fleet.app), await waits(fleet.app, "a")) == ([("thesis", "p")], [])
    await submit_thesis(fleet.app, P, review.id, THESIS)
    assert (await waits(fleet.app, "p"), await waits(fleet.app, "a")) == ([], [("antithesis", "a")])
    (entry,) = await inbox(fleet.app, "a")
    assert (entry.command.split()[2], entry.summary.waits[0].until) == ("antithesis", review_until(entry))
    await submit_antithesis(fleet.app, Principal("a"), review.id, CONCERNED)
    assert await waits(fleet.app) == [("synthesis", "p"), ("synthesis", "a")]
    await submit_synthesis(fleet.app, P, review.id, AGREES)
    assert (await waits(fleet.app, "p"), await waits(fleet.app, "a")) == ([], [("synthesis", "a")])


def review_until(entry: ListEntry) -> str:
    (until,) = {wait.until for wait in entry.summary.waits}
    assert until > entry.changed_at
    return until


async def test_where_the_reviewer_may_not_review_any_more_somebody_reassigns_it(fleet: FleetHouse) -> None:
    review = await opened(fleet)
    await pause_agent(fleet.app, OPERATOR, "a", "It is ill")
    (entry,) = await inbox(fleet.app)
    assert [(wait.kind, wait.who) for wait in entry.summary.waits] == [("reassign", "")]
    assert entry.command == f"quorate review reassign {review.id} REVIEWER"
    await reassign_review(fleet.app, OPERATOR, review.id, "b")
    assert await waits(fleet.app) == [("antithesis", "b")]


@pytest.mark.parametrize("phase", ["antithesis", "synthesis"])
async def test_an_operator_finds_it_in_their_own_inbox_and_nobody_else_but_the_reviewer(
    fleet: FleetHouse, phase: str
) -> None:
    review = await opened(fleet)
    if phase == "synthesis":
        await submit_antithesis(fleet.app, Principal("a"), review.id, CONCERNED)
    assert await waits(fleet.app, "olga") == []
    await pause_agent(fleet.app, OPERATOR, "a", "It is ill")
    assert await waits(fleet.app, "olga") == await waits(fleet.app, "a") == [("reassign", "")]
    for name in ("b", "p"):
        assert (await list_inbox(fleet.app, Principal(name), name)).entries == ()
    shown = await Client(fleet.app).get("/v1/inbox", OPERATOR, mine="true")
    assert [one["id"] for one in shown.json()["lines"]] == [review.id]


async def test_a_page_of_the_inbox_is_filled_however_many_reviews_wait_for_others(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b", "c", "d", risk=0.1)
    waiting = [await request_dialectic_review(fleet.app, P, "p", "I am well again", THESIS)]
    await register_agent(fleet.app, OPERATOR, "q")
    await pause_agent(fleet.app, OPERATOR, "q", "It is slow")
    waiting.append(await request_dialectic_review(fleet.app, Principal("q"), "q", "I am well again", THESIS))
    stuck, other = (cast(Dialectic, one.state).reviewer for one in waiting)
    await pause_agent(fleet.app, OPERATOR, stuck, "It is ill")
    page = await list_inbox(fleet.app, OPERATOR, "olga", limit=1)
    assert ([one.id for one in page.entries], page.after) == ([waiting[0].id], "")
    assert stuck != other


async def test_one_whose_time_is_over_waits_for_nobody(fleet: FleetHouse) -> None:
    await opened(fleet)
    fleet.wait(hours=3)
    assert await inbox(fleet.app) == []
    assert await fleet.is_intact()
