"""`quorate revoke`: a verdict taken back."""

from typing import Any

import click

from quorate.surfaces.cli.help_options import with_help
from quorate.surfaces.cli.options import key_option, look_options, manner_of, store_option

EXAMPLES = """\b
Examples:
  quorate revoke MAGI-2026-1115-001 --reason "The measurement was wrong"
"""


@click.command("revoke", epilog=EXAMPLES)
@click.argument("deliberation", metavar="ID")
@click.option("--reason", required=True, metavar="TEXT", help="Why it is taken back.")
@key_option
@store_option
@look_options
@with_help
def command(deliberation: str, reason: str, **manner: Any) -> int:
    """Takes the verdict of the deliberation ID back, so that it can no longer be acted on."""
    from quorate.surfaces.cli.acting import revoke_verdict

    return revoke_verdict(deliberation, reason, manner_of(**manner))
