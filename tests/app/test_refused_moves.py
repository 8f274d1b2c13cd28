"""Whoever is refused learns whose move it is, and until when; of a review that does not exist nobody can say it."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from quorate.app.app import App
from quorate.app.fleet.dialectic_reviews import (
    check_speaker,
    decide_review,
    reassign_review,
    submit_antithesis,
    submit_synthesis,
    submit_thesis,
    verify_review,
)
from quorate.app.fleet.quorum_reviews import submit_quorum_vote
from quorate.app.fleet.review_requests import request_dialectic_review, request_quorum_review
from quorate.app.fleet.review_state import Review
from quorate.deliberation.principal import Principal
from quorate.fleet.dialectic.dialectic_events import AntithesisFiled, SynthesisFiled, ThesisFiled
from quorate.fleet.refusal import FleetRefusal
from quorate.views.whose_move import refusal_plain
from tests.app.fleet_house import OPERATOR, FleetHouse

P, A, B, Z = map(Principal, "pabz")
THESIS, ANTITHESIS, SYNTHESIS = ThesisFiled("It leaked"), AntithesisFiled({}, ("Again?",)), SynthesisFiled("")
VOTE = {"vote": "resume", "reasoning": "Fine"}
Refused = Callable[[App, str], Awaitable[Any]]


@pytest.fixture
def fleet(app: App) -> FleetHouse:
    return FleetHouse(app)


async def told(story: Awaitable[Any]) -> tuple[str, Any]:
    """The code of the refusal, and whose move it says that it is."""
    with pytest.raises(FleetRefusal) as refused:
        await story
    plain = refusal_plain(refused.value)
    return plain["error_code"], plain.get("whose_move")


IN_DIALECTIC: tuple[tuple[str, str, Refused], ...] = (
    ("NOT_A_PARTY", "waiting", lambda app, at: submit_thesis(app, Z, at, THESIS)),
    ("WRONG_PHASE", "yours", lambda app, at: submit_synthesis(app, A, at, SYNTHESIS)),
    ("WRONG_PHASE", "waiting", lambda app, at: submit_thesis(app, P, at, THESIS)),
    ("NOT_YOUR_MOVE", "waiting", lambda app, at: submit_antithesis(app, P, at, ANTITHESIS)),
    ("WRONG_PHASE", "yours", lambda app, at: submit_quorum_vote(app, A, at, VOTE)),
    ("NOT_AN_OPERATOR", "yours", lambda app, at: verify_review(app, A, at, approves=True, reason="Fine")),
    ("WRONG_PHASE", "waiting", lambda app, at: decide_review(app, OPERATOR, at, "block", [], "No")),
    ("MAY_NOT_REASSIGN", "waiting", lambda app, at: reassign_review(app, P, at, "b")),
    ("NOT_YOURSELF", "waiting", lambda app, at: check_speaker(app, B, at, "a")),
)


@pytest.mark.parametrize(("code", "whose", "move"), IN_DIALECTIC, ids=[f"{one[0]} {one[1]}" for one in IN_DIALECTIC])
async def test_a_refusal_in_a_dialectic_says_whose_move_it_is(
    fleet: FleetHouse, code: str, whose: str, move: Refused
) -> None:
    await fleet.founded("a", "b", risk=0.1)
    review = await request_dialectic_review(fleet.app, P, "p", "Well again", ThesisFiled("It leaked", ("Log it",)))
    assert review.turn.until
    expected = {"whose": whose, "waiting_for": ["a"], "until": review.turn.until}
    assert await told(move(fleet.app, review.id)) == (code, expected)


IN_QUORUM: tuple[tuple[str, str, Refused], ...] = (
    ("NOT_A_REVIEWER", "waiting", lambda app, at: submit_quorum_vote(app, Z, at, VOTE)),
    ("ALREADY_VOTED", "waiting", lambda app, at: submit_quorum_vote(app, A, at, VOTE)),
    ("INVALID_VOTE", "yours", lambda app, at: submit_quorum_vote(app, B, at, {**VOTE, "vote": "free"})),
    ("INVALID_ARGUMENT", "yours", lambda app, at: submit_quorum_vote(app, B, at, {**VOTE, "conditions": ["x"] * 999})),
    ("NOT_YOURSELF", "waiting", lambda app, at: submit_quorum_vote(app, P, at, VOTE, "b")),
    ("WRONG_PHASE", "waiting", lambda app, at: submit_thesis(app, P, at, THESIS)),
)


@pytest.mark.parametrize(("code", "whose", "move"), IN_QUORUM, ids=[one[0] for one in IN_QUORUM])
async def test_a_refusal_in_a_quorum_says_who_has_not_voted(
    fleet: FleetHouse, code: str, whose: str, move: Refused
) -> None:
    await fleet.founded("a", "b", "c")
    review = await fleet.vote(await fleet.requested(), "a", "resume")
    expected = {"whose": whose, "waiting_for": ["b", "c"], "until": review.turn.until}
    assert await told(move(fleet.app, review.id)) == (code, expected)


async def test_what_is_refused_once_it_is_over_is_nobodys_move(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b", "c")
    review = await fleet.requested()
    for name in "abc":
        review = await fleet.vote(review, name, "block")
    nobody: dict[str, Any] = {"whose": "nobody", "waiting_for": [], "until": None}
    assert await told(fleet.vote(review, "a", "resume")) == ("VOTING_CLOSED", nobody)


async def test_a_request_that_is_refused_says_what_it_waits_for(fleet: FleetHouse) -> None:
    await fleet.founded("a", risk=0.1)
    app = fleet.app
    nobody: dict[str, Any] = {"whose": "nobody", "waiting_for": [], "until": None}
    assert await told(request_quorum_review(app, A, "a", "Why not")) == ("NOT_PAUSED", nobody)
    assert await told(request_quorum_review(app, OPERATOR, "q", "Who?")) == ("AGENT_NOT_FOUND", nobody)
    review = await request_dialectic_review(app, P, "p", "Well again")
    yours = {"whose": "yours", "waiting_for": ["p"], "until": review.turn.until}
    assert await told(request_dialectic_review(app, P, "p", "Again")) == ("IN_REVIEW", yours)
    assert await _after_the_cooldown(fleet, review) == nobody


async def _after_the_cooldown(fleet: FleetHouse, review: Review) -> Any:
    fleet.wait(hours=7)
    done = await fleet.settled(review)
    until = done.subject.agent.review_from
    cooled = {"whose": "nobody", "waiting_for": [], "until": until}
    assert await told(request_dialectic_review(fleet.app, P, "p", "Again")) == ("COOLDOWN", cooled)
    fleet.wait(hours=2)
    code, move = await told(request_dialectic_review(fleet.app, P, "p", "Again"))
    assert code == "NO_REVIEWER"  # the only one has to rest
    return move


async def test_of_a_review_that_does_not_exist_nobody_says_whose_move_it_is(fleet: FleetHouse) -> None:
    await fleet.founded("a")
    assert await told(submit_thesis(fleet.app, P, "dialectic-2026-0101-001", THESIS)) == ("SESSION_NOT_FOUND", None)
    assert await told(submit_quorum_vote(fleet.app, A, "", VOTE)) == ("SESSION_NOT_FOUND", None)
