"""Parquet: the columns of a table of votes, read by DuckDB."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from itertools import islice
from typing import Any

from quorate.batch.outcome import Outcome, RefusedQuestion, VerdictOf, WrittenVerdict
from quorate.batch.spool import BUDGET
from quorate.batch.table import Torn, VoteRow, cell_order, columns_of, count_table, row_of
from quorate.core.errors import DocumentError, MissingExtra, Problem
from quorate.documents.tally import Tally
from quorate.protocols import DEFAULT, protocol_named

_ROWS_AT_ONCE = 2048
_OFFLINE: dict[str, Any] = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "threads": "1",
}

_MAGIC = b"PAR1"


def count_parquet(
    path: str, protocol: str | None = None, verdict_of: VerdictOf = Tally.verdict, budget: int = BUDGET
) -> Iterator[Outcome]:
    """One outcome per question in the order of first appearance; about `budget` bytes of rows stay in memory."""
    chosen = protocol_named(protocol or DEFAULT)
    votes = _opened(path)
    columns = columns_of([name for name, *_ in votes.execute("describe votes").fetchall()], chosen)
    return count_table(_rows(votes, columns), columns, chosen, verdict_of, budget)


def write_parquet(
    path: str, protocol: str | None, verdict_of: VerdictOf, jobs: int
) -> Iterator[WrittenVerdict | RefusedQuestion]:
    """The same, counted by several processes; the file is read by this one."""
    from quorate.batch.parallel_table import TableFiles, TableTerms, spread, write_table  # only several need it
    from quorate.batch.worker_pool import WorkerPool

    chosen = protocol_named(protocol or DEFAULT)
    votes = _opened(path)
    columns = columns_of([name for name, *_ in votes.execute("describe votes").fetchall()], chosen)
    with ExitStack() as whole:
        files = TableFiles(whole)
        pool = whole.enter_context(WorkerPool(jobs))
        pieces = map(spread, _batches(_rows(votes, columns)))
        yield from write_table(pool, files, pieces, TableTerms(chosen.name, verdict_of, "weight" in columns))


def parquet_rows(path: str) -> Iterator[VoteRow | Torn]:
    """The rows of a table as they come, of which no protocol asks anything."""
    votes = _opened(path)
    yield from _rows(votes, columns_of([name for name, *_ in votes.execute("describe votes").fetchall()], None))


def _batches(rows: Iterator[VoteRow | Torn]) -> Iterator[list[VoteRow | Torn]]:
    while batch := list(islice(rows, _ROWS_AT_ONCE)):
        yield batch


def _opened(path: str) -> Any:
    """A connection in which the file is the view `votes`."""
    with open(path, "rb") as file:
        if file.read(len(_MAGIC)) != _MAGIC:
            raise DocumentError([Problem((), "another kind of file", "a Parquet file")])
    try:
        import duckdb
    except ImportError:
        raise MissingExtra("Parquet", "parquet") from None
    connection = duckdb.connect(config=_OFFLINE)
    try:
        connection.read_parquet(_local(path)).create_view("votes")
    except duckdb.Error as error:
        connection.close()
        raise _unreadable(error) from None
    return connection


def _unreadable(error: Exception) -> DocumentError:
    return DocumentError([Problem((), str(error).partition("\n")[0], "a Parquet file")])


def _local(path: str) -> str:
    """A path that DuckDB takes for neither an address nor a pattern."""
    from os.path import abspath

    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in abspath(path))


def _rows(votes: Any, columns: Mapping[str, int]) -> Iterator[VoteRow | Torn]:
    in_order = cell_order(columns)
    for number, cells in enumerate(_cells(votes, columns), 1):
        yield row_of(number, cells, in_order)


def _cells(votes: Any, columns: Mapping[str, int]) -> Iterator[Sequence[str]]:
    from duckdb import Error

    # numbers as text, so that a cell means what the same cell of a CSV file means
    as_text = ", ".join(f"""coalesce(cast("{name}" as varchar), '')""" for name in columns)
    try:
        result = votes.execute(f"select {as_text} from votes")
        while rows := result.fetchmany(_ROWS_AT_ONCE):
            yield from rows
    except Error as error:
        raise _unreadable(error) from None
