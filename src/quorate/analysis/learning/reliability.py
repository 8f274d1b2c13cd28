"""Whether stated probabilities come true: Brier score, calibration error, and the bins of a reliability diagram."""

from collections.abc import Iterable, Mapping
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


class ReliabilityRow(NamedTuple):
    """Statements of one tenth of the scale: the sum of their probabilities, and how many came true of how many."""

    total: float = 0.0
    came_true: int = 0
    size: int = 0

    def with_others(self, other: "ReliabilityRow") -> "ReliabilityRow":
        """Both as one."""
        return ReliabilityRow(self.total + other.total, self.came_true + other.came_true, self.size + other.size)

    @property
    def bin(self) -> Bin:
        """As it is shown."""
        return Bin(self.total / self.size, self.came_true, self.size)


class Reliability(NamedTuple):
    """What was stated against what came true, counted in tenths: as small for many statements as for few."""

    rows: tuple[ReliabilityRow, ...] = ()

    @property
    def size(self) -> int:
        """How many statements."""
        return sum(row.size for row in self.rows)

    @property
    def came_true(self) -> int:
        """How many of them came true."""
        return sum(row.came_true for row in self.rows)

    @property
    def mean(self) -> float | None:
        """What was stated on average."""
        return sum(row.total for row in self.rows) / self.size if self.size else None

    @property
    def error(self) -> float:
        """How far what was stated is from what came true, on average over the tenths."""
        return sum(abs(row.total - row.came_true) for row in self.rows) / self.size if self.size else 0.0

    def bins(self, fewest: int = FEWEST_IN_A_BIN) -> list[Bin]:
        """The tenths; one with too few statements is merged with its neighbour."""
        merged: list[ReliabilityRow] = []
        for row in (one for one in self.rows if one.size):
            if merged and merged[-1].size < fewest:
                merged[-1] = merged[-1].with_others(row)
            else:
                merged.append(row)
        if len(merged) > 1 and merged[-1].size < fewest:
            last = merged.pop()
            merged[-1] = merged[-1].with_others(last)
        return [row.bin for row in merged]


def reliability_of(said: Iterable[Stated]) -> Reliability:
    """Counts statements."""
    rows = [ReliabilityRow() for _ in range(BINS)]
    for one in said:
        place = min(BINS - 1, int(one.probability * BINS))
        rows[place] = rows[place].with_others(ReliabilityRow(one.probability, int(one.is_true), 1))
    return Reliability(tuple(rows))
