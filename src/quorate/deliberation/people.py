"""What a person may do: answer what a verdict requires, override it, use it, take it back, edit the question."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from quorate.core.errors import InputError, Refused
from quorate.core.text import says_something
from quorate.core.wording import ArgumentName, Wording
from quorate.deliberation.counting import question_document, read_frame
from quorate.deliberation.events import (
    Declined,
    Event,
    Overridden,
    Released,
    Resolved,
    Revised,
    Revoked,
    Superseded,
)
from quorate.deliberation.moments import shown
from quorate.deliberation.moves import check_question
from quorate.deliberation.notes import notes_in, notes_problem
from quorate.deliberation.permission import (
    FINAL,
    HARD_LIMIT,
    OVERRIDE_MEETS,
    PERSON_MEETS,
    check,
    goes_ahead,
    is_asking,
    is_overdue,
    override_bar,
    person_refused,
    standing_refusal,
    still_needed,
    verifier_refusal,
)
from quorate.deliberation.precondition import names_revision
from quorate.deliberation.principal import Principal, check_may
from quorate.deliberation.session import GivenAnswer, Session
from quorate.documents.vote_form import choices_of

Events = tuple[Event, ...]
OTHER = "Other"
_WORDS = {
    "mitigation_plan": "a mitigation plan needs a text, an owner and what to monitor",
    "human_choice": "a choice must name one of the options",
    "verification": "a verification must say what was checked",
}

_BARS = {
    HARD_LIMIT: "a hard limit cannot be overridden, no matter who agrees",
    FINAL: "the answer of those who were asked cannot be overridden",
}


def resolve(session: Session, answer: Resolved, who: Principal, now: str) -> Events:
    """Meets one requirement of the current verdict, once."""
    _check_may_answer(session, who, now)
    if answer.requirement not in PERSON_MEETS:
        raise Refused(f"{answer.requirement!r} cannot be met this way; allowed: {', '.join(PERSON_MEETS)}")
    if answer.requirement not in still_needed(session):
        raise Refused(_not_needed(session, answer.requirement))
    if answer.requirement == "verification" and (why := verifier_refusal(session, who.name)):
        raise Refused(why)
    notes = [*notes_in(session.verdict)] if answer.requirement == "verification" else []
    if problem := notes_problem(notes, answer.accept_notes, answer.strike_notes):
        raise Refused(problem)
    _check_filled(session, answer)
    _check_said(text=answer.text, owner=answer.owner, monitor=answer.monitor)
    return (answer,)


def override(
    session: Session, risk_acceptance: str, owner: str, who: Principal, now: str, *, monitor: str = ""
) -> Events:
    """Goes ahead against the panel; the risk is accepted in writing and the author is on the record."""
    _check_may_answer(session, who, now)
    if not says_something(risk_acceptance):
        raise InputError("an override needs a written risk acceptance; it is empty")
    _check_said(owner=owner, monitor=monitor)
    if bar := override_bar(session):
        again = ("; to ask again, open another one with ", ArgumentName("supersedes"), f" {session.id}")
        raise Refused(Wording(_BARS[bar], *(again if bar == FINAL else ())))
    if OVERRIDE_MEETS.isdisjoint(still_needed(session)):
        raise Refused(_not_needed(session, "risk_acceptance"))
    return (Overridden(risk_acceptance, owner, monitor),)


def decline(session: Session, reason: str, who: Principal, now: str) -> Events:
    """Decides not to go ahead."""
    _check_may_answer(session, who, now)
    if not says_something(reason):
        raise InputError("a decision not to go ahead needs a reason; it is empty")
    return (Declined(reason),)


def release(session: Session, action: str, question: str = "") -> Events:
    """Uses the permission, once, for the very action and revision that were voted on."""
    check(session)
    if not session.question.action:
        raise Refused("the question names no action, so there is nothing to release")
    if action_hash(action) != action_hash(session.question.action):
        raise Refused(
            f"the action presented ({action_hash(action)}) is not the one that was voted on "
            f"({action_hash(session.question.action)})"
        )
    stands = session.question_hash
    if question and not names_revision(session, question, stands):
        raise Refused(f"the revision presented ({question}) is not the one that was voted on ({stands})")
    return (Released(action_hash(action), stands),)


def revoke(session: Session, reason: str, who: Principal) -> Events:
    """Takes the verdict back, so that it can no longer be acted on."""
    _check_stands(session)
    check_may("revoke", session, who)
    if not session.verdict:
        raise Refused("there is no verdict to revoke yet")
    if not says_something(reason):
        raise InputError("a revocation needs a reason; it is empty")
    return (Revoked(reason),)


def supersede(session: Session, by: str, who: Principal) -> Events:
    """Gives way to another deliberation that somebody opens in its place."""
    check_may("supersede", session, who)
    return give_way(session, by)


def give_way(session: Session, by: str) -> Events:
    """The same where the rules themselves open the other one."""
    _check_stands(session)
    return (Superseded(by),)


def revise(session: Session, changes: Mapping[str, Any], reason: str = "", *, by: Principal) -> Events:
    """Edits the question: a new revision, for which earlier ballots do not count."""
    _check_lives(session)
    check_may("revise", session, by)
    _check_said(**{name: text for name, text in changes.items() if isinstance(text, str)}, reason=reason)
    document = {**question_document(session.question), **changes}
    read = read_frame(session.protocol, document, session.opened.terms, session.opened.seats)
    check_question(read)
    edited = read._replace(id=session.question.id, revision=session.question.revision)
    if edited == session.question:
        raise Refused("this would not change the question")
    return (Revised(edited._replace(revision=session.question.revision + 1), reason),)


def action_hash(action: str) -> str:
    """Names an action; a line break at its end does not matter."""
    return "sha256:" + sha256(action.removesuffix("\n").encode("utf-8", "surrogatepass")).hexdigest()


def _check_lives(session: Session) -> None:
    if why := standing_refusal(session):
        raise Refused(why)


def _check_stands(session: Session) -> None:
    """A released verdict may still be revoked or superseded: what was done stays done, and the log says what holds."""
    if any(not isinstance(ending.event, Released) for ending in session.endings):
        raise Refused(standing_refusal(session))


def _check_may_answer(session: Session, who: Principal, now: str) -> None:
    _check_lives(session)
    if not session.verdict or not session.is_current:
        raise Refused("there is no verdict on the current question, so there is nothing to answer yet")
    check_may("answer", session, who)
    if person_refused(session):
        last = session.said[-1]
        raise Refused(f"this was answered by {_who(session, last)} at {shown(last.at)}: not to go ahead")
    if session.asked and (session.lapsed_at or (is_asking(session) and is_overdue(session, now))):
        raise Refused(f"the time to answer ended at {shown(session.asked.until)}; by policy, it does not go ahead")


def _not_needed(session: Session, requirement: str) -> str:
    for said in session.said:
        if isinstance(said.answer, Resolved) and said.answer.requirement == requirement:
            return f"{requirement} was answered by {_who(session, said)} at {shown(said.at)}; it is answered once"
        if isinstance(said.answer, Overridden) and requirement == "risk_acceptance":
            return f"the risk was accepted by {said.author.name} at {shown(said.at)}; it is accepted once"
    open_ones = ", ".join(still_needed(session)) or "nothing"
    return f"this verdict does not require {requirement}; what it still requires: {open_ones}"


def _who(session: Session, said: GivenAnswer) -> str:
    """Who answered: a person, or what was settled beforehand."""
    is_settled = session.bound_at and isinstance(said.answer, Resolved) and said.answer.requirement == "human_choice"
    return "the policy" if is_settled else said.author.name


def _check_said(**texts: str) -> None:
    """What may be left out is not filled with what cannot be seen."""
    for name, text in texts.items():
        if text and not says_something(text):
            raise InputError(f"{name}: found {text!a}, which is invisible; allowed: some text, or none")


def _check_filled(session: Session, answer: Resolved) -> None:
    if answer.requirement == "human_choice":
        ask = session.verdict.ask if session.verdict else None
        labels = [option.label for option in ask.options] if ask else choices_of(session.protocol, session.question)
        known = [*labels, *(option.id for option in session.question.options if OTHER in labels)]
        if answer.choice not in known:
            allowed = ", ".join(repr(label) for label in known)
            raise InputError(f"no option called {answer.choice!r}; there are: {allowed}")
        if answer.choice == OTHER and not says_something(answer.text):
            raise InputError("Other needs a reason: say in words what was chosen, or name an option")
        if answer.go and not goes_ahead(session, answer.choice):
            how = ("use it with ", ArgumentName("go: false"), ", or another option with ", ArgumentName("go"))
            raise Refused(Wording(f"{answer.choice!r} does not take the action: ", *how))
        return
    if not says_something(answer.text):
        raise InputError(f"{_WORDS[answer.requirement]}; the text is empty")
    has_both = says_something(answer.owner) and says_something(answer.monitor)
    if answer.requirement == "mitigation_plan" and not has_both:
        raise InputError(_WORDS["mitigation_plan"])
