"""Close a round and count the ballots that are in."""

from typing import Any

import click

from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import id_argument, key_option, look_options, manner_of, store_option, with_help

EXAMPLES = """\b
Examples:
  quorate close MAGI-2026-1115-001
"""


@click.command("close", epilog=EXAMPLES)
@id_argument
@key_option
@store_option
@look_options
@with_help
def command(deliberation: str, **manner: Any) -> int:
    """Closes the open round of the deliberation ID and counts the ballots that are in.

    Seats without a ballot count as absent, which never helps a proposal.
    """
    from quorate.app.life.round_changes import close
    from quorate.surfaces.cli.terminal.named_deliberation import to_change
    from quorate.surfaces.cli.terminal.output.deliberation_output import deliver
    from quorate.surfaces.cli.terminal.runner import app_at

    wanted = manner_of(**manner)
    with app_at(wanted.store) as at:
        deliberation = to_change(at, deliberation, wanted)
        deliver(at, at.run(close(at.app, at.who, deliberation, wanted.key)), wanted.look)
    return exit_status.WORKED
