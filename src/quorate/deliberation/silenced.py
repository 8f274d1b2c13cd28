"""Voices that were heard and are missing now: what they warned of must not be lost with them."""

from quorate.core.ballot import Ballot, NonVote
from quorate.deliberation.counting import case_of
from quorate.deliberation.session import Round, Session


def silenced(session: Session) -> tuple[Ballot, ...]:
    """The last ballots of seats that have none in the latest count, because they failed when they were asked again."""
    closed = [round_ for round_ in session.rounds if not round_.is_open]
    earlier = [round_ for round_ in closed[:-1] if round_.question == closed[-1].question]
    if not earlier:
        return ()
    missing = [one.seat.name for one in case_of(session, closed[-1]).answers if isinstance(one, NonVote) and one.failed]
    found = (_last_ballot(session, earlier, seat) for seat in missing)
    return tuple(ballot for ballot in found if ballot)


def _last_ballot(session: Session, rounds: list[Round], seat: str) -> Ballot | None:
    for round_ in reversed(rounds):
        for answer in case_of(session, round_).answers:
            if isinstance(answer, Ballot) and answer.seat.name == seat:
                return answer
    return None
