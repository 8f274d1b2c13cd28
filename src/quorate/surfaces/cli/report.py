"""`quorate report`: a deliberation as a document."""

from typing import Any

import click

from quorate.surfaces.cli.help_options import with_help
from quorate.surfaces.cli.options import look_options, manner_of, store_option

EXAMPLES = """\b
Examples:
  quorate report MAGI-2026-1115-001
  quorate report MAGI-2026-1115-001 --format html -o queue.html
  quorate report MAGI-2026-1115-001 --format madr -o docs/decisions/0042-queue.md
"""


@click.command("report", epilog=EXAMPLES)
@click.argument("deliberation", metavar="ID")
@click.option("-o", "--output", metavar="FILE", help="Write it there instead of to standard output.")
@store_option
@look_options
@with_help
def command(deliberation: str, output: str | None, **manner: Any) -> int:
    """Writes the report of the deliberation ID, as Markdown unless said otherwise."""
    from quorate.surfaces.cli.reporting import report_deliberation

    if not manner["as_json"]:
        manner["form"] = manner["form"] or "markdown"
    return report_deliberation(deliberation, output, manner_of(**manner))
