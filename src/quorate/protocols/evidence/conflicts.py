"""Conflicts between two agents' positions, derived from their ballots."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations

from quorate.core.exact import Exact
from quorate.core.verdict import Conflict, Position
from quorate.protocols.evidence.vote import AgentVote, normalised

CRITICAL_ABOVE, HIGH_ABOVE, LOW_BELOW = Fraction(4, 5), Fraction(3, 5), Fraction(1, 2)
SEVERITIES = ("low", "medium", "high", "critical")
_PREFIX = 50


def conflict_id(question_id: str, one: AgentVote, two: AgentVote) -> str:
    """Names the conflict by question, agents and answers, so that an accepted one is found again."""
    from hashlib import sha256  # only disagreement needs it

    first, second = sorted((one, two))
    parts = (question_id, first.agent, second.agent, normalised(first.answer), normalised(second.answer))
    return "conflict_" + sha256("\n".join(parts).encode()).hexdigest()[:8]


def severity(one: Exact, two: Exact) -> str:
    """By how sure both sides are."""
    least, most = min(one, two), max(one, two)
    if least > CRITICAL_ABOVE:
        return "critical"
    if least > HIGH_ABOVE:
        return "high"
    return "low" if most < LOW_BELOW else "medium"


def conflict_type(one: str, two: str) -> str:
    """By how two normalised answers differ."""
    if one in two or two in one:
        return "partial-overlap"
    return "scope-difference" if one[:_PREFIX] == two[:_PREFIX] else "contradiction"


def derived(question_id: str, votes: Sequence[AgentVote]) -> list[Conflict]:
    """One conflict per pair of agents whose answers differ, by agent ids."""
    answers = [(vote, normalised(vote.answer)) for vote in sorted(votes)]
    return [
        Conflict(
            conflict_id(question_id, one, two),
            severity(one.confidence, two.confidence),
            conflict_type(first, second),
            (Position(*one), Position(*two)),
        )
        for (one, first), (two, second) in combinations(answers, 2)
        if first != second
    ]


def merged(found: Iterable[Conflict], stated: Iterable[Conflict]) -> tuple[Conflict, ...]:
    """Derived conflicts with what the document says of them, then those that only the document states."""
    said = {conflict.id: conflict for conflict in stated}
    told = [_as_told(conflict, said.pop(conflict.id, None)) for conflict in found]
    # a conflict of which nobody says how severe it is must not slip through
    return (
        *told,
        *(conflict._replace(severity=conflict.severity or "critical") for conflict in said.values()),
    )


def _as_told(conflict: Conflict, told: Conflict | None) -> Conflict:
    if told is None:
        return conflict
    worse = max(conflict.severity, told.severity or "low", key=SEVERITIES.index)
    kind = told.type if told.type == "priority-difference" else conflict.type
    return conflict._replace(severity=worse, type=kind, status=told.status, resolution=told.resolution)
