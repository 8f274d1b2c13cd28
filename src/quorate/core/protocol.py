"""The port: what a protocol is to the rest of Quorate."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from quorate.core.ballot import Answer
from quorate.core.panel import Seat
from quorate.core.question import Question
from quorate.core.shape import Problems, Shape
from quorate.core.verdict import Verdict


class Case(NamedTuple):
    """All that a count needs: the question, one answer per seat, and the protocol's own terms."""

    question: Question
    answers: Sequence[Answer]
    terms: Any = None


class VoteKeys(NamedTuple):
    """How a protocol's tally document names what a table of votes calls seat, choice, confidence and weight."""

    votes: str
    seat: str
    choice: str
    weight: str
    confidence: str = ""


class Protocol(NamedTuple):
    """A pure rule from ballots to a verdict, and how its tally document is written.

    `is_settled` may say that no ballot of the remaining seats could change the outcome, so that nobody waits for them;
    `goes_ahead`, whether an option that a person is offered can mean to take the action; `crosses_limit`, whether going
    ahead after a verdict would do what nobody may agree to.
    """

    name: str
    document: Shape
    read: Callable[[Mapping[str, Any], Problems], Case]
    verdict_of: Callable[[Case], Verdict]
    vote_keys: VoteKeys
    is_settled: Callable[[Case, Sequence[Seat]], bool] | None = None
    goes_ahead: Callable[[Verdict, str], bool] | None = None
    crosses_limit: Callable[[Verdict], bool] | None = None
