"""What becomes of one entry of a batch."""

from collections.abc import Callable
from typing import NamedTuple

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
