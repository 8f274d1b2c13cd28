"""One rule of a protocol, held against the ballots: whether it fits, and the numbers that say so."""

from collections.abc import Mapping
from typing import NamedTuple

from quorate.core.exact import Exact

Value = Exact | str | tuple[str, ...]


class Step(NamedTuple):
    """A rule, whether it fits, why (a code), and the numbers. `is_after` marks what is asked once a rule has fitted."""

    rule: str
    fits: bool
    why: str
    values: Mapping[str, Value]
    is_after: bool = False


class Remark(NamedTuple):
    """Something to be said about a verdict: a code, and its values."""

    code: str
    values: Mapping[str, Value] = {}


def until_one_fits(steps: list[Step]) -> list[Step]:
    """The rules in their order, up to the first that fits."""
    for place, step in enumerate(steps):
        if step.fits:
            return steps[: place + 1]
    return steps
