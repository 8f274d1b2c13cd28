"""Rows of text in columns: by rich on a terminal, plain and aligned everywhere else."""

from collections.abc import Sequence

from quorate.reports.text import one_line, pad, width_of
from quorate.surfaces.cli.options import Look

Row = Sequence[str]
_GAP = "  "
_SHORT = 12


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

    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    lines = box.ASCII2 if look.ascii_only else box.SIMPLE_HEAD
    grid = Table(box=lines, show_edge=False, pad_edge=False, collapse_padding=True, header_style="bold")
    columns = {place: cells for place, cells in enumerate(zip(*rows, strict=True)) if any(cells)}
    for place, cells in columns.items():
        stays_whole = place == 0 or max(map(width_of, cells)) <= _SHORT  # an id is typed again
        grid.add_column(Text(titles[place]), overflow="fold", no_wrap=stays_whole)
    for row in rows:
        grid.add_row(*(Text(one_line(row[place])) for place in columns))
    sheet = StringIO()
    console = Console(file=sheet, width=look.width, force_terminal=look.coloured, no_color=not look.coloured)
    console.print(grid)
    return "".join(line.rstrip() + "\n" for line in sheet.getvalue().splitlines())
