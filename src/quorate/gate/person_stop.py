"""Whether it was a person who stopped a call: nobody else lets it through by a window while that stands."""

from quorate.core.ballot import Ballot
from quorate.core.verdict import BLOCK
from quorate.deliberation.permission import person_refused
from quorate.deliberation.session import Session


def is_stopped_by_person(session: Session) -> bool:
    """True where a person declined, or the call is blocked and a person's ballot is for that or has a grave concern."""
    verdict = session.verdict
    if not verdict or not session.is_current:
        return False
    people = {seat.name for seat in session.opened.seats if seat.voter_kind == "person"}
    said = [one for one in verdict.receipt.roster if isinstance(one, Ballot) and one.seat.name in people]
    stops = any(one.choice == verdict.choice or one.raises_grave_concern for one in said)
    return person_refused(session) or (verdict.action == BLOCK and stops)
