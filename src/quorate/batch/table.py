"""A table of votes: its columns, its rows, and how the rows of one question become a tally document."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from operator import itemgetter
from typing import Any, NamedTuple

from quorate.batch.outcome import CountedQuestion, Outcome, RefusedQuestion, VerdictOf
from quorate.batch.spool import QuestionRows, Spool
from quorate.core.ballot import NON_VOTES
from quorate.core.errors import MISSING, DocumentError, Problem
from quorate.core.panel import MOST_SEATS
from quorate.core.protocol import Protocol, VoteKeys
from quorate.core.text.names import folded
from quorate.documents.container import LARGEST
from quorate.documents.tally import read_value
from quorate.documents.vote_form import needs_confidence

COLUMNS = ("question", "seat", "choice", "confidence", "weight")
REQUIRED = ("question", "seat", "choice")
_MOST_DIGITS = 18
_NUMBER = re.compile(r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]{1,6})?")


class VoteRow(NamedTuple):
    """One vote as it stands in the table, with the number of its line."""

    line: int
    question: str
    seat: str
    choice: str
    confidence: str = ""
    weight: str = ""


class Torn(NamedTuple):
    """A row that cannot be read, and the questions that it may have belonged to."""

    problem: Problem
    suspects: tuple[str, ...] = ()


def columns_of(names: Sequence[str], protocol: Protocol | None, line: int | None = None) -> dict[str, int]:
    """Where each column stands; raises DocumentError with every problem of the header."""
    problems = [
        *(Problem((name or "header",), "an unknown column", _nearest(name), line) for name in _unknown(names)),
        *(Problem((name,), "a second column of that name", "each column once", line) for name in _twice(names)),
        *(Problem((name,), MISSING, "this column", line) for name in _missing(names, protocol)),
    ]
    if problems:
        raise DocumentError(problems)
    return {name: index for index, name in enumerate(names)}


def _unknown(names: Sequence[str]) -> list[str]:
    return [name for name in names if name not in COLUMNS]


def _twice(names: Sequence[str]) -> list[str]:
    return [name for name in COLUMNS if names.count(name) > 1]


def _missing(names: Sequence[str], protocol: Protocol | None) -> list[str]:
    required = [*REQUIRED, "confidence"] if protocol and needs_confidence(protocol) else REQUIRED
    return [name for name in required if name not in names]


def _nearest(name: str) -> str:
    from difflib import get_close_matches  # only an error needs it

    near = get_close_matches(name.lower(), COLUMNS, 1, 0.5)
    return (f"{near[0]} (nearest); " if near else "") + ", ".join(COLUMNS)


def cell_order(columns: Mapping[str, int]) -> Callable[[list[str]], tuple[str, ...]]:
    """What takes the cells of a line in the order of a vote; for a missing column, what follows the last cell."""
    return itemgetter(*(columns.get(name, len(columns)) for name in COLUMNS))


def row_of(line: int, cells: Iterable[str], in_order: Callable[[list[str]], tuple[str, ...]]) -> VoteRow | Torn:
    """The cells of one line as a vote, put `in_order`."""
    row = VoteRow(line, *in_order([*map(str.strip, cells), ""]))
    if not row.question:
        return Torn(Problem(("question",), "an empty cell", "the question that this vote answers", line))
    return row


def alone(row: VoteRow) -> QuestionRows:
    """A row as the first of its question, under the name that questions are compared by."""
    return QuestionRows(row.line, folded(row.question), [row], sum(map(len, row[1:])))


def count_table(
    rows: Iterable[VoteRow | Torn], columns: Iterable[str], protocol: Protocol, verdict_of: VerdictOf, budget: int
) -> Iterator[Outcome]:
    """One outcome per question in the order of first appearance; torn rows as they come."""
    weighted = "weight" in columns
    with Spool(budget) as spool:
        for row in rows:
            if isinstance(row, VoteRow):
                spool.take(alone(row))
                continue
            yield RefusedQuestion((row.problem,))
            for question in row.suspects:
                spool.refuse(row.problem.line or 0, folded(question))
        for group in spool.groups():
            if not group.is_refused:
                yield outcome_of_rows(group, weighted, protocol, verdict_of)


def outcome_of_rows(group: QuestionRows, weighted: bool, protocol: Protocol, verdict_of: VerdictOf) -> Outcome:
    """The verdict on the rows of one question, or what is wrong with them."""
    if group.is_overfull:
        allowed = f"at most {MOST_SEATS} rows and {LARGEST} characters"
        return RefusedQuestion((Problem(("question",), "a question with more rows", allowed, group.first),))
    rows = list(map(VoteRow._make, group.rows))
    question, keys = rows[0].question, protocol.vote_keys
    if other := next((row for row in rows if row.question != question), None):
        what = f"{other.question!a:.60}, the same name as {question!a:.60}"
        return RefusedQuestion((Problem(("question",), what, "one spelling for each question", other.line),))
    try:
        _no_weight_that_is_not_counted(rows, protocol)
        votes = [_vote(row, keys, weighted) for row in rows]
        tally = read_value({"question": question, keys.votes: votes}, protocol.name)
        return CountedQuestion(question, verdict_of(tally))
    except DocumentError as error:
        return RefusedQuestion(tuple(_in_table(problem, rows, keys) for problem in error.problems))


def _no_weight_that_is_not_counted(rows: Sequence[VoteRow], protocol: Protocol) -> None:
    """Where the protocol knows no weights, a seat that weighs more or less than another would be miscounted."""
    if protocol.vote_keys.weight:
        return
    allowed = f"1 or an empty cell: {protocol.name} counts no weights"
    weights = [(row, row.weight) for row in rows if row.weight and _number(row.weight) != 1]
    if problems := [Problem(("weight",), repr(weight), allowed, row.line) for row, weight in weights]:
        raise DocumentError(problems)


def _vote(row: VoteRow, keys: VoteKeys, weighted: bool) -> dict[str, Any]:
    """A row as an entry of the tally document; what the cell leaves empty the document leaves out."""
    vote: dict[str, Any] = {keys.seat: row.seat}
    if row.choice in NON_VOTES:
        vote["error"] = row.choice
    elif row.choice:
        vote[keys.choice] = row.choice
    if keys.confidence and row.confidence:
        vote[keys.confidence] = _number(row.confidence)
    if keys.weight and (row.weight or not weighted):
        vote[keys.weight] = _number(row.weight) if weighted else 1
    return vote


def _number(cell: str) -> int | Decimal | str:
    if cell.isascii() and cell.isdigit() and len(cell) <= _MOST_DIGITS:
        return int(cell)
    return Decimal(cell) if _NUMBER.fullmatch(cell) else cell


def _in_table(problem: Problem, rows: Sequence[VoteRow], keys: VoteKeys) -> Problem:
    """A problem of the tally document, said of the line and the column that it comes from."""
    match problem.path:
        case (str(votes), int(index), *rest) if votes == keys.votes:
            row, column = rows[index], _column(rest, keys)
            if getattr(row, column, None) == "":
                return Problem((column,), "an empty cell", f"a {column}", row.line)
            return problem._replace(path=(column,), line=row.line)
    return problem if problem.line else problem._replace(line=rows[0].line)


def _column(path: Sequence[str | int], keys: VoteKeys) -> str:
    names = {keys.seat: "seat", keys.choice: "choice", keys.confidence: "confidence", keys.weight: "weight"}
    return names.get(str(path[0]), str(path[0])) if path else "row"
