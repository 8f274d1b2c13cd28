"""Deliberations written into a file."""

from pathlib import Path

from quorate.core.codec import json_line
from quorate.core.errors import InputError
from quorate.record.export.export_writer import Exported, export
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.desk import desk, there_is_a_record
from quorate.surfaces.cli.terminal.streams import STANDARD, binary_output, complain, put_json


def export_to(file: str, deliberation: str, store: str | None, as_json: bool) -> int:
    """Writes one deliberation, or all where none is named."""
    with desk(store) as at:
        if deliberation:
            at.load(deliberation)  # says best what is wrong with an id
        elif not there_is_a_record(store):
            raise InputError("there is no record yet, so there is nothing to export; `quorate decide` makes one")
        exported = at.run(export(at.record, deliberation, binary_output() if file == STANDARD else Path(file)))
    if as_json:
        put_json(json_line({"file": file, **exported._asdict()}))
    else:
        _say(file, exported)
    return exit_status.WORKED


def counted(number: int, what: str) -> str:
    """So many of something, in words."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _say(file: str, exported: Exported) -> None:
    if file != STANDARD:
        size = f"{counted(exported.deliberations, 'deliberation')} with {counted(exported.events, 'event')}"
        complain(f"{size} {'was' if exported.deliberations == 1 else 'were'} written into {file}")
    for name in exported.left_out:
        complain(f"{name} was left out: its ballots are sealed until its round is over")
