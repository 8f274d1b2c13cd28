"""`quorate reframe`: a deadlock, broken into smaller questions."""

from typing import Any

import click

from quorate.surfaces.cli.help_options import with_help
from quorate.surfaces.cli.options import key_option, look_options, manner_of, store_option, verdict_option

EXAMPLES = """\b
Examples:
  quorate reframe MAGI-2026-1115-001
  quorate reframe MAGI-2026-1115-001 --verdict 5f0c2a91 --accept 1,3
  quorate reframe MAGI-2026-1115-001 --verdict 5f0c2a91 --accept all --into "Which team goes first?"
"""


@click.command("reframe", epilog=EXAMPLES)
@click.argument("deliberation", metavar="ID")
@click.option("--accept", default="", metavar="NUMBERS|all", help="Which of the proposed questions, such as 1,3.")
@click.option("--into", multiple=True, metavar="QUESTION", help="A smaller question of your own; repeat it.")
@click.option("--reason", default="", metavar="TEXT", help="Why it is broken up like this.")
@verdict_option
@key_option
@store_option
@look_options
@with_help
def command(deliberation: str, accept: str, into: tuple[str, ...], reason: str, verdict: str, **manner: Any) -> int:
    """Breaks the question of the deliberation ID into smaller ones, where two re-deliberations brought no consensus.

    Without --accept and --into the questions that the ballots suggest are listed, and nothing is done. Those that are
    accepted become deliberations of their own, with the same panel; each goes on with `quorate resume`. Their verdicts
    release nothing.
    """
    from quorate.surfaces.cli.reframing import list_proposals, reframe_question

    wanted = manner_of(**manner)
    if not accept and not into:
        return list_proposals(deliberation, wanted)
    return reframe_question(deliberation, accept, into, reason, verdict, wanted)
