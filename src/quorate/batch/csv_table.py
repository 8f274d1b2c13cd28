"""CSV: a row per vote under a header; rows of one question may stand anywhere."""

import csv
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from quorate.batch.json_lines import NumberedLine, Stream, lines_of
from quorate.batch.outcome import Outcome, VerdictOf
from quorate.batch.spool import BUDGET
from quorate.batch.table import COLUMNS, Torn, VoteRow, cell_order, columns_of, count_table, row_of
from quorate.core.errors import MISSING, DocumentError, Problem
from quorate.documents.tally import Tally
from quorate.protocols import DEFAULT, protocol_named


def count_csv(
    stream: Stream, protocol: str | None = None, verdict_of: VerdictOf = Tally.verdict, budget: int = BUDGET
) -> Iterator[Outcome]:
    """One outcome per question in the order of first appearance; about `budget` bytes of rows stay in memory."""
    chosen = protocol_named(protocol or DEFAULT)
    records = csv_records(TextLines(lines_of(stream)))
    header = csv_header(records)
    columns = columns_of([cell.strip() for cell in header.cells], chosen, header.line)
    return count_table(csv_rows(records, columns), columns, chosen, verdict_of, budget)


def table_rows(stream: Stream) -> Iterator[VoteRow | Torn]:
    """The rows of a table as they come, of which no protocol asks anything."""
    records = csv_records(TextLines(lines_of(stream)))
    header = csv_header(records)
    yield from csv_rows(records, columns_of([cell.strip() for cell in header.cells], None, header.line))


class CsvRecord(NamedTuple):
    """The cells of one row, which may span lines; with a problem where they cannot be trusted."""

    line: int
    cells: list[str]
    problem: Problem | None = None


class TextLines:
    """Lines as text. Remembers those of the present record, so that what follows a faulty line can be read again."""

    def __init__(self, lines: Iterator[NumberedLine]) -> None:
        self._lines = lines
        self._again: list[NumberedLine] = []
        self._taken: list[NumberedLine] = []
        self.problem: Problem | None = None

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = self._again.pop() if self._again else next(self._lines)
        self._taken.append(line)
        data = line.data.removeprefix(b"\xef\xbb\xbf") if line.number == 1 else line.data
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            text = data.decode(errors="surrogateescape")
            self._note(line, f"the byte 0x{data[error.start]:02x}, which is not UTF-8", "UTF-8 text")
        if not line.is_whole:
            self.problem = self.problem or line.too_long()
        if "\0" in text:
            self._note(line, "a NUL character", "text without it")
        return text

    def _note(self, line: NumberedLine, found: str, allowed: str) -> None:
        self.problem = self.problem or Problem(("row",), found, allowed, line.number)

    @property
    def first(self) -> NumberedLine:
        """The line on which the present record begins."""
        return self._taken[0]

    @property
    def latest(self) -> int:
        """The number of the last line that was taken."""
        return self._taken[-1].number

    @property
    def is_between_records(self) -> bool:
        """True where no line waits to be read again."""
        return not self._again

    def begin_record(self) -> None:
        """What is read from here on belongs to a new record."""
        self._taken.clear()
        self.problem = None

    def keep_only_first(self) -> None:
        """Ends the record after its first line; the others are read again."""
        self._again.extend(reversed(self._taken[1:]))
        del self._taken[1:]


def csv_records(lines: TextLines) -> Iterator[CsvRecord]:
    """Every record that has a cell with something in it."""
    reader = csv.reader(lines, strict=True)
    while True:
        lines.begin_record()
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            problem = lines.problem or Problem(("row",), _fault(str(error)), "CSV", lines.first.number)
            lines.keep_only_first()
            yield CsvRecord(lines.first.number, _guessed_cells(lines.first), problem)
            continue
        if any(map(str.strip, cells)):
            yield CsvRecord(lines.first.number, cells, lines.problem)


def _fault(said: str) -> str:
    if said.startswith("unexpected end"):
        return "an unclosed quote"
    return "a cell that is too long, or an unclosed quote" if said.startswith("field larger") else said


def _guessed_cells(line: NumberedLine) -> list[str]:
    """What a faulty line may have meant: only good for finding the question that it belongs to."""
    text = line.data.decode(errors="surrogateescape").rstrip("\r\n")
    try:
        return next(csv.reader([text]), [])
    except csv.Error:
        return text.replace('"', "").split(",")


def csv_header(records: Iterator[CsvRecord]) -> CsvRecord:
    """The first record. Raises DocumentError where it is missing or torn."""
    header = next(records, None)
    if header is None:
        raise DocumentError([Problem((), MISSING, f"a header with the columns {', '.join(COLUMNS)}")])
    if header.problem:
        raise DocumentError([header.problem])
    return header


def csv_rows(records: Iterator[CsvRecord], columns: Mapping[str, int]) -> Iterator[VoteRow | Torn]:
    """Every record as a vote, or as a torn row."""
    in_order = cell_order(columns)
    for record in records:
        if record.problem:
            yield Torn(record.problem, _suspects(record.cells, columns))
        elif len(record.cells) != len(columns):
            allowed = f"{len(columns)} cells, as in the header"
            problem = Problem(("row",), f"{len(record.cells)} cells", allowed, record.line)
            yield Torn(problem, _suspects(record.cells, columns))
        else:
            yield row_of(record.line, record.cells, in_order)


def _suspects(cells: list[str], columns: Mapping[str, int]) -> tuple[str, ...]:
    """The questions that a row may belong to if cells are missing, or if one was split at a comma of its own."""
    at, extra = columns["question"], len(cells) - len(columns)
    guesses = [",".join(cells[at : at + 1 + more]) for more in range(max(extra, 0) + 1)]
    from_the_end = cells[at - len(columns) : at - len(columns) + 1 or None] if extra else []
    return tuple(dict.fromkeys(guess.strip() for guess in (*guesses, *from_the_end) if guess.strip()))
