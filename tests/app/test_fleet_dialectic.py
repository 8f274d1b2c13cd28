"""Reviews by two parties, on the record: from the request to the execution."""

import asyncio

import pytest

from quorate.app.app import App
from quorate.app.fleet.agents import agent_history, pause_agent, show_agent
from quorate.app.fleet.dialectic_reviews import (
    decide_review,
    reassign_review,
    submit_antithesis,
    submit_synthesis,
    submit_thesis,
    verify_review,
)
from quorate.app.fleet.quorum_reviews import submit_quorum_vote
from quorate.app.fleet.review_requests import request_dialectic_review
from quorate.app.fleet.review_state import Review
from quorate.deliberation.principal import Principal
from quorate.fleet.agent_events import ReviewExecuted
from quorate.fleet.dialectic.dialectic_events import AntithesisFiled, SynthesisFiled, ThesisFiled
from quorate.fleet.dialectic.dialectic_state import ANTITHESIS, ESCALATED, FAILED, RESOLVED, SYNTHESIS, Dialectic
from tests.app.fleet_house import OPERATOR, FleetHouse

P = Principal("p")
THESIS = ThesisFiled("The queue overflowed", ("monitor everything for 24h",), "It is fixed")
CONCERNED = AntithesisFiled({"errors": 3}, ("It will come back",))
AGREES, DISAGREES = SynthesisFiled("", agrees=True), SynthesisFiled("", ("Report errors hourly",))


@pytest.fixture
def fleet(app: App) -> FleetHouse:
    return FleetHouse(app)


async def opened(fleet: FleetHouse, *, risk: float | None = 0.1) -> Review:
    await fleet.founded("a", "b", risk=risk)
    return await request_dialectic_review(fleet.app, P, "p", "I am well again", THESIS)


async def argued(fleet: FleetHouse, review: Review, *, agrees: bool = True) -> Review:
    reviewer = state(review).reviewer
    await submit_antithesis(fleet.app, Principal(reviewer), review.id, CONCERNED)
    await submit_synthesis(fleet.app, P, review.id, AGREES)
    said = AGREES if agrees else DISAGREES
    return await submit_synthesis(fleet.app, Principal(reviewer), review.id, said)


def state(review: Review) -> Dialectic:
    assert isinstance(review.state, Dialectic)
    return review.state


async def test_two_agree_and_the_agent_is_resumed_under_their_conditions(fleet: FleetHouse) -> None:
    review = await opened(fleet)
    assert (state(review).phase, review.turn.parties, review.fell_back) == (ANTITHESIS, ("a",), False)
    done = await argued(fleet, review)
    assert (state(done).phase, await fleet.status()) == (RESOLVED, "active")
    story = await show_agent(fleet.app, OPERATOR, "p")
    assert (story.conditions, story.in_review) == (("monitor everything for 24h",), "")
    assert (await show_agent(fleet.app, OPERATOR, "a")).in_review == ""
    assert await fleet.is_intact()


async def test_with_fewer_than_three_reviewers_a_quorum_falls_back_and_a_person_verifies(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b")
    review = await fleet.requested()
    assert (review.fell_back, review.needs, state(review).opened.quorum_required) == (True, ("risk",), ("risk",))
    await submit_thesis(fleet.app, P, review.id, THESIS)
    agreed = await argued(fleet, review)
    assert (agreed.turn.for_person, agreed.executed, await fleet.status()) == (True, None, "paused")
    verifying = verify_review(fleet.app, P, review.id, approves=True, reason="I am fine")
    await fleet.refuses("NOT_AN_OPERATOR", verifying)
    done = await verify_review(fleet.app, OPERATOR, review.id, approves=True, reason="I read the logs")
    assert done.executed
    assert await fleet.status() == "active"


async def test_a_person_who_does_not_verify_it_leaves_it_paused(fleet: FleetHouse) -> None:
    review = await opened(fleet, risk=0.9)
    await argued(fleet, review)
    done = await verify_review(fleet.app, OPERATOR, review.id, approves=False, reason="The logs say otherwise")
    assert done.executed
    assert (done.executed.action, await fleet.status()) == ("block", "paused")


async def test_a_dialectic_that_a_hard_limit_blocks_leaves_no_condition_on_the_agent(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b", risk=0.1)
    forbidden = THESIS._replace(conditions=("Disable monitoring",))
    review = await request_dialectic_review(fleet.app, P, "p", "I am well again", forbidden)
    done = await argued(fleet, review)
    assert done.executed
    assert (done.executed.action, done.executed.conditions) == ("block", ())
    assert (await show_agent(fleet.app, OPERATOR, "p")).conditions == ()
    executed = [one.event for one in await agent_history(fleet.app, OPERATOR, "p")]
    assert [one.conditions for one in executed if isinstance(one, ReviewExecuted)] == [()]


async def test_where_a_quorum_is_required_and_possible_a_dialectic_becomes_one(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b", "c")
    review = await request_dialectic_review(fleet.app, P, "p", "I am well again", THESIS)
    assert (review.id[:7], review.needs) == ("QUORUM-", ("risk",))


async def test_no_answer_in_time_keeps_the_state_and_a_retry_waits_for_an_hour(fleet: FleetHouse) -> None:
    review = await opened(fleet)
    fleet.wait(hours=2, minutes=1)
    late = submit_antithesis(fleet.app, Principal("a"), review.id, CONCERNED)
    with pytest.raises(Exception, match="it ended with cooldown"):
        await late
    done = await fleet.settled(review)
    assert (state(done).phase, await fleet.status()) == (FAILED, "paused")
    assert done.executed
    await fleet.refuses("COOLDOWN", request_dialectic_review(fleet.app, P, "p", "Again"))
    fleet.wait(hours=1, minutes=1)
    assert state(await request_dialectic_review(fleet.app, P, "p", "Again")).reviewer == "b"


async def test_an_objection_follows_the_agent_into_the_next_review(fleet: FleetHouse) -> None:
    review = await opened(fleet)
    await submit_antithesis(fleet.app, Principal("a"), review.id, CONCERNED)
    fleet.wait(hours=1, minutes=1)
    await fleet.settled(review)
    fleet.wait(hours=1, minutes=1)
    again = await request_dialectic_review(fleet.app, P, "p", "Again", THESIS)
    assert [one.reviewer for one in state(again).objections] == ["a"]
    agreed = await argued(fleet, again)
    assert (agreed.turn.for_person, await fleet.status()) == (True, "paused")


async def test_two_who_agree_at_once_resume_it_once(fleet: FleetHouse) -> None:
    review = await opened(fleet)
    await submit_antithesis(fleet.app, Principal("a"), review.id, CONCERNED)
    both = (submit_synthesis(fleet.app, who, review.id, AGREES) for who in (P, Principal("a")))
    await asyncio.gather(*both, *(fleet.settled(review) for _ in range(3)))
    history = await agent_history(fleet.app, OPERATOR, "p")
    assert sum(isinstance(one.event, ReviewExecuted) for one in history) == 1
    assert await fleet.status() == "active"


async def test_another_reviewer_is_one_who_may_review(fleet: FleetHouse) -> None:
    review = await opened(fleet)
    app = fleet.app
    await fleet.refuses("MAY_NOT_REASSIGN", reassign_review(app, P, review.id, "b"))
    await fleet.refuses("AGENT_NOT_FOUND", reassign_review(app, OPERATOR, review.id, "z"))
    await pause_agent(app, OPERATOR, "b", "It is ill")
    await fleet.refuses("NOT_A_REVIEWER", reassign_review(app, OPERATOR, review.id, "b"), "it is paused itself")


async def test_the_reviewer_hands_over_and_is_free_again(fleet: FleetHouse) -> None:
    review = await opened(fleet)
    await submit_antithesis(fleet.app, Principal("a"), review.id, CONCERNED)
    changed = await reassign_review(fleet.app, Principal("a"), review.id, "b", "I am busy")
    assert (state(changed).reviewer, changed.turn.parties) == ("b", ("b",))
    assert [(await show_agent(fleet.app, OPERATOR, name)).in_review for name in "ab"] == ["", review.id]
    await fleet.refuses("NOT_A_PARTY", submit_antithesis(fleet.app, Principal("a"), review.id, CONCERNED))
    agreed = await argued(fleet, changed)
    assert (agreed.executed, agreed.turn.for_person) == (None, True)
    assert await fleet.is_intact()


async def test_a_dispute_about_the_reviews_is_decided_by_a_person_within_the_limits(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b", "c")
    review = await fleet.requested("review_system")
    assert (state(review).phase, review.turn.for_person) == (ESCALATED, True)
    app = fleet.app
    await fleet.refuses("NEEDS_A_PERSON", submit_thesis(app, P, review.id, THESIS))
    await fleet.refuses("NOT_AN_OPERATOR", decide_review(app, P, review.id, "resume", ["Log it"], "Fine"))
    await fleet.refuses("INVALID_VOTE", decide_review(app, OPERATOR, review.id, "free", [], "Fine"))
    done = await decide_review(app, OPERATOR, review.id, "resume", ["Disable monitoring"], "Fine")
    assert done.executed
    assert (done.executed.action, await fleet.status()) == ("block", "paused")


async def test_moves_of_others_are_refused_and_leave_no_trace(fleet: FleetHouse) -> None:
    review = await opened(fleet)
    app = fleet.app
    await fleet.refuses("NOT_YOUR_MOVE", submit_antithesis(app, P, review.id, CONCERNED))
    await fleet.refuses("NOT_A_PARTY", submit_antithesis(app, Principal("b"), review.id, CONCERNED))
    await fleet.refuses("WRONG_PHASE", submit_thesis(app, P, review.id, THESIS))
    await fleet.refuses("SESSION_NOT_FOUND", submit_thesis(app, P, "dialectic-2026-0101-001", THESIS), "session_id")
    vote = {"vote": "resume", "reasoning": "Fine"}
    await fleet.refuses("WRONG_PHASE", submit_quorum_vote(app, Principal("a"), review.id, vote), "quorum_voting")
    await fleet.refuses("NOT_YOURSELF", request_dialectic_review(app, Principal("a"), "p", "For a friend"))
    await fleet.refuses("NOT_YOURSELF", request_dialectic_review(app, OPERATOR, "p", "For it", THESIS))
    again = await argued(fleet, review, agrees=False)
    assert (state(again).phase, state(again).round) == (SYNTHESIS, 2)


async def test_where_nobody_is_named_the_highest_authority_reviews_from_then_on(fleet: FleetHouse) -> None:
    review = await opened(fleet)
    await fleet.refuses("MAY_NOT_REASSIGN", reassign_review(fleet.app, P, review.id, ""))
    handed = await reassign_review(fleet.app, Principal("a"), review.id, "", "No time")
    assert (state(handed).reviewer, handed.turn.parties) == ("b", ("b",))
    await fleet.refuses("NO_REVIEWER", reassign_review(fleet.app, Principal("b"), review.id, ""), "six hours")


@pytest.mark.parametrize("risk", [0.1, 0.9])
async def test_every_answer_says_that_there_were_too_few_for_a_quorum(fleet: FleetHouse, risk: float) -> None:
    await fleet.founded("a", "b", risk=risk)
    review = await fleet.requested()
    assert (review.fell_back, (await fleet.settled(review)).fell_back) == (True, True)


async def test_a_review_for_a_person_has_not_fallen_back(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b")
    review = await fleet.requested("review_system")
    assert (state(review).phase, review.fell_back, (await fleet.settled(review)).fell_back) == (ESCALATED, False, False)


async def test_a_person_resumes_with_a_condition_as_well(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b")
    review = await fleet.requested("review_system")
    for conditions in ([], [" "]):
        await fleet.refuses(
            "EMPTY_AGREEMENT", decide_review(fleet.app, OPERATOR, review.id, "resume", conditions, "Fine")
        )
    done = await decide_review(fleet.app, OPERATOR, review.id, "resume", ["read only for 2h"], "Fine")
    again = await decide_review(fleet.app, OPERATOR, review.id, "resume", ["read only for 2h"], "Fine")
    assert done.state == again.state
    await fleet.refuses("ALREADY_ENDED", decide_review(fleet.app, OPERATOR, review.id, "block", [], "No"))


async def test_to_verify_once_more_is_harmless_and_otherwise_is_refused(fleet: FleetHouse) -> None:
    review = await opened(fleet, risk=0.9)
    await argued(fleet, review)
    done = await verify_review(fleet.app, OPERATOR, review.id, approves=False, reason="The logs say otherwise")
    rows = await fleet.rows()
    again = await verify_review(fleet.app, OPERATOR, review.id, approves=False, reason="As I said")
    assert (again.state, await fleet.rows()) == (done.state, rows)
    verifying = verify_review(fleet.app, OPERATOR, review.id, approves=True, reason="Or not")
    await fleet.refuses("WRONG_PHASE", verifying)
