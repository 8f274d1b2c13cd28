"""Counts many questions in one go, from JSON lines, CSV or Parquet, in memory that does not grow with the input.

Each function yields, in order, a `CountedQuestion` per verdict and a `RefusedQuestion` per line (or row, or question)
that has problems; what is refused does not stop the rest.
"""

from quorate.batch.csv_table import count_csv
from quorate.batch.json_lines import count_json_lines
from quorate.batch.outcome import CountedQuestion, Outcome, RefusedQuestion
from quorate.batch.parquet import count_parquet

__all__ = ["CountedQuestion", "Outcome", "RefusedQuestion", "count_csv", "count_json_lines", "count_parquet"]
