"""A table of votes, counted by several processes: the same outcomes in the same order, in memory that does not grow.

Pieces of the table are read by all processes, and their rows spread over files by a hash of the question. Each file is
then grouped by one process. The groups of all files are merged by the line of their first row, and counted in pieces.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from heapq import merge
from io import BytesIO
from itertools import chain
from tempfile import TemporaryFile
from typing import IO, NamedTuple

from quorate.batch.csv_table import TextLines, csv_header, csv_records, csv_rows
from quorate.batch.json_lines import NumberedLine, Stream, lines_of
from quorate.batch.outcome import RefusedQuestion, VerdictOf, WrittenVerdict, written
from quorate.batch.spool import BUDGET, QuestionRows, Spool
from quorate.batch.table import Torn, VoteRow, alone, columns_of, outcome_of_rows
from quorate.batch.worker_pool import WorkerPool, chunks_of
from quorate.core.text.names import folded
from quorate.protocols import DEFAULT, protocol_named


class SpreadRows(NamedTuple):
    """What a piece of a table comes to: the text for each file by its number, and the rows that are torn."""

    texts: dict[int, str]
    torn: tuple[Torn, ...]


_CELL = rb'(?:[^",\r\n]*|"(?:[^"\r\n]|"")*")'
_WHOLE_RECORD = re.compile(rb"%b(?:,%b)*\r?\n?" % (_CELL, _CELL))


class LineBlock(NamedTuple):
    """Lines that follow each other, each of them a whole record, from this number on."""

    first: int
    data: bytes


def write_csv(
    stream: Stream, protocol: str | None, verdict_of: VerdictOf, jobs: int
) -> Iterator[WrittenVerdict | RefusedQuestion]:
    """One outcome per question in the order of first appearance."""
    chosen = protocol_named(protocol or DEFAULT)
    lines = lines_of(stream)
    header = csv_header(csv_records(TextLines(lines)))
    columns = columns_of([cell.strip() for cell in header.cells], chosen, header.line)
    with ExitStack() as whole:
        files = TableFiles(whole)
        pool = whole.enter_context(WorkerPool(jobs))
        pieces = pool.in_order(partial(_spread, columns=columns), _tasks(lines, columns))
        yield from write_table(pool, files, pieces, TableTerms(chosen.name, verdict_of, "weight" in columns))


def _tasks(lines: Iterator[NumberedLine], columns: Mapping[str, int]) -> Iterator[LineBlock | SpreadRows]:
    for chunk in chunks_of(lines):
        if all(map(is_whole_record, chunk)):
            yield LineBlock(chunk[0].number, b"".join(line.data for line in chunk))
        else:
            yield spread(_read_here(chunk, lines, columns))


def is_whole_record(line: NumberedLine) -> bool:
    """True where it can be seen without the lines around it that a record begins and ends here."""
    return line.is_whole and (b'"' not in line.data or _WHOLE_RECORD.fullmatch(line.data) is not None)


def _read_here(
    chunk: list[NumberedLine], lines: Iterator[NumberedLine], columns: Mapping[str, int]
) -> Iterator[VoteRow | Torn]:
    """The rows of a piece, and as much of what follows as its last record needs."""
    left = iter(chunk)
    text = TextLines(chain(left, lines))
    last = chunk[-1].number
    for row in csv_rows(csv_records(text), columns):
        yield row
        if text.latest >= last and text.is_between_records:
            return


def _spread(task: LineBlock | SpreadRows, columns: Mapping[str, int]) -> SpreadRows:
    if isinstance(task, SpreadRows):
        return task
    lines = lines_of(BytesIO(task.data), first=task.first)
    return spread(csv_rows(csv_records(TextLines(lines)), columns))


_FILES = 64
_CHUNK_BYTES = 256 * 1024
Rows = Iterable[VoteRow | Torn]
Output = WrittenVerdict | RefusedQuestion


class TableTerms(NamedTuple):
    """How the rows of a question are counted."""

    protocol: str
    verdict_of: VerdictOf
    has_weights: bool


def spread(rows: Rows) -> SpreadRows:
    """The rows by the file that all of their question's rows go to."""
    texts: dict[int, list[str]] = {}
    torn: list[Torn] = []
    for row in rows:
        if isinstance(row, VoteRow):
            group = alone(row)
            texts.setdefault(hash(group.question) % _FILES, []).append(group.written())
            continue
        torn.append(row)
        for suspect in row.suspects:
            group = QuestionRows(row.problem.line or 0, folded(suspect), [], 0, is_refused=True)
            texts.setdefault(hash(group.question) % _FILES, []).append(group.written())
    return SpreadRows({number: "".join(lines) for number, lines in texts.items()}, tuple(torn))


class TableFiles:
    """The files that rows are spread over, and those that hold the groups. They have no names, and end with us."""

    def __init__(self, whole: ExitStack) -> None:
        self._spread = [whole.enter_context(_temporary()) for _ in range(_FILES)]
        self._grouped = [whole.enter_context(_temporary()) for _ in range(_FILES)]

    def add(self, piece: SpreadRows) -> None:
        """Takes the rows of a piece."""
        for number, text in piece.texts.items():
            self._spread[number].write(text)

    def close_spread(self) -> None:
        """No row comes any more: other processes may read."""
        for file in self._spread:
            file.flush()

    @property
    def to_group(self) -> list[tuple[int, int]]:
        """Where rows are, and where their groups are to go, as descriptors that a forked process has too."""
        return [(one.fileno(), two.fileno()) for one, two in zip(self._spread, self._grouped, strict=True)]

    def groups(self) -> Iterator[str]:
        """Every group in the order of first lines, as it was written."""
        for file in self._grouped:
            file.seek(0)
        return (text for _, text in merge(*map(_numbered, self._grouped)))


def _group(descriptors: tuple[int, int]) -> None:
    """Writes the groups of one file in the order of their first lines, each behind the number of that line."""
    with _inherited(descriptors[0]) as rows, _inherited(descriptors[1]) as groups, Spool(BUDGET, 1) as spool:
        rows.seek(0)
        for line in rows:
            spool.take(QuestionRows(*json.loads(line)))
        groups.writelines(f"{group.first} {group.written()}" for group in spool.groups())


def _inherited(descriptor: int) -> IO[str]:
    return open(descriptor, "r+", encoding="ascii", closefd=False)


def _numbered(file: IO[str]) -> Iterator[tuple[int, str]]:
    for line in file:
        first, _, text = line.partition(" ")
        yield int(first), text


def _temporary() -> IO[str]:
    return TemporaryFile("w+", encoding="ascii")


def write_table(
    pool: WorkerPool, files: TableFiles, pieces: Iterable[SpreadRows], terms: TableTerms
) -> Iterator[Output]:
    """One outcome per question in the order of first appearance; torn rows as they come."""
    for piece in pieces:
        files.add(piece)
        yield from (RefusedQuestion((torn.problem,)) for torn in piece.torn)
    files.close_spread()
    for _ in pool.in_order(_group, files.to_group):
        pass
    for outputs in pool.in_order(partial(_counted, terms=terms), _in_pieces(files.groups())):
        yield from outputs


def _in_pieces(texts: Iterable[str]) -> Iterator[list[str]]:
    piece: list[str] = []
    length = 0
    for text in texts:
        piece.append(text)
        length += len(text)
        if length >= _CHUNK_BYTES:
            yield piece
            piece, length = [], 0
    if piece:
        yield piece


def _counted(texts: Sequence[str], terms: TableTerms) -> list[Output]:
    groups = [QuestionRows(*json.loads(text)) for text in texts]
    whole = [group for group in groups if not group.is_refused]
    protocol = protocol_named(terms.protocol)
    return [written(outcome_of_rows(one, terms.has_weights, protocol, terms.verdict_of)) for one in whole]
