"""Conditions of two parties: which ones match, which ones conflict, and what they come to together."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from quorate.core.exact import HALF, Exact, ratio
from quorate.core.text import says_something
from quorate.fleet.dialectic.condition_words import ConditionWords, are_opposed, words_of

ALIKE = Fraction(6, 10)


class ConditionPair(NamedTuple):
    """A condition of the one party and what matches it on the other side, by their places."""

    ours: int
    theirs: int


class MergedConditions(NamedTuple):
    """The shared conditions and the rest that conflicts with nothing; `dropped` is what conflicts."""

    agreed: tuple[str, ...]
    dropped: tuple[str, ...] = ()


def likeness(one: str, other: str) -> Exact:
    """The Jaccard overlap of content words."""
    return _likeness(words_of(one), words_of(other))


def do_conflict(one: str, other: str) -> bool:
    """True for opposed verbs, a negation on one side, or different numbers, where both are about the same subject."""
    return _do_conflict(words_of(one), words_of(other))


def do_match(one: str, other: str) -> bool:
    """True where they share enough of their words, and do not conflict: "raise it to 5" is not "lower it to 5"."""
    first, second = words_of(one), words_of(other)
    return _likeness(first, second) >= ALIKE and not _do_conflict(first, second)


def _likeness(one: ConditionWords, other: ConditionWords) -> Exact:
    return _overlap(one.content, other.content)


def _overlap(one: frozenset[str], other: frozenset[str]) -> Exact:
    return ratio(len(one & other), len(one | other))


def _do_conflict(one: ConditionWords, other: ConditionWords) -> bool:
    are_poles = are_opposed(one.poles, other.poles)
    if one.is_negated != other.is_negated:
        # "no deployments" and "log deployments daily" go together, so a negation alone needs nearly the same words
        return not are_poles and _overlap(one.subject | one.poles, other.subject | other.poles) >= ALIKE
    has_other_numbers = bool(one.numbers and other.numbers) and one.numbers != other.numbers
    return (are_poles or has_other_numbers) and _share_a_subject(one.subject, other.subject)


def _share_a_subject(one: frozenset[str], other: frozenset[str]) -> bool:
    """True where more than half of the shorter subject is in the longer one."""
    return 2 * len(one & other) > min(len(one), len(other))


def stated(conditions: Iterable[str]) -> tuple[str, ...]:
    """Those that say something, each wording once."""
    return tuple(dict.fromkeys(" ".join(one.split()) for one in conditions if says_something(one)))


def matches(ours: Sequence[str], theirs: Sequence[str]) -> tuple[ConditionPair, ...]:
    """As many pairs as can be made, none in two of them."""
    taken: dict[int, int] = {}
    wanted = [[there for there, text in enumerate(theirs) if do_match(one, text)] for one in ours]
    for here in range(len(ours)):
        _pair(here, wanted, taken, set())
    return tuple(sorted(ConditionPair(here, there) for there, here in taken.items()))


def _pair(here: int, wanted: Sequence[Sequence[int]], taken: dict[int, int], seen: set[int]) -> bool:
    """Finds a partner, and another one for whoever had it."""
    for there in wanted[here]:
        if there in seen:
            continue
        seen.add(there)
        if there not in taken or _pair(taken[there], wanted, taken, seen):
            taken[there] = here
            return True
    return False


def has_converged(ours: Sequence[str], theirs: Sequence[str]) -> bool:
    """True where at least half of the conditions match, counted on the longer list."""
    longest = max(len(ours), len(theirs))
    return longest > 0 and len(matches(ours, theirs)) >= HALF * longest


def merged(ours: Sequence[str], theirs: Sequence[str]) -> MergedConditions:
    """The shared ones in the first party's words, then the rest that conflicts with none of the others."""
    pairs = matches(ours, theirs)
    shared = [ours[pair.ours] for pair in pairs]
    paired = {ours[pair.ours] for pair in pairs} | {theirs[pair.theirs] for pair in pairs}
    rest = [one for one in dict.fromkeys((*ours, *theirs)) if one not in paired]
    dropped = [one for one in rest if _conflicts_with_any(one, [*paired, *rest])]
    agreed = dict.fromkeys((*shared, *(one for one in rest if one not in dropped)))
    return MergedConditions(tuple(agreed), tuple(dropped))


def _conflicts_with_any(one: str, others: Iterable[str]) -> bool:
    return any(do_conflict(one, other) for other in others if other != one)
