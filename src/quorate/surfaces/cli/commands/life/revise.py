"""Edit the question; earlier ballots no longer count."""

from typing import Any

import click

from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import (
    id_argument,
    key_option,
    look_options,
    manner_of,
    question_options,
    store_option,
    with_help,
)

EXAMPLES = """\b
Examples:
  quorate revise MAGI-2026-1115-001 --context facts.md --reason "The measurements are there"
  quorate revise MAGI-2026-1115-001 --subject "Adopt Postgres for the queue in May?" --action plan.txt
"""


@click.command("revise", epilog=EXAMPLES)
@id_argument
@click.option("--subject", metavar="TEXT", help="The question itself.")
@question_options
@click.option("--reason", default="", metavar="TEXT", help="Why it is edited.")
@key_option
@store_option
@look_options
@with_help
def command(deliberation: str, reason: str, **more: Any) -> int:
    """Edits the question of the deliberation ID. Ballots for earlier revisions no longer count."""
    from quorate.app.life.round_changes import revise
    from quorate.surfaces.cli.commands.life.decide import read_edits
    from quorate.surfaces.cli.terminal.named_deliberation import to_change
    from quorate.surfaces.cli.terminal.output.deliberation_output import deliver
    from quorate.surfaces.cli.terminal.runner import app_at

    edits, wanted = read_edits(more), manner_of(**more)
    with app_at(wanted.store) as at:
        deliberation = to_change(at, deliberation, wanted)
        deliver(at, at.run(revise(at.app, at.who, deliberation, edits, reason, wanted.key)), wanted.look)
    return exit_status.WORKED
