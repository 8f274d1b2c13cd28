"""A deliberation as one line of JSON. After one more ballot most of it is as it was written before."""

from collections.abc import Sequence
from typing import NamedTuple

from quorate.analysis.track_record.record_note import RecordNote
from quorate.core.codec import json_line, json_line_around, shown, shown_line
from quorate.deliberation.events import Cast, Stored
from quorate.deliberation.session import Session
from quorate.views.deliberation import full_view, in_full, sealed_behind, shown_event, shown_seat

_GAP = "\0"  # JSON has it escaped, so that it is nowhere else
_LONGEST = 256 * 1024
"""Characters of a line; of a longer one nothing is kept."""


def line_in_full(session: Session, history: Sequence[Stored], record: RecordNote | None = None) -> str:
    """All that may be seen of a deliberation."""
    return json_line(in_full(session, history, record))


class _Parts(NamedTuple):
    """What a line is put together from: what is around the seats and the events, and the line of each of them.

    `is_open` where ballots are not sealed.
    """

    history: tuple[Stored, ...]
    around: tuple[str, str, str]
    seats: dict[str, str]
    events: str
    is_open: bool = False

    @property
    def text(self) -> str:
        before, between, behind = self.around
        return f"{before}[{','.join(self.seats.values())}]{between}[{self.events}]{behind}"


class DeliberationLine:
    """The line of one deliberation, as it was written last."""

    def __init__(self) -> None:
        self._parts: _Parts | None = None

    def text(self, session: Session, history: tuple[Stored, ...], record: RecordNote | None = None) -> str:
        """The same as `line_in_full`.

        Until a round is over nothing that is seen depends on sealed ballots, but for the states of the seats and the
        list of events: of those, a ballot changes one and adds one. Open ballots are shown.
        """
        known = self._parts
        self._parts = None
        if not session.round or not session.round.is_open:
            return line_in_full(session, history, record)
        is_later = known and not known.is_open and isinstance(history[-1].event, Cast) and history[:-1] == known.history
        parts = _after_ballot(known, session, history) if known and is_later else _parts(session, history)
        text = parts.text
        self._parts = parts if len(text) <= _LONGEST else None
        return text


def _parts(session: Session, history: tuple[Stored, ...]) -> _Parts:
    view = full_view(session, ())
    around = json_line_around(shown(view._replace(seats=())), {"seats": _GAP, "history": _GAP})
    before, between, behind = around.split(_GAP)
    sealed = sealed_behind(session)
    events = ",".join([shown_line(shown_event(one, sealed)) for one in history])
    seats = {one.seat.name: shown_line(one) for one in view.seats}
    return _Parts(history, (before, between, behind), seats, events, bool(view.signatures))


def _after_ballot(known: _Parts, session: Session, history: tuple[Stored, ...]) -> _Parts:
    last = history[-1]
    assert isinstance(last.event, Cast)
    name = last.event.seat
    seat = session.seat(name)
    assert seat
    seats = {**known.seats, name: shown_line(shown_seat(seat, session.round))}
    event = shown_line(shown_event(last, sealed_behind(session)))
    return _Parts(history, known.around, seats, f"{known.events},{event}")
