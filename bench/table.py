"""CSV whose rows of one question stand far apart: memory stays bounded, whatever the number of rows."""

from pathlib import Path
from tempfile import TemporaryDirectory

from bench.documents import write_scattered_csv
from bench.measuring import Usage, quorate, usage_of
from bench.result import Effort, Line

BOUND = 96  # MiB: three times what the spool may hold, for the program itself and for what it is about to write


def run(effort: Effort) -> list[Line]:
    """Already the small table is larger than what is kept in memory."""
    sizes = {effort.size(1_000_000, 1_000_000, 500), effort.size(10_000_000, 1_000_000, 500)}
    few = effort.size(100_000, 100_000, 100)
    with TemporaryDirectory() as name:
        folder = Path(name)
        small = _counted(folder, few)
        return [line for size in sorted(sizes) for line in _compared(size, _counted(folder, size), few, small)]


def _counted(folder: Path, rows: int) -> Usage:
    table = write_scattered_csv(folder / "votes.csv", rows)
    return usage_of(*quorate("tally", "--batch", str(table)))


def _compared(rows: int, large: Usage, few: int, small: Usage) -> list[Line]:
    each = (large.seconds / rows) / (small.seconds / few)
    return [
        Line("csv", f"peak memory, {rows:,} scattered rows to {few:,}", large.peak / small.peak),
        Line("csv", f"peak memory of {rows:,} scattered rows", large.peak, BOUND, unit="MiB"),
        Line("csv", f"time per row, {rows:,} rows to {few:,}", each),
    ]
