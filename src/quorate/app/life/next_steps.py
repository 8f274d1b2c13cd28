"""What can be done now with a deliberation, as values: every interface says it in its own words."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from quorate.core.ballot import Ballot
from quorate.core.verdict import BLOCK, REDELIBERATE
from quorate.deliberation.counting import answered_in
from quorate.deliberation.events import Failed
from quorate.deliberation.notes import notes_in
from quorate.deliberation.permission import (
    goes_ahead,
    is_asking,
    is_overdue,
    may_be_acted_on,
    needs_left,
    override_bar,
    person_refused,
    still_needed,
)
from quorate.deliberation.precondition import short
from quorate.deliberation.rounds.deadlock import recommendation
from quorate.deliberation.rounds.evidence_checks import awaits_check
from quorate.deliberation.rounds.retry import retryable_seats
from quorate.deliberation.rounds.stalemate import is_deadlocked
from quorate.deliberation.rounds.timebound import due_at, will_be_bound
from quorate.deliberation.session import Session
from quorate.deliberation.summary import waits_of
from quorate.documents.vote_form import choices_of, words_of
from quorate.gate.tool_call import MINUTES_VALID, is_of_a_tool_call
from quorate.replies.envelopes import RATE_LIMIT


class NextStep(NamedTuple):
    """A code and its values; `id` is always the deliberation that it is about."""

    code: str
    values: Mapping[str, object]


Steps = Iterator[NextStep]


def next_steps(session: Session, now: str) -> tuple[NextStep, ...]:
    """None where nothing more can happen."""
    return tuple(_steps(session, now))


def _steps(session: Session, now: str) -> Steps:
    if session.endings:
        return
    if since := overdue_since(session, now):
        yield NextStep("overdue", {"id": session.id, "since": since})
    elif not session.is_current:
        yield from _ballots(session)
        yield from _unasked(session)
        if awaits_check(session, session.round) and session.round and not session.round.missing:
            yield NextStep("check", {"id": session.id})
    else:
        yield from _after_verdict(session)


def _after_verdict(session: Session) -> Steps:
    if failed := retryable_seats(session):
        limited = tuple(seat for seat in failed if _hit_a_limit(session, seat))
        yield NextStep("retry", {"id": session.id, "seats": failed, "limited": limited})
    if may_be_acted_on(session):
        if is_of_a_tool_call(session):  # whoever released it by hand would take the permission from the agent
            yield NextStep("call", {"id": session.id, "minutes": MINUTES_VALID})
        elif session.question.action:
            yield NextStep("release", {"id": session.id})
    elif session.children:
        yield from (NextStep("part", {"id": child}) for child in session.children)
    elif is_asking(session):
        yield from _deadlock(session)
        yield from _answers(session)
        yield from _again(session)
    elif _can_be_overridden(session):
        yield NextStep("override", {"id": session.id, "verdict": short(session.verdict_hash)})


def _hit_a_limit(session: Session, seat: str) -> bool:
    answered = answered_in(session, session.round, seat) if session.round else None
    failed = answered.answers[seat] if answered else None
    return isinstance(failed, Failed) and failed.why == RATE_LIMIT


def overdue_since(session: Session, now: str) -> str:
    """When the deadline was after which ballots are counted, no answer is taken, or the most confident seat decides.

    Empty where none has passed.
    """
    if session.endings:
        return ""
    if is_asking(session) and session.asked and is_overdue(session, now):
        return session.asked.until
    if will_be_bound(session) and due_at(session) <= now:
        return due_at(session)
    round_, due = session.round, session.ballots_by
    waits = round_ is not None and round_.is_open and session.is_asked_as_it_stands
    return due if waits and due and due <= now and session.policy.at_ballots_by == "count" else ""


def _deadlock(session: Session) -> Steps:
    if not is_deadlocked(session):
        return
    yield NextStep("reframe", {"id": session.id})
    yield NextStep("defer", {"id": session.id, "verdict": short(session.verdict_hash)})
    if will_be_bound(session):
        yield NextStep("bound", {"id": session.id, "at": due_at(session)})
    if advice := recommendation(session):
        yield NextStep("advice", {"id": session.id, "choice": advice.choice, "monitor": tuple(advice.monitor)})


def _again(session: Session) -> Steps:
    """Where the verdict is that it takes new evidence, and there may be another round."""
    if session.verdict and session.verdict.action == REDELIBERATE and not is_deadlocked(session):
        yield NextStep("again", {"id": session.id, "seats": _unconvinced(session)})


def _unconvinced(session: Session) -> tuple[str, ...]:
    """The seats that new evidence would be for: those that took no side, else the least confident one."""
    roster = session.verdict.receipt.roster if session.verdict else ()
    ballots = [one for one in roster if isinstance(one, Ballot)]
    aside = words_of(session.protocol).abstention
    undecided = tuple(one.seat.name for one in ballots if one.choice == aside)
    by_confidence = sorted(ballots, key=lambda one: (one.confidence.percent if one.confidence else 0, one.seat.name))
    return undecided or tuple(one.seat.name for one in by_confidence[:1])


def _answers(session: Session) -> Steps:
    """One command that goes ahead, and one that does not, where a person has to choose."""
    step = answer_step(session)
    yield step
    if step.values["go"] and "human_choice" in still_needed(session):
        yield hold_step(session)


def answer_step(session: Session) -> NextStep:
    """A person's answer: which verdict is answered, what it still requires, of whom, and until when.

    It takes the action where an option does and nothing bars it; else it holds the action back.
    """
    needed = needs_left(session)
    is_barred = len(needed) < len(still_needed(session))
    taking = () if is_barred else tuple(one for one in _labels(session) if goes_ahead(session, one))
    if "human_choice" in needed and not taking:
        return hold_step(session)._replace(code="resolve")
    notes = notes_in(session.verdict, "marked") if "verification" in needed else {}
    return NextStep("resolve", {**_asked_of(session), "needed": needed, "labels": taking, "go": True, "notes": notes})


def hold_step(session: Session) -> NextStep:
    """The choice not to take the action: of the options that do not take it, else of any."""
    labels = _labels(session)
    against = tuple(one for one in labels if not goes_ahead(session, one)) or labels
    return NextStep("hold", {**_asked_of(session), "needed": ("human_choice",), "labels": against, "go": False})


def _asked_of(session: Session) -> dict[str, object]:
    asked = session.asked
    said = {"people": tuple(asked.people), "until": asked.until} if asked else {"people": (), "until": ""}
    return {"id": session.id, "verdict": short(session.verdict_hash), **said}


def _labels(session: Session) -> tuple[str, ...]:
    """What a person may choose: as the verdict asks, else any option of the question."""
    ask = session.verdict.ask if session.verdict else None
    return tuple(one.label for one in ask.options) if ask else tuple(choices_of(session.protocol, session.question))


def _ballots(session: Session) -> Steps:
    seen = short(session.question_hash)
    for wait in waits_of(session):
        said = {"seat": wait.seat, "who": wait.who, "until": wait.until}
        yield NextStep("vote", {"id": session.id, "question": seen, **said})


def _unasked(session: Session) -> Steps:
    round_ = session.round
    is_open = round_ is not None and round_.is_open and session.is_asked_as_it_stands
    missing = round_.missing if round_ and is_open else [seat.name for seat in session.opened.seats]
    engines = [seat.name for seat in session.opened.seats if seat.name in missing and not seat.answers_later]
    if engines or not is_open:
        yield NextStep("resume", {"id": session.id, "seats": tuple(engines or missing)})


def _can_be_overridden(session: Session) -> bool:
    verdict = session.verdict
    if not verdict or person_refused(session) or session.lapsed_at or override_bar(session):
        return False
    return verdict.action == BLOCK or "risk_acceptance" in still_needed(session)
