"""The hard limits that no condition of a resume may cross, whoever agreed to it.

A condition is free text, so this is a reading of words and wrong on the safe side: what looks as if it switched a
protection off counts, and only a plain prohibition ("never disable monitoring") is taken for one. Each sentence is
turned into one letter per word (`words`), and a few patterns over the letters find the violations (`grammar`).
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
    """A condition, and the rule that it breaks."""

    condition: str
    rule: str


def violations(conditions: Iterable[str]) -> tuple[Violation, ...]:
    """Every rule that a condition breaks, in the order of the conditions."""
    return tuple(Violation(condition, RULES[name]) for condition in conditions for name in _broken_by(condition))


@lru_cache(maxsize=256)
def _broken_by(condition: str) -> tuple[str, ...]:
    # the patterns take milliseconds to compile, which only a resume with conditions has to pay
    from quorate.protocols._hard_limits import grammar, text, thresholds

    folded = text.folded(condition)
    broken = {"vague"} if text.is_vague(folded) else set()
    for words in text.sentences(folded):
        broken |= grammar.broken_by(words) | thresholds.broken_by(words)
    if not folded.isascii():
        from quorate.protocols._hard_limits import japanese

        broken |= japanese.broken_by(folded)
    return tuple(name for name in RULES if name in broken)
