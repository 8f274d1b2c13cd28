"""Export a deliberation to a file that can be verified."""

from pathlib import Path

import click

from quorate.core.codec import shown_line
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import json_option, optional_id_argument, store_option, with_help
from quorate.surfaces.cli.terminal.streams import STANDARD, complain, counted, put_json
from quorate.views.integrity import Export, SavedExport

EXAMPLES = """\b
Examples:
  quorate export MAGI-2026-1115-001 -o MAGI-2026-1115-001.jsonl
  quorate export --all -o everything.jsonl
  quorate export MAGI-2026-1115-001 | quorate verify -
"""


@click.command("export", epilog=EXAMPLES)
@optional_id_argument
@click.option("-o", "--output", default="-", metavar="FILE|-", help="A new file (default: standard output).")
@click.option("--all", "everything", is_flag=True, help="All deliberations except those with sealed ballots.")
@json_option
@store_option
@with_help
def command(deliberation: str | None, output: str, everything: bool, as_json: bool, store: str | None) -> int:
    """Exports the deliberation ID with all its events, as JSON lines that `quorate verify` can check offline.

    Refused, with exit status 2, while a round is open: its ballots are sealed. The same record always gives the same
    bytes.
    """
    if bool(deliberation) == everything:
        raise click.UsageError("name one deliberation, or --all")
    if as_json and output == STANDARD:
        raise click.UsageError("--json and the export cannot both go to standard output: name a file with -o")
    exported = _export(deliberation, output, store)
    if as_json:
        put_json(shown_line(SavedExport(output, exported)))
    else:
        _say(output, exported)
    return exit_status.WORKED


def _export(deliberation: str | None, output: str, store: str | None) -> Export:
    from quorate.app.copies import export_all, export_deliberation
    from quorate.surfaces.cli.terminal.named_deliberation import to_read
    from quorate.surfaces.cli.terminal.runner import app_at
    from quorate.surfaces.cli.terminal.streams import binary_output

    with app_at(store) as at:
        file = binary_output() if output == STANDARD else Path(output)
        if deliberation:
            return at.run(export_deliberation(at.app, at.who, to_read(at, deliberation), file))
        return at.run(export_all(at.app, at.who, file))


def _say(file: str, exported: Export) -> None:
    if file != STANDARD:
        size = f"{counted(exported.deliberations, 'deliberation')} with {counted(exported.events, 'event')}"
        complain(f"{size} {'was' if exported.deliberations == 1 else 'were'} written to {file}")
    for name in exported.left_out:
        complain(f"{name} was left out: its ballots are sealed until the round is over")
