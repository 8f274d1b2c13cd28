"""The ballot that whoever opens a deliberation brings along: one seat in their own name, and what it counts for."""

from quorate.core.errors import Refused
from quorate.core.panel import Seat
from quorate.core.verdict import PROCEED, Verdict
from quorate.deliberation.events import Opened
from quorate.deliberation.retried_ballots import stands_without
from quorate.deliberation.session import Session


def with_own_seat(opening: Opened, name: str, program: str) -> Opened:
    """The opening with a seat of this name in place of the engine seat of its own program, or its own agent's seat.

    Raises Refused where there is neither: nobody else gives up a seat for it.
    """
    held = next((seat for seat in opening.seats if seat.voter == f"agent:{name}"), None)
    if held:
        return opening._replace(own_seat=held.name)
    engine = next((seat for seat in opening.seats if program and seat.voter_kind == program and seat.is_engine), None)
    if engine is None:
        raise Refused(_no_seat(opening, name, program))
    own = Seat(name, "", f"agent:{name}", engine.weight)
    seats = tuple(own if seat is engine else seat for seat in opening.seats)
    lost = tuple(one for one in opening.lost if one != program)
    return opening._replace(seats=seats, lost=lost, own_seat=name)


def _no_seat(opening: Opened, name: str, program: str) -> str:
    seats = ", ".join(f"{seat.name} ({seat.voter})" for seat in opening.seats)
    engine = f"an engine seat of {program} without a lens, or " if program else ""
    return (
        f"your own ballot needs {engine}a seat agent:{name}; the panel has {seats}. "
        "Open it without a ballot of your own, or ask another panel"
    )


def rests_on_own_ballot(session: Session, verdict: Verdict) -> bool:
    """True where an action or a gate waits, and a verdict to go ahead would not stand with that ballot against it."""
    own, is_waited_for = session.opened.own_seat, bool(session.question.action) or session.policy.gated
    if not own or not is_waited_for or verdict.action != PROCEED:
        return False
    return not stands_without(session, verdict, [own])
