"""How many independent voices a panel comes to: voters who are wrong together are fewer than their number."""

from math import sqrt
from typing import NamedTuple

from quorate.analysis.learning.history import History
from quorate.analysis.learning.voter_records import Z_95, Interval, records_of

FEWEST_QUESTIONS = 20


class Dependence(NamedTuple):
    """The correlation of errors, and how far off it may be."""

    correlation: float
    error: float

    def effective(self, votes: float) -> float:
        """How many independent votes so many votes count like."""
        return effective_votes(votes, self.correlation)

    def interval(self, votes: float) -> Interval:
        """About 90 % of such intervals hold the true number."""
        low, high = (min(1.0, max(0.0, self.correlation + side * Z_95 * self.error)) for side in (-1, 1))
        return Interval(effective_votes(votes, high), effective_votes(votes, low))


def effective_votes(votes: float, correlation: float) -> float:
    """Votes by the size that their common error leaves them."""
    return votes / (1 + (votes - 1) * max(correlation, 0.0))


def is_known(history: History) -> bool:
    """True from so many questions on which somebody was wrong."""
    return sum(outcome.right < len(outcome.votes) for outcome in history) >= FEWEST_QUESTIONS


def dependence_of(history: History) -> Dependence | None:
    """How the voters' errors go together; None where nothing can be said of it."""
    rows = _deviations(history)
    votes = sum(map(len, rows))
    squares = [sum(one * one for one in row) for row in rows]
    spread = sum(squares) / votes if votes else 0.0
    pairs = [len(row) * (len(row) - 1) * spread for row in rows]
    if not sum(pairs) or len(rows) < 2:
        return None
    together = [sum(row) ** 2 - own for row, own in zip(rows, squares, strict=True)]
    correlation = sum(together) / sum(pairs)
    rest = 0.0
    for row, own, joint, pair in zip(rows, squares, together, pairs, strict=True):
        drawn = correlation * (own - spread * len(row)) * sum(pairs) / (spread * votes)
        rest += (joint - correlation * pair - drawn) ** 2
    return Dependence(correlation, sqrt(rest * len(rows) / (len(rows) - 1)) / sum(pairs))


def _deviations(history: History) -> list[list[float]]:
    """Right or wrong, less what that voter is on average."""
    records = records_of(history)
    means = {voter: right / asked for voter, (right, asked) in records.items()}
    return [[(vote.choice == one.truth) - means[vote.voter] for vote in one.votes] for one in history]
