"""Ballots that a verdict must not rest on alone: those of whoever asked."""

from collections.abc import Sequence

from quorate.core.ballot import Answer, Ballot, NonVote
from quorate.core.failure import ON_ABSENCE
from quorate.core.verdict import PROCEED, Verdict
from quorate.core.voice import count
from quorate.deliberation.counting import answered_in, case_of
from quorate.deliberation.events import VIA_MCP
from quorate.deliberation.session import Round, Session
from quorate.protocols import protocol_named


def rests_on_own_ballot(session: Session, verdict: Verdict) -> bool:
    """True where an action or a gate waits, and a verdict to go ahead would not stand with the askers against it."""
    is_waited_for = bool(session.question.action) or session.policy.gated
    if not is_waited_for or verdict.action != PROCEED:
        return False
    own = askers_seats(session)
    return bool(own) and not stands_without(session, verdict, own)


def askers_seats(session: Session) -> tuple[str, ...]:
    """The seat of whoever brought a ballot along, and those for which a program voted in somebody's name."""
    own, latest = session.opened.own_seat, _latest_closed(session)
    names = [seat.name for seat in session.opened.seats]
    return tuple(name for name in names if name == own or (latest and _is_of_program(session, latest, name)))


def _is_of_program(session: Session, latest: Round, seat: str) -> bool:
    answered = answered_in(session, latest, seat)
    return answered is not None and answered.proofs.get(seat) == VIA_MCP


def stands_without(session: Session, verdict: Verdict, seats: Sequence[str]) -> bool:
    """True where the count of the latest closed round comes to the same with the ballots of these seats against it."""
    latest = _latest_closed(session)
    if latest is None:
        return True
    case = case_of(session, latest)
    # a failed seat is counted against a verdict by every protocol's own rule
    answers = [_without(one, seats) for one in case.answers]
    without = count(protocol_named(session.protocol), case._replace(answers=answers))
    return without.action == PROCEED and without.choice == verdict.choice and ON_ABSENCE not in without.flags


def _without(answer: Answer, seats: Sequence[str]) -> Answer:
    is_meant = isinstance(answer, Ballot) and answer.seat.name in seats
    return NonVote(answer.seat, "error") if is_meant else answer


def _latest_closed(session: Session) -> Round | None:
    return next((round_ for round_ in reversed(session.rounds) if not round_.is_open), None)
