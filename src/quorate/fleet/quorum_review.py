"""A review by a quorum: a deliberation of the quorum protocol that the rules of the fleet open and close."""

from collections.abc import Mapping, Sequence
from typing import Any

from quorate.core.ballot import Ballot
from quorate.core.exact import exact
from quorate.core.panel import Seat
from quorate.core.text import says_something
from quorate.core.verdict import BLOCK as BLOCKED
from quorate.core.verdict import COOLDOWN as COOLED
from quorate.core.verdict import Verdict
from quorate.deliberation.counting import as_vote, is_settled, read_vote
from quorate.deliberation.events import Cast, Event, Failed, Opened, Policy
from quorate.deliberation.moments import later, shown
from quorate.deliberation.moves import close_with, open_session
from quorate.deliberation.permission import is_asking, person_refused
from quorate.deliberation.session import Round, Session, ahead
from quorate.fleet.agent import Agent
from quorate.fleet.agent_events import ReviewExecuted
from quorate.fleet.dialectic.dialectic_events import Objection
from quorate.fleet.refusal import FleetRefusal
from quorate.fleet.reviewers import SENTENCES, ChosenReviewer, reason_not_to_count
from quorate.protocols import protocol_named

RESUME, BLOCK, COOLDOWN = CHOICES = ("resume", "block", "cooldown")
VOTING_SECONDS = 6 * 3600
FEWEST_FOR_RESUME = 2
Reviewers = Mapping[str, Agent | None]
Events = tuple[Event, ...]


def open_quorum(
    subject: Agent, reviewers: Sequence[ChosenReviewer], reason: str, dispute_type: str, now: str
) -> Opened:
    """The opening of a review; weights are fixed from here on."""
    seats = [Seat(one.agent_id, "", f"agent:{one.agent_id}", one.weight) for one in reviewers]
    roster = [{"agent_id": one.agent_id, "authority_weight": one.weight} for one in reviewers]
    terms: dict[str, Any] = {"roster": roster, "dispute_type": dispute_type, "paused_agent_state": state_of(subject)}
    question = {"subject": f"Resume {subject.agent_id}?", "context": reason, "domain": "fleet"}
    policy = Policy(ballots_by=later(now, VOTING_SECONDS))
    return open_session("quorum", question, seats, terms=terms, policy=policy)._replace(review_of=subject.agent_id)


def state_of(agent: Agent) -> dict[str, Any]:
    """What is known of a paused agent when its review is opened."""
    known = {"risk_score": agent.risk_score, "coherence": agent.coherence}
    numbers = {name: value for name, value in known.items() if value is not None}
    return {"agent_id": agent.agent_id, "status": agent.status, **numbers, "void_active": agent.void_active}


def cast_vote(
    session: Session, agent_id: str, said: Mapping[str, Any], subject: Agent, who: Reviewers, now: str
) -> Events:
    """A reviewer's vote. Those who became ineligible are absent from now on."""
    round_ = _open_round(session, now)
    seat = session.seat(agent_id)
    if seat is None:
        names = ", ".join(one.name for one in session.opened.seats)
        raise FleetRefusal("NOT_A_REVIEWER", f"{agent_id} is not in the quorum of {session.id}; reviewers: {names}")
    if reason := reason_not_to_count(who.get(agent_id), subject):
        raise FleetRefusal("REVIEWER_INELIGIBLE", f"{agent_id} may not vote any more: {SENTENCES[reason]}")
    if agent_id in round_.answers:
        raise FleetRefusal("ALREADY_VOTED", f"{agent_id} has already voted in {session.id}")
    vote = _checked(session, seat, said)
    return (*_struck(session, round_, subject, who), Cast(round_.number, agent_id, round_.question, vote))


def _checked(session: Session, seat: Seat, said: Mapping[str, Any]) -> Mapping[str, Any]:
    if said.get("vote") not in CHOICES:
        raise FleetRefusal("INVALID_VOTE", f"vote must be 'resume', 'block', or 'cooldown'; found {said.get('vote')!r}")
    if not says_something(str(said.get("reasoning", ""))):
        raise FleetRefusal("INVALID_ARGUMENT", "reasoning: found nothing; allowed: why you vote so")
    if "authority_weight" in said and exact(said["authority_weight"]) != seat.weight:
        raise FleetRefusal(
            "INVALID_ARGUMENT", f"authority_weight: the weight of {seat.name} was fixed as {seat.weight}"
        )
    stated = {key: said[key] for key in ("vote", "reasoning", "conditions") if said.get(key)}
    vote = as_vote(protocol_named(session.protocol), seat, stated)
    read_vote(session, seat, vote)
    return vote


def _struck(session: Session, round_: Round, subject: Agent, who: Reviewers) -> Events:
    """Who may not count any more is absent, also where it has voted before."""
    struck: list[Event] = []
    for seat in session.opened.seats:
        reason = reason_not_to_count(who.get(seat.name), subject)
        if reason and not isinstance(round_.answers.get(seat.name), Failed):
            struck.append(Failed(round_.number, seat.name, "absent", SENTENCES[reason], why=reason))
    return tuple(struck)


def close_if_over(session: Session, subject: Agent, who: Reviewers, now: str) -> Events:
    """Counts once nobody is awaited any more, or the time is over: whoever has not voted, or may not, is absent.

    Votes are on the record before they are counted, so that the count knows who cast them.
    """
    round_ = session.round
    if not round_ or not round_.is_open:
        return ()
    struck = _struck(session, round_, subject, who)
    after = ahead(session, struck).round
    assert after
    if not after.missing:
        return close_with(session, struck, "complete", now)
    if is_settled(ahead(session, struck), after):
        return close_with(session, struck, "settled", now)
    due = session.policy.ballots_by
    if now <= due:
        return ()
    absent = Failed(round_.number, "", "absent", f"no vote by {due}", until=due)
    missing = tuple(absent._replace(seat=name) for name in after.missing)
    return close_with(session, (*struck, *missing), "deadline", now)


def _open_round(session: Session, now: str) -> Round:
    round_ = session.round
    if not session.opened.review_of:
        raise FleetRefusal("SESSION_NOT_FOUND", f"session_id: {session.id} is no review of the fleet")
    if not round_ or not round_.is_open:
        raise FleetRefusal(
            "VOTING_CLOSED", f"{session.id} is not in the phase quorum_voting any more: voting is closed"
        )
    if now > session.policy.ballots_by:
        when = shown(session.policy.ballots_by)
        raise FleetRefusal("VOTING_CLOSED", f"{session.id} left the phase quorum_voting at {when}: voting is closed")
    return round_


def execution_of(session: Session, objections: tuple[Objection, ...] = ()) -> ReviewExecuted | None:
    """What has to be done about the paused agent; None while it is not decided, or a person has to verify it."""
    verdict = session.verdict
    if verdict is None or not session.is_current or is_asking(session):
        return None
    done = ReviewExecuted(session.id, COOLDOWN, review_from=later(session.verdict_at, _cooldown_seconds(session)))
    done = done._replace(objections=objections)
    if verdict.action == COOLED:
        return done
    if verdict.action == BLOCKED:
        limits = tuple(one.detail for one in verdict.escalations if one.reason == "hard_limit")
        return done._replace(action=BLOCK, review_from="", reason="; ".join(limits))
    if person_refused(session) or session.lapsed_at:
        return done._replace(action=BLOCK, review_from="", reason="no person verified it")
    if _resuming(verdict) < FEWEST_FOR_RESUME:
        return done._replace(reason="a resume needs at least two voters")
    return done._replace(action=RESUME, review_from="", conditions=verdict.conditions)


def _resuming(verdict: Verdict) -> int:
    counted = frozenset(verdict.receipt.counted)
    ballots = (one for one in verdict.receipt.roster if isinstance(one, Ballot) and one.seat.name in counted)
    return sum(one.choice == RESUME for one in ballots)


def _cooldown_seconds(session: Session) -> int:
    policy = session.opened.terms.get("policy") or {}
    return 60 * int(policy.get("cooldown_minutes", 60))
