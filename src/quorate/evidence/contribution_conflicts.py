"""Conflicts between two contributions: the questions that both answer, and answer differently."""

from typing import NamedTuple

from quorate.core.text import normalised
from quorate.evidence.contribution import Contribution, Decision
from quorate.protocols.evidence.conflicts import conflict_id, conflict_type, severity
from quorate.protocols.evidence.vote import AgentVote

NEEDS_CONSENSUS = ("critical", "high")


class PairConflict(NamedTuple):
    """Two contributions that answer one question differently."""

    question_id: str
    id: str
    severity: str
    type: str
    this: Decision
    other: Decision
    other_contribution: Contribution


def conflicts_between(one: Contribution, other: Contribution) -> list[PairConflict]:
    """In the order of question ids."""
    answers = {decision.question_id: decision for decision in other.decisions}
    found = []
    for mine in sorted(one.decisions, key=lambda decision: decision.question_id):
        theirs = answers.get(mine.question_id)
        if theirs and normalised(mine.answer) != normalised(theirs.answer):
            found.append(_conflict(one, mine, other, theirs))
    return found


def _conflict(one: Contribution, mine: Decision, other: Contribution, theirs: Decision) -> PairConflict:
    first = AgentVote(one.agent, mine.answer, mine.confidence)
    second = AgentVote(other.agent, theirs.answer, theirs.confidence)
    return PairConflict(
        mine.question_id,
        conflict_id(mine.question_id, first, second),
        severity(mine.confidence, theirs.confidence),
        conflict_type(normalised(mine.answer), normalised(theirs.answer)),
        mine,
        theirs,
        other,
    )
