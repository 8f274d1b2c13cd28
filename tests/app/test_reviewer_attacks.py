"""Engines that review and are up to something, and what others try with their seats: nobody is resumed by it."""

import asyncio
from pathlib import Path

import pytest

from quorate.app.fleet.agents import (
    AgentReport,
    agent_history,
    archive_agent,
    describe_agent,
    pause_agent,
    register_agent,
)
from quorate.app.fleet.agents import report_state as reported
from quorate.app.fleet.quorum_reviews import submit_quorum_vote
from quorate.app.fleet.review_state import Review
from quorate.app.life.answers import Answers, resolve
from quorate.app.life.ballots import BallotParts, BallotTerms, vote
from quorate.app.life.resumption import resume
from quorate.app.life.round_changes import close, redeliberate, retry
from quorate.core.errors import QuorateError
from quorate.deliberation.events import AUTHENTICATED, Cast, Failed
from quorate.deliberation.principal import Principal
from quorate.deliberation.rounds.redeliberation import Again
from quorate.fleet.agent_events import ReviewExecuted
from quorate.fleet.dialectic.dialectic_state import Dialectic
from quorate.fleet.refusal import FleetRefusal
from quorate.fleet.reviewers import Exclusion
from tests.app.fleet_house import OPERATOR
from tests.app.house import House
from tests.app.reviewer_replies import FORBIDDEN, REPLIES
from tests.app.test_engine_reviewers import BLOCK, RESUME, SAID, EngineHouse, answer_of, session_of

FAILS = "exit 3"


@pytest.fixture
def address(tmp_path: Path) -> str:
    """One kind of record is enough: none of this is about how it is kept."""
    return str(tmp_path / "record.db")


@pytest.fixture
def fleet(house: House) -> EngineHouse:
    return EngineHouse(house)


def reads_its_nonce(fleet: EngineHouse, commands: str) -> str:
    prompt = fleet.house.folder / "opus.prompt"
    return f'P={prompt}\nN=$(sed -n \'s/^nonce: "\\(.*\\)"$/\\1/p\' "$P" | head -1)\n{commands}'


@pytest.mark.parametrize(("commands", "allowed"), REPLIES.values(), ids=REPLIES)
async def test_a_reply_counts_for_its_own_seat_by_its_own_weight_or_not_at_all(
    fleet: EngineHouse, commands: str, allowed: tuple[str, ...]
) -> None:
    await fleet.founded("a", "b")
    await fleet.hired("opus", reads_its_nonce(fleet, commands))
    asked = await fleet.requested()
    weights = {seat.name: seat.weight for seat in session_of(asked).opened.seats}
    review = await fleet.carried(asked)
    assert sorted(review.turn.parties) == ["a", "b"]
    for name in ("a", "b"):
        review = await fleet.vote(review, name, "resume")
    answer = answer_of(review, "opus")
    assert (answer.vote["vote"] if isinstance(answer, Cast) else "-") in allowed
    done, verdict = review.executed, session_of(review).verdict
    assert done
    assert verdict
    counted = {one.seat.name: one.seat.weight for one in verdict.receipt.roster}
    assert (counted, {*verdict.receipt.counted} - {"opus"}) == (weights, {"a", "b"})
    if isinstance(answer, Failed):
        assert (done.action, await fleet.status()) == ("cooldown", "paused")


@pytest.mark.parametrize("condition", FORBIDDEN.values(), ids=FORBIDDEN)
async def test_a_forbidden_condition_of_an_engine_blocks_whoever_else_resumes(
    fleet: EngineHouse, condition: str
) -> None:
    await fleet.founded("a", "b")
    await fleet.hired("opus", {**RESUME, "conditions": ["Report every write", condition]})
    review = await fleet.carried(await fleet.requested())
    for name in ("a", "b"):
        review = await fleet.vote(review, name, "resume")
    assert review.executed
    assert (review.executed.action, review.executed.conditions, await fleet.status()) == ("block", (), "paused")


# whose they are


async def test_the_engine_under_review_does_not_review_itself_under_another_name(fleet: EngineHouse) -> None:
    voter = fleet.house.program("x.sh", RESUME)
    await register_agent(fleet.app, OPERATOR, "p", "pat", voter=voter)
    await register_agent(fleet.app, OPERATOR, "twin", "tom", voter=f"{voter} --again")
    for name in ("a", "b", "c"):
        await register_agent(fleet.app, OPERATOR, name)
    await pause_agent(fleet.app, OPERATOR, "p", "It let everything through")
    review = await fleet.requested()
    assert Exclusion("twin", "same_engine") in review.excluded


async def test_one_model_under_two_owners_is_one_voter_for_a_resume(fleet: EngineHouse) -> None:
    await fleet.founded()
    voter = fleet.house.program("x.sh", RESUME)
    for name, owner in (("x", "ann"), ("y", "ben"), ("z", "cara")):
        await register_agent(fleet.app, OPERATOR, name, owner, voter=f"{voter} --as {name}")
    done = await fleet.carried(await fleet.requested())
    assert done.executed
    assert (done.executed.action, await fleet.status()) == ("cooldown", "paused")


@pytest.mark.parametrize("name", ["pat", "Pat", "p\u0430t"])
async def test_the_owner_of_the_paused_agent_is_no_reviewer_of_it_in_person(fleet: EngineHouse, name: str) -> None:
    await fleet.founded("a", "b", "c")
    await register_agent(fleet.app, OPERATOR, name, voter="person")
    review = await fleet.requested()
    assert Exclusion(name, "same_owner") in review.excluded
    await fleet.refuses(
        "NOT_A_REVIEWER", submit_quorum_vote(fleet.app, Principal(name), review.id, SAID), "not in the quorum"
    )


async def test_what_the_paused_agent_owns_does_not_review_it(fleet: EngineHouse) -> None:
    await fleet.founded("a", "b", "c")
    await fleet.hired("opus", RESUME, owner="p")
    assert Exclusion("opus", "same_owner") in (await fleet.requested()).excluded


@pytest.mark.parametrize("who", ["pat", "p", "a", "opus", "olga"])
async def test_nobody_else_votes_in_a_persons_seat(fleet: EngineHouse, who: str) -> None:
    await fleet.founded("a")
    await register_agent(fleet.app, OPERATOR, "ben", voter="person")
    await fleet.hired("opus", BLOCK)
    review, other = await fleet.requested(), Principal(who, owns_store=who == "olga")
    await fleet.refuses("NOT_YOURSELF", submit_quorum_vote(fleet.app, other, review.id, SAID, "ben"))
    await fleet.house.refuses(vote(fleet.app, other, review.id, BALLOT, BallotTerms("ben")), ".")


BALLOT = BallotParts("resume", rationale="I looked at it")


@pytest.mark.parametrize("who", ["opus", "a", "p", "pat", "olga"])
@pytest.mark.parametrize("proof", ["", AUTHENTICATED])
async def test_nobody_votes_from_outside_in_an_engines_seat(fleet: EngineHouse, who: str, proof: str) -> None:
    await fleet.founded("a", "b")
    await fleet.hired("opus", BLOCK)
    review = await fleet.requested()
    other = Principal(who, proof or Principal(who).proof, owns_store=who == "olga")
    with pytest.raises(FleetRefusal):
        await submit_quorum_vote(fleet.app, other, review.id, SAID, "opus")
    await fleet.house.refuses(vote(fleet.app, other, review.id, BALLOT, BallotTerms("opus")), ".")
    await fleet.carried(review)
    assert fleet.house.times_asked() == 1
    with pytest.raises(FleetRefusal):
        await submit_quorum_vote(fleet.app, other, review.id, SAID, "opus")


# what fails


async def failed_review(fleet: EngineHouse) -> Review:
    """a and b resume, and the third reviewer has failed: a cooldown."""
    await fleet.founded("a", "b")
    await fleet.hired("opus", FAILS)
    review = await fleet.carried(await fleet.requested())
    for name in ("a", "b"):
        review = await fleet.vote(review, name, "resume")
    assert review.executed
    assert review.executed.action == "cooldown"
    return review


@pytest.mark.parametrize("name", ["p", "a", "opus", "olga"])
async def test_an_engine_that_failed_is_not_asked_again_once_its_review_was_carried_out(
    fleet: EngineHouse, name: str
) -> None:
    review = await failed_review(fleet)
    fleet.script("opus", 'printf \'{"vote": "resume", "reasoning": "Well"}\'')
    who = Principal(name, owns_store=name == "olga")
    for attempt in (
        retry(fleet.app, who, review.id),
        retry(fleet.app, who, review.id, ["opus"]),
        redeliberate(fleet.app, who, review.id, Again("changed_conditions", seats=("opus",), reason="It works now")),
    ):
        await fleet.house.refuses(attempt, "only review operations change it")
    await resume(fleet.app, OPERATOR, review.id)
    after = await fleet.settled(review)
    assert after.executed
    assert (after.executed.action, await fleet.status()) == ("cooldown", "paused")
    history = await agent_history(fleet.app, OPERATOR, "p")
    assert sum(isinstance(one.event, ReviewExecuted) for one in history) == 1


@pytest.mark.parametrize("name", ["p", "a", "olga"])
async def test_nobody_closes_a_review_before_its_time(fleet: EngineHouse, name: str) -> None:
    await fleet.founded("a", "b", "c")
    await fleet.hired("opus", FAILS)
    review = await fleet.carried(await fleet.requested())
    for voter in ("a", "b"):
        await fleet.vote(review, voter, "resume")
    closed = close(fleet.app, Principal(name, owns_store=name == "olga"), review.id)
    await fleet.house.refuses(closed, "only review operations change it")
    after = await fleet.settled(review)
    assert (after.executed is None or after.executed.action != "resume", await fleet.status()) == (True, "paused")


async def test_a_resume_that_rests_on_engines_that_failed_waits_for_a_person(fleet: EngineHouse) -> None:
    await fleet.founded("a", "b", "c")
    for name in ("x", "y"):
        await fleet.hired(name, FAILS)
    review = await fleet.carried(await fleet.requested())
    for name in ("a", "b", "c"):
        review = await fleet.vote(review, name, "resume")
    verdict = session_of(review).verdict
    assert verdict
    assert (verdict.result, verdict.requires) == ("RESUME", ("verification",))
    assert "RELIES_ON_ABSENCE" in verdict.flags
    assert (review.turn.for_person, review.executed, await fleet.status()) == (True, None, "paused")
    for name in ("p", "a", "pat"):
        with pytest.raises(QuorateError):
            await resolve(fleet.app, Principal(name), review.id, Answers(verified="I looked at it"))
    assert await fleet.status() == "paused"


@pytest.mark.parametrize("why", ["safety", "void"])
async def test_where_safety_is_at_stake_engines_that_failed_count_against_a_resume(
    fleet: EngineHouse, why: str
) -> None:
    await fleet.founded("a", "b", "c")
    await reported(fleet.app, OPERATOR, "p", AgentReport(0.61, None, why == "void"))
    for name in ("x", "y"):
        await fleet.hired(name, FAILS)
    review = await fleet.carried(await fleet.requested("safety" if why == "safety" else ""))
    for name in ("a", "b", "c"):
        review = await fleet.vote(review, name, "resume")
    verdict = session_of(review).verdict
    assert verdict
    assert (verdict.result, await fleet.status()) == ("NO_SUPERMAJORITY", "paused")


async def test_three_engines_that_fail_leave_the_agent_paused_and_say_when_to_ask_again(fleet: EngineHouse) -> None:
    await fleet.founded()
    for name in ("x", "y", "z"):
        await fleet.hired(name, FAILS)
    done = await fleet.carried(await fleet.requested())
    assert done.executed
    assert (done.executed.action, await fleet.status(), done.executed.review_from > "") == ("cooldown", "paused", True)
    fleet.wait(hours=1.1)
    await fleet.refuses("NO_REVIEWER", fleet.requested(), "it is an engine|in the last six hours")
    fleet.wait(hours=6)
    assert (await fleet.requested()).turn.parties == ("x", "y", "z")


async def test_two_engines_and_nobody_else_are_no_review(fleet: EngineHouse) -> None:
    await fleet.founded()
    for name in ("x", "y"):
        await fleet.hired(name, RESUME)
    await fleet.refuses("NO_REVIEWER", fleet.requested(), "an engine, which votes once")
    assert (await fleet.status(), fleet.house.times_asked()) == ("paused", 0)


async def test_after_engines_failed_two_parties_decide_and_a_person_verifies(fleet: EngineHouse) -> None:
    review = await failed_review(fleet)
    await archive_agent(fleet.app, OPERATOR, "opus", "It never answers")
    await register_agent(fleet.app, OPERATOR, "zoe")
    assert review.executed
    fleet.wait(hours=1.1)
    again = await fleet.requested()
    assert isinstance(again.state, Dialectic)
    assert (again.fell_back, again.state.reviewer, again.needs) == (True, "zoe", ("risk",))


@pytest.mark.parametrize("change", ["owner", "paused", "archived"])
async def test_an_engine_that_changes_sides_after_it_voted_does_not_count(fleet: EngineHouse, change: str) -> None:
    await fleet.founded("a", "b")
    await fleet.hired("opus", RESUME)
    review = await fleet.carried(await fleet.requested())
    assert isinstance(answer_of(review, "opus"), Cast)
    if change == "owner":
        await describe_agent(fleet.app, OPERATOR, "opus", "pat", [])
    else:
        leave = pause_agent if change == "paused" else archive_agent
        await leave(fleet.app, OPERATOR, "opus", "It is replaced")
    for name in ("a", "b"):
        review = await fleet.vote(review, name, "resume")
    assert review.executed
    assert (review.executed.action, await fleet.status()) == ("cooldown", "paused")


async def test_an_engine_that_is_carried_by_many_at_once_is_asked_once_and_counted_once(fleet: EngineHouse) -> None:
    await fleet.founded("a", "b")
    await fleet.hired("opus", RESUME)
    review = await fleet.requested()
    votes = [fleet.vote(review, name, "resume") for name in ("a", "b")]
    carried = [resume(fleet.app, OPERATOR, review.id) for _ in range(4)]
    await asyncio.gather(*votes, *carried)
    done = await fleet.settled(review)
    verdict = session_of(done).verdict
    assert verdict
    assert (fleet.house.times_asked(), sorted(verdict.receipt.counted)) == (1, ["a", "b", "opus"])
    assert (await fleet.status(), await fleet.is_intact()) == ("active", True)
