"""The record, an export or a backup, checked; and what is said of it."""

from pathlib import Path
from typing import Any

from quorate.core.codec import json_line
from quorate.core.errors import InputError, StoreError
from quorate.record.checkpoint.signature import is_signed, public_key
from quorate.record.checkpoint.statement import Checkpoint, read_checkpoint, to_sign
from quorate.record.export.export_reader import Reading
from quorate.record.faults import OutOfReach
from quorate.record.verify.replay import Gone
from quorate.record.verify.verification import Check
from quorate.reports.text import one_line
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.desk import desk, there_is_a_record
from quorate.surfaces.cli.exporting import counted
from quorate.surfaces.cli.terminal.deliberation_lines import moment
from quorate.surfaces.cli.terminal.streams import STANDARD, named, opened, put, put_json

_SQLITE = b"SQLite format 3\0"
_LEFT_OUT = "it was left out of the export, which says that its ballots were sealed"
_LARGEST_CHECKPOINT = 1024 * 1024 * 1024


def verify(file: str | None, checkpoint: str | None, key: str | None, store: str | None, as_json: bool) -> int:
    """Says what was found; the exit status is 0 where nothing was, and where nothing is left to be checked."""
    wrong, notes, believed = _believed(checkpoint, key) if checkpoint else ("", [], None)
    check = Check(believed)
    if wrong:
        check.find(wrong)
    if file is None:
        try:
            _check_record(check, store)
        except OutOfReach as error:
            raise InputError(str(error)) from error
    elif file != STANDARD and _is_sqlite(file):
        _check_copy(check, Path(file))
    else:
        _check_export(check, file)
    put_json(json_line(_plain(check, notes))) if as_json else put(_text(check, notes))
    return exit_status.WORKED if check.is_intact else exit_status.FAILED


def _believed(file: str, key: str | None) -> tuple[str, list[str], Checkpoint | None]:
    """A checkpoint, once its signature was checked; else why it is not believed."""
    wanted = public_key(key) if key else ""
    with opened(file) as stream:
        data = stream.read(_LARGEST_CHECKPOINT)
    try:
        read = read_checkpoint(data, named(file))
    except StoreError as error:
        return str(error), [], None
    signer = read.checkpoint.signed_by
    if not signer:
        said = f"{file}: the checkpoint is not signed, so anybody may have written it"
        return (said, [], None) if wanted else ("", [said], read.checkpoint)
    if wanted not in ("", signer):
        return f"{file}: the checkpoint names {signer} as its signer, not {wanted}", [], None
    if not is_signed(to_sign(read.content), read.signature, signer):
        return f"{file}: the signature does not fit: the checkpoint was changed after it was signed", [], None
    notes = [] if wanted else [f"{file}: signed by {signer}; whose key that is, --key makes sure"]
    return "", notes, read.checkpoint


def _check_record(check: Check, store: str | None) -> None:
    with desk(store) as at:
        if not there_is_a_record(store):
            raise InputError("there is no record yet, so there is nothing to check; `quorate decide` makes one")
        at.run(at.record.export(check.go_through))
        check.finish()
        for name, wrong in at.run(at.record.wrong_lookups()):
            check.find(wrong, name)


def _is_sqlite(file: str) -> bool:
    with opened(file) as stream:
        return stream.read(len(_SQLITE)) == _SQLITE


def _check_copy(check: Check, file: Path) -> None:
    from quorate.record.verify.backup_check import check_copy

    check_copy(check, file)


def _check_export(check: Check, file: str) -> None:
    stream = opened(file)
    try:
        reading = Reading(stream, named(file), check.find)
        check.go_through(reading.rows())
        check.left_out = reading.left_out
        check.finish(of_all=reading.is_of_all, with_keys=False)
    finally:
        if file != STANDARD:
            stream.close()


def _plain(check: Check, notes: list[str]) -> dict[str, Any]:
    said = [{**note._asdict(), "text": note.text} for note in check.notes]
    return {
        "intact": check.is_intact,
        "deliberations": check.deliberations,
        "events": check.events,
        "findings": [{**one._asdict(), "text": one.text} for one in check.findings],
        "unchecked": [{**one._asdict(), "text": one.text} for one in check.unchecked],
        "redacted": [gone._asdict() for gone in check.gone],
        "left_out": list(check.left_out),
        "notes": [*({"deliberation": "", "event": 0, "sentence": note, "text": note} for note in notes), *said],
    }


def _text(check: Check, notes: list[str]) -> str:
    lines = [*(one.text for one in check.findings), *map(_gone, check.gone)]
    lines += [f"note: {text}" for text in (*notes, *(note.text for note in check.notes))]
    in_doubt = {one.deliberation for one in (*check.unchecked, *check.findings)}
    lines += [f"not checked: {one.text}" for one in check.unchecked]
    lines += [f"not checked: {name}: {_LEFT_OUT}" for name in check.left_out if name not in in_doubt]
    return "".join(one_line(line) + "\n" for line in (*lines, _outcome(check)))


def _outcome(check: Check) -> str:
    size = f"{counted(check.deliberations, 'deliberation')}, {counted(check.events, 'event')}"
    if check.findings:
        return f"damaged: {counted(len(check.findings), 'finding')} in {size}"
    if check.unchecked:
        return f"not all of it could be checked; what could be is intact: {size}"
    if check.left_out and not check.deliberations:
        return "nothing was checked: the export left out all that there is"
    return f"intact: {size}"


def _gone(gone: Gone) -> str:
    where = f"{gone.deliberation}, event {gone.event}: {gone.field}"
    later = ", after the checkpoint" if gone.after_checkpoint else ""
    return f"{where} was redacted by {gone.by} at {moment(gone.at)}{later}: {gone.reason} ({gone.hash})"
