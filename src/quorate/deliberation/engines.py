"""What a panel of engines brings with it: whose turn it is, what calls cost, what went wrong, what follows."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from quorate.core.panel import Seat
from quorate.deliberation.envelopes import Usage, letter_of
from quorate.deliberation.events import RULES, Cast, Failed, Opened, Policy, Superseded
from quorate.deliberation.framing import ENGINE, ENGINES, SIMPLE, lens_seats
from quorate.deliberation.independence import NOT_ENGINES
from quorate.deliberation.permission import is_grave
from quorate.deliberation.session import Round, Session

FIRST = "claude"
TIMED_OUT, NOT_PARSED, PROGRAM_FAILED = "timeout", "parse_failure", "cli_error"
ABSTAINED, RETRIED, FELL_BACK = "ABSTAIN", "retry_succeeded", "fallback_to_simple"
_ERROR_TYPES = {"timeout": TIMED_OUT, "unreadable": NOT_PARSED, "error": PROGRAM_FAILED}


class EngineError(NamedTuple):
    """What went wrong with an engine's call, and what was done about it."""

    engine: str
    error_type: str
    detail: str
    action_taken: str


class Spent(NamedTuple):
    """What calls have cost as far as engines say it, in US dollars, and which seats' cost is unknown."""

    known: Decimal
    unknown: tuple[str, ...]


def their_turn(session: Session, waiting: Sequence[Seat]) -> list[Seat]:
    """Those that may be asked now. In Engine Mode Claude's ballot is on the record before the others are called."""
    round_ = session.round
    if not round_ or session.opened.mode != ENGINE:
        return list(waiting)
    missing = round_.missing
    first = {seat.name for seat in session.opened.seats if seat.voter_kind == FIRST and seat.name in missing}
    return [seat for seat in waiting if seat.name in first] if first else list(waiting)


def usage_in(session: Session, round_: Round) -> dict[str, Usage]:
    """What the calls of a round used, seat by seat; nothing is said of seats that nobody called."""
    return {
        seat.name: letter_of(seat.voter_kind, round_.replies[seat.name].reply).usage
        for seat in session.opened.seats
        if seat.name in round_.replies
    }


def spent(session: Session) -> Spent:
    """What all calls so far have cost, each as far as its last attempt says it."""
    used = [(seat, usage.cost) for round_ in session.rounds for seat, usage in usage_in(session, round_).items()]
    known = sum((Decimal(cost) for _, cost in used if cost), Decimal(0))
    return Spent(known, tuple(dict.fromkeys(seat for seat, cost in used if not cost)))


def is_over_budget(session: Session, most: Mapping[str, str], seat: Seat) -> bool:
    """True where the seat's call might cost more than is left; `most` is what a call of a seat may cost, if known.

    Calls that run already, and those that did not say what they cost, count with the most that they may cost.
    """
    budget, round_ = session.policy.max_cost, session.round
    if not budget or not round_:
        return False
    running = [name for name in round_.claims if name not in round_.replies and name not in round_.answers]
    past = spent(session)
    ahead = sum((Decimal(most.get(name) or 0) for name in (*running, *past.unknown, seat.name)), Decimal(0))
    before = past.known
    return before >= Decimal(budget) or before + ahead > Decimal(budget)


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
            taken = FELL_BACK if _has_fallen_back(session) else ABSTAINED
            yield EngineError(engine_name(seat), _ERROR_TYPES[answer.kind], answer.detail, taken)
        elif isinstance(answer, Cast) and replied and replied.reply.attempts > 1:
            detail = f"answered at attempt {replied.reply.attempts}"
            yield EngineError(engine_name(seat), TIMED_OUT, detail, RETRIED)


def _has_fallen_back(session: Session) -> bool:
    is_superseded = any(isinstance(ending.event, Superseded) for ending in session.endings)
    return is_superseded and fallback_of(session._replace(endings=())) is not None


def engine_name(seat: Seat) -> str:
    """The engine's name as people write it."""
    kind = seat.voter_kind
    return kind.capitalize() if kind in ENGINES else kind


def fallback_of(session: Session) -> Opened | None:
    """The child deliberation in Simple Mode, where all external engines were lost and nothing grave hangs on it.

    Only a panel of Claude and the external engines falls back, and only from its first round: no ballot of anybody else
    is given up for it, no earlier one of theirs, and nothing that a person has said here.
    """
    lost = _lost_externals(session)
    is_later = len(session.rounds) > 1
    if not lost or is_later or session.endings or session.said or not session.is_current or is_grave(session):
        return None
    claude = next(seat for seat in session.opened.seats if seat.voter_kind == FIRST)
    seats = lens_seats(session.protocol, claude.voter)
    if not seats or not isinstance(session.rounds[-1].answers.get(claude.name), Cast):
        return None
    policy = _with_what_is_left(session)
    child = session.opened._replace(question=session.question, seats=seats, mode=SIMPLE, policy=policy)
    return child._replace(
        supersedes=session.id, parent=session.id, lost=lost, programs={}, rules=RULES, opened_for=session.opener
    )


def _with_what_is_left(session: Session) -> Policy:
    """The policy for a child: of the budget it gets what was not spent."""
    if not session.policy.max_cost:
        return session.policy
    left = max(Decimal(session.policy.max_cost) - spent(session).known, Decimal(0))
    return session.policy._replace(max_cost=format(left, "f"))


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
