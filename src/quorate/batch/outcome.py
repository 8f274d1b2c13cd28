"""What becomes of one entry of a batch."""

from collections.abc import Callable
from typing import NamedTuple

from quorate.core.codec import to_json
from quorate.core.errors import Problem
from quorate.core.verdict import Verdict
from quorate.documents.tally import Tally


class CountedQuestion(NamedTuple):
    """The verdict on one question, and the id that it is asked for by."""

    id: str | int
    verdict: Verdict


class RefusedQuestion(NamedTuple):
    """Problems of one line, or of one question; each says its line."""

    problems: tuple[Problem, ...]


Outcome = CountedQuestion | RefusedQuestion
VerdictOf = Callable[[Tally], Verdict]


class WrittenVerdict(NamedTuple):
    """A verdict as its line of JSON, with what a gate asks of it."""

    text: str
    action: str
    may_be_acted_on: bool


def written(outcome: Outcome) -> WrittenVerdict | RefusedQuestion:
    """An outcome as it is put out."""
    if isinstance(outcome, RefusedQuestion):
        return outcome
    verdict = outcome.verdict
    return WrittenVerdict(to_json(verdict, outcome.id), verdict.action, verdict.may_be_acted_on)
