"""Whether conditions keep within the hard limits on a resume; nothing is stored."""

from collections.abc import Iterator
from typing import NamedTuple

from quorate.batch.json_lines import Stream, lines_of
from quorate.batch.outcome import RefusedQuestion
from quorate.core.errors import DocumentError
from quorate.core.shape import FILLED, Field, any_of, record, whole
from quorate.core.text import says_something
from quorate.documents.container import decoded, parsed_json
from quorate.documents.findings import Findings
from quorate.protocols.quorum.hard_limits import Violation, violations

CONDITION = record(
    {
        "id": Field(any_of(FILLED, whole(0, 10**18), int), "Repeated in the answer.", required=True),
        "condition": Field(FILLED, "The condition.", required=True),
    }
)


class CheckedCondition(NamedTuple):
    """A condition and the limits that it crosses; none where it is allowed. Without an id, its number is its id."""

    id: str | int
    condition: str
    crosses: tuple[Violation, ...]


def check_conditions(stream: Stream) -> Iterator[CheckedCondition | RefusedQuestion]:
    """Yield an answer per line that is not empty: plain lines, or lines of JSON if the first line is one."""
    is_json: bool | None = None
    number = 0
    for line in lines_of(stream):
        if line.data.isspace():
            continue
        if is_json is None:
            is_json = line.data.lstrip().startswith(b"{")
        if not line.is_whole:
            yield RefusedQuestion((line.too_long(),))
            continue
        try:
            text = decoded(line.data.rstrip())
            if not is_json and not says_something(text):
                continue
            number += 1
            key, condition = _of_json(text) if is_json else (number, text.strip())
        except DocumentError as error:
            yield RefusedQuestion(tuple(problem._replace(line=line.number) for problem in error.problems))
            continue
        yield CheckedCondition(key, condition, violations([condition]))


def _of_json(text: str) -> tuple[str | int, str]:
    problems = Findings()
    values = CONDITION.read(parsed_json(text), (), problems)
    if problems:
        raise DocumentError(problems)
    return values["id"], values["condition"]
