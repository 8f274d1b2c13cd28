"""What voters say of their own confidence, as so many standard deviations above what each of them says usually."""

from collections.abc import Iterable, Mapping
from math import log, sqrt
from typing import NamedTuple

from quorate.analysis.learning.history import CastVote

LEAST, MOST = 0.01, 0.99
FURTHEST = 2.5
POOLED_VOTES = 4


class Habit(NamedTuple):
    """Mean and standard deviation of what somebody says, in log odds."""

    mean: float = 0.0
    spread: float = 1.0


class Habits(NamedTuple):
    """Every voter's mean and spread, and those of all together for who is new."""

    means: Mapping[str, float] = {}
    spreads: Mapping[str, float] = {}
    pooled: Habit = Habit()

    def height(self, vote: CastVote) -> float:
        """How much more confident than usual; 0 where nothing was said."""
        if vote.confidence is None:
            return 0.0
        mean = self.means.get(vote.voter, self.pooled.mean)
        spread = self.spreads.get(vote.voter, self.pooled.spread)
        if not spread:
            return 0.0
        return max(-FURTHEST, min(FURTHEST, (log_odds(vote.confidence) - mean) / spread))


def log_odds(confidence: float) -> float:
    """A confidence on the scale on which scores add up."""
    share = max(LEAST, min(MOST, confidence))
    return log(share / (1 - share))


def habits_of(votes: Iterable[CastVote]) -> Habits:
    """What voters say, each drawn towards all by four votes."""
    said: dict[str, list[float]] = {}
    for vote in votes:
        if vote.confidence is not None:
            said.setdefault(vote.voter, []).append(log_odds(vote.confidence))
    pooled = _habit([one for row in said.values() for one in row])
    own = {voter: _drawn(row, pooled) for voter, row in said.items()}
    means = {voter: habit.mean for voter, habit in own.items()}
    return Habits(means, {voter: habit.spread for voter, habit in own.items()}, pooled)


def _habit(said: list[float]) -> Habit:
    if not said:
        return Habit()
    mean = sum(said) / len(said)
    return Habit(mean, sqrt(sum((one - mean) ** 2 for one in said) / len(said)))


def _drawn(said: list[float], pooled: Habit) -> Habit:
    count = len(said) + POOLED_VOTES
    mean = (sum(said) + POOLED_VOTES * pooled.mean) / count
    squares = sum((one - mean) ** 2 for one in said) + POOLED_VOTES * pooled.spread**2
    return Habit(mean, sqrt(squares / count))
