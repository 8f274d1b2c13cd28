"""The port: what a protocol is to the rest of Quorate."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from quorate.core.ballot import Answer
from quorate.core.failure import Outcome
from quorate.core.flip_scene import Scene
from quorate.core.panel import Seat
from quorate.core.question import Question
from quorate.core.rule_table import Step, Value
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


class Explainer(NamedTuple):
    """How a protocol takes its own verdicts apart; all but the steps may be left out.

    `steps` are the rules up to the one that fitted, `scene` the panel in which the smallest flip is looked for,
    `recount` the outcome with failed seats against it (of a roster and their names), and `values` further numbers
    behind flags and requirements. `verifies_every_doubt` where each missing or guessed voice has to be verified.
    """

    steps: Callable[[Case, Verdict], Sequence[Step]]
    scene: Callable[[Case, Verdict], Scene] | None = None
    recount: Callable[[Case, Verdict, list[Answer], frozenset[str]], Outcome] | None = None
    values: Callable[[Case, Verdict], Mapping[str, Value]] | None = None
    verifies_every_doubt: bool = False


class Protocol(NamedTuple):
    """A pure rule from ballots to a verdict, and how its tally document is written.

    `is_settled` may say that no ballot of the remaining seats could change the outcome, so that nobody waits for them;
    `goes_ahead`, whether an option that a person is offered can mean to take the action; `crosses_limit`, whether
    going ahead after a verdict would do what nobody may agree to; `explainer` is called only where a verdict is taken
    apart.
    """

    name: str
    document: Shape
    read: Callable[[Mapping[str, Any], Problems], Case]
    verdict_of: Callable[[Case], Verdict]
    vote_keys: VoteKeys
    is_settled: Callable[[Case, Sequence[Seat]], bool] | None = None
    goes_ahead: Callable[[Verdict, str], bool] | None = None
    crosses_limit: Callable[[Verdict], bool] | None = None
    explainer: Callable[[], Explainer] | None = None
