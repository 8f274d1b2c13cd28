"""`quorate explain`: why a verdict is as it is."""

from typing import Any

import click

from quorate.surfaces.cli.help_options import with_help
from quorate.surfaces.cli.options import manner_of, store_option, table_options

EXAMPLES = """\b
Examples:
  quorate explain MAGI-2026-1115-001
  quorate explain ballots.yaml
  quorate explain MAGI-2026-1115-001 --json
"""


@click.command("explain", epilog=EXAMPLES)
@click.argument("target", metavar="ID|FILE|-")
@store_option
@table_options
@with_help
def command(target: str, **manner: Any) -> int:
    """Explains a verdict: the rule that decided, flags, requirements, failures, and what would have changed it.

    Of the deliberation ID, or of the ballots in FILE, a tally document (a name with a dot or a slash is a file). The
    smallest change is the one of fewest ballots; among those, the one that moves confidences least. On a large panel
    only changes of a few ballots are tried, and it says so.
    """
    from quorate.surfaces.cli.analysing import explain_target

    return explain_target(target, manner_of(**manner))
