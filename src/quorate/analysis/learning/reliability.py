"""Whether stated probabilities come true: Brier score, calibration error, and the bins of a reliability diagram."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from quorate.analysis.learning.voter_records import Interval, wilson

BINS = 10
FEWEST_IN_A_BIN = 5


class Stated(NamedTuple):
    """The probability that was stated of something, and whether it came true."""

    probability: float
    is_true: bool


class Bin(NamedTuple):
    """Statements of about the same probability: their mean, how many came true of how many, and the interval."""

    stated: float
    came_true: int
    size: int

    @property
    def share(self) -> float:
        """How many came true."""
        return self.came_true / self.size

    @property
    def interval(self) -> Interval:
        """Where the true share may be."""
        return wilson(self.came_true, self.size)


def brier(probabilities: Mapping[str, float], truth: str) -> float:
    """The squared distance from what was true, over all options."""
    return sum((probability - (option == truth)) ** 2 for option, probability in probabilities.items())


def calibration_error(said: Sequence[Stated]) -> float:
    """How far what was stated is from what came true, on average over ten bins."""
    if not said:
        return 0.0
    return sum(abs(sum(one.probability - one.is_true for one in row)) for row in _rows(said)) / len(said)


def bins_of(said: Sequence[Stated], fewest: int = FEWEST_IN_A_BIN) -> list[Bin]:
    """Ten bins; one with too few statements is merged with its neighbour."""
    rows: list[list[Stated]] = []
    for row in _rows(said):
        if rows and len(rows[-1]) < fewest:
            rows[-1] += row
        else:
            rows.append(list(row))
    if len(rows) > 1 and len(rows[-1]) < fewest:
        last = rows.pop()
        rows[-1] += last
    return [_bin(row) for row in rows]


def _rows(said: Sequence[Stated]) -> list[list[Stated]]:
    rows: list[list[Stated]] = [[] for _ in range(BINS)]
    for one in said:
        rows[min(BINS - 1, int(one.probability * BINS))].append(one)
    return [row for row in rows if row]


def _bin(row: Sequence[Stated]) -> Bin:
    return Bin(sum(one.probability for one in row) / len(row), sum(one.is_true for one in row), len(row))
