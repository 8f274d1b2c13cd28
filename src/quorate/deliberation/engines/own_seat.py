"""The seat of whoever opens a deliberation and brings a ballot along: one, in their own name."""

from quorate.core.errors import Refused
from quorate.core.panel import Seat
from quorate.deliberation.events import Opened


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
