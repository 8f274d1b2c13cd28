"""Revoke a verdict."""

from typing import Any

import click

from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import id_argument, key_option, look_options, manner_of, store_option, with_help

EXAMPLES = """\b
Examples:
  quorate revoke MAGI-2026-1115-001 --reason "The measurement was wrong"
"""


@click.command("revoke", epilog=EXAMPLES)
@id_argument
@click.option("--reason", required=True, metavar="TEXT", help="Why it is revoked.")
@key_option
@store_option
@look_options
@with_help
def command(deliberation: str, reason: str, **manner: Any) -> int:
    """Revokes the verdict of the deliberation ID, so that it can no longer be acted on."""
    from quorate.app.life.management import revoke
    from quorate.surfaces.cli.terminal.named_deliberation import to_change
    from quorate.surfaces.cli.terminal.output.deliberation_output import deliver
    from quorate.surfaces.cli.terminal.runner import app_at

    wanted = manner_of(**manner)
    with app_at(wanted.store) as at:
        deliberation = to_change(at, deliberation, wanted)
        deliver(at, at.run(revoke(at.app, at.who, deliberation, reason, wanted.key)), wanted.look)
    return exit_status.WORKED
