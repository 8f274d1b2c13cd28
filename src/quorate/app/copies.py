"""Copies of the record: a whole backup, a record filled from one, and exports that can be checked anywhere."""

from pathlib import Path
from typing import BinaryIO

from quorate.app.access.operation import operation
from quorate.app.app import App
from quorate.core.errors import InputError
from quorate.deliberation.principal import Principal
from quorate.record.export.backup import backup
from quorate.record.export.export_writer import export
from quorate.views.integrity import Backup, Export


@operation
async def back_up(app: App, who: Principal, file: Path) -> Backup:
    """Copies the record, as it is at one moment, into a new file; a damaged one as well, but not in silence."""
    if app.missing:
        raise InputError("there is no record to copy; `quorate decide` creates one")
    await backup(app.record, file)
    return Backup(await _damage(app, file))


@operation
async def restore(app: App, who: Principal, file: Path) -> None:
    """Fills an empty record from a backup, which is checked before there is a record."""
    from quorate.record.verify.backup_check import checked_copy

    if not file.is_file():
        raise InputError(f"{file}: no such file; expected a file written by `quorate backup`")
    with checked_copy(file) as rows:
        await app.make_record()
        await app.record.fill(rows)


@operation
async def export_deliberation(app: App, who: Principal, deliberation: str, file: Path | BinaryIO) -> Export:
    """Writes one deliberation with all its events, into a new file or a stream. Refused while a round is open."""
    await app.load(deliberation)  # says best what is wrong with an id
    return await export(app.record, deliberation, file)


@operation
async def export_all(app: App, who: Principal, file: Path | BinaryIO) -> Export:
    """Writes all deliberations but those with sealed ballots."""
    if app.missing:
        raise InputError("there is no record to export; `quorate decide` creates one")
    return await export(app.record, "", file)


async def _damage(app: App, file: Path) -> tuple[str, ...]:
    """What is wrong with the copy, and with what the record keeps beside the rows that were copied."""
    from quorate.record.verify.backup_check import check_copy
    from quorate.record.verify.verification import Check

    check = Check(count_again=False)
    check_copy(check, file)
    for name, wrong in await app.record.wrong_lookups():
        check.find(wrong, name)
    return tuple(finding.text for finding in check.findings)
