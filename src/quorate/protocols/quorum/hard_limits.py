"""The hard limits on the conditions of a resume, part of every count, and the notes that a person has to see."""

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from quorate.core.text.names import folded
from quorate.protocols.quorum.conditions import NOTE, Condition, Span, condition_of, distinct
from quorate.protocols.quorum.protections import is_legible, marked, names_protection, phrases_in

RULES = {
    "governance": "may not disable governance",
    "breaker": "may not disable a circuit breaker",
    "monitoring": "may not remove monitoring",
    "limits": "may not remove limits",
    "safety": "may not bypass safety",
    "checks": "may not skip checks",
    "thresholds": "may not ignore thresholds",
    "risk": "may not allow unlimited risk",
    "vague": "may not begin with maybe, perhaps, try or consider",
    "risk_threshold": "may not set a risk threshold above 0.90",
    "coherence_threshold": "may not set a coherence threshold outside 0.1 to 1.0",
    "zero": "may not have a duration or a rate of zero",
}
LARGEST_RISK, COHERENCE = Fraction(9, 10), (Fraction(1, 10), 1)
DEFAULT = "monitor everything for 24h"
"""The condition of a resume for which nobody named any."""
PROTECTIONS, ASK, DROP = POLICIES = ("protections", "ask", "drop")
"""Which notes a person has to see: those that name a protection, or all of them; or no note is taken."""


class Violation(NamedTuple):
    """A condition, the limit that it crosses, and the words that cross it."""

    condition: str
    limit: str
    found: str

    @property
    def rule(self) -> str:
        """The limit in words."""
        return RULES[self.limit]


class AskedNote(NamedTuple):
    """A condition with words that a person has to accept or strike, by the name that an answer uses: N1, N2."""

    name: str
    condition: Condition

    @property
    def marked(self) -> str:
        """The condition with the words marked that a person has to look at; free words stand in brackets."""
        words, structured = marked(self.condition.words), self.condition.structured
        return f"{structured.text} ({words})" if structured else words


def violations(texts: Iterable[str]) -> tuple[Violation, ...]:
    """Return every limit that a condition crosses, in the order of the conditions."""
    return tuple(Violation(text, limit, words) for text in texts for limit, words in _crossed_by(text))


@lru_cache(maxsize=2048)  # every recount asks again
def _crossed_by(text: str) -> tuple[tuple[str, str], ...]:
    condition = condition_of(text)
    crossed = dict(phrases_in(text))
    if condition.kind == "threshold":
        name, at = condition.get("name"), condition.get("at")
        if name == "risk" and at > LARGEST_RISK:
            crossed["risk_threshold"] = condition.text
        if name == "coherence" and not COHERENCE[0] <= at <= COHERENCE[1]:
            crossed["coherence_threshold"] = condition.text
    amounts = [value.amount for _, value in condition.values if isinstance(value, Span)]
    if condition.kind == "rate_limit":
        amounts.append(condition.get("at_most"))
    if 0 in amounts:
        crossed["zero"] = condition.text
    return tuple((limit, crossed[limit]) for limit in RULES if limit in crossed)


@lru_cache(maxsize=2048)
def asks(text: str, policy: str = PROTECTIONS) -> bool:
    """Return True if a person has to see the free words of a condition before it holds."""
    condition = condition_of(text)
    words = condition.words
    if policy == DROP or not words:
        return False
    # a note that begins like a structured condition was meant to bind, and nothing would apply it
    is_misread = condition.kind == NOTE and folded(words).startswith("kind:")
    return policy == ASK or is_misread or names_protection(words) or not is_legible(words)


def taken(texts: Iterable[str], policy: str = PROTECTIONS) -> tuple[Condition, ...]:
    """Return the conditions that a resume takes over, each once; under `drop`, without any free words."""
    conditions = distinct(texts)
    if policy != DROP:
        return conditions
    return distinct(condition.structured.text for condition in conditions if condition.structured)


def asked_notes(texts: Sequence[str], policy: str = PROTECTIONS) -> tuple[AskedNote, ...]:
    """Return the conditions that a person has to accept or strike, numbered in their order."""
    asking = (condition_of(text) for text in texts if asks(text, policy))
    return tuple(AskedNote(f"N{number}", condition) for number, condition in enumerate(asking, 1))


def without_struck(texts: Sequence[str], struck: Collection[str]) -> tuple[str, ...]:
    """Return what is posted after striking these texts: notes are gone, structured conditions lose their free words.

    If nothing is left, it is the default.
    """
    left = [condition_of(text).structured if text in struck else condition_of(text) for text in texts]
    return tuple(condition.text for condition in distinct(one.text for one in left if one)) or (DEFAULT,)


def review_note(text: str, policy: str = PROTECTIONS) -> str:
    """Return what becomes of a single condition: `forbidden`, `asks` a person, `structured`, or `passes` as a note."""
    if _crossed_by(text):
        return "forbidden"
    if asks(text, policy):
        return "asks"
    return "passes" if condition_of(text).kind == NOTE else "structured"
