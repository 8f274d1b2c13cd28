"""`quorate backup`: a copy of the record."""

import click

from quorate.surfaces.cli.help_options import with_help
from quorate.surfaces.cli.options import json_option, store_option

EXAMPLES = """\b
Examples:
  quorate backup quorate-2026-11-15.db
"""


@click.command("backup", epilog=EXAMPLES)
@click.argument("file", metavar="FILE")
@json_option
@store_option
@with_help
def command(file: str, as_json: bool, store: str | None) -> int:
    """Copies the whole record, as it is at one moment, into the new FILE. Others may go on working meanwhile.

    The copy is checked. A damaged record is copied too, and said to be damaged; exit status 1.
    """
    from quorate.surfaces.cli.copying import back_up

    return back_up(file, store, as_json)
