"""Many questions, counted one after the other: a stream in, a stream out, and none waits for another."""

from collections.abc import Iterator
from typing import NamedTuple

from quorate.app.documents.ballot_count import strict_verdict
from quorate.batch import Outcome, count_csv, count_json_lines, count_parquet
from quorate.batch.lines import Stream
from quorate.documents.tally import Tally
from quorate.protocols import protocol_named

PARQUET = "parquet"
_SUFFIXES = {".csv": "csv", ".parquet": PARQUET, ".pq": PARQUET}


class BatchTerms(NamedTuple):
    """By which protocol, where the lines do not say it, and how strictly."""

    protocol: str | None = None
    strict: bool = False


def batch_format(file: str) -> str:
    """What a file holds by its name: csv, parquet, or else jsonl."""
    suffix = file[file.rfind(".") :].lower() if "." in file else ""
    return _SUFFIXES.get(suffix, "jsonl")


def count_stream(stream: Stream, form: str, terms: BatchTerms) -> Iterator[Outcome]:
    """A verdict or a refusal per question of JSON lines, or of a table as CSV."""
    _check(terms)
    count = count_csv if form == "csv" else count_json_lines
    yield from count(stream, terms.protocol, strict_verdict if terms.strict else Tally.verdict)


def count_parquet_file(file: str, terms: BatchTerms) -> Iterator[Outcome]:
    """The same of a table as Parquet, which is read from a file only."""
    _check(terms)
    yield from count_parquet(file, terms.protocol, strict_verdict if terms.strict else Tally.verdict)


def _check(terms: BatchTerms) -> None:
    if terms.protocol:
        protocol_named(terms.protocol)
