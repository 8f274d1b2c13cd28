"""What a panel of engines brings with it: whose turn it is, what calls cost, what went wrong, what follows."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from quorate.core.panel import Seat
from quorate.deliberation.engines.independence import NOT_ENGINES
from quorate.deliberation.events import Cast, Failed, Opened, Superseded
from quorate.deliberation.framing import ENGINE, ENGINES, SIMPLE, lens_seats
from quorate.deliberation.permission import is_grave
from quorate.deliberation.session import Round, Session

FIRST = "claude"
NOTHING_SPENT = Decimal(0)
TIMED_OUT, NOT_PARSED, PROGRAM_FAILED = "timeout", "parse_failure", "cli_error"
ABSTAINED, RETRIED, FELL_BACK = "ABSTAIN", "retry_succeeded", "fallback_to_simple"
_ERROR_TYPES = {"timeout": TIMED_OUT, "unreadable": NOT_PARSED, "error": PROGRAM_FAILED}


class EngineError(NamedTuple):
    """What went wrong with an engine's call, and what was done about it."""

    engine: str
    error_type: str
    detail: str
    action_taken: str


def their_turn(session: Session, waiting: Sequence[Seat]) -> list[Seat]:
    """Those that may be asked now. In Engine Mode Claude's ballot is on the record before the others are called."""
    round_ = session.round
    if not round_ or session.opened.mode != ENGINE:
        return list(waiting)
    missing = round_.missing
    first = {seat.name for seat in session.opened.seats if seat.voter_kind == FIRST and seat.name in missing}
    return [seat for seat in waiting if seat.name in first] if first else list(waiting)


def engine_errors(session: Session) -> tuple[EngineError, ...]:
    """What went wrong with engines in rounds that are over; of an open one nothing is told."""
    return tuple(error for round_ in session.rounds if not round_.is_open for error in _errors_in(session, round_))


def _errors_in(session: Session, round_: Round) -> Iterator[EngineError]:
    for seat in session.opened.seats:
        answer = round_.answers.get(seat.name)
        if seat.voter_kind in NOT_ENGINES or answer is None:
            continue
        replied = round_.replies.get(seat.name)
        if isinstance(answer, Failed) and answer.kind in _ERROR_TYPES:
            is_superseded = any(isinstance(ending.event, Superseded) for ending in session.endings)
            has_fallen_back = is_superseded and fallback_of(session._replace(endings=())) is not None
            taken = FELL_BACK if has_fallen_back else ABSTAINED
            detail = ": ".join(part for part in (answer.why, answer.detail) if part)
            yield EngineError(engine_name(seat), _ERROR_TYPES[answer.kind], detail, taken)
        elif isinstance(answer, Cast) and replied and replied.reply.attempts > 1:
            detail = f"answered at attempt {replied.reply.attempts}"
            yield EngineError(engine_name(seat), TIMED_OUT, detail, RETRIED)


def engine_name(seat: Seat) -> str:
    """The engine's name as people write it."""
    kind = seat.voter_kind
    return kind.capitalize() if kind in ENGINES else kind


def fallback_of(session: Session, spent: Decimal = NOTHING_SPENT) -> Opened | None:
    """The child deliberation in Simple Mode, where all external engines were lost and nothing grave hangs on it.

    Only a panel of Claude and the external engines falls back, and only from its first round: no ballot of anybody else
    is given up for it, no earlier one of theirs, and nothing that a person has said here. Of the budget the child gets
    what has not been spent.
    """
    lost = _lost_externals(session)
    is_later = len(session.rounds) > 1
    if not lost or is_later or session.endings or session.said or not session.is_current or is_grave(session):
        return None
    claude = next(seat for seat in session.opened.seats if seat.voter_kind == FIRST)
    seats = lens_seats(session.protocol, claude.voter)
    if not seats or not isinstance(session.rounds[-1].answers.get(claude.name), Cast):
        return None
    policy = session.policy
    if policy.max_cost:
        policy = policy._replace(max_cost=format(max(Decimal(policy.max_cost) - spent, Decimal(0)), "f"))
    child = session.opened._replace(question=session.question, seats=seats, mode=SIMPLE, policy=policy)
    return child._replace(supersedes=session.id, parent=session.id, lost=lost, programs={}, opened_for=session.opener)


def _lost_externals(session: Session) -> tuple[str, ...]:
    """The external engines of a finished round, where there were two or more and every one was called in vain.

    One that answered, however unreadably, is not lost; nor is one that was never called, or cut off by a deadline.
    """
    round_, seats = session.round, session.opened.seats
    kinds = sorted(seat.voter_kind for seat in seats)
    if session.opened.mode != ENGINE or not round_ or round_.closed_for != "complete" or kinds != sorted(ENGINES):
        return ()
    externals = [seat for seat in seats if seat.voter_kind != FIRST]
    answers = [round_.answers.get(seat.name) for seat in externals if seat.name in round_.replies]
    failed = [one for one in answers if isinstance(one, Failed) and one.kind in ("timeout", "error")]
    return tuple(seat.voter_kind for seat in externals) if len(failed) == len(externals) else ()
