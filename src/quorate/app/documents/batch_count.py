"""Many questions, counted one after the other: a stream in, a stream out, and none waits for another."""

from collections.abc import Iterator
from typing import NamedTuple

from quorate.batch.agreement.inferred import AgreedAnswer, infer
from quorate.batch.agreement.vote_codes import VoteCodes, read_codes
from quorate.batch.csv_table import table_rows
from quorate.batch.json_lines import Stream
from quorate.batch.outcome import Outcome, RefusedQuestion, VerdictOf, WrittenVerdict, written
from quorate.batch.parquet import parquet_rows
from quorate.batch.table import Torn
from quorate.core.errors import InputError
from quorate.documents.tally import Tally
from quorate.protocols import protocol_named


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


PARQUET = "parquet"
Written = WrittenVerdict | RefusedQuestion
_SUFFIXES = {".csv": "csv", ".parquet": PARQUET, ".pq": PARQUET}


class BatchTerms(NamedTuple):
    """By which protocol, where the lines do not say it, how strictly, and by how many processes."""

    protocol: str | None = None
    strict: bool = False
    jobs: int = 1


def batch_format(file: str) -> str:
    """What a file holds by its name: csv, parquet, or else jsonl."""
    suffix = file[file.rfind(".") :].lower() if "." in file else ""
    return _SUFFIXES.get(suffix, "jsonl")


def count_stream(stream: Stream, form: str, terms: BatchTerms) -> Iterator[Outcome]:
    """A verdict or a refusal per question of JSON lines, or of a table as CSV."""
    _check(terms)
    if form == "csv":
        from quorate.batch.csv_table import count_csv  # nobody needs both

        yield from count_csv(stream, terms.protocol, _verdict_of(terms))
        return
    from quorate.batch.json_lines import count_json_lines

    yield from count_json_lines(stream, terms.protocol, _verdict_of(terms))


def write_stream(stream: Stream, form: str, terms: BatchTerms) -> Iterator[Written]:
    """The same as lines of JSON, by as many processes as the terms say."""
    if terms.jobs == 1 or not can_share():
        yield from map(written, count_stream(stream, form, terms))
        return
    from quorate.batch.parallel_table import write_csv
    from quorate.batch.worker_pool import write_json_lines

    _check(terms)
    write = write_csv if form == "csv" else write_json_lines
    yield from write(stream, terms.protocol, _verdict_of(terms), terms.jobs)


def write_parquet_file(file: str, terms: BatchTerms) -> Iterator[Written]:
    """The same of a table as Parquet, which is read from a file only."""
    from quorate.batch.parquet import count_parquet, write_parquet

    _check(terms)
    if terms.jobs == 1 or not can_share():
        yield from map(written, count_parquet(file, terms.protocol, _verdict_of(terms)))
        return
    yield from write_parquet(file, terms.protocol, _verdict_of(terms), terms.jobs)


def can_share() -> bool:
    """True where a process can be forked; elsewhere one process does all, and says the same."""
    from multiprocessing import get_all_start_methods  # only those who want more than one process need it

    return "fork" in get_all_start_methods()


def _verdict_of(terms: BatchTerms) -> VerdictOf:
    if not terms.strict:
        return Tally.verdict
    from quorate.app.documents.ballot_count import strict_verdict  # few ask for it

    return strict_verdict


def _check(terms: BatchTerms) -> None:
    if terms.protocol:
        protocol_named(terms.protocol)
