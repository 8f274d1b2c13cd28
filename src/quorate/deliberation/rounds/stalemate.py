"""Which rounds of a deliberation were re-deliberations, and whether they have led nowhere."""

from quorate.core.verdict import ASK, REDELIBERATE, Verdict
from quorate.deliberation.session import Round, Session

REDELIBERATION = "redeliberation"
MOST_REDELIBERATIONS = 2
NO_SUPERMAJORITY = "NO_SUPERMAJORITY"


def is_asked_again(session: Session) -> bool:
    """True while the question that has a verdict is asked once more, as it stands: again, or in a debate."""
    if not session.verdict or session.is_current or not session.is_asked_as_it_stands:
        return False
    return session.rounds[session.verdict_round - 1].question == session.question_hash


def redeliberations(session: Session) -> tuple[Round, ...]:
    """Every round that was a re-deliberation."""
    return tuple(round_ for round_ in session.rounds if round_.purpose == REDELIBERATION)


def counted_redeliberations(session: Session) -> tuple[Round, ...]:
    """Those that count against the two; new facts do not."""
    return tuple(round_ for round_ in redeliberations(session) if not round_.is_factual)


def is_deadlock(session: Session, verdict: Verdict) -> bool:
    """True where this verdict, after the last re-deliberation, is still no consensus."""
    is_last = len(counted_redeliberations(session)) >= MOST_REDELIBERATIONS
    return is_last and (verdict.action in (ASK, REDELIBERATE) or verdict.result == NO_SUPERMAJORITY)


def is_deadlocked(session: Session) -> bool:
    """True where the verdict that stands is a deadlock."""
    if not session.verdict or not session.is_current or session.endings:
        return False
    return is_deadlock(session, session.verdict)
