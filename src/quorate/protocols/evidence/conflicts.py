"""Conflicts between two agents' positions, derived from their ballots."""

from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from quorate.core.exact import Exact
from quorate.core.text import normalised
from quorate.core.verdict import Conflict, Position
from quorate.protocols.evidence.vote import AgentVote

CRITICAL_ABOVE, HIGH_ABOVE, LOW_BELOW = Fraction(4, 5), Fraction(3, 5), Fraction(1, 2)
SEVERITIES = ("low", "medium", "high", "critical")
_PREFIX = 50


def conflict_id(question_id: str, one: AgentVote, two: AgentVote) -> str:
    """Names the conflict by question, agents and answers, so that an accepted one is found again."""
    first, second = sorted((one, two))
    return _id(question_id, first.agent, second.agent, normalised(first.answer), normalised(second.answer))


def _id(*parts: str) -> str:
    import hashlib  # only disagreement needs it

    return "conflict_" + hashlib.sha256("\n".join(parts).encode()).hexdigest()[:8]


def severity(one: Exact, two: Exact) -> str:
    """By how sure both sides are."""
    return severity_of_levels(confidence_level(one), confidence_level(two))


def confidence_level(confidence: Exact) -> int:
    """How many of the three limits a confidence has passed."""
    return (confidence >= LOW_BELOW) + (confidence > HIGH_ABOVE) + (confidence > CRITICAL_ABOVE)


def severity_of_levels(one: int, two: int) -> str:
    """The same by the limits that both have passed."""
    least = min(one, two)
    return SEVERITIES[least] if least > 1 else SEVERITIES[one > 0 or two > 0]


def conflict_type(one: str, two: str) -> str:
    """By how two normalised answers differ."""
    if one in two or two in one:
        return "partial-overlap"
    return "scope-difference" if one[:_PREFIX] == two[:_PREFIX] else "contradiction"


class _Side(NamedTuple):
    """An agent's vote with all that does not depend on whom it meets."""

    agent: str
    answer: str
    level: int
    position: Position


def derived(question_id: str, votes: Iterable[AgentVote]) -> list[Conflict]:
    """One conflict per pair of agents whose answers differ, by agent ids."""
    return list(_conflicts(question_id, _disagreeing([_side(vote) for vote in sorted(votes)])))


def derived_one_by_one(question_id: str, groups: Iterable[Iterable[AgentVote]]) -> Iterator[Conflict]:
    """The same of many votes, each group for one answer and by agent ids; for those who do not want them all."""
    sides = [[_side(vote) for vote in group] for group in groups]
    yield from _conflicts(question_id, _disagreeing_groups(sides))


def _conflicts(question_id: str, pairs: Iterable[tuple[_Side, _Side]]) -> Iterator[Conflict]:
    type_of = cache(conflict_type)  # there are few answers, and many agents who give them
    for one, two in pairs:
        yield Conflict(
            _id(question_id, one.agent, two.agent, one.answer, two.answer),
            severity_of_levels(one.level, two.level),
            type_of(one.answer, two.answer),
            (one.position, two.position),
        )


def _side(vote: AgentVote) -> _Side:
    return _Side(vote.agent, normalised(vote.answer), confidence_level(vote.confidence), Position(*vote))


def _disagreeing(sides: Sequence[_Side]) -> Iterator[tuple[_Side, _Side]]:
    """Every two that differ, in order; the many pairs that agree are not even looked at."""
    others = {
        answer: [place for place, side in enumerate(sides) if side.answer != answer]
        for answer in {side.answer for side in sides}
    }
    for place, side in enumerate(sides):
        against = others[side.answer]
        for other in against[bisect(against, place) :]:
            yield side, sides[other]


def _disagreeing_groups(groups: Sequence[Sequence[_Side]]) -> Iterator[tuple[_Side, _Side]]:
    """Every two of different groups, by the first of them."""
    agents = [[side.agent for side in group] for group in groups]
    everyone = sorted((side, mine) for mine, group in enumerate(groups) for side in group)
    for side, mine in everyone:
        for other, group in enumerate(groups):
            if other != mine:
                yield from ((side, against) for against in group[bisect(agents[other], side.agent) :])


def merged(found: Iterable[Conflict], stated: Iterable[Conflict]) -> tuple[Conflict, ...]:
    """Derived conflicts with what the document says of them, then those that only the document states."""
    said = {conflict.id: conflict for conflict in stated}
    told = [_as_told(one, said.pop(one.id)) if one.id in said else one for one in found]
    # a conflict of which nobody says how severe it is must not slip through
    return (
        *told,
        *(conflict._replace(severity=conflict.severity or "critical") for conflict in said.values()),
    )


def _as_told(conflict: Conflict, told: Conflict) -> Conflict:
    worse = max(conflict.severity, told.severity or "low", key=SEVERITIES.index)
    kind = told.type if told.type == "priority-difference" else conflict.type
    return conflict._replace(severity=worse, type=kind, status=told.status, resolution=told.resolution)
