"""What turned out, of many deliberations: CSV under a header, or JSON lines, with id and was."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from quorate.batch.json_lines import NumberedLine, Stream, lines_of
from quorate.core.errors import DocumentError, InputError
from quorate.core.shape import FILLED, TEXT_OR_NOTHING, Field, record
from quorate.documents.container import decoded, parsed_json
from quorate.documents.findings import Findings

_ROW = record(
    {
        "id": Field(FILLED, "The deliberation.", required=True),
        "was": Field(FILLED, "right, wrong, or the option that was true.", required=True),
        "note": Field(TEXT_OR_NOTHING, "What else there is to say.", default=""),
        "on": Field(TEXT_OR_NOTHING, "The day on which it turned out.", default=""),
    }
)
_COLUMNS = ("id", "was", "note", "on")


class OutcomeRow(NamedTuple):
    """The outcome of one deliberation, and the line that it stands on."""

    line: int
    id: str
    was: str
    note: str = ""
    on: str = ""


class RefusedRow(NamedTuple):
    """A line that was refused, and why."""

    line: int
    why: str


def read_outcomes(stream: Stream) -> Iterator[OutcomeRow | RefusedRow]:
    """One row per line. What begins with a brace is JSON lines; anything else is CSV, a row per line."""
    header: list[str] | None = None
    is_json: bool | None = None
    for line in lines_of(stream):
        text = _text(line)
        if not isinstance(text, str):
            yield text
            continue
        if not text.strip():
            continue
        is_json = text.lstrip().startswith("{") if is_json is None else is_json
        if is_json:
            yield _from_json(line.number, text)
        elif header is None:
            header = _header(text)
        else:
            yield _from_csv(line.number, header, text)


def _text(line: NumberedLine) -> str | RefusedRow:
    try:
        return decoded(line.data).rstrip("\r\n") if line.is_whole else RefusedRow(line.number, "the line is too long")
    except DocumentError as error:
        return RefusedRow(line.number, _why(error))


def _from_json(line: int, text: str) -> OutcomeRow | RefusedRow:
    try:
        return _row(line, parsed_json(text))
    except DocumentError as error:
        return RefusedRow(line, _why(error))


def _header(text: str) -> list[str]:
    names = [name.strip() for name in _cells(text)]
    unknown = [name for name in names if name not in _COLUMNS]
    if unknown or not {"id", "was"} <= set(names) or len(set(names)) < len(names):
        raise InputError(f"the columns: found {', '.join(names)}; allowed: id, was, and if you like note and on")
    return names


def _cells(text: str) -> list[str]:
    """Those of one line. Raises InputError for a quote that stays open, a line break inside, or a huge cell."""
    try:
        return next(csv.reader([text], strict=True))
    except csv.Error:
        raise InputError("found what is no row of CSV; allowed: a row on one line, its quotes closed") from None


def _from_csv(line: int, header: Sequence[str], text: str) -> OutcomeRow | RefusedRow:
    try:
        cells = _cells(text)
    except InputError as error:
        return RefusedRow(line, str(error))
    if len(cells) != len(header):
        return RefusedRow(line, f"found {len(cells)} cells; allowed: {len(header)}, as in the header")
    try:
        return _row(line, {name: cell.strip() for name, cell in zip(header, cells, strict=True)})
    except DocumentError as error:
        return RefusedRow(line, _why(error))


def _row(line: int, values: Mapping[str, Any]) -> OutcomeRow:
    problems = Findings()
    read = _ROW.read(values, (), problems)
    if problems:
        raise DocumentError(problems)
    return OutcomeRow(line, **read)


def _why(error: DocumentError) -> str:
    return "; ".join(problem._replace(line=None).sentence() for problem in error.problems)
