"""Check whether the record was changed after it was stored."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from quorate.core.codec import shown_line
from quorate.core.errors import InputError
from quorate.reports.text import one_line
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import json_option, store_option, with_help
from quorate.surfaces.cli.terminal.output.deliberation_lines import moment
from quorate.surfaces.cli.terminal.streams import STANDARD, counted, named, opened, put, put_json
from quorate.views.integrity import Gone, Verification

if TYPE_CHECKING:
    from quorate.app.integrity.audit import CheckpointFile

EXAMPLES = """\b
Examples:
  quorate verify
  quorate verify MAGI-2026-1115-001.jsonl
  quorate verify --checkpoint monday.checkpoint --key signer.key.pub
"""
_SQLITE = b"SQLite format 3\0"
_LEFT_OUT = "the export left it out, because its ballots were sealed"
_LARGEST_CHECKPOINT = 1024 * 1024 * 1024


@click.command("verify", epilog=EXAMPLES)
@click.argument("file", metavar="[FILE|-]", required=False)
@click.option("--checkpoint", metavar="FILE", help="Compare with this checkpoint; later events are fine.")
@click.option("--key", metavar="PUBLICKEY", help="Who must have signed it: a .pub file, or ed25519:...")
@json_option
@store_option
@with_help
def command(file: str | None, checkpoint: str | None, key: str | None, as_json: bool, store: str | None) -> int:
    """Checks the record, or FILE (an export or a backup): every event, every line of the log, every key.

    Finds anything that was changed, removed, moved, duplicated or cut off, and lists what was redacted. Exit status: 0
    intact, 1 damaged or in doubt, 2 wrong input, or out of reach.

    Anyone who can write to the record can rewrite a deliberation with new hashes, or replace everything with an older
    copy. Only a checkpoint that is kept elsewhere reveals that.
    """
    if key and not checkpoint:
        raise click.UsageError("--key needs --checkpoint")
    found = _found(file, _checkpoint_in(checkpoint, key) if checkpoint else None, store)
    put_json(shown_line(found)) if as_json else put(_text(found))
    return exit_status.WORKED if found.is_intact else exit_status.FAILED


def _found(file: str | None, against: "CheckpointFile | None", store: str | None) -> Verification:
    from quorate.app.integrity.audit import verify_backup, verify_export
    from quorate.surfaces.cli.terminal.runner import run

    if file is None:
        return _found_in_record(against, store)
    if file != STANDARD and _is_sqlite(file):
        return run(verify_backup(Path(file), against))
    stream = opened(file)
    try:
        return run(verify_export(stream, named(file), against))
    finally:
        if file != STANDARD:
            stream.close()


def _found_in_record(against: "CheckpointFile | None", store: str | None) -> Verification:
    from quorate.app.integrity.audit import verify_record
    from quorate.record.faults import OutOfReach
    from quorate.surfaces.cli.terminal.runner import app_at

    try:
        with app_at(store) as at:
            return at.run(verify_record(at.app, at.who, against))
    except OutOfReach as error:  # it is neither intact nor damaged
        raise InputError(str(error)) from error


def _checkpoint_in(file: str, key: str | None) -> "CheckpointFile":
    from quorate.app.integrity.audit import CheckpointFile

    with opened(file) as stream:
        return CheckpointFile(stream.read(_LARGEST_CHECKPOINT), named(file), key or "")


def _is_sqlite(file: str) -> bool:
    with opened(file) as stream:
        return stream.read(len(_SQLITE)) == _SQLITE


def _text(found: Verification) -> str:
    lines = [*(one.text for one in found.findings), *map(_gone, found.redacted)]
    lines += [f"note: {note.text}" for note in found.notes]
    in_doubt = {one.deliberation for one in (*found.unchecked, *found.findings)}
    lines += [f"not checked: {one.text}" for one in found.unchecked]
    lines += [f"not checked: {name}: {_LEFT_OUT}" for name in found.left_out if name not in in_doubt]
    return "".join(one_line(line) + "\n" for line in (*lines, _outcome(found)))


def _outcome(found: Verification) -> str:
    size = f"{counted(found.deliberations, 'deliberation')}, {counted(found.events, 'event')}"
    if found.findings:
        return f"damaged: {counted(len(found.findings), 'finding')} in {size}"
    if found.unchecked:
        return f"not everything could be checked; the rest is intact: {size}"
    if found.left_out and not found.deliberations:
        return "nothing was checked: the export left everything out"
    return f"intact: {size}"


def _gone(gone: Gone) -> str:
    where = f"{gone.deliberation}, event {gone.event}: {gone.field}"
    later = ", after the checkpoint" if gone.after_checkpoint else ""
    return f"{where} was redacted by {gone.by} at {moment(gone.at)}{later}: {gone.reason} ({gone.hash})"
