"""`quorate release`: the permission of a verdict, used once."""

from typing import Any

import click

from quorate.surfaces.cli.help_options import with_help
from quorate.surfaces.cli.options import key_option, look_options, manner_of, store_option

EXAMPLES = """\b
Examples:
  quorate release MAGI-2026-1115-001 --action deploy.sh && sh deploy.sh
  quorate release MAGI-2026-1115-001 --action - --key deploy-42 < deploy.sh
"""


@click.command("release", epilog=EXAMPLES)
@click.argument("deliberation", metavar="ID")
@click.option("--action", required=True, metavar="FILE|-", help="The very action that was voted on.")
@click.option("--question", default="", metavar="HASH", help="Refuse if the verdict is not on this revision.")
@key_option
@store_option
@look_options
@with_help
def command(deliberation: str, action: str, question: str, **manner: Any) -> int:
    """Uses the permission that the verdict of the deliberation ID gives, and prints what was released.

    Refused, with exit status 2, where the verdict may not be acted on, the action or the revision is another one, or
    the permission was used before.
    """
    from quorate.surfaces.cli.acting import release_action

    return release_action(deliberation, action, question, manner_of(**manner))
