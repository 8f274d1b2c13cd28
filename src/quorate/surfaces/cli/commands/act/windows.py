"""Let a tool call pass the gate again for a while."""

from collections.abc import Sequence
from typing import Any

import click

from quorate.core.codec import json_line
from quorate.deliberation.moments import shown
from quorate.gate.window import Window
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.example_group import ExampleGroup
from quorate.surfaces.cli.options import Look, id_argument, manner_of, store_option, table_options, with_help
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


EXAMPLES = """\b
Examples:
  quorate windows grant APPROVAL-2026-1117-001 --uses 5
  quorate windows grant APPROVAL-2026-1117-001 --minutes 60 --uses 20
  quorate windows list
  quorate windows close window-3f9c2a71e04b5d68-001
"""


@click.group("windows", cls=ExampleGroup, epilog=EXAMPLES)
@with_help
def command() -> None:
    """Grants, lists and closes windows. A window lets a tool call that was asked about pass again without asking.

    It ends after some minutes or some uses. The gate is the table [gate] of your settings, which `quorate hook`
    applies. Only the people whom it names can grant a window, each with their access key in QUORATE_KEY.
    """


@command.command("grant", short_help="Let a call be repeated.")
@id_argument
@click.option("--minutes", type=int, default=15, show_default=True, help="How long, at most 480.")
@click.option("--uses", type=int, default=1, show_default=True, help="How often, at most 100.")
@store_option
@table_options
@with_help
def grant_command(deliberation: str, minutes: int, uses: int, **manner: Any) -> int:
    """Lets the call that was asked in ID be repeated: with exactly its input, in its session and folder."""
    from quorate.app.gate.windows import WindowTerms, grant_window
    from quorate.surfaces.cli.terminal.named_deliberation import to_change
    from quorate.surfaces.cli.terminal.runner import app_at

    wanted = manner_of(**manner)
    with app_at(wanted.store) as at:
        deliberation = to_change(at, deliberation, wanted)
        found = at.run(grant_window(at.app, at.who, deliberation, WindowTerms(minutes, uses)))
    put_windows([found], wanted.look)
    return exit_status.WORKED


@command.command("list", short_help="List open windows.")
@store_option
@table_options
@with_help
def list_command(**manner: Any) -> int:
    """Lists the windows that let calls through now."""
    from quorate.app.gate.windows import list_windows
    from quorate.surfaces.cli.terminal.runner import app_at

    wanted = manner_of(**manner)
    with app_at(wanted.store) as at:
        put_windows(at.run(list_windows(at.app, at.who)), wanted.look)
    return exit_status.WORKED


@command.command("close", short_help="Close a window.")
@click.argument("window", metavar="WINDOW")
@click.option("--reason", default="", metavar="TEXT", help="Why.")
@store_option
@table_options
@with_help
def close_command(window: str, reason: str, **manner: Any) -> int:
    """Closes a window before its end."""
    from quorate.app.gate.windows import close_window
    from quorate.surfaces.cli.terminal.runner import app_at

    wanted = manner_of(**manner)
    with app_at(wanted.store) as at:
        put_windows([at.run(close_window(at.app, at.who, window, reason))], wanted.look)
    return exit_status.WORKED
