"""`quorate revise`: an edited question."""

from typing import Any

import click

from quorate.surfaces.cli.help_options import with_help
from quorate.surfaces.cli.options import key_option, look_options, manner_of, question_options, store_option

EXAMPLES = """\b
Examples:
  quorate revise MAGI-2026-1115-001 --context facts.md --reason "The measurements are there"
  quorate revise MAGI-2026-1115-001 --subject "Adopt Postgres for the queue in May?" --action plan.txt
"""


@click.command("revise", epilog=EXAMPLES)
@click.argument("deliberation", metavar="ID")
@click.option("--subject", metavar="TEXT", help="The question itself.")
@question_options
@click.option("--reason", default="", metavar="TEXT", help="Why it is edited.")
@key_option
@store_option
@look_options
@with_help
def command(deliberation: str, reason: str, **more: Any) -> int:
    """Edits the question of the deliberation ID: a new revision, for which earlier ballots do not count."""
    from quorate.surfaces.cli.acting import revise_question
    from quorate.surfaces.cli.opening import Edits

    edits = Edits(**{name: more.pop(name) for name in Edits._fields})
    return revise_question(deliberation, edits, reason, manner_of(**more))
