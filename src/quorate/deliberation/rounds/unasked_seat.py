"""Why a seat was not asked in a round, as a code that the catalogues put into words."""

from quorate.core.ballot import RECUSED
from quorate.core.panel import Seat
from quorate.deliberation.rounds.debate import has_recused
from quorate.deliberation.rounds.retry import retry_obstacle
from quorate.deliberation.session import Round, Session

NOT_NAMED = "not_named"


def why_not_asked(session: Session, round_: Round, seat: Seat) -> str:
    """The code; empty for a seat that was asked. It follows from what was known when the round was opened."""
    if seat.name in round_.seats:
        return ""
    before = session.rounds[: round_.number - 1]
    if has_recused(before, round_.question, seat.name):
        return RECUSED
    if round_.retries:
        return retry_obstacle(session._replace(rounds=before), before[-1], seat) or NOT_NAMED
    return NOT_NAMED
