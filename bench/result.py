"""What a benchmark says: one line per figure, with the limit that it is held against."""

from typing import Any, NamedTuple


class Effort(NamedTuple):
    """How long the benchmarks may take. The smallest effort measures nothing: it shows that all of them run."""

    quick: bool = False
    smallest: bool = False

    def rounds(self, thorough: int, quick: int) -> int:
        """Return how often a measurement is repeated."""
        return self.size(thorough, quick, 1)

    def size(self, thorough: int, quick: int, smallest: int) -> int:
        """Return how large something is made."""
        return smallest if self.smallest else quick if self.quick else thorough


class Line(NamedTuple):
    """One figure. Without a limit it is only reported."""

    benchmark: str
    measured: str
    value: float
    limit: float | None = None
    unit: str = "x"
    at_least: bool = False

    @property
    def is_over(self) -> bool:
        """True where the figure misses its limit."""
        if self.limit is None:
            return False
        return self.value < self.limit if self.at_least else self.value > self.limit

    @property
    def status(self) -> str:
        """ok, over, or nothing where there is no limit."""
        return "" if self.limit is None else "over" if self.is_over else "ok"

    @property
    def limit_text(self) -> str:
        """The limit as people say it."""
        return "" if self.limit is None else f"{'at least' if self.at_least else 'at most'} {self.limit:g}"


def table(lines: list[Line]) -> str:
    """The figures of a benchmark in columns that fit those of the others."""
    return "\n".join(
        f"{line.benchmark:13} {line.measured:95} {shown(line):>12}  {line.limit_text:13} {line.status}".rstrip()
        for line in lines
    )


def shown(line: Line) -> str:
    """The figure with its unit."""
    return f"{line.value:.2f} {line.unit}" if line.value < 100 else f"{line.value:.0f} {line.unit}"


def as_json(line: Line) -> dict[str, Any]:
    """The line as plain values."""
    return {
        "benchmark": line.benchmark,
        "measured": line.measured,
        "value": round(line.value, 4),
        "unit": line.unit,
        "limit": line.limit,
        "at_least": line.at_least,
        "status": line.status or "reported",
    }
