"""`quorate export`: deliberations in a file that can be checked without the record."""

import click

from quorate.surfaces.cli.help_options import with_help
from quorate.surfaces.cli.options import json_option, store_option

EXAMPLES = """\b
Examples:
  quorate export MAGI-2026-1115-001 -o MAGI-2026-1115-001.jsonl
  quorate export --all -o everything.jsonl
  quorate export MAGI-2026-1115-001 | quorate verify -
"""


@click.command("export", epilog=EXAMPLES)
@click.argument("deliberation", metavar="[ID]", required=False)
@click.option("-o", "--output", default="-", metavar="FILE|-", help="A new file; standard output unless said.")
@click.option("--all", "everything", is_flag=True, help="All deliberations, but those with sealed ballots.")
@json_option
@store_option
@with_help
def command(deliberation: str | None, output: str, everything: bool, as_json: bool, store: str | None) -> int:
    """Writes the deliberation ID with all its events, as JSON lines that `quorate verify` can check offline.

    Refused, with exit status 2, while a round is open: its ballots are sealed. The same record gives the same bytes.
    """
    from quorate.surfaces.cli.exporting import export_to

    if bool(deliberation) == everything:
        raise click.UsageError("name one deliberation, or --all")
    if as_json and output == "-":
        raise click.UsageError("--json and the export would both be on standard output: name a file with -o")
    return export_to(output, deliberation or "", store, as_json)
