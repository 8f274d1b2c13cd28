"""Rows of text in columns: by rich on a terminal, plain and aligned everywhere else."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from quorate.reports.text import one_line, pad, width_of
from quorate.surfaces.cli.options import Look

if TYPE_CHECKING:
    from rich.table import Table

_NARROWEST_NAME = 8


def narrowed(columns: Sequence[tuple[str, Sequence[str]]], space: int) -> list[int] | None:
    """Widths that sum up to `space` at most; None where words other than those of the first column would be cut.

    A column is its title and its cells. The first one is a name, which can be read over several lines.
    """
    least = [max(_longest_word((title, *cells)), 1) for title, cells in columns]
    excess = sum(least) - space
    if excess > 0 and least[0] - excess < _NARROWEST_NAME:
        return None
    least[0] -= max(excess, 0)
    unwrapped = [max(map(width_of, cells)) for _, cells in columns]
    whole = [max(width_of(title), width) for (title, _), width in zip(columns, unwrapped, strict=True)]
    return _widened(_widened(least, unwrapped, space), whole, space)


def _widened(widths: Sequence[int], wanted: Sequence[int], space: int) -> list[int]:
    """What is left of the space goes to the columns that need it, from the left; a part of it helps a name alone."""
    left = space - sum(widths)
    found: list[int] = []
    for width, aim in zip(widths, wanted, strict=True):
        added = max(0, aim - width)
        if added > left:
            added = 0 if found else left
        left -= added
        found.append(width + added)
    return found


def _longest_word(texts: Sequence[str]) -> int:
    return max((width_of(word) for text in texts for word in text.split()), default=0)


Row = Sequence[str]
Column = tuple[str, Sequence[str]]
_GAP = "  "
_SHORT = 12  # an id is typed again, and a number is read at a glance: what is short is not wrapped


def aligned(rows: Sequence[Row]) -> list[str]:
    """A line per row; wide characters take two columns."""
    cleaned = [[one_line(cell) for cell in row] for row in rows]
    widths = [max(map(width_of, column)) for column in zip(*cleaned, strict=True)]
    return [_GAP.join(map(pad, row, widths)).rstrip() for row in cleaned]


def table(titles: Row, rows: Sequence[Row], look: Look, *, drawn: bool) -> str:
    """The rows under their titles; `drawn` where a person looks at a terminal."""
    if not drawn:
        return "".join(line + "\n" for line in aligned([titles, *rows]))
    return _drawn(titles, rows, look)


def _drawn(titles: Row, rows: Sequence[Row], look: Look) -> str:
    from io import StringIO

    from rich.console import Console
    from rich.text import Text

    shown = [place for place, cells in enumerate(zip(*rows, strict=True)) if any(cells)]
    columns = [(titles[place], [one_line(row[place]) for row in rows]) for place in shown]
    grid = _grid(columns, look)
    if grid is None:  # the terminal breaks lines itself, and nothing is lost
        return table(titles, rows, look, drawn=False)
    for cells in zip(*(cells for _, cells in columns), strict=True):
        grid.add_row(*map(Text, cells))
    sheet = StringIO()
    console = Console(file=sheet, width=look.width, force_terminal=look.coloured, no_color=not look.coloured)
    console.print(grid)
    return "".join(line.rstrip() + "\n" for line in sheet.getvalue().splitlines())


def _grid(columns: Sequence[Column], look: Look) -> "Table | None":
    """The columns without rows; None where the screen is too narrow for them."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    lines = box.ASCII2 if look.ascii_only else box.SIMPLE_HEAD
    grid = Table(box=lines, show_edge=False, pad_edge=False, collapse_padding=True, header_style="bold")
    whole = [place == 0 or max(map(width_of, cells)) <= _SHORT for place, (_, cells) in enumerate(columns)]
    space = look.width - len(_GAP) * (len(columns) - 1)
    if _least_space(columns, whole) <= space:
        for (title, _), stays_whole in zip(columns, whole, strict=True):
            grid.add_column(Text(title), overflow="fold", no_wrap=stays_whole)
        return grid
    widths = narrowed(columns, space)
    for (title, _), width in zip(columns, widths or (), strict=False):
        grid.add_column(Text(title), overflow="fold", width=width)
    return grid if widths else None


def _least_space(columns: Sequence[Column], whole: Sequence[bool]) -> int:
    """What columns that stay whole take, with a sign for each that is folded."""
    widths = (max(map(width_of, (title, *cells))) for title, cells in columns)
    return sum(width if stays else 1 for width, stays in zip(widths, whole, strict=True))
