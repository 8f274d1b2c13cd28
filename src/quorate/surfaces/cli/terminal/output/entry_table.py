"""A page of the log or the inbox: a table for people, JSON for programs."""

from collections.abc import Sequence

from quorate.core.codec import shown_line
from quorate.surfaces.cli.options import Look
from quorate.surfaces.cli.terminal.output.tables import Row, table
from quorate.surfaces.cli.terminal.phrases import Words
from quorate.surfaces.cli.terminal.streams import complain, is_terminal, put, put_json
from quorate.views.lists import EntryPage


def put_entries(page: EntryPage, titles: Sequence[str], rows: Sequence[Row], look: Look, command: str) -> None:
    """The page on standard output, and the command that shows the next one on standard error."""
    if look.form == "json":
        put_json(shown_line(page))
        return
    words = Words(look.lang)
    if not rows:
        complain(words("list.nothing"))
        return
    put(table([words(f"title.{title}") for title in titles], rows, look, drawn=is_terminal()))
    if page.after:
        complain(words("list.more", command=command, after=page.after))
