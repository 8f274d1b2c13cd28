"""The record, an export or a backup, checked from end to end, also against a checkpoint that was kept elsewhere."""

from pathlib import Path
from typing import BinaryIO, NamedTuple

from quorate.app.access.operation import operation
from quorate.app.app import App
from quorate.core.errors import InputError, StoreError
from quorate.deliberation.principal import Principal
from quorate.record.checkpoint.signature import is_signed, public_key
from quorate.record.checkpoint.statement import Checkpoint, read_checkpoint, to_sign
from quorate.record.export.export_reader import Reading
from quorate.record.verify.verification import Check
from quorate.views.integrity import Finding, Verification


class CheckpointFile(NamedTuple):
    """A checkpoint as it was read, how messages name it, and whose signature it has to have (empty: anybody's)."""

    data: bytes
    source: str
    key: str = ""


class _Trusted(NamedTuple):
    """A checkpoint once its signature was checked, with a note; else why it is not believed."""

    checkpoint: Checkpoint | None = None
    note: str = ""
    problem: str = ""


@operation
async def verify_record(app: App, who: Principal, against: CheckpointFile | None = None) -> Verification:
    """Checks every event, every line of the log, every key, and what the store keeps beside them. Raises OutOfReach."""
    check, notes = _begun(against)
    if app.missing:
        raise InputError("there is no record to check; `quorate decide` creates one")
    await app.record.export(check.go_through)
    check.finish()
    for name, wrong in await app.record.wrong_lookups():
        check.find(wrong, name)
    return _ended(check, notes)


async def verify_backup(file: Path, against: CheckpointFile | None = None) -> Verification:
    """Checks a backup, or any other record in a file, without opening it as a record."""
    from quorate.record.verify.backup_check import check_copy

    check, notes = _begun(against)
    check_copy(check, file)
    return _ended(check, notes)


async def verify_export(stream: BinaryIO, source: str, against: CheckpointFile | None = None) -> Verification:
    """Checks an export; `source` is how messages name it."""
    check, notes = _begun(against)
    reading = Reading(stream, source, check.find)
    check.go_through(reading.rows())
    check.left_out = reading.left_out
    check.finish(of_all=reading.is_of_all, with_keys=False)
    return _ended(check, notes)


def _begun(against: CheckpointFile | None) -> tuple[Check, tuple[Finding, ...]]:
    """A check to go through rows with, and what is to be noted of the checkpoint."""
    if against is None:
        return Check(), ()
    trusted = _trusted(against)
    check = Check(trusted.checkpoint)
    if trusted.problem:
        check.find(trusted.problem)
    return check, (Finding("", 0, trusted.note),) if trusted.note else ()


def _ended(check: Check, notes: tuple[Finding, ...]) -> Verification:
    found = check.found
    return found._replace(notes=(*notes, *found.notes))


def _trusted(file: CheckpointFile) -> _Trusted:
    wanted = public_key(file.key) if file.key else ""
    try:
        read = read_checkpoint(file.data, file.source)
    except StoreError as error:
        return _Trusted(problem=str(error))
    signer = read.checkpoint.signed_by
    if not signer:
        said = f"{file.source}: the checkpoint is not signed, so anyone may have written it"
        return _Trusted(problem=said) if wanted else _Trusted(read.checkpoint, said)
    if wanted not in ("", signer):
        return _Trusted(problem=f"{file.source}: the checkpoint names {signer} as its signer, not {wanted}")
    if not is_signed(to_sign(read.content), read.signature, signer):
        what = "the signature does not match: the checkpoint was changed after it was signed"
        return _Trusted(problem=f"{file.source}: {what}")
    note = "" if wanted else f"{file.source}: signed by {signer}; use --key to check whose key that is"
    return _Trusted(read.checkpoint, note)
