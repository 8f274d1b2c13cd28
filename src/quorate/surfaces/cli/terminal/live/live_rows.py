"""The seats as they fill: rows that change on a terminal, a line per change elsewhere. Never what a seat answered."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from quorate import config
from quorate.deliberation.session import Round, Session
from quorate.surfaces.cli.options import Look
from quorate.surfaces.cli.terminal.hints import engine_names
from quorate.surfaces.cli.terminal.live.seat_progress import THINKING, SeatProgress, who_goes_first
from quorate.surfaces.cli.terminal.phrases import Words
from quorate.surfaces.cli.terminal.streams import complain, error_is_terminal

if TYPE_CHECKING:
    from rich.console import Group

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
