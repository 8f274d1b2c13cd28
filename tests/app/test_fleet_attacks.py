"""Ways to release an agent that must not be released, or to act as somebody else: none of them works."""

import pytest

from quorate.app.access.access_keys import issue_key
from quorate.app.access.authentication import authenticate
from quorate.app.app import App
from quorate.app.fleet.agents import (
    AgentReport,
    archive_agent,
    describe_agent,
    judge_review,
    pause_agent,
    report_state,
    show_agent,
)
from quorate.app.fleet.dialectic_reviews import submit_antithesis, submit_synthesis, submit_thesis, verify_review
from quorate.app.fleet.quorum_reviews import settle_review
from quorate.app.fleet.review_requests import request_dialectic_review
from quorate.app.integrity.redactions import plan_redaction
from quorate.app.life.management import revoke
from quorate.core.errors import Refused
from quorate.deliberation.principal import Principal
from quorate.fleet.dialectic.dialectic_events import AntithesisFiled, SynthesisFiled, ThesisFiled
from quorate.fleet.dialectic.dialectic_state import Dialectic
from quorate.fleet.refusal import FleetRefusal
from quorate.record.redact.stored_redaction import Wish
from tests.app.fleet_house import OPERATOR, FleetHouse

CONDITIONS = ("read only for 2h",)
P, A = Principal("p"), Principal("a")
YES = SynthesisFiled("", CONDITIONS, True, "A race")


@pytest.fixture
def fleet(app: App) -> FleetHouse:
    return FleetHouse(app)


async def argued(fleet: FleetHouse) -> str:
    """p and a have spoken, and p agrees: only a's yes is missing."""
    await fleet.founded("a", "b", risk=0.1)
    review = await request_dialectic_review(fleet.app, P, "p", "Well again")
    await submit_thesis(fleet.app, P, review.id, ThesisFiled("A race", CONDITIONS))
    await submit_antithesis(fleet.app, A, review.id, AntithesisFiled({}, ()))
    await submit_synthesis(fleet.app, P, review.id, YES)
    return review.id


async def test_a_reviewer_who_became_ineligible_agrees_to_nothing(fleet: FleetHouse) -> None:
    review = await argued(fleet)
    await describe_agent(fleet.app, OPERATOR, "a", "pat", [])
    await fleet.refuses("REVIEWER_INELIGIBLE", submit_synthesis(fleet.app, A, review, YES), "same owner")
    await describe_agent(fleet.app, OPERATOR, "a", "tom", [])
    await pause_agent(fleet.app, OPERATOR, "a", "It is ill")
    await fleet.refuses("REVIEWER_INELIGIBLE", submit_synthesis(fleet.app, A, review, YES), "paused itself")
    assert await fleet.status() == "paused"


async def test_the_paused_agent_does_not_agree_with_a_reviewer_who_is_gone(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b", risk=0.1)
    review = await request_dialectic_review(fleet.app, P, "p", "Well again")
    await submit_thesis(fleet.app, P, review.id, ThesisFiled("A race", CONDITIONS))
    await submit_antithesis(fleet.app, A, review.id, AntithesisFiled({}, ()))
    await submit_synthesis(fleet.app, A, review.id, YES)
    await archive_agent(fleet.app, OPERATOR, "a")
    await fleet.refuses("REVIEWER_INELIGIBLE", submit_synthesis(fleet.app, P, review.id, YES), "archived")
    assert await fleet.status() == "paused"


async def test_an_agreement_on_an_agent_that_became_risky_waits_for_a_person(fleet: FleetHouse) -> None:
    review = await argued(fleet)
    await report_state(fleet.app, OPERATOR, "p", AgentReport(0.9))
    ended = await submit_synthesis(fleet.app, A, review, YES)
    assert isinstance(ended.state, Dialectic)
    assert ended.state.ended
    assert (ended.state.ended.requires, await fleet.status()) == (("verification",), "paused")


@pytest.mark.parametrize("name", ["p", "a", "P"])
async def test_no_party_verifies_its_own_agreement_even_with_an_operators_key(fleet: FleetHouse, name: str) -> None:
    review = await argued(fleet)
    await report_state(fleet.app, OPERATOR, "p", AgentReport(0.9))
    await submit_synthesis(fleet.app, A, review, YES)
    itself = Principal(name, owns_store=True)
    await fleet.refuses("OWN_REVIEW", verify_review(fleet.app, itself, review, approves=True, reason="I am fine"))
    assert await fleet.status() == "paused"


async def test_an_agent_that_was_archived_meanwhile_is_not_resumed(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b", "c")
    review = await fleet.requested()
    await fleet.vote(review, "a", "resume")
    await archive_agent(fleet.app, OPERATOR, "p")
    for name in "bc":
        review = await fleet.vote(review, name, "resume")
    assert review.executed
    assert (review.executed.action, await fleet.status()) == ("block", "archived")
    assert await fleet.is_intact()


async def test_nobody_improves_their_own_standing_even_with_an_operators_key(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b", "c")
    review = await fleet.requested()
    for name in "abc":
        await fleet.vote(review, name, "block")
    itself = Principal("a", owns_store=True)
    await fleet.refuses("OWN_STATE", report_state(fleet.app, itself, "a", AgentReport(0)))
    await fleet.refuses("OWN_STATE", describe_agent(fleet.app, itself, "a", "tom", ["search"]))
    await fleet.refuses("OWN_STATE", judge_review(fleet.app, itself, "a", review.id, held_up=True))


async def test_the_paused_agent_neither_revokes_nor_redacts_its_review(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b", "c", "d", "e", risk=0.1)
    review = await fleet.requested()
    for name in "abc":
        await fleet.vote(review, name, "resume")
    fleet.wait(hours=7)
    await fleet.settled(review)
    with pytest.raises(Refused, match="review of the fleet"):
        await revoke(fleet.app, P, review.id, "I do not like it")
    with pytest.raises(Refused, match="may do this"):
        await plan_redaction(fleet.app, P, review.id, Wish("It hurts", text="I looked at it"))
    assert (await show_agent(fleet.app, OPERATOR, "p")).in_review == review.id


async def test_what_was_executed_is_shown_with_the_conditions_of_that_review(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b", "c")
    first = await fleet.requested()
    for name in "abc":
        await fleet.vote(first, name, "resume", ["read only for 2h"])
    await pause_agent(fleet.app, OPERATOR, "p", "Again")
    fleet.wait(hours=7)
    second = await fleet.requested()
    for name in "abc":
        await fleet.vote(second, name, "resume", ["Report every hour"])
    shown = [(await fleet.settled(one)).executed for one in (first, second)]
    assert [one.conditions for one in shown if one] == [("read only for 2h",), ("Report every hour",)]


@pytest.mark.parametrize("scope", ["vote", "open"])
async def test_a_review_is_nobodys_business_without_the_scope_read_and_looks_like_none(
    fleet: FleetHouse, scope: str
) -> None:
    await fleet.founded("a", "b", "c")
    review = await fleet.requested()
    made = await issue_key(fleet.app, OPERATOR, "mallory", [scope])
    mallory = await authenticate(fleet.app, made.text)
    refusals = []
    for id_ in (review.id, "QUORUM-2026-0101-001"):
        with pytest.raises(FleetRefusal) as caught:
            await settle_review(fleet.app, mallory, id_)
        refusals.append(str(caught.value).replace(id_, "ID"))
    assert refusals == ["session_id: no review called 'ID'"] * 2


async def test_the_parties_of_a_review_see_it_without_the_scope_read(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b", "c")
    review = await fleet.requested()
    for name in ("p", "a"):
        made = await issue_key(fleet.app, OPERATOR, name, ["vote"])
        assert (await settle_review(fleet.app, await authenticate(fleet.app, made.text), review.id)).id == review.id
