"""CSV whose rows of one question stand far apart: memory stays bounded, whatever the number of rows."""

from pathlib import Path
from tempfile import TemporaryDirectory

from bench.documents import write_scattered_csv
from bench.measuring import Usage, quorate, usage_of
from bench.result import Effort, Line

SMALL = 100_000
BOUND = 96  # MiB: three times what the spool may hold, for the program itself and for what it is about to write


def run(effort: Effort) -> list[Line]:
    """Already the small table is larger than what is kept in memory."""
    sizes = [1_000_000] if effort.quick else [1_000_000, 10_000_000]
    with TemporaryDirectory() as name:
        folder = Path(name)
        small = _counted(folder, SMALL)
        return [line for size in sizes for line in _compared(size, _counted(folder, size), small)]


def _counted(folder: Path, rows: int) -> Usage:
    table = write_scattered_csv(folder / "votes.csv", rows)
    return usage_of(*quorate("tally", "--batch", str(table)))


def _compared(rows: int, large: Usage, small: Usage) -> list[Line]:
    each = (large.seconds / rows) / (small.seconds / SMALL)
    return [
        Line("csv", f"peak memory, {rows:,} scattered rows to {SMALL:,}", large.peak / small.peak),
        Line("csv", f"peak memory of {rows:,} scattered rows", large.peak, BOUND, unit="MiB"),
        Line("csv", f"time per row, {rows:,} rows to {SMALL:,}", each),
    ]
