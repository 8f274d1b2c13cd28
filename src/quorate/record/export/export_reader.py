"""An export read back, line by line; whatever is not as it was written is said."""

import hashlib
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, NamedTuple

from quorate.core.errors import InputError
from quorate.record.codec import text_of
from quorate.record.export.export_writer import ALL, NAME, VERSION, parsed_line
from quorate.record.faults import check_format
from quorate.record.rows import LONGEST_NAME, EventRow, LineRow, Row, day_and_number, numbered

_LONGEST = 256 * 1024 * 1024
_FAULTS = (AttributeError, KeyError, LookupError, OverflowError, RecursionError, TypeError, ValueError)
Complain = Callable[[str], None]


class Reading:
    """An export that is being read: its rows, what it is of, and which deliberations it says that it left out."""

    def __init__(self, stream: BinaryIO, source: str, complain: Complain) -> None:
        self._stream, self._complain, self._source = stream, complain, source
        self._digest, self._number, self._seen = hashlib.sha256(), 0, _Counts(0, 0)
        self.left_out: tuple[str, ...] = ()
        self.of = self._head()

    def _head(self) -> str:
        line = self._line()
        try:
            head = parsed_line(line)
            version, of = head[NAME], head["of"]
        except _FAULTS:
            raise InputError(
                f"{self._source}: neither an export nor a backup of Quorate, or its first line was changed"
            ) from None
        check_format(version, VERSION, self._source, "export", "export again from a record of this version")
        if tuple(head) != (NAME, "of", "about"):
            self._complain("the first line of the export was changed")
        self._digest.update(line)
        return str(of)

    @property
    def is_of_all(self) -> bool:
        """True for an export of a whole record."""
        return self.of == ALL

    def rows(self) -> Iterator[Row]:
        """The rows, up to the end."""
        while line := self._line():
            try:
                value = parsed_line(line)
                if "end" in value:
                    self._end(value["end"])
                    return
                row = _row(value)
            except _FAULTS:
                self._complain(f"line {self._number} was changed")
            else:
                self._seen = self._seen.with_one(row)
                self._check_belongs(row)
                yield row
            self._digest.update(line)
        self._complain("the end of the export is missing: it was cut off")

    def _check_belongs(self, row: Row) -> None:
        if isinstance(row, LineRow) and not self.is_of_all and row.id != self.of:
            self._complain(f"the export should hold {self.of}, and holds {row.id}")

    def _end(self, end: dict[str, Any]) -> None:
        said = _Counts(end["deliberations"], end["events"])
        if said != self._seen:
            self._complain(
                f"the end of the export does not match: deliberations stated {said.deliberations}, found "
                f"{self._seen.deliberations}; events stated {said.events}, found {self._seen.events}"
            )
        if not self.is_of_all and self._seen.deliberations != 1:
            self._complain(f"the export should hold one deliberation, {self.of}, and holds {self._seen.deliberations}")
        if end["bytes"] != "sha256:" + self._digest.hexdigest():
            self._complain("the bytes of the export are not those that were written")
        if set(end) != {"deliberations", "events", "left_out", "bytes"} or self._stream.read(1):
            self._complain("there is something after the end of the export, or in it, that does not belong there")
        self.left_out = self._checked(end["left_out"])

    def _checked(self, left_out: list[str]) -> tuple[str, ...]:
        """Only an export of all leaves something out, each deliberation once."""
        named = tuple(dict.fromkeys(one for one in left_out if _is_id(one)))
        if len(named) != len(left_out) or (left_out and not self.is_of_all):
            self._complain("the end of the export leaves out something that is required")
        return named if self.is_of_all else ()

    def _line(self) -> bytes:
        self._number += 1
        line = self._stream.readline(_LONGEST)
        if len(line) == _LONGEST:
            raise InputError(f"{self._source}: line {self._number} is longer than any that an export has")
        return line


class _Counts(NamedTuple):
    deliberations: int
    events: int

    def with_one(self, row: Row) -> "_Counts":
        is_line = isinstance(row, LineRow)
        return _Counts(self.deliberations + is_line, self.events + (not is_line))


def _is_id(name: object) -> bool:
    return isinstance(name, str) and len(name) <= LONGEST_NAME and numbered(*day_and_number(name)) == name


def _row(value: dict[str, Any]) -> Row:
    match value:
        case {"deliberation": dict(fields)} if len(value) == 1 and tuple(fields) == LineRow._fields:
            return LineRow(**{**fields, "summary": text_of(fields["summary"])})
        case {"event": dict(fields)} if len(value) == 1 and tuple(fields) == EventRow._fields:
            return EventRow(**{**fields, "body": text_of(fields["body"])})
    raise ValueError("no row")
