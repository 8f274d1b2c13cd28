"""The policy for a deadlock by which the most confident seat's choice applies at its deadline."""

from collections import Counter

from quorate.core.ballot import Ballot
from quorate.deliberation.counting import case_of
from quorate.deliberation.events import MOST_CONFIDENT, DeadlinePassed, Event, Resolved
from quorate.deliberation.moments import later
from quorate.deliberation.permission import goes_ahead, person_refused
from quorate.deliberation.rounds.stalemate import MOST_REDELIBERATIONS, counted_redeliberations, is_deadlocked
from quorate.deliberation.session import Session
from quorate.documents.vote_form import words_of

Events = tuple[Event, ...]
LOW = 50
"""Percent of confidence below which a seat is not sure."""


def timebound(session: Session, now: str) -> Events:
    """The most confident seat's choice, where that is the policy and the time is over."""
    leader = most_confident_ballot(session) if will_be_bound(session) and due_at(session) <= now else None
    if leader is None:
        return ()
    choice = words_of(session.protocol).chosen_by(leader)
    held = Resolved("human_choice", choice=choice, go=goes_ahead(session, choice), seat=leader.seat.name)
    return (DeadlinePassed("deadlock", MOST_CONFIDENT), held)


def due_at(session: Session) -> str:
    """When the most confident seat's choice applies, where that is the policy."""
    return later(session.verdict_at, session.policy.deadlock_minutes * 60)


def will_be_bound(session: Session) -> bool:
    """True where in a deadlock that nobody has answered the most confident seat's choice will apply."""
    is_settled = session.policy.deadlock == MOST_CONFIDENT and is_deadlocked(session) and not _is_answered(session)
    return is_settled and not why_not_bound(session)


def why_not_bound(session: Session) -> str:
    """Why the most confident seat's choice does not apply, in a word; empty where it does.

    `unstated` (nobody states a confidence), `disagree` (several are equally confident), `majority` (more seats choose
    otherwise), `irreversible` (only another choice can be undone), `unsure` (every seat is below 50), `edited` (the
    question was edited since, and not deliberated again twice).
    """
    ballots = [one for one in ballots_of(session) if one.confidence is not None]
    words = words_of(session.protocol)
    stated = [one for one in ballots if not words.is_abstention(one.choice)]
    leader, reversible = most_confident_ballot(session), reversible_choice(session)
    if not stated or leader is None:
        return "disagree" if stated else "unstated"
    if _is_overruling(session, leader):
        return "majority"
    if reversible and reversible != words.chosen_by(leader):
        return "irreversible"
    if all(one.confidence.percent < LOW for one in ballots if one.confidence):
        return "unsure"
    return "" if _was_asked_again(session) else "edited"


def _is_overruling(session: Session, leader: Ballot) -> bool:
    """True where the panel has decided, or where another choice has more seats behind it."""
    words = words_of(session.protocol)
    heads = Counter(words.chosen_by(one) for one in ballots_of(session) if not words.is_abstention(one.choice))
    is_decided = session.verdict is not None and bool(session.verdict.choice)
    return is_decided or max(heads.values()) > heads[words.chosen_by(leader)]


def _was_asked_again(session: Session) -> bool:
    asked = session.question_hash
    return sum(one.question == asked for one in counted_redeliberations(session)) >= MOST_REDELIBERATIONS


def reversible_choice(session: Session) -> str:
    """The one choice that can be undone, where there is exactly one."""
    question = session.question
    if question.options:
        return question.reversible[0] if len(question.reversible) == 1 and len(question.options) > 1 else ""
    return words_of(session.protocol).stands_by if question.is_hard_to_reverse else ""


def _is_answered(session: Session) -> bool:
    return (
        bool(session.lapsed_at)
        or person_refused(session)
        or any(isinstance(said.answer, Resolved) and said.answer.requirement == "human_choice" for said in session.said)
    )


def most_confident_ballot(session: Session) -> Ballot | None:
    """The ballot with the highest confidence; None where several have it and do not agree."""
    words, ballots = words_of(session.protocol), ballots_of(session)
    stated = [one for one in ballots if one.confidence is not None and not words.is_abstention(one.choice)]
    if not stated:
        return None
    highest = max(one.confidence.percent for one in stated if one.confidence)
    leaders = [one for one in stated if one.confidence and one.confidence.percent == highest]
    return leaders[0] if len({(one.choice, one.option) for one in leaders}) == 1 else None


def ballots_of(session: Session) -> list[Ballot]:
    """The ballots of the last count, those of seats included that were not asked again."""
    answers = case_of(session, session.rounds[-1]).answers if session.rounds else ()
    return [answer for answer in answers if isinstance(answer, Ballot)]
