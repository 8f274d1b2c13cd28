"""Show the current state of a deliberation."""

from typing import Any

import click

from quorate.surfaces.cli.options import id_argument, look_options, manner_of, store_option, with_help

EXAMPLES = """\b
Examples:
  quorate show MAGI-2026-1115-001
  quorate show MAGI-2026-1115-001 --json
"""


@click.command("show", epilog=EXAMPLES)
@id_argument
@store_option
@look_options
@with_help
def command(deliberation: str, **manner: Any) -> None:
    """Shows the current state of the deliberation ID. While a round is open, its ballots are sealed."""
    from quorate.app.deliberation_list import show_deliberation
    from quorate.surfaces.cli.terminal.named_deliberation import to_read
    from quorate.surfaces.cli.terminal.output.deliberation_output import deliver
    from quorate.surfaces.cli.terminal.output.record_line import say_record
    from quorate.surfaces.cli.terminal.runner import app_at

    wanted = manner_of(**manner)
    with app_at(wanted.store) as at:
        deliberation = to_read(at, deliberation)
        say_record(wanted)
        deliver(at, at.run(show_deliberation(at.app, at.who, deliberation)), wanted.look)
