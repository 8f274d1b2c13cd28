"""Restore a backup into an empty record."""

from pathlib import Path

import click

from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import json_option, store_option, with_help

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
    """Fills an empty record from FILE, a backup: completely, or not at all if `quorate verify` finds a problem."""
    from quorate.app.copies import restore
    from quorate.core.codec import json_line
    from quorate.surfaces.cli.terminal.runner import app_at
    from quorate.surfaces.cli.terminal.streams import complain, put_json

    with app_at(store, may_make=True) as at:
        at.run(restore(at.app, at.who, Path(file)))
    if as_json:
        put_json(json_line({"file": file}))
    else:
        complain(f"the record was restored from {file}")
    return exit_status.WORKED
