"""How far every seat is, for how long it has been asked, and why it failed. Never what it answered."""

import time
from collections.abc import Callable
from typing import NamedTuple

from quorate.core.panel import Seat
from quorate.deliberation.engines.engine_mode import FIRST
from quorate.deliberation.engines.independence import NOT_ENGINES
from quorate.deliberation.events import ERROR, TIMEOUT, Failed
from quorate.deliberation.framing import ENGINE
from quorate.deliberation.session import Session
from quorate.reports.text import clip, one_line
from quorate.surfaces.cli.terminal.phrases import Words
from quorate.views.deliberation import ASKED_AGAIN, seat_state

THINKING = ("asked", ASKED_AGAIN)
_NOT_AT_WORK = ("waiting", "not asked", "not needed")
_LONGEST_REASON = 100
_FEW_SECONDS = 10


class SeatRow(NamedTuple):
    """A seat as it is now; `seconds` is how long it has been asked, or was, as far as this process saw it.

    `why` is a sentence, or the code of a phrase.
    """

    seat: str
    who: str
    state: str
    why: str = ""
    seconds: float | None = None

    def phrase(self, words: Words) -> str:
        """Its state, how long it took, and why it failed."""
        said = words.word("seat", self.state)
        if self.seconds is not None:
            # what goes on is counted in whole seconds, what is over to a tenth where it was short
            is_over = self.state not in THINKING
            tenths = is_over and self.seconds < _FEW_SECONDS
            shown = f"{self.seconds:.1f}" if tenths else f"{self.seconds:.0f}"
            said = words("live.after" if is_over else "live.since", state=said, seconds=shown)
        why = words(self.why) if words.knows(self.why) else self.why
        return words("live.why", state=said, why=why) if why else said


class SeatProgress:
    """The rows of a deliberation, with what a clock says of them. Another deliberation starts anew."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._began: dict[tuple[str, int, str], float] = {}
        self._took: dict[tuple[str, int, str], float] = {}

    def rows(self, session: Session) -> list[SeatRow]:
        """Every seat of the panel."""
        return [self._row(session, seat) for seat in session.opened.seats]

    def _row(self, session: Session, seat: Seat) -> SeatRow:
        state = seat_state(seat.name, session.round)
        who = seat.voter if seat.answers_later else seat.voter_kind  # a command's arguments are nobody's business
        seconds = self._seconds((session.id, len(session.rounds), seat.name), state)
        return SeatRow(one_line(seat.name), one_line(who or seat.lens), state, _why(session, seat), seconds)

    def _seconds(self, call: tuple[str, int, str], state: str) -> float | None:
        now = self._clock()
        if state in THINKING:
            return now - self._began.setdefault(call, now)
        if call not in self._began or state in _NOT_AT_WORK:
            return None
        return self._took.setdefault(call, now - self._began[call])


def _why(session: Session, seat: Seat) -> str:
    """Why an engine failed, in our own words. What it said itself may hold some of its answer: the report tells it."""
    round_ = session.round
    answer = round_.answers.get(seat.name) if round_ else None
    if not round_ or not isinstance(answer, Failed) or seat.voter_kind in NOT_ENGINES:
        return ""
    if answer.kind not in (TIMEOUT, ERROR):
        return ""
    if answer.why:
        return f"live.{answer.why}"
    return clip(one_line(answer.detail.partition(": ")[0]), _LONGEST_REASON, "…")


def who_goes_first(session: Session, words: Words) -> str:
    """That others wait for one seat's ballot; empty where nobody does."""
    round_, seats = session.round, session.opened.seats
    first = [seat.name for seat in seats if seat.voter_kind == FIRST and (not round_ or seat.name in round_.missing)]
    others = [seat.name for seat in seats if not seat.answers_later and seat.voter_kind != FIRST]
    if session.opened.mode != ENGINE or not first or not others:
        return ""
    code = "live.first" if len(others) > 1 else "live.first.one"
    return words(code, first=words.named(first), others=words.named(others))
