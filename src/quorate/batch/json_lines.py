"""JSON lines: a tally document per line, each with an id."""

from collections.abc import Iterator
from typing import NamedTuple, Protocol

from quorate.batch.outcome import CountedQuestion, Outcome, RefusedQuestion, VerdictOf
from quorate.core.errors import MISSING, DocumentError, Problem
from quorate.documents.container import LARGEST, decoded, parsed_json
from quorate.documents.tally import Tally, read_value

_CHUNK = 1 << 16


class Stream(Protocol):
    """What lines are read from: any binary file."""

    def readline(self, size: int = -1, /) -> bytes: ...


class NumberedLine(NamedTuple):
    """One line with its number; a line over the limit is cut and not whole."""

    number: int
    data: bytes
    is_whole: bool = True

    def too_long(self, limit: int = LARGEST) -> Problem:
        """What to say of a line that is not whole."""
        return Problem((), "a longer line", f"at most {limit} bytes", self.number)


def lines_of(stream: Stream, limit: int = LARGEST, *, first: int = 1) -> Iterator[NumberedLine]:
    """Every line, from 1 or another first number."""
    number = first - 1
    while data := stream.readline(limit + 2):
        number += 1
        if len(data.rstrip(b"\r\n")) <= limit:
            yield NumberedLine(number, data)
        else:
            _skip_rest(stream, data)
            yield NumberedLine(number, data[:limit], is_whole=False)


def _skip_rest(stream: Stream, data: bytes) -> None:
    while data and not data.endswith(b"\n"):
        data = stream.readline(_CHUNK)


def count_json_lines(
    stream: Stream, protocol: str | None = None, verdict_of: VerdictOf = Tally.verdict
) -> Iterator[Outcome]:
    """One outcome per line that is not empty, in the order of the lines."""
    for line in lines_of(stream):
        if not line.data.isspace():
            yield outcome_of_line(line, protocol, verdict_of)


def outcome_of_line(line: NumberedLine, protocol: str | None, verdict_of: VerdictOf) -> Outcome:
    """The verdict on one line, or what is wrong with it."""
    if not line.is_whole:
        return RefusedQuestion((line.too_long(),))
    try:
        tally = read_value(parsed_json(decoded(line.data.rstrip())), protocol)
        if tally.id is None:
            return RefusedQuestion((Problem(("id",), MISSING, "an id, which a batch needs", line.number),))
        return CountedQuestion(tally.id, verdict_of(tally))
    except DocumentError as error:
        return RefusedQuestion(tuple(problem._replace(line=line.number) for problem in error.problems))
