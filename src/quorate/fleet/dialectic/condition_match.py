"""Conditions of two parties: which ones match, which ones conflict, and what they come to together."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from quorate.core.exact import HALF
from quorate.core.text import says_something
from quorate.protocols.quorum.conditions import Condition, distinct, do_conflict, do_match
from quorate.protocols.quorum.hard_limits import taken


class ConditionPair(NamedTuple):
    """A condition of the one party and what matches it on the other side, by their places."""

    ours: int
    theirs: int


class MergedConditions(NamedTuple):
    """The shared conditions and the rest that conflicts with nothing; `dropped` is what conflicts."""

    agreed: tuple[str, ...]
    dropped: tuple[str, ...] = ()


def stated(conditions: Iterable[str]) -> tuple[str, ...]:
    """Those that say something, each wording once."""
    return tuple(dict.fromkeys(" ".join(one.split()) for one in conditions if says_something(one)))


def matches(ours: Sequence[Condition], theirs: Sequence[Condition]) -> tuple[ConditionPair, ...]:
    """As many pairs as can be made, none in two of them."""
    taken_by: dict[int, int] = {}
    wanted = [[there for there, other in enumerate(theirs) if do_match(one, other)] for one in ours]
    for here in range(len(ours)):
        _pair(here, wanted, taken_by, set())
    return tuple(sorted(ConditionPair(here, there) for there, here in taken_by.items()))


def _pair(here: int, wanted: Sequence[Sequence[int]], taken_by: dict[int, int], seen: set[int]) -> bool:
    """Finds a partner, and another one for whoever had it."""
    for there in wanted[here]:
        if there in seen:
            continue
        seen.add(there)
        if there not in taken_by or _pair(taken_by[there], wanted, taken_by, seen):
            taken_by[there] = here
            return True
    return False


def has_converged(ours: Sequence[str], theirs: Sequence[str], policy: str) -> bool:
    """Return True if at least half of the conditions match, counted on the longer list."""
    first, second = taken(ours, policy), taken(theirs, policy)
    longest = max(len(first), len(second))
    return longest > 0 and len(matches(first, second)) >= HALF * longest


def merged(ours: Sequence[str], theirs: Sequence[str], policy: str) -> MergedConditions:
    """Return the shared conditions in the first party's words, then the rest that conflicts with none of the others."""
    first, second = taken(ours, policy), taken(theirs, policy)
    pairs = matches(first, second)
    shared = [first[pair.ours] for pair in pairs]
    paired = [*shared, *(second[pair.theirs] for pair in pairs)]
    rest = [one for one in dict.fromkeys((*first, *second)) if one not in paired]
    dropped = [one for one in rest if any(do_conflict(one, other) for other in (*paired, *rest))]
    agreed = distinct(one.text for one in (*shared, *(one for one in rest if one not in dropped)))
    return MergedConditions(tuple(one.text for one in agreed), tuple(one.text for one in dropped))
