"""JSON lines: a tally document per line, each with an id."""

from collections.abc import Iterator

from quorate.batch.lines import NumberedLine, Stream, lines_of
from quorate.batch.outcome import CountedQuestion, Outcome, RefusedQuestion, VerdictOf
from quorate.core.errors import MISSING, DocumentError, Problem
from quorate.documents.container import decoded, parsed_json
from quorate.documents.tally import Tally, read_value


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
