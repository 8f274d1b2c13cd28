"""The hard limits that no condition of a resume may cross, whoever agreed to it.

A condition is free text, so this is a reading of words and wrong on the safe side: where a protection and a word that
takes it away are tied together it counts, unless the sentence plainly forbids, undoes or only looks into it.
"""

from collections.abc import Iterable, Iterator
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
    "length": "may not be too long to check: 50,000 characters with all others",
}
LONGEST = 50_000
"""How many characters of conditions are read, as many as a document may have: that takes a fifth of a second."""


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
    is_read = list(_are_read(given))
    carried = iter(_carried(tuple(one for one, is_one in zip(given, is_read, strict=True) if is_one)))
    found: list[Violation] = []
    for condition, is_one in zip(given, is_read, strict=True):
        crossed = _crossed_with(condition, next(carried)) if is_one else (("length", condition[:40].strip()),)
        found += (Violation(condition, limit, words) for limit, words in crossed)
    return tuple(found)


def _are_read(conditions: tuple[str, ...]) -> Iterator[bool]:
    """False for a condition that is too long to be read after those before it; it counts as crossing a limit."""
    room = LONGEST
    for condition in conditions:
        is_read = len(condition) <= room
        room -= len(condition) if is_read else 0
        yield is_read


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
