"""How often voters were right: the pool of all, each voter's own record, and what a vote is worth by it."""

from math import exp, log, sqrt
from typing import NamedTuple

from quorate.analysis.learning.history import History

POOL_SHARE, POOL_QUESTIONS = 0.7, 4
OWN_QUESTIONS = 4
LEAST_WORTH = 0.05
Z_95 = 1.96


class VoterRecord(NamedTuple):
    """How often a voter was right of how many votes whose truth is known."""

    right: int = 0
    asked: int = 0


class Interval(NamedTuple):
    """From where to where a share may be."""

    low: float
    high: float


def records_of(history: History) -> dict[str, VoterRecord]:
    """Every voter's record."""
    found: dict[str, VoterRecord] = {}
    for outcome in history:
        for vote in outcome.votes:
            right, asked = found.get(vote.voter, VoterRecord())
            found[vote.voter] = VoterRecord(right + (vote.choice == outcome.truth), asked + 1)
    return found


def pool_of(history: History) -> float:
    """The share of votes that are right, counted in questions: votes of one question are no independent evidence."""
    shares = sum(outcome.right / len(outcome.votes) for outcome in history)
    return (shares + POOL_QUESTIONS * POOL_SHARE) / (len(history) + POOL_QUESTIONS)


def accuracy_of(record: VoterRecord, pool: float) -> float:
    """How often a voter is right, drawn towards the pool while little is known."""
    return (record.right + OWN_QUESTIONS * pool) / (record.asked + OWN_QUESTIONS)


def worth_of(accuracy: float, options: float, *, signed: bool = False) -> float:
    """What a vote adds to the score of its option, as if voters were independent."""
    worth = log(accuracy * (options - 1) / (1 - accuracy))
    return worth if signed else max(LEAST_WORTH, worth)


def wilson(right: int, asked: int) -> Interval:
    """The 95 % interval of a share; of more than all, as if it were all."""
    if asked <= 0:
        return Interval(0.0, 1.0)
    share, room = min(max(right / asked, 0.0), 1.0), Z_95 * Z_95 / asked
    middle = share + room / 2
    half = Z_95 * sqrt(share * (1 - share) / asked + room / (4 * asked))
    low, high = (middle - half) / (1 + room), (middle + half) / (1 + room)
    return Interval(max(0.0, low), min(1.0, high))


def softmax(scores: list[float]) -> list[float]:
    """Scores as probabilities."""
    highest = max(scores)
    powers = [exp(score - highest) for score in scores]
    total = sum(powers)
    return [power / total for power in powers]
