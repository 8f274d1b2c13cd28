"""How a protocol counts by what the record has taught."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from quorate.core.exact import Exact


class UsedOutcome(NamedTuple):
    """An outcome that something was learned from: the deliberation, its position there, and who recorded it."""

    deliberation: str
    position: int
    by: str = ""


class LearnedWeights(NamedTuple):
    """What outcomes teach, in whole thousandths: a weight by voter, that of all others, and a lean by choice."""

    weights: Mapping[str, int] = {}
    others: int = 1000
    lean: Mapping[str, int] = {}
    basis: str = ""
    outcomes: tuple[UsedOutcome, ...] = ()


class Learning(NamedTuple):
    """How a protocol counts by the record: `frozen` is what its terms hold under `key` once a question is opened.

    `weight_of` gives what a voter weighs by these terms, and whether there is a ballot or only an empty seat.
    """

    key: str
    frozen: Callable[[LearnedWeights], Mapping[str, Any]]
    weight_of: Callable[[Mapping[str, Any], str, bool], Exact]
