"""How a protocol takes its own verdicts apart: the rows of its table that were tried, and what would flip it."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from quorate.core.ballot import Answer
from quorate.core.exact import Exact
from quorate.core.failure import Outcome
from quorate.core.protocol import Case
from quorate.core.protocol.flip_scene import FlipScene
from quorate.core.protocol.rule_table import Facts, Row
from quorate.core.verdict import Verdict

Value = Exact | str | tuple[str, ...]


class Step(NamedTuple):
    """A rule, whether it fits, why (a code), and the numbers. `is_after` marks what is asked once a rule has fitted."""

    rule: str
    fits: bool
    why: str
    values: Mapping[str, Value]
    is_after: bool = False


class Explainer(NamedTuple):
    """How a protocol takes its own verdicts apart; all but the steps may be left out.

    `steps` are the rules up to the one that fitted, `scene` the panel in which the smallest flip is looked for,
    `recount` the outcome with failed seats against it (of a roster and their names), and `values` further numbers
    behind flags and requirements. `verifies_every_doubt` where each missing or guessed voice has to be verified.
    """

    steps: Callable[[Case, Verdict], Sequence[Step]]
    scene: Callable[[Case, Verdict], FlipScene] | None = None
    recount: Callable[[Case, Verdict, list[Answer], frozenset[str]], Outcome] | None = None
    values: Callable[[Case, Verdict], Mapping[str, Value]] | None = None
    verifies_every_doubt: bool = False


def steps_through(table: Sequence[Row[Facts]], facts: Facts, values: Mapping[str, Value]) -> list[Step]:
    """The same rows in words: each that was tried, up to the first that fits."""
    steps: list[Step] = []
    for row in table:
        fits, why = row.test(facts)
        steps.append(Step(row.name, fits, why, values))
        if fits:
            break
    return steps
