"""Voices that were heard and are missing now: what they warned of must not be lost with them."""

from quorate.core.ballot import RECUSED, Ballot, NonVote
from quorate.deliberation.counting import case_of
from quorate.deliberation.session import Session


def silenced(session: Session) -> tuple[Ballot, ...]:
    """The last ballots of seats that have none in the latest count, because they failed or stepped aside since.

    Ballots on an earlier revision are among them: an edit takes nothing back either.
    """
    closed = [round_ for round_ in session.rounds if not round_.is_open]
    verdicts = sorted(session.verdicts.items())
    earlier = [verdict.receipt.roster for number, verdict in verdicts if number < closed[-1].number] if closed else []
    if not earlier:
        return ()
    gone = [one for one in case_of(session, closed[-1]).answers if isinstance(one, NonVote) and _is_gone(one)]
    last = {one.seat.name: one for roster in earlier for one in roster if isinstance(one, Ballot)}
    return tuple(last[one.seat.name] for one in gone if one.seat.name in last)


def _is_gone(answer: NonVote) -> bool:
    return answer.failed or answer.kind == RECUSED
