"""A deliberation without a verdict on its question: head, question, seats with their state. Ballots are sealed."""

from collections import Counter
from typing import NamedTuple

from quorate.core.panel import Seat
from quorate.core.question import Question
from quorate.deliberation.rounds.redeliberation import why_not_asked
from quorate.deliberation.session import Round, Session
from quorate.reports.content.authors import name_of
from quorate.reports.document import Pairs, Table
from quorate.reports.glyphs import Glyphs
from quorate.reports.language import Language
from quorate.reports.proceedings import Proceedings
from quorate.reports.report_data import LARGEST_PANEL_SHOWN, LONGEST_TEXT_SHOWN, shortened
from quorate.reports.text import one_line
from quorate.views.deliberation import seat_state

SEAT_COLUMNS = ("column.seat", "column.lens", "column.voter", "head.state")


class SeatLine(NamedTuple):
    """One seat: what it is, and how far its answer has come; never what it answered."""

    name: str
    lens: str
    voter: str
    state: str


class PendingData(NamedTuple):
    """An unfinished deliberation on its way to a reader. All outside text in it has been cleaned."""

    question: Question
    protocol: str
    proceedings: Proceedings
    seats: tuple[SeatLine, ...]
    say: Language
    glyphs: Glyphs
    date: str

    def short(self, text: str) -> str:
        """The text on one line; a very long one is cut, and says so."""
        return shortened(text, LONGEST_TEXT_SHOWN, self.glyphs, self.say)


def seat_lines(session: Session, say: Language) -> tuple[SeatLine, ...]:
    """Every seat with its state in the round on the question as it stands."""
    round_ = session.round if session.is_asked_as_it_stands else None
    return tuple(
        SeatLine(name_of(seat.name), one_line(seat.lens), _voter(seat, say), _state(session, round_, seat, say))
        for seat in session.opened.seats
    )


def _state(session: Session, round_: Round | None, seat: Seat, say: Language) -> str:
    """How far the seat is; where it was not asked, why."""
    code = seat_state(seat.name, round_)
    said = say(f"seat.{code}") if say.knows(f"seat.{code}") else say.word("kind", one_line(code))
    why = why_not_asked(session, round_, seat) if round_ else ""
    return say("seat.why", state=said, why=say(f"unasked.{why}")) if why else said


def _voter(seat: Seat, say: Language) -> str:
    """Its kind, and who it is where somebody is awaited; a command line is nobody's business."""
    kind = say.word("voter", one_line(seat.voter_kind))
    who = one_line(seat.holder)
    return say("voter.named", kind=kind, name=who) if who else kind


def seat_states(pending: PendingData) -> Pairs:
    """Seat by seat; of a large panel, how many are in which state."""
    say, seats = pending.say, pending.seats
    if len(seats) > LARGEST_PANEL_SHOWN:
        return tuple((state, str(count)) for state, count in Counter(seat.state for seat in seats).items())
    return tuple((seat.name, _state_and_voter(seat, say)) for seat in seats)


def _state_and_voter(seat: SeatLine, say: Language) -> str:
    return say("seat.line", state=seat.state, voter=seat.voter) if seat.voter else seat.state


def seat_table(pending: PendingData) -> Table:
    """Every seat with its lens, its voter and its state."""
    return Table(tuple(pending.say(column) for column in SEAT_COLUMNS), pending.seats)
