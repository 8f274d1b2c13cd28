"""Which seats a person may answer for."""

from collections.abc import Iterable

from quorate.core.errors import Refused
from quorate.core.panel import Seat
from quorate.deliberation.events import Author, Cast, Stored
from quorate.deliberation.session import Session


def seat_for(session: Session, stated: str | None, author: Author, supersede: bool = False) -> str:
    """The seat that is meant: the one that was named, else the only one that waits for this person."""
    if stated:
        return stated
    fitting = [seat for seat in session.opened.seats if seat.answers_later and seat.holder in ("", author.name)]
    if not fitting:
        seats = ", ".join(f"{seat.name} ({seat.voter})" for seat in session.opened.seats)
        raise Refused(f"no seat of this panel is yours, {author.name}; seats: {seats}")
    round_ = session.round
    if len(fitting) == 1 or not round_ or not round_.is_open:
        return fitting[0].name
    waiting = [seat for seat in fitting if seat.name in round_.missing or supersede]
    if len(waiting) != 1:
        names = ", ".join(seat.name for seat in fitting)
        raise Refused(f"several seats may be meant; name one with --seat: {names}")
    return waiting[0].name


def seats_to_ask(session: Session, history: Iterable[Stored], author: Author) -> list[Seat]:
    """The person's own seats that wait; else one that is anybody's, once in a round: one person alone is no panel."""
    round_ = session.round
    if not round_ or not round_.is_open or not session.is_asked_as_it_stands or session.endings:
        return []
    missing = [seat for seat in session.opened.seats if seat.name in round_.missing and seat.voter_kind == "person"]
    if own := [seat for seat in missing if seat.holder == author.name]:
        return own
    cast = {
        stored.event.seat
        for stored in history
        if isinstance(stored.event, Cast) and stored.event.round == round_.number and stored.author == author
    }
    has_voted = any(seat.name in cast and seat.answers_later for seat in session.opened.seats)
    return [] if has_voted else [seat for seat in missing if not seat.holder][:1]
