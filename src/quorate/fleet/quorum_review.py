"""A review by a quorum: a deliberation of the quorum protocol that the rules of the fleet open and close."""

from collections.abc import Mapping, Sequence
from typing import Any

from quorate.core.ballot import Ballot
from quorate.core.errors import DocumentError, Problem
from quorate.core.exact import exact
from quorate.core.panel import Seat
from quorate.core.text import says_something
from quorate.core.verdict import BLOCK as BLOCKED
from quorate.core.verdict import COOLDOWN as COOLED
from quorate.core.verdict import Verdict
from quorate.deliberation.counting import as_vote, is_settled, read_vote
from quorate.deliberation.engines.independence import not_independent
from quorate.deliberation.events import Cast, Event, Failed, Opened, Policy
from quorate.deliberation.moments import later, shown
from quorate.deliberation.moves import close_with, open_session
from quorate.deliberation.notes import posted_conditions
from quorate.deliberation.permission import is_asking, person_refused
from quorate.deliberation.session import Round, Session, ahead
from quorate.fleet.agent import PERSON, Agent
from quorate.fleet.agent_events import ReviewExecuted
from quorate.fleet.agent_story import AgentStory
from quorate.fleet.dialectic.dialectic_events import Objection
from quorate.fleet.quorum_need import reasons_for_quorum
from quorate.fleet.refusal import FleetRefusal
from quorate.fleet.reviewers import SENTENCES, ChosenReviewer, reason_not_to_count
from quorate.protocols import protocol_named
from quorate.protocols.quorum import REVIEWER
from quorate.protocols.quorum.conditions import CONDITIONS
from quorate.protocols.quorum.hard_limits import PROTECTIONS, Violation, violations

RESUME, BLOCK, COOLDOWN = CHOICES = ("resume", "block", "cooldown")
VOTING_SECONDS = 6 * 3600
FEWEST_FOR_RESUME = 2
Reviewers = Mapping[str, Agent | None]
Events = tuple[Event, ...]


def open_quorum(
    subject: Agent,
    reviewers: Sequence[ChosenReviewer],
    reason: str,
    dispute_type: str,
    now: str,
    after: str = "",
    notes: str = PROTECTIONS,
) -> Opened:
    """The opening of a review, perhaps after one by two parties. Weights and the policy for notes are fixed here."""
    seats = [_seat(one) for one in reviewers]
    roster = [{"agent_id": one.agent_id, "authority_weight": one.weight} for one in reviewers]
    terms: dict[str, Any] = {"roster": roster, "dispute_type": dispute_type, "paused_agent_state": state_of(subject)}
    if notes != PROTECTIONS:
        terms["policy"] = {"notes": notes}
    question = {"subject": f"Resume {subject.agent_id}?", "context": reason, "domain": "fleet"}
    policy = Policy(ballots_by=later(now, VOTING_SECONDS))
    opened = open_session("quorum", question, seats, terms=terms, policy=policy)
    return opened._replace(review_of=subject.agent_id, review_after=after)


def _seat(one: ChosenReviewer) -> Seat:
    """A seat that an engine is called for, or that an agent or a person comes to fill."""
    if one.voter in ("", PERSON):
        return Seat(one.agent_id, "", f"{one.voter or 'agent'}:{one.agent_id}", one.weight)
    return Seat(one.agent_id, REVIEWER.name, one.voter, one.weight)


def told_to_reviewers(subject: AgentStory, reason: str) -> str:
    """What is known of the paused agent, before what is said for it: an engine is shown nothing else."""
    agent, why = subject.agent, " ".join(subject.pause_reason.split())
    known = {"risk score": agent.risk_score, "coherence": agent.coherence}
    numbers = [f"{name} {float(value):g}" for name, value in known.items() if value is not None]
    state = ", ".join([*numbers, "void active" if agent.void_active else "no void"])
    paused = f"{agent.agent_id} was paused: {why}" if why else f"{agent.agent_id} was paused."
    return f"{paused}\nIts state, as others reported it: {state}\nWhat is said for a resume:\n{reason}"


def needs_of(session: Session) -> tuple[str, ...]:
    """Every reason for which this quorum was required, as it was when it was opened."""
    opened = session.opened
    state: Mapping[str, Any] = opened.terms.get("paused_agent_state") or {}
    known = state.get("risk_score"), bool(state.get("void_active")), str(opened.terms.get("dispute_type", ""))
    return reasons_for_quorum(*known, ended_without_agreement=bool(opened.review_after))


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
    if not seat.answers_later:
        raise FleetRefusal("NOT_A_REVIEWER", f"{agent_id} is an engine of ours, which is asked; nobody votes for it")
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
    stated = {key: said[key] for key in ("vote", "reasoning") if said.get(key)}
    try:
        if said.get("conditions"):
            stated["conditions"] = list(conditions_in(said["conditions"]))
        vote = as_vote(protocol_named(session.protocol), seat, stated)
        read_vote(session, seat, vote)
    except DocumentError as error:
        raise FleetRefusal("INVALID_ARGUMENT", str(error)) from None
    return vote


def conditions_in(value: Any) -> tuple[str, ...]:
    """Return conditions, given as texts or mappings, as they are written. Raises DocumentError."""
    problems: list[Problem] = []
    texts: tuple[str, ...] = CONDITIONS.read(value, ("conditions",), problems)
    if problems:
        raise DocumentError(problems)
    return texts


def crossed_by_vote(session: Session, agent_id: str) -> tuple[Violation, ...]:
    """The hard limits that the conditions of this reviewer's resume cross; of other votes no condition is taken."""
    cast = session.round.answers.get(agent_id) if session.round else None
    if not isinstance(cast, Cast) or cast.vote.get("vote") != RESUME:
        return ()
    return violations(cast.vote.get("conditions", ()))


def _struck(session: Session, round_: Round, subject: Agent, who: Reviewers) -> tuple[Failed, ...]:
    """Who may not count any more is absent, also where it has voted before."""
    struck: list[Failed] = []
    for seat in session.opened.seats:
        reason = reason_not_to_count(who.get(seat.name), subject)
        if reason and not isinstance(round_.answers.get(seat.name), Failed):
            struck.append(Failed(round_.number, seat.name, "absent", SENTENCES[reason], why=reason))
    return tuple(struck)


def close_if_over(session: Session, subject: Agent, who: Reviewers, now: str) -> Events:
    """Counts once nobody is awaited any more, or the time is over: whoever has not voted, or may not, is absent.

    Votes are on the record before they are counted, so that the count knows who cast them. An engine that may not
    review any more is absent at once, so that nobody asks it.
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
        return tuple(one for one in struck if _is_to_be_asked(session, round_, one.seat))
    silent = Failed(round_.number, "", "absent", f"no vote by {due}", until=due)
    missing = tuple(silent._replace(seat=name) for name in after.missing)
    return close_with(session, (*struck, *missing), "deadline", now)


def _is_to_be_asked(session: Session, round_: Round, name: str) -> bool:
    """True of an engine that has not answered: who may not review any more is not paid for either."""
    seat = session.seat(name)
    return seat is not None and not seat.answers_later and name not in round_.answers


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
    if _resuming(session, verdict) < FEWEST_FOR_RESUME:
        return done._replace(reason="a resume needs at least two voters")
    return done._replace(action=RESUME, review_from="", conditions=posted_conditions(verdict, session.said))


def _resuming(session: Session, verdict: Verdict) -> int:
    """How many resume it; one model or program is one voter, under however many names it was registered."""
    counted, groups = frozenset(verdict.receipt.counted), not_independent(session.opened)
    voters = {name: group.seats[0] for group in groups if group.what != "vendor" for name in group.seats}
    ballots = (one for one in verdict.receipt.roster if isinstance(one, Ballot) and one.choice == RESUME)
    return len({voters.get(one.seat.name, one.seat.name) for one in ballots if one.seat.name in counted})


def _cooldown_seconds(session: Session) -> int:
    policy = session.opened.terms.get("policy") or {}
    return 60 * int(policy.get("cooldown_minutes", 60))
