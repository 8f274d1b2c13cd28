"""A condition that crosses a hard limit: whoever proposes it is told so at once, and what they said is kept."""

import pytest

from quorate.app.app import App
from quorate.app.fleet.dialectic_reviews import submit_antithesis, submit_synthesis, submit_thesis
from quorate.app.fleet.quorum_reviews import submit_quorum_vote
from quorate.app.fleet.review_requests import request_dialectic_review
from quorate.app.fleet.review_state import Review
from quorate.deliberation.principal import Principal
from quorate.fleet.dialectic.dialectic_events import SynthesisFiled
from tests.app.fleet_house import FleetHouse
from tests.app.test_fleet_dialectic import CONCERNED, THESIS, P, opened, state

FORBIDDEN, HARMLESS = "Disable monitoring until Friday", "check in after 2h"
TOLD = {
    "code": "hard_limit",
    "values": {
        "condition": FORBIDDEN,
        "limit": "monitoring",
        "rule": "may not remove monitoring",
        "found": "disable monitoring",
        "action": "block",
    },
}


@pytest.fixture
def fleet(app: App) -> FleetHouse:
    return FleetHouse(app)


def told(review: Review) -> list[tuple[str, str]]:
    return [(one.condition, one.limit) for one in review.warnings]


async def test_a_vote_with_such_a_condition_is_taken_and_says_what_becomes_of_it(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b", "c")
    review = await fleet.requested()
    first = await fleet.vote(review, "a", "resume", [HARMLESS, FORBIDDEN])
    assert first.plain("a")["warnings"] == [TOLD]
    assert first.plain("a")["votes_received"] == 1
    assert "warnings" not in (await fleet.settled(review)).plain("b")
    second = await fleet.vote(review, "b", "resume", [HARMLESS])
    assert (told(second), "warnings" in second.plain("b")) == ([], False)
    last = await fleet.vote(review, "c", "resume")
    assert last.executed
    assert (last.executed.action, told(last)) == ("block", [])


@pytest.mark.parametrize("vote", ["block", "cooldown"])
async def test_conditions_of_those_who_do_not_resume_decide_nothing(fleet: FleetHouse, vote: str) -> None:
    await fleet.founded("a", "b", "c")
    assert told(await fleet.vote(await fleet.requested(), "a", vote, [FORBIDDEN])) == []


async def test_a_vote_that_is_repeated_with_its_key_says_what_was_cast(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b", "c")
    review, vote = await fleet.requested(), {"vote": "resume", "reasoning": "Well", "conditions": [FORBIDDEN]}
    for conditions in ([FORBIDDEN], [HARMLESS]):
        said = {**vote, "conditions": conditions}
        answer = await submit_quorum_vote(fleet.app, Principal("a"), review.id, said, key="once")
        assert told(answer) == [(FORBIDDEN, "monitoring")]


async def test_a_synthesis_and_a_thesis_say_it_as_well(fleet: FleetHouse) -> None:
    review = await opened(fleet)
    reviewer = Principal(state(review).reviewer)
    assert told(await submit_antithesis(fleet.app, reviewer, review.id, CONCERNED)) == []
    proposed = await submit_synthesis(fleet.app, P, review.id, SynthesisFiled("", (FORBIDDEN,)))
    assert proposed.plain("p")["warnings"] == [TOLD]
    assert told(await submit_synthesis(fleet.app, reviewer, review.id, SynthesisFiled("", (HARMLESS,)))) == []


async def test_a_thesis_says_it_however_it_is_filed(fleet: FleetHouse) -> None:
    await fleet.founded("a", risk=0.1)
    crossing = THESIS._replace(conditions=(FORBIDDEN,))
    review = await request_dialectic_review(fleet.app, P, "p", "I am well again", crossing)
    assert told(review) == [(FORBIDDEN, "monitoring")]


async def test_a_thesis_of_its_own_says_it(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b")
    review = await fleet.requested()
    filed = await submit_thesis(fleet.app, P, review.id, THESIS._replace(conditions=(FORBIDDEN,)))
    assert told(filed) == [(FORBIDDEN, "monitoring")]
