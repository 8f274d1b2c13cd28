"""The hard limits that no condition of a resume may cross, whoever agreed to it.

A condition is free text, so this is a reading of words and wrong on the safe side: where a protection and a word that
takes it away are tied together it counts, unless the sentence plainly forbids, undoes or only looks into it.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

RULES = {
    "governance": "may not disable governance",
    "breaker": "may not disable a circuit breaker",
    "monitoring": "may not disable monitoring",
    "limits": "may not disable limits",
    "safety": "may not bypass or skip a safety check",
    "risk": "may not allow unlimited risk",
    "risk threshold": "may not set a risk threshold above 0.90",
    "coherence threshold": "may not set a coherence threshold outside 0.1 to 1.0",
    "vague": "may not begin with maybe, perhaps, try or consider",
}


class Violation(NamedTuple):
    """A condition, the limit that it crosses, and the words that cross it."""

    condition: str
    limit: str
    found: str

    @property
    def rule(self) -> str:
        """The limit in words."""
        return RULES[self.limit]

    @property
    def code(self) -> str:
        """The limit as verdicts name it."""
        return self.limit.replace(" ", "_")


def violations(conditions: Iterable[str]) -> tuple[Violation, ...]:
    """Every limit that a condition crosses, in the order of the conditions."""
    given = tuple(conditions)
    found: list[Violation] = []
    for condition, carried in zip(given, _carried(given), strict=True):
        found += (Violation(condition, limit, words) for limit, words in _crossed_with(condition, carried))
    return tuple(found)


def _carried(conditions: tuple[str, ...]) -> list[str]:
    if not conditions:
        return []
    from quorate.limits.list_heads import carried

    return carried(conditions)


def _crossed_with(condition: str, carried: str) -> tuple[tuple[str, str], ...]:
    """What a condition crosses alone, and together with the head of a list above it."""
    if not carried:
        return _crossed_by(condition)
    crossed = dict(_crossed_by(carried)) | dict(_crossed_by(condition))
    return tuple((limit, crossed[limit]) for limit in RULES if limit in crossed)


@lru_cache(maxsize=2048)
def _crossed_by(condition: str) -> tuple[tuple[str, str], ...]:
    # the word lists take a while to build, which only a resume with conditions has to pay
    from quorate.limits.condition import crossed_by

    crossed = crossed_by(condition)
    return tuple((limit, crossed[limit]) for limit in RULES if limit in crossed)
