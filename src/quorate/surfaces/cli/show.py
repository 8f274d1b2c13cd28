"""`quorate show`: one deliberation."""

from typing import Any

import click

from quorate.surfaces.cli.help_options import with_help
from quorate.surfaces.cli.options import look_options, manner_of, store_option

EXAMPLES = """\b
Examples:
  quorate show MAGI-2026-1115-001
  quorate show MAGI-2026-1115-001 --json
"""


@click.command("show", epilog=EXAMPLES)
@click.argument("deliberation", metavar="ID")
@store_option
@look_options
@with_help
def command(deliberation: str, **manner: Any) -> None:
    """Shows the deliberation ID as it stands. While a round is open, its ballots are sealed."""
    from quorate.surfaces.cli.desk import desk
    from quorate.surfaces.cli.terminal.deliberation_output import deliver

    wanted = manner_of(**manner)
    with desk(wanted.store) as at:
        deliver(at.at, at.whole(deliberation), wanted.look)
