"""Backup and restore of the record."""

from collections import deque
from collections.abc import Iterator
from pathlib import Path

from quorate.core.codec import json_line
from quorate.core.errors import InputError
from quorate.record.copying import backup, restore
from quorate.record.memory import MemoryRecord
from quorate.record.rows import Row
from quorate.surfaces.cli import status
from quorate.surfaces.cli.desk import desk, desk_in_memory, there_is_a_record
from quorate.surfaces.cli.streams import complain, put_json


def back_up(file: str, store: str | None, as_json: bool) -> int:
    """Copies the record into a new file."""
    with desk(store) as at:
        if not there_is_a_record(store):
            raise InputError("there is no record yet, so there is nothing to copy; `quorate decide` makes one")
        at.run(backup(at.record, Path(file)))
    return _said(file, "the record was copied into", as_json)


def bring_back(file: str, store: str | None, as_json: bool) -> int:
    """Fills an empty record from a backup."""
    if not Path(file).is_file():
        raise InputError(f"{file}: no such file; allowed: a file that `quorate backup` wrote")
    with desk_in_memory() as at:
        at.run(restore(Path(file), _Looked(at.outside.clock)))  # what is refused makes no record
    with desk(store, new=True) as at:
        at.run(restore(Path(file), at.record))
    return _said(file, "the record was filled from", as_json)


class _Looked(MemoryRecord):
    """Takes rows, as long as they are whole, and keeps none: a backup may be larger than the memory."""

    async def fill(self, rows: Iterator[Row]) -> None:
        """Looks at all of them."""
        deque(rows, maxlen=0)


def _said(file: str, what: str, as_json: bool) -> int:
    if as_json:
        put_json(json_line({"file": file}))
    else:
        complain(f"{what} {file}")
    return status.WORKED
