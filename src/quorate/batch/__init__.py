"""Counts many questions in one go, from JSON lines, CSV or Parquet, in memory that does not grow with the input.

`json_lines`, `csv_table` and `parquet` read one format each. They yield, in order, a `CountedQuestion` per verdict and
a `RefusedQuestion` per line (or row, or question) that has problems; what is refused does not stop the rest.
"""
