"""`quorate retally`: what another protocol would have said."""

from typing import Any

import click

from quorate.surfaces.cli.help_options import with_help
from quorate.surfaces.cli.options import manner_of, store_option, table_options

EXAMPLES = """\b
Examples:
  quorate retally MAGI-2026-1115-001 --protocol quorum
  quorate retally ballots.yaml --protocol evidence
  quorate retally JUDGES-2026-1115-001 --protocol judges --threshold 3/4
"""


@click.command("retally", epilog=EXAMPLES)
@click.argument("target", metavar="ID|FILE|-")
@click.option("--protocol", required=True, help="magi, judges, quorum, evidence or an added one.")
@click.option("--threshold", metavar="SHARE", help="judges, evidence: the share that is needed, such as 2/3 or 0.75.")
@click.option("--strict", is_flag=True, help="evidence: four fifths of the agents, or 80 % of the weight.")
@store_option
@table_options
@with_help
def command(target: str, protocol: str, threshold: str | None, strict: bool, **manner: Any) -> int:
    """Counts the ballots of the deliberation ID, or of FILE, by another protocol, beside the original count.

    Nothing is stored. APPROVE, accept and resume correspond; so do REJECT, reject and block; so do a judge's
    recommendation and the acceptance of an option. A ballot that has no counterpart is refused. Failures stay failures.
    """
    from quorate.surfaces.cli.analysing import retally_target

    return retally_target(target, protocol, threshold, strict, manner_of(**manner))
