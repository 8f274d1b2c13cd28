"""Backup and restore of the record."""

from pathlib import Path

from quorate.core.codec import json_line
from quorate.core.errors import InputError
from quorate.record.export.backup import backup
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.desk import Desk, desk, there_is_a_record
from quorate.surfaces.cli.terminal.streams import complain, put_json

_MOST_SAID = 3


def back_up(file: str, store: str | None, as_json: bool) -> int:
    """Copies the record into a new file; a damaged one as well, but not in silence."""
    with desk(store) as at:
        if not there_is_a_record(store):
            raise InputError("there is no record yet, so there is nothing to copy; `quorate decide` makes one")
        at.run(backup(at.record, Path(file)))
        damage = _damage(at, Path(file))
    _say(file, "the record was copied into", as_json, damaged=bool(damage))
    for sentence in damage[:_MOST_SAID]:
        complain(sentence)
    if damage:
        complain(f"the record is damaged, and so may be the copy: `quorate verify` says all of it ({len(damage)})")
    return exit_status.FAILED if damage else exit_status.WORKED


def _damage(at: Desk, file: Path) -> list[str]:
    """What is wrong with the copy, and with what the record keeps beside the rows that were copied."""
    from quorate.record.verify.backup_check import check_copy
    from quorate.record.verify.verification import Check

    check = Check(count_again=False)
    check_copy(check, file)
    for name, wrong in at.run(at.record.wrong_lookups()):
        check.find(wrong, name)
    return [finding.text for finding in check.findings]


def bring_back(file: str, store: str | None, as_json: bool) -> int:
    """Fills an empty record from a backup, which is checked before there is a record."""
    from quorate.record.verify.backup_check import checked_copy

    if not Path(file).is_file():
        raise InputError(f"{file}: no such file; allowed: a file that `quorate backup` wrote")
    with checked_copy(Path(file)) as rows, desk(store, new=True) as at:
        at.run(at.record.fill(rows))
    _say(file, "the record was filled from", as_json)
    return exit_status.WORKED


def _say(file: str, what: str, as_json: bool, *, damaged: bool = False) -> None:
    if as_json:
        put_json(json_line({"file": file, **({"damaged": True} if damaged else {})}))
    else:
        complain(f"{what} {file}")
