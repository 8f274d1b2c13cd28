"""`quorate restore`: a record from its copy."""

import click

from quorate.surfaces.cli.help_options import with_help
from quorate.surfaces.cli.options import json_option, store_option

EXAMPLES = """\b
Examples:
  quorate restore quorate-2026-11-15.db --store new.db
"""


@click.command("restore", epilog=EXAMPLES)
@click.argument("file", metavar="FILE")
@json_option
@store_option
@with_help
def command(file: str, as_json: bool, store: str | None) -> int:
    """Fills an empty record from FILE, a backup: all of it, or nothing where `quorate verify` finds anything wrong."""
    from quorate.surfaces.cli.copying import bring_back

    return bring_back(file, store, as_json)
