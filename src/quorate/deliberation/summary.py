"""What the log and the inbox say of a deliberation. Nothing of a sealed ballot is in it."""

from typing import Annotated, NamedTuple

from quorate.core.codec.declaration import OPTIONAL, OptionalText
from quorate.core.exact import Exact, rounded
from quorate.core.panel import holders_of
from quorate.core.verdict import Verdict
from quorate.deliberation.events import Deferred, Overridden, Reframed, Released, Resolved, Revoked, Superseded
from quorate.deliberation.permission import is_asking, person_refused
from quorate.deliberation.session import Session
from quorate.deliberation.signatures import Signatures, signatures_of

VOTING, ASKING, DECIDED, RELEASED = "voting", "asking", "decided", "released"
HARD_LIMIT = "HARD_LIMIT"
ACTIVE, SUPERSEDED, REVOKED = "active", "superseded", "revoked"


class Wait(NamedTuple):
    """Somebody is awaited: a `ballot` of a seat, or an `answer`. `who` is empty where anybody may give it."""

    kind: str
    who: str = ""
    seat: str = ""
    until: str = ""


class Rank(NamedTuple):
    """Where an agent of the fleet is found: its place, the cohort that it is compared within, and how high in it.

    The rest is what a choice of reviewers depends on, so that it reads no histories.
    """

    place: str
    cohort: str = ""
    standing: int = 0
    tags: tuple[str, ...] = ()
    risk_score: Exact | None = None
    reviews: int = 0
    held_up: int = 0
    updated_at: str = ""
    voter: str = ""


class Summary(NamedTuple):
    """One line of the decision log, who is awaited, and what turned out, as it was said."""

    protocol: str
    subject: str
    domain: str = ""
    state: str = VOTING
    status: str = ACTIVE
    result: str = ""
    confidence: str = ""
    decision: str = ""
    waits: tuple[Wait, ...] = ()
    outcome: OptionalText = ""
    rank: Annotated[Rank | None, OPTIONAL] = None
    signatures: Annotated[Signatures | None, OPTIONAL] = None

    @property
    def is_decided(self) -> bool:
        """True where nothing is awaited any more and there is, or was, a verdict."""
        return self.state in (DECIDED, RELEASED)


def summary_of(session: Session) -> Summary:
    """The line that the log keeps of a session."""
    verdict = session.verdict if session.is_current else None
    return Summary(
        session.protocol,
        session.question.subject,
        session.question.domain,
        state_of(session),
        status_of(session),
        verdict.result if verdict else "",
        str(rounded(verdict.confidence)) if verdict and verdict.confidence is not None else "",
        decision_of(session),
        waits_of(session),
        session.outcome.event.was if session.outcome else "",
        signatures=signatures_of(session),
    )


def state_of(session: Session) -> str:
    """voting, asking, decided or released."""
    if any(isinstance(ending.event, Released) for ending in session.endings):
        return RELEASED
    if session.endings:
        return DECIDED
    if not session.is_current:
        return VOTING
    return ASKING if is_asking(session) else DECIDED


def status_of(session: Session) -> str:
    """active, superseded or revoked."""
    for ending in session.endings:
        match ending.event:
            case Revoked():
                return REVOKED
            case Superseded():
                return SUPERSEDED
            case Released():
                pass
    return ACTIVE


def decision_of(session: Session) -> str:
    """What was decided, in a word or two; empty while it is not."""
    if not session.verdict or not session.is_current:
        return ""
    if person_refused(session):
        return _refused(session)
    if session.lapsed_at:
        return "no answer in time"
    for said in reversed(session.said):
        match said.answer:
            case Overridden():
                return "overridden: risk accepted"
            case Resolved(requirement="human_choice", choice=choice):
                return choice
            case _:
                pass
    return "" if is_asking(session) else _counted(session.verdict)


def _counted(verdict: Verdict) -> str:
    """What the count decided: of a resume that a hard limit blocks, the block."""
    return verdict.action if HARD_LIMIT in verdict.flags else verdict.choice or verdict.action


def _refused(session: Session) -> str:
    match session.said[-1].answer:
        case Deferred():
            return "deferred"
        case Reframed(questions=questions):
            return f"reframed into {len(questions)} question{'s' if len(questions) > 1 else ''}"
        case Resolved(choice=choice) if session.bound_at:
            return choice
        case _:
            return "declined by a person"


def waits_of(session: Session) -> tuple[Wait, ...]:
    """Who is awaited: people and agents whose ballot is missing, or a person's answer."""
    if session.endings:
        return ()
    if is_asking(session) and session.asked:
        people = session.asked.people or ("",)
        return tuple(Wait("answer", who, "", session.asked.until) for who in people)
    round_ = session.round
    if not round_ or not round_.is_open:
        return ()
    missing, due = frozenset(round_.missing), session.ballots_by
    held = holders_of(session.opened.seats).items()
    return tuple([Wait("ballot", holder, seat, due) for seat, holder in held if seat in missing])
