"""The seats as they fill: rows that change on a terminal, a line per change elsewhere. Never what a seat answered."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from quorate import config
from quorate.core.panel import Seat
from quorate.deliberation.engines.engine_mode import FIRST
from quorate.deliberation.engines.independence import NOT_ENGINES
from quorate.deliberation.events import ERROR, TIMEOUT, Failed
from quorate.deliberation.framing import ENGINE
from quorate.deliberation.session import Round, Session
from quorate.reports.text import clip, one_line
from quorate.surfaces.cli.options import Look
from quorate.surfaces.cli.terminal.hints import engine_names
from quorate.surfaces.cli.terminal.phrases import Words
from quorate.surfaces.cli.terminal.streams import complain, error_is_terminal
from quorate.views.deliberation import ASKED_AGAIN, seat_state

if TYPE_CHECKING:
    from rich.console import Group

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


Watcher = Callable[[Session], None]
_COLOURS = {"answered": "green", "asked": "cyan", "waiting": "dim", "not needed": "dim"}
_A_SECOND = 4


@contextmanager
def watching(look: Look, *, quiet: bool = False) -> Iterator[Watcher]:
    """Shows every change; `quiet` says nothing where no person looks."""
    if error_is_terminal() and config.terminal_redraws():
        with _rows(look) as watcher:
            yield watcher
    else:
        yield _nothing if quiet else _ChangedLines(Words(look.lang))


def _nothing(_: Session) -> None:
    pass


def _continues_as(session: Session, words: Words) -> str:
    """That another deliberation takes the place of the one before."""
    return words("live.child", failed=engine_names(session.opened.lost, words), id=session.id)


class _ChangedLines:
    """Says what has changed since the last call."""

    def __init__(self, words: Words) -> None:
        self._words, self._progress = words, SeatProgress()
        self._id, self._round, self._before = "", 0, dict[str, str]()

    def __call__(self, session: Session) -> None:
        if self._id != session.id:
            self._begin(session)
        if session.round and self._round != session.round.number:
            self._begin_round(session.round)
        for row in self._progress.rows(session):
            if self._before.get(row.seat) != row.state:
                self._before[row.seat] = row.state
                said = row._replace(seconds=None) if row.state in THINKING else row
                complain(f"{row.seat}: {said.phrase(self._words)}")

    def _begin(self, session: Session) -> None:
        seats = len(session.opened.seats)
        if self._id:
            complain(_continues_as(session, self._words))
        complain(f"{session.id}: {session.protocol}, {seats} seat{'s' if seats > 1 else ''}")
        if first := who_goes_first(session, self._words):
            complain(first)
        self._id, self._round, self._before = session.id, 0, {}

    def _begin_round(self, round_: Round) -> None:
        self._round, self._before = round_.number, {}
        if round_.number > 1:
            purpose = self._words.word("purpose", round_.purpose)
            complain(self._words("live.round", number=round_.number, purpose=purpose))


@contextmanager
def _rows(look: Look) -> Iterator[Watcher]:
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    words, progress, seen = Words(look.lang), SeatProgress(), list[Session]()
    console = Console(stderr=True, no_color=None if look.coloured else True, highlight=False)

    def drawn() -> "Group | Text":
        return _grid(seen[-1], progress, words) if seen else Text("")

    # it draws by itself a few times a second, so that the seconds count while nothing happens
    with Live(console=console, get_renderable=drawn, refresh_per_second=_A_SECOND) as live:

        def watcher(session: Session) -> None:
            before = seen[-1] if seen else session
            if seen and before is session:
                return
            seen[:] = [session]
            live.refresh()
            if before.id != session.id:  # the rows so far stay, above the new ones
                stay = _grid(before, progress, words)
                console.print(stay, Text(_continues_as(session, words), style="bold yellow"), sep="\n")

        yield watcher


def _heading(session: Session, words: Words) -> str:
    """The id, and which round it is from the second on."""
    round_ = session.round
    if not round_ or round_.number == 1:
        return session.id
    return f"{session.id}  {words('live.round', number=round_.number, purpose=words.word('purpose', round_.purpose))}"


def _grid(session: Session, progress: SeatProgress, words: Words) -> "Group":
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, 2))
    for gives_way in (False, False, True):  # of a narrow terminal the names get their part first
        grid.add_column(overflow="ellipsis", no_wrap=not gives_way)
    for row in progress.rows(session):
        colour = _COLOURS.get(row.state, "yellow")
        phrase = Text(row.phrase(words), style=colour, no_wrap=True, overflow="ellipsis")
        grid.add_row(Text(row.seat), Text(row.who), phrase)
    first = who_goes_first(session, words)
    return Group(Text(_heading(session, words), style="bold"), *([Text(first, style="dim")] if first else []), grid)
