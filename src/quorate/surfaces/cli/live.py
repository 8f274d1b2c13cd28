"""The seats as they fill: rows that change on a terminal, a line per change elsewhere. Never what a seat answered."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from quorate import config
from quorate.deliberation.session import Session
from quorate.deliberation.showing import seat_state
from quorate.reports.text import one_line
from quorate.surfaces.cli.options import Look
from quorate.surfaces.cli.streams import complain, error_is_terminal
from quorate.surfaces.cli.wording import Words

if TYPE_CHECKING:
    from rich.console import Group

Watcher = Callable[[Session], None]
_COLOURS = {"answered": "green", "asked": "cyan", "waiting": "dim"}


@contextmanager
def watching(look: Look, *, quiet: bool = False) -> Iterator[Watcher]:
    """What is to be told of every change; `quiet` says nothing where no person looks."""
    if error_is_terminal() and config.terminal_redraws():
        with _rows(look) as watcher:
            yield watcher
    else:
        yield _nothing if quiet else _lines()


def states_of(session: Session) -> dict[str, str]:
    """Every seat of the panel and how far it is."""
    return {seat.name: seat_state(seat.name, session.round) for seat in session.opened.seats}


def _nothing(_: Session) -> None:
    pass


def _lines() -> Watcher:
    """Says what has changed since it was last told."""
    before: dict[str, str] = {}

    def watcher(session: Session) -> None:
        if not before:
            seats = len(session.opened.seats)
            complain(f"{session.id}: {session.protocol}, {seats} seat{'s' if seats > 1 else ''}")
        for seat, state in states_of(session).items():
            if before.get(seat) != state:
                complain(f"{seat}: {state}")
                before[seat] = state

    return watcher


@contextmanager
def _rows(look: Look) -> Iterator[Watcher]:
    from rich.console import Console
    from rich.live import Live

    words, before = Words(look.lang), dict[str, str]()
    console = Console(stderr=True, no_color=None if look.coloured else True, highlight=False)
    with Live(console=console, auto_refresh=False) as live:

        def watcher(session: Session) -> None:
            if before != (states := states_of(session)):
                before.update(states)
                live.update(_grid(session, words), refresh=True)

        yield watcher


def _grid(session: Session, words: Words) -> "Group":
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, 2))
    for _ in range(3):
        grid.add_column(overflow="ellipsis", no_wrap=True)
    for seat in session.opened.seats:
        state = seat_state(seat.name, session.round)
        who = seat.voter if seat.answers_later else seat.voter_kind  # a command's arguments are nobody's business
        cells = one_line(seat.name), one_line(who or seat.lens)
        grid.add_row(*map(Text, cells), Text(words.word("seat", state), style=_COLOURS.get(state, "yellow")))
    return Group(Text(session.id, style="bold"), grid)
