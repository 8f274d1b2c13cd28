"""Back up the record to a file."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import json_option, store_option, with_help

if TYPE_CHECKING:
    from quorate.views.integrity import Backup

EXAMPLES = """\b
Examples:
  quorate backup quorate-2026-11-15.db
"""
_MOST_SAID = 3


@click.command("backup", epilog=EXAMPLES)
@click.argument("file", metavar="FILE")
@json_option
@store_option
@with_help
def command(file: str, as_json: bool, store: str | None) -> int:
    """Copies the whole record, as of one moment, into the new FILE. Others may keep working meanwhile.

    The copy is checked. A damaged record is copied too, but reported, with exit status 1.
    """
    from quorate.app.copies import back_up
    from quorate.surfaces.cli.terminal.runner import app_at

    with app_at(store) as at:
        backup = at.run(back_up(at.app, at.who, Path(file)))
    _say(file, backup, as_json)
    return exit_status.FAILED if backup.damage else exit_status.WORKED


def _say(file: str, backup: "Backup", as_json: bool) -> None:
    from quorate.core.codec import shown_line
    from quorate.surfaces.cli.terminal.streams import complain, put_json
    from quorate.views.integrity import SavedBackup

    if as_json:
        put_json(shown_line(SavedBackup(file, bool(backup.damage))))
    else:
        complain(f"the record was copied to {file}")
    for sentence in backup.damage[:_MOST_SAID]:
        complain(sentence)
    if count := len(backup.damage):
        complain(f"the record is damaged, and the copy may be too: `quorate verify` lists all of it ({count})")
