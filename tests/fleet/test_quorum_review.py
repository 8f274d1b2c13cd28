"""A quorum's votes as the rules of the fleet take them, without a record."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest

from quorate.core.exact import Exact
from quorate.deliberation.events import Author, Failed, RoundOpened, Stored
from quorate.deliberation.moments import later
from quorate.deliberation.session import Session, ahead, evolve
from quorate.fleet.agent import PAUSED, Agent
from quorate.fleet.quorum_review import cast_vote, close_if_over, execution_of, open_quorum
from quorate.fleet.reviewers import ChosenReviewer

NOW = "2026-11-16T12:00:00.000000Z"
SUBJECT = Agent("p", PAUSED)
HEAVY = {"a": Fraction(9, 10), "b": Fraction(1, 10), "c": Fraction(1, 10)}
EQUAL: Mapping[str, Exact] = dict.fromkeys("abcde", Fraction(1, 2))


def opened(weights: Mapping[str, Exact], dispute: str = "") -> Session:
    chosen = [ChosenReviewer(*one) for one in weights.items()]
    opening = open_quorum(SUBJECT, chosen, "Well again", dispute, NOW)
    session = evolve(None, Stored("QUORUM-2026-1116-001", 1, NOW, Author("p"), opening))
    return ahead(session, [RoundOpened(1, tuple(weights), session.question.content_hash)])


def voted(session: Session, votes: Mapping[str, str], agents: Mapping[str, Agent | None] | None = None) -> Session:
    known = agents or {seat.name: Agent(seat.name) for seat in session.opened.seats}
    for name, vote in votes.items():
        said = {"vote": vote, "reasoning": "I looked at it"}
        session = ahead(session, cast_vote(session, name, said, SUBJECT, known, NOW))
        session = ahead(session, close_if_over(session, SUBJECT, known, NOW))
    return session


def action_of(session: Session) -> str:
    done = execution_of(session)
    return done.action if done else ""


EXECUTED: list[tuple[Mapping[str, Exact], Sequence[str], str]] = [
    (HEAVY, ("resume", "block", "block"), "cooldown"),
    (HEAVY, ("resume", "resume", "block"), "resume"),
    (HEAVY, ("block", "resume", "resume"), "block"),
    (HEAVY, ("cooldown", "resume", "resume"), "cooldown"),
    (EQUAL, ("resume", "resume", "resume", "resume", "block"), "resume"),
    (EQUAL, ("resume", "resume", "resume", "block", "block"), "cooldown"),
    (EQUAL, ("block", "block", "block", "block", "resume"), "block"),
]


@pytest.mark.parametrize(("weights", "votes", "action"), EXECUTED, ids=str)
def test_what_is_done_and_that_one_voter_resumes_nobody(
    weights: Mapping[str, Exact], votes: Sequence[str], action: str
) -> None:
    session = opened(weights)
    for name, vote in zip(weights, votes, strict=True):
        if session.round and session.round.is_open:
            session = voted(session, {name: vote})
    assert action_of(session) == action


def test_a_resume_by_one_voter_says_why_it_is_a_cooldown() -> None:
    done = execution_of(voted(opened(HEAVY), {"a": "resume", "b": "block", "c": "block"}))
    assert done
    assert (done.reason, done.review_from) == ("a resume needs at least two voters", later(NOW, 3600))


def test_nothing_is_done_while_votes_are_missing() -> None:
    assert action_of(voted(opened(HEAVY), {"a": "resume"})) == ""


def test_the_time_is_over_after_six_hours_and_not_before() -> None:
    session = voted(opened(EQUAL), {"a": "resume", "b": "resume", "c": "resume"})
    agents: Mapping[str, Agent | None] = {name: Agent(name) for name in EQUAL}
    assert close_if_over(session, SUBJECT, agents, later(NOW, 6 * 3600)) == ()
    over = ahead(session, close_if_over(session, SUBJECT, agents, later(NOW, 6 * 3600 + 1)))
    assert over.verdict
    assert over.verdict.receipt.counted == ("a", "b", "c")


def test_a_vote_that_was_cast_is_struck_where_its_reviewer_became_ineligible() -> None:
    session = voted(opened(EQUAL), {"a": "resume"})
    agents: dict[str, Agent | None] = {name: Agent(name) for name in EQUAL}
    agents["a"], agents["e"] = Agent("a", PAUSED), None
    session = voted(session, {"b": "resume"}, agents)
    assert session.round
    struck = {name: one.why for name, one in session.round.answers.items() if isinstance(one, Failed)}
    assert struck == {"a": "paused", "e": "unknown"}


def test_for_a_safety_dispute_no_absence_helps_a_resume() -> None:
    session = opened(EQUAL, "safety")
    agents: dict[str, Agent | None] = dict.fromkeys(EQUAL) | {name: Agent(name) for name in "abc"}
    session = voted(session, {"a": "resume", "b": "resume", "c": "resume"}, agents)
    assert action_of(session) == "cooldown"
