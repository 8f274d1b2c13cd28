"""How a deliberation stands: whether its verdict may be acted on now, why not, and what to do."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from quorate.core.protocol import Progress
from quorate.core.verdict import BLOCK, PROCEED
from quorate.deliberation.events import (
    Declined,
    Deferred,
    Overridden,
    Reframed,
    Released,
    Resolved,
    Revoked,
    Superseded,
)
from quorate.deliberation.permission import (
    chosen_instead,
    is_held_by_policy,
    needs_left,
    override_bar,
    person_refused,
    still_needed,
)
from quorate.deliberation.rounds.stalemate import is_asked_again
from quorate.deliberation.session import GivenAnswer, Session
from quorate.deliberation.signatures import Signatures, all_needed, listed, signatures_of
from quorate.reports.content.authors import author_of, moment
from quorate.reports.language import Language
from quorate.reports.proceedings import (
    ACCEPTED,
    CHOSEN,
    DEPRECATED,
    OVERDUE,
    OVERRIDDEN,
    PROPOSED,
    REFUSED,
    REJECTED,
    PersonDecision,
)
from quorate.reports.text import one_line

FREE, NEEDS, VOTING, OUTDATED, AGAIN, BOUND, INSTEAD, ADVICE = (
    "free",
    "needs",
    "voting",
    "outdated",
    "again",
    "bound",
    "instead",
    "advice",
)
RELEASED, REVOKED, SUPERSEDED = "released", "revoked", "superseded"
ENDED = (RELEASED, REVOKED, SUPERSEDED)
_STATUS = {
    FREE: ACCEPTED,
    RELEASED: ACCEPTED,
    REFUSED: REJECTED,
    BOUND: REJECTED,
    INSTEAD: REJECTED,
    OVERDUE: REJECTED,
    REVOKED: DEPRECATED,
}


class DecisionState(NamedTuple):
    """In a word what `refusal` says in a sentence: free, or what stands in the way; and when, why, in whose favour.

    `released` is when the action was released, where the verdict was revoked or superseded since.
    """

    code: str
    at: str = ""
    reason: str = ""
    by: str = ""
    released: str = ""


def decision_state_of(session: Session) -> DecisionState:
    """How the deliberation stands. It is free where `refusal` has nothing to say."""
    if session.endings:
        endings = session.endings
        last = endings[-1]
        at, released = moment(last.at), moment(endings[0].at) if len(endings) > 1 else ""
        match last.event:
            case Released():
                return DecisionState(RELEASED, at)
            case Revoked(reason):
                return DecisionState(REVOKED, at, one_line(reason), released=released)
            case Superseded(by):
                return DecisionState(SUPERSEDED, at, by=one_line(by), released=released)
    if not session.is_current:
        earlier = AGAIN if is_asked_again(session) else OUTDATED
        return DecisionState(earlier if session.verdict else VOTING)
    if session.lapsed_at:
        return DecisionState(OVERDUE)
    if person_refused(session):
        return DecisionState(BOUND if is_held_by_policy(session) else REFUSED)
    if chosen := chosen_instead(session):
        return DecisionState(INSTEAD, by=one_line(chosen), reason=one_line(session.question.action_for))
    if still_needed(session):
        return DecisionState(NEEDS)
    return DecisionState(ADVICE if session.policy.advice else FREE)


def in_words(say: Language, what: str, state: DecisionState, **more: object) -> str:
    """How it stands, by a phrase of this kind; where it was released before, that too."""
    said = say(f"{what}.{state.code}", **state._asdict(), **more)
    return say(f"{what}.released_before", said=said, released=state.released) if state.released else said


def open_needs(session: Session) -> tuple[str, ...]:
    """What a person could still do so that it may be acted on."""
    return needs_left(session) if decision_state_of(session).code == NEEDS else ()


def decision_of(session: Session, say: Language) -> PersonDecision | None:
    """What a person made of the verdict; a refusal outweighs all else."""
    if session.lapsed_at:
        return PersonDecision(OVERDUE, "")
    told = [one for said in reversed(session.said) if (one := _decision(said, say))]
    found = next((one for one in told if one.how == REFUSED), told[0] if told else None)
    is_bound = bool(session.bound_at) and found is not None and bool(found.choice)
    return found._replace(by=say("deadlock.by_policy"), is_settled=True) if found and is_bound else found


def _decision(said: GivenAnswer, say: Language) -> PersonDecision | None:
    by = author_of(say, said.author)
    match said.answer:
        case Overridden():
            return PersonDecision(OVERRIDDEN, by)
        case Declined() | Deferred() | Reframed():
            return PersonDecision(REFUSED, by)
        case Resolved(requirement="human_choice", choice=choice, go=go):
            return PersonDecision(CHOSEN if go else REFUSED, by, one_line(choice))
        case _:
            return None


def record_status(session: Session, decision: PersonDecision | None) -> str:
    """The status of a decision record."""
    code = decision_state_of(session).code
    if code in _STATUS:
        return _STATUS[code]
    if code == SUPERSEDED:
        return f"superseded by {decision_state_of(session).by}"
    blocked = code == NEEDS and not decision and session.verdict and session.verdict.action == BLOCK
    return REJECTED if blocked else PROPOSED


def banner_of(session: Session, decision: PersonDecision | None) -> str:
    """The code of the banner's second line."""
    code = decision_state_of(session).code
    if code != NEEDS or not session.verdict:
        return code
    return PROCEED if decision else session.verdict.action


def last_word(session: Session, say: Language, decision: PersonDecision | None) -> str:
    """Whether it may be acted on now, and why."""
    state = decision_state_of(session)
    if state.code == FREE:
        yes = say("act.yes")
        if decision:
            key = "decided.bound" if decision.is_settled else f"decided.{decision.how}"
            return say("act.yes.how", yes=yes, how=say(key, by=decision.by, choice=decision.choice))
        return say("act.yes.how", yes=yes, how=say("decided.met")) if session.said else yes
    if state.code == NEEDS:
        return say("act.no", why=say("act.join").join(_what_is_missing(session, say, decision)))
    if signatures := signatures_of(session):
        return say("act.no", why=signatures_in_words(say, signatures.each))
    return say("act.no", why=in_words(say, "act", state, revision=session.question.revision))


def signatures_in_words(say: Language | Callable[..., str], groups: Sequence[Signatures | Progress]) -> str:
    """Return how many approvals were given, and whose are missing, for each group."""
    return say("list.groups").join(_signatures(say, one) for one in groups)


def _signatures(say: Language | Callable[..., str], one: Signatures | Progress) -> str:
    group = one.group if isinstance(one, Progress) else ""
    last = say("list.and" if all_needed(one) else "list.or")
    names = listed([*map(one_line, one.missing)], say("list.comma"), last)
    key = "need.signatures" + (".group" if group else "") + ("" if names else ".all")
    return say(key, group=one_line(group), given=one.given, needed=one.needed, names=names)


def _what_is_missing(session: Session, say: Language, decision: PersonDecision | None) -> list[str]:
    action, needs = _action(session, decision), open_needs(session)
    why = [say.word("act", action)] if action else []
    bar = override_bar(session)
    why += [say(f"act.{bar}")] if bar else []
    return why + ([say("act.needs", needs=needs_in_words(say, needs))] if needs else [])


def _action(session: Session, decision: PersonDecision | None) -> str:
    """Where a person has decided already, or the panel would proceed, only the rest is to be said."""
    action = session.verdict.action if session.verdict else ""
    return "" if decision or action == PROCEED else action


def needs_in_words(say: Language, needs: tuple[str, ...]) -> str:
    """Requirements, in short."""
    return say.listed(say.word("need", need) for need in needs)


def todo(session: Session, say: Language, decision: PersonDecision | None) -> str:
    """What to do now, in the words of a box; empty where it is what the verdict says."""
    state = decision_state_of(session)
    if state.code in (*ENDED, REFUSED, BOUND, INSTEAD, ADVICE, OVERDUE):
        return in_words(say, "do", state)
    needs = open_needs(session)
    if decision:
        return (
            say("do.hold", needs=needs_in_words(say, needs))
            if needs
            else say(f"do.{decision.how}", choice=decision.choice)
        )
    return say("do.met") if session.said and state.code == FREE else ""
