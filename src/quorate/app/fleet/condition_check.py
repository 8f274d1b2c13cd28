"""Whether conditions keep within the hard limits on a resume; nothing is stored."""

from collections.abc import Iterator
from typing import NamedTuple

from quorate.batch.lines import NumberedLine, Stream, lines_of
from quorate.batch.outcome import RefusedQuestion
from quorate.core.errors import DocumentError
from quorate.core.shape import FILLED, Field, any_of, record, whole
from quorate.core.text import says_something
from quorate.documents.container import decoded, parsed_json
from quorate.documents.findings import Findings
from quorate.limits import Violation, violations

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
    """An answer per line that is not empty.

    Plain lines are the list of one review, in which a line such as "Turn off the following:" counts for those below it.
    Lines of JSON have nothing to do with each other; the first line tells which of the two they are.
    """
    lines = (line for line in lines_of(stream) if not line.data.isspace())
    first = next(lines, None)
    if first is None:
        return
    if first.data.lstrip().startswith(b"{"):
        yield _json_answer(first)
        yield from map(_json_answer, lines)
    else:
        yield from _list_answers([first, *lines])


def _json_answer(line: NumberedLine) -> CheckedCondition | RefusedQuestion:
    if not line.is_whole:
        return RefusedQuestion((line.too_long(),))
    problems = Findings()
    try:
        values = CONDITION.read(parsed_json(decoded(line.data.rstrip())), (), problems)
        if problems:
            raise DocumentError(problems)
    except DocumentError as error:
        return RefusedQuestion(tuple(problem._replace(line=line.number) for problem in error.problems))
    return CheckedCondition(values["id"], values["condition"], violations([values["condition"]]))


def _list_answers(lines: list[NumberedLine]) -> Iterator[CheckedCondition | RefusedQuestion]:
    read = [_text_of(line) for line in lines]
    conditions = [one for one in read if isinstance(one, str) and says_something(one)]
    crossed: dict[str, list[Violation]] = {}
    for violation in violations(conditions):
        crossed.setdefault(violation.condition, []).append(violation)
    number = 0
    for one in read:
        if isinstance(one, RefusedQuestion):
            yield one
        elif says_something(one):
            number += 1
            yield CheckedCondition(number, one, tuple(dict.fromkeys(crossed.get(one, ()))))


def _text_of(line: NumberedLine) -> str | RefusedQuestion:
    if not line.is_whole:
        return RefusedQuestion((line.too_long(),))
    try:
        return decoded(line.data).strip()
    except DocumentError as error:
        return RefusedQuestion(tuple(problem._replace(line=line.number) for problem in error.problems))
