"""CSV, read by several processes. Lines that are whole records go to them in pieces; this process reads the others."""

import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from io import BytesIO
from itertools import chain
from typing import NamedTuple

from quorate.batch.csv_table import TextLines, csv_header, csv_records, csv_rows
from quorate.batch.lines import NumberedLine, Stream, lines_of
from quorate.batch.outcome import RefusedQuestion, VerdictOf, WrittenVerdict
from quorate.batch.parallel_lines import chunks_of
from quorate.batch.parallel_table import SpreadRows, TableFiles, TableTerms, spread, write_table
from quorate.batch.table import Torn, VoteRow, columns_of
from quorate.batch.worker_pool import WorkerPool
from quorate.protocols import DEFAULT, protocol_named

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
