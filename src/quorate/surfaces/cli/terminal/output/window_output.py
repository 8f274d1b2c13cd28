"""Windows of a gate on standard output."""

from collections.abc import Sequence

from quorate.core.codec import json_line
from quorate.deliberation.moments import shown
from quorate.gate.window import Window
from quorate.surfaces.cli.options import Look
from quorate.surfaces.cli.terminal.output.tables import table
from quorate.surfaces.cli.terminal.phrases import Words
from quorate.surfaces.cli.terminal.streams import is_terminal, put, put_json
from quorate.views.gate import window_plain

_TITLES = ("id", "tool", "session", "folder", "left", "until")


def put_windows(windows: Sequence[Window], look: Look) -> None:
    """Windows, a row each."""
    if look.form == "json":
        put_json(json_line({"windows": [window_plain(one) for one in windows]}))
        return
    words, rows = Words(look.lang), []
    for one in windows:
        granted, left = one.granted, str(one.granted.uses - one.used)
        rows.append([one.id, granted.tool, granted.session, granted.folder, left, shown(granted.until)])
    put(table([words(f"gate.title.{title}") for title in _TITLES], rows, look, drawn=is_terminal()))
