"""Voices that were heard and are missing now: what they warned of must not be lost with them."""

from collections.abc import Iterable

from quorate.core.ballot import NON_VOTES, Answer, Ballot, NonVote
from quorate.deliberation.counting import case_of
from quorate.deliberation.session import Session


def silenced(session: Session) -> tuple[Ballot, ...]:
    """The last ballots of seats that have none in the latest count, because they failed or stepped aside since.

    Ballots on an earlier revision are among them: an edit takes nothing back either.
    """
    latest = next((round_ for round_ in reversed(session.rounds) if not round_.is_open), None)
    if latest is None or min(session.verdicts, default=latest.number) == latest.number:
        return ()
    return _last_ballots(session, case_of(session, latest).answers, latest.number)


def silenced_at(session: Session, number: int) -> tuple[Ballot, ...]:
    """The same when this round was counted."""
    return _last_ballots(session, session.verdicts[number].receipt.roster, number)


def _last_ballots(session: Session, answers: Iterable[Answer], number: int) -> tuple[Ballot, ...]:
    earlier = (verdict.receipt.roster for count, verdict in sorted(session.verdicts.items()) if count < number)
    last = {one.seat.name: one for roster in earlier for one in roster if isinstance(one, Ballot)}
    gone = (one.seat.name for one in answers if isinstance(one, NonVote) and one.kind in NON_VOTES)
    return tuple(last[seat] for seat in gone if seat in last)
