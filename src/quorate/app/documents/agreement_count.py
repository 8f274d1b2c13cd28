"""What the votes in a table agree on. No protocol counts here, and no verdict comes from it."""

from collections.abc import Iterator

from quorate.batch.agreement.inferred import AgreedAnswer, infer
from quorate.batch.agreement.vote_codes import VoteCodes, read_codes
from quorate.batch.csv_table import table_rows
from quorate.batch.lines import Stream
from quorate.batch.outcome import RefusedQuestion
from quorate.batch.parquet import parquet_rows
from quorate.batch.table import Torn
from quorate.core.errors import InputError


def infer_stream(stream: Stream, form: str, method: str) -> Iterator[AgreedAnswer | RefusedQuestion]:
    """One answer per question of a table as CSV; torn rows are refused."""
    if form != "csv":
        raise InputError(f"--infer reads a table of votes, as CSV or Parquet; found {form}")
    torn: list[Torn] = []
    yield from _answers(read_codes(table_rows(stream), torn), torn, method)


def infer_parquet_file(file: str, method: str) -> Iterator[AgreedAnswer | RefusedQuestion]:
    """The same of a table as Parquet."""
    torn: list[Torn] = []
    yield from _answers(read_codes(parquet_rows(file), torn), torn, method)


def _answers(votes: VoteCodes, torn: list[Torn], method: str) -> Iterator[AgreedAnswer | RefusedQuestion]:
    """Without the questions that a torn row may belong to."""
    yield from (RefusedQuestion((row.problem,)) for row in torn)
    doubtful = {suspect for row in torn for suspect in row.suspects}
    yield from (one for one in infer(votes, method) if one.id not in doubtful)
