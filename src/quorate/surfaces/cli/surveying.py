"""Shows which engines can be asked here, what is missing of the others, and how to get it."""

from collections.abc import Iterator
from contextlib import suppress

from quorate import config
from quorate.core.codec import json_line
from quorate.reports.text import one_line
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import Look
from quorate.surfaces.cli.terminal.streams import is_terminal, put, put_json
from quorate.surfaces.cli.terminal.tables import Row, table
from quorate.surfaces.cli.terminal.wording import Words
from quorate.voters.programs.discovery import Found, hints

_TITLES = ("engine", "version", "logged_in", "program")
_NOTES_FILE = "engines.json"


def list_engines(look: Look, *, refresh: bool) -> int:
    """A table of engines, and a line for each that is not complete."""
    if refresh:
        with suppress(OSError):
            (config.home() / _NOTES_FILE).unlink()
    found = config.engines()
    if look.form == "json":
        put_json(f"[{','.join(json_line(one._asdict()) for one in found)}]")
        return exit_status.WORKED
    words = Words(look.lang)
    titles, rows = [words(f"title.{title}") for title in _TITLES], [_row(one, words) for one in found]
    put(table(titles, rows, look, drawn=is_terminal()))
    lines = [*_incomplete(found, words), *hints(config.calls().environment)]
    put("".join(f"{one_line(line)}\n" for line in (["", *lines] if lines else [])))
    return exit_status.WORKED


def _row(found: Found, words: Words) -> Row:
    known = {True: words("engines.yes"), False: words("engines.no"), None: words("engines.unknown")}
    logged_in = known[found.logged_in] if found.program else ""
    return found.engine, found.version, logged_in, found.program


def _incomplete(found: list[Found], words: Words) -> Iterator[str]:
    for one in found:
        if one.missing:
            yield words("engines.missing", **one._asdict())
        elif one.logged_in is None:
            yield words("engines.untold", **one._asdict())
