"""Reviews by a quorum, from the pause to the execution."""

import asyncio
from collections.abc import Awaitable

import pytest

from quorate.app.app import App
from quorate.app.fleet.agents import (
    agent_history,
    archive_agent,
    describe_agent,
    judge_review,
    pause_agent,
    show_agent,
)
from quorate.app.fleet.quorum_reviews import submit_quorum_vote
from quorate.app.fleet.review_requests import open_reviews, request_quorum_review
from quorate.app.fleet.review_state import Review
from quorate.app.life.answers import Answers, resolve
from quorate.app.life.round_changes import close
from quorate.app.notification.messages import messages_of
from quorate.core.errors import Refused
from quorate.deliberation.events import Failed
from quorate.deliberation.principal import Principal
from quorate.deliberation.session import Session
from quorate.fleet.agent_events import ReviewExecuted
from quorate.fleet.dialectic.dialectic_state import Turn
from quorate.fleet.refusal import FleetRefusal
from quorate.fleet.reviewers import Exclusion
from tests.app.fleet_house import OPERATOR, FleetHouse


@pytest.fixture
def fleet(app: App) -> FleetHouse:
    return FleetHouse(app)


async def executions(fleet: FleetHouse) -> list[ReviewExecuted]:
    history = await agent_history(fleet.app, OPERATOR, "p")
    return [one.event for one in history if isinstance(one.event, ReviewExecuted)]


async def test_a_paused_agent_is_reviewed_by_three_and_resumed_with_their_conditions(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b", "c", "d", owners=["", "", "", "pat"])
    review = await fleet.requested()
    assert (review.needs, review.fell_back) == (("risk",), False)
    assert review.excluded == (Exclusion("d", "same_owner"), Exclusion("p", "subject"))
    assert review.turn.parties == ("a", "b", "c")
    await fleet.vote(review, "a", "resume", ["monitor everything for 24h"])
    waiting = await fleet.vote(review, "b", "resume")
    assert (waiting.turn.parties, waiting.executed) == (("c",), None)
    done = await fleet.vote(review, "c", "block")
    assert done.executed
    assert (done.executed.action, done.executed.conditions) == ("resume", ("monitor everything for 24h",))
    assert (done.turn, await fleet.status()) == (Turn(), "active")
    assert [(await show_agent(fleet.app, OPERATOR, name)).in_review for name in "pabc"] == [""] * 4
    assert await fleet.is_intact()


async def test_a_block_leaves_it_paused_and_a_new_review_may_be_asked_for(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b", "c", "d", "e", "f")
    review = await fleet.requested()
    for name in review.turn.parties:
        review = await fleet.vote(review, name, "block")
        if review.executed:
            break
    assert review.executed
    assert (review.executed.action, await fleet.status()) == ("block", "paused")
    fleet.wait(hours=7)
    assert (await fleet.requested()).id != review.id


async def test_no_supermajority_is_a_cooldown_of_an_hour(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b", "c")
    review = await fleet.requested()
    for name, vote in (("a", "resume"), ("b", "block"), ("c", "cooldown")):
        review = await fleet.vote(review, name, vote)
    assert review.executed
    assert (review.executed.action, await fleet.status()) == ("cooldown", "paused")
    await fleet.refuses("COOLDOWN", fleet.requested(), "in a cooldown")
    fleet.wait(hours=6, minutes=1)
    assert (await fleet.requested()).turn.parties == ("a", "b", "c")
    assert await fleet.is_intact()


async def test_who_reviewed_it_rests_for_six_hours(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b", "c", "d")
    review = await fleet.requested()
    for name in ("a", "b", "c", "d"):
        review = await fleet.vote(review, name, "cooldown")
        if review.executed:
            break
    fleet.wait(hours=2)
    await fleet.refuses("NO_REVIEWER", fleet.requested(), "reviewed the same agent in the last six hours")
    fleet.wait(hours=5)
    assert (await fleet.requested()).turn.parties == ("a", "b", "c", "d")


async def test_a_reviewer_who_is_paused_meanwhile_does_not_vote_and_is_absent(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b", "c", "d")
    review = await fleet.requested()
    await pause_agent(fleet.app, OPERATOR, "d", "It is ill")
    await fleet.refuses("REVIEWER_INELIGIBLE", fleet.vote(review, "d", "block"), "it is paused itself")
    with pytest.raises(FleetRefusal) as refused:
        await fleet.vote(review, "d", "block")
    assert refused.value.turn
    assert refused.value.turn.parties == ("a", "b", "c")
    assert (await fleet.settled(review)).turn.parties == ("a", "b", "c")
    for name in "abc":
        review = await fleet.vote(review, name, "resume")
    assert isinstance(review.state, Session)
    assert review.state.round
    assert isinstance(review.state.round.answers["d"], Failed)
    assert review.state.round.answers["d"].kind == "absent"


async def test_a_vote_of_somebody_who_became_ineligible_since_is_not_counted(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b", "c", "d")
    review = await fleet.requested()
    await fleet.vote(review, "a", "resume")
    await describe_agent(fleet.app, OPERATOR, "a", "pat", [])
    for name, vote in (("b", "resume"), ("c", "block")):
        await fleet.vote(review, name, vote)
    review = await fleet.vote(review, "d", "block")
    assert isinstance(review.state, Session)
    assert review.state.verdict
    assert "a" not in review.state.verdict.receipt.counted
    assert await fleet.status() == "paused"


async def test_a_reviewer_who_is_archived_is_not_waited_for(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b", "c", "d")
    review = await fleet.requested()
    for name in "abc":
        await fleet.vote(review, name, "block" if name == "a" else "cooldown")
    await archive_agent(fleet.app, OPERATOR, "d")
    assert (await fleet.settled(review)).executed


async def test_at_the_deadline_those_who_voted_decide(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b", "c", "d")
    review = await fleet.requested()
    for name in "abc":
        await fleet.vote(review, name, "resume")
    assert (await fleet.settled(review)).executed is None
    fleet.wait(hours=6, minutes=1)
    review = await fleet.settled(review)
    assert isinstance(review.state, Session)
    assert review.state.verdict
    assert review.state.verdict.result == "RESUME"


async def test_fewer_than_three_votes_cool_down(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b", "c")
    review = await fleet.requested()
    await fleet.vote(review, "a", "resume")
    fleet.wait(hours=7)
    review = await fleet.settled(review)
    assert review.executed
    assert review.executed.action == "cooldown"
    await fleet.refuses("VOTING_CLOSED", fleet.vote(review, "b", "resume"), "quorum_voting")


async def test_a_resume_that_relies_on_absence_waits_for_a_person(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b", "c", "d", "e", risk=0.1)
    review = await fleet.requested()
    for name in "abc":
        await fleet.vote(review, name, "resume")
    fleet.wait(hours=7)
    review = await fleet.settled(review)
    assert (review.executed, review.turn.for_person, await fleet.status()) == (None, True, "paused")
    assert isinstance(review.state, Session)
    answer, seen = Answers(verified="I looked at the logs"), review.state.verdict_hash
    for agent in ("p", "a"):
        with pytest.raises(Refused, match="only an operator"):
            await resolve(fleet.app, Principal(agent), review.id, answer, seen)
    await resolve(fleet.app, OPERATOR, review.id, answer, seen)
    assert (await fleet.settled(review)).executed
    assert await fleet.status() == "active"


async def test_a_condition_that_crosses_a_hard_limit_blocks(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b", "c")
    review = await fleet.requested()
    for name in "abc":
        review = await fleet.vote(review, name, "resume", ["Disable monitoring until Friday"])
    assert review.executed
    assert (review.executed.action, await fleet.status()) == ("block", "paused")


async def test_illegal_votes_are_refused_and_leave_no_trace(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b", "c", "x", owners=["", "", "", "pat"])
    review = await fleet.requested()
    await fleet.vote(review, "a", "resume")

    def cast(name: str, **said: object) -> Awaitable[Review]:
        vote = {"vote": "resume", "reasoning": "Fine", **said}
        return submit_quorum_vote(fleet.app, Principal(name), review.id, vote)

    await fleet.refuses("ALREADY_VOTED", cast("a"), "already voted")
    await fleet.refuses("NOT_A_REVIEWER", cast("x"), "not in the quorum")
    await fleet.refuses("NOT_A_REVIEWER", cast("p"), "not in the quorum")
    await fleet.refuses("NOT_A_REVIEWER", cast("nobody"), "not in the quorum")
    await fleet.refuses("INVALID_VOTE", cast("b", vote="approve"), "vote must be 'resume', 'block', or 'cooldown'")
    await fleet.refuses("INVALID_VOTE", cast("b", vote=None))
    await fleet.refuses("INVALID_ARGUMENT", cast("b", reasoning=" "), "reasoning")
    await fleet.refuses("INVALID_ARGUMENT", cast("b", authority_weight=0.9), "authority_weight")
    other = submit_quorum_vote(fleet.app, Principal("b"), review.id, {"vote": "block", "reasoning": "No"}, "c")
    await fleet.refuses("NOT_YOURSELF", other, "agent_id")
    for wrong in ("", "QUORUM-2026-0101-009", "dialectic-2026-0101-009", "agent-a-001"):
        story = submit_quorum_vote(fleet.app, Principal("b"), wrong, {"vote": "block", "reasoning": "No"})
        await fleet.refuses("SESSION_NOT_FOUND", story, "session_id")


async def test_a_review_is_no_deliberation_that_anybody_else_could_change(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b", "c")
    review = await fleet.requested()
    with pytest.raises(Refused, match="review of the fleet"):
        await close(fleet.app, OPERATOR, review.id)


async def test_who_may_ask_for_a_review_and_when(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b", "c")
    app = fleet.app
    await fleet.refuses("NOT_YOURSELF", request_quorum_review(app, Principal("a"), "p", "For a friend"))
    await fleet.refuses("NOT_PAUSED", request_quorum_review(app, Principal("a"), "a", "For me"), "not paused")
    await fleet.refuses("AGENT_NOT_FOUND", request_quorum_review(app, OPERATOR, "z", "Who"), "agent_id")
    await fleet.refuses("INVALID_ARGUMENT", request_quorum_review(app, OPERATOR, "p", " "), "reason")
    await fleet.requested()
    await fleet.refuses("IN_REVIEW", fleet.requested(), "still open")
    assert len(await open_reviews(app, OPERATOR)) == 1


async def test_of_several_requests_at_once_one_opens_a_review(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b", "c", "d")
    tried = await asyncio.gather(*(fleet.requested() for _ in range(4)), return_exceptions=True)
    assert [isinstance(one, Exception) for one in tried].count(False) == 1


async def test_two_reviews_at_once_never_share_a_reviewer(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b", "c", "d", "e", "f", "q")
    await pause_agent(fleet.app, OPERATOR, "q", "It is slow")
    both = await asyncio.gather(
        fleet.requested(), request_quorum_review(fleet.app, OPERATOR, "q", "Well again"), return_exceptions=True
    )
    parties = [set(one.turn.parties) for one in both if not isinstance(one, BaseException)]
    assert len(parties) == 2
    assert parties[0].isdisjoint(parties[1])


async def test_what_was_decided_is_executed_once_however_often_it_is_settled(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b", "c")
    review = await fleet.requested()
    await fleet.vote(review, "a", "resume")
    await fleet.vote(review, "b", "resume")
    await asyncio.gather(fleet.vote(review, "c", "resume"), *(fleet.settled(review) for _ in range(4)))
    assert len(await executions(fleet)) == 1
    await pause_agent(fleet.app, OPERATOR, "p", "Again")
    await fleet.settled(review)
    assert (await fleet.status(), len(await executions(fleet))) == ("paused", 1)


async def test_a_review_that_held_up_counts_for_the_reviewer(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b", "c")
    review = await fleet.requested()
    for name in "abc":
        await fleet.vote(review, name, "resume")
    judged = await judge_review(fleet.app, OPERATOR, "a", review.id, held_up=True)
    assert (judged.agent.reviews, judged.agent.held_up) == (1, 1)
    changed = await judge_review(fleet.app, OPERATOR, "a", review.id, held_up=False)
    assert (changed.agent.reviews, changed.agent.held_up) == (1, 0)
    await fleet.refuses("SESSION_NOT_FOUND", judge_review(fleet.app, OPERATOR, "p", review.id, held_up=True))
    judging = judge_review(fleet.app, Principal("a"), "a", review.id, held_up=True)
    await fleet.refuses("NOT_AN_OPERATOR", judging)


async def test_the_fleet_is_told_who_has_to_vote_and_what_was_done(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b", "c")
    review = await fleet.requested()
    assert isinstance(review.state, Session)
    waiting = messages_of(review.state, fleet.app.now)
    assert [(one.kind, one.data["who"], one.data["paused_agent_id"]) for one in waiting] == [
        ("inbox.waiting", name, "p") for name in "abc"
    ]
    assert waiting[0].data["command"] == f"quorate review vote {review.id} VOTE --reasoning TEXT"
    for name in "abc":
        review = await fleet.vote(review, name, "resume", ["read only for 2h"])
    assert isinstance(review.state, Session)
    (decided,) = messages_of(review.state, fleet.app.now)
    assert (decided.kind, decided.data["action"]) == ("deliberation.decided", "resume")
    assert (decided.data["conditions"], decided.data["review_from"]) == (["read only for 2h"], None)
