"""Which voters are wrong together more often than chance would have it."""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from quorate.analysis.learning.history import History

FEWEST_SHARED = 15


class SharedErrors(NamedTuple):
    """Two voters: on how many questions both voted, how often both were wrong, and how often by chance they would."""

    first: str
    second: str
    asked: int
    wrong: int
    by_chance: float


def shared_errors(history: History) -> tuple[SharedErrors, ...]:
    """Pairs who were wrong together more often than by chance; most surplus first. Few questions say nothing."""
    found = [one for one in _pairs(history) if one.asked >= FEWEST_SHARED and one.wrong > one.by_chance]
    return tuple(sorted(found, key=lambda one: (one.by_chance - one.wrong, one.first, one.second)))


def _pairs(history: History) -> Iterator[SharedErrors]:
    wrong: dict[str, dict[int, bool]] = {}
    for place, outcome in enumerate(history):
        for vote in outcome.votes:
            wrong.setdefault(vote.voter, {})[place] = vote.choice != outcome.truth
    for first, second in combinations(sorted(wrong), 2):
        shared = wrong[first].keys() & wrong[second].keys()
        if shared:
            one, two = (sum(wrong[voter][place] for place in shared) for voter in (first, second))
            both = sum(wrong[first][place] and wrong[second][place] for place in shared)
            yield SharedErrors(first, second, len(shared), both, one * two / len(shared))
