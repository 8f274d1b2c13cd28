"""`quorate resume`: the same loop again, from what the record holds."""

from typing import Any

import click

from quorate.surfaces.cli.help_options import with_help
from quorate.surfaces.cli.options import gate_option, look_options, manner_of, no_input_option, store_option

EXAMPLES = """\b
Examples:
  quorate resume MAGI-2026-1115-001
  quorate resume MAGI-2026-1115-001 --no-input --gate
"""


@click.command("resume", epilog=EXAMPLES)
@click.argument("deliberation", metavar="ID")
@gate_option
@no_input_option
@store_option
@look_options
@with_help
def command(deliberation: str, **manner: Any) -> int:
    """Goes on with the deliberation ID: asks the seats that have not answered, and counts when all have.

    A call that was started before is found again and not paid for twice.
    """
    from quorate.surfaces.cli.deciding import resume_deliberation

    return resume_deliberation(deliberation, manner_of(**manner))
