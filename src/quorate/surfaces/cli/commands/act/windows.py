"""Let tool calls of one kind pass the gate for a while."""

from typing import Any

import click

from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.example_group import ExampleGroup
from quorate.surfaces.cli.options import id_argument, manner_of, store_option, table_options, with_help

EXAMPLES = """\b
Examples:
  quorate windows grant APPROVAL-2026-1117-001 --uses 5
  quorate windows grant APPROVAL-2026-1117-001 --word git --word fetch --word "<word>" --minutes 60 --uses 20
  quorate windows list
  quorate windows close window-3f9c2a71e04b5d68-001
"""


@click.group("windows", cls=ExampleGroup, epilog=EXAMPLES)
@with_help
def command() -> None:
    """Grants, lists and closes windows. A window lets tool calls like one that was asked about pass without asking.

    It ends after some minutes or some uses. The gate is the table [gate] of your settings, which `quorate hook`
    applies. Only the people whom it names can grant a window, each with their access key in QUORATE_KEY.
    """


@command.command("grant", short_help="Let calls of one kind through.")
@id_argument
@click.option("--word", "words", multiple=True, help="A word of the command, or <word>, <number>, <path>; repeatable.")
@click.option("--minutes", type=int, default=15, show_default=True, help="How long, at most 480.")
@click.option("--uses", type=int, default=1, show_default=True, help="How often, at most 100.")
@store_option
@table_options
@with_help
def grant_command(deliberation: str, words: tuple[str, ...], minutes: int, uses: int, **manner: Any) -> int:
    """Lets calls like the one that was asked in ID through: of its tool, session and folder.

    Without --word only the exact input passes. With it, commands of exactly these words: <word>, <number> and <path>
    stand for one word each, and nothing stands for several.
    """
    from quorate.app.gate.windows import WindowTerms, grant_window_like
    from quorate.surfaces.cli.terminal.named_deliberation import to_change
    from quorate.surfaces.cli.terminal.output.window_output import put_windows
    from quorate.surfaces.cli.terminal.runner import app_at

    wanted = manner_of(**manner)
    with app_at(wanted.store) as at:
        deliberation = to_change(at, deliberation, wanted)
        found = at.run(grant_window_like(at.app, at.who, deliberation, WindowTerms(words, minutes, uses)))
    put_windows([found], wanted.look)
    return exit_status.WORKED


@command.command("list", short_help="List open windows.")
@store_option
@table_options
@with_help
def list_command(**manner: Any) -> int:
    """Lists the windows that let calls through now."""
    from quorate.app.gate.windows import list_windows
    from quorate.surfaces.cli.terminal.output.window_output import put_windows
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
    from quorate.surfaces.cli.terminal.output.window_output import put_windows
    from quorate.surfaces.cli.terminal.runner import app_at

    wanted = manner_of(**manner)
    with app_at(wanted.store) as at:
        put_windows([at.run(close_window(at.app, at.who, window, reason))], wanted.look)
    return exit_status.WORKED
