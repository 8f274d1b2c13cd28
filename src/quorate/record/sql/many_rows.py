"""One statement for many rows: the database reads and plans it once, and is waited for once."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from quorate.record.sql.connection import Values

NAME = re.compile(r"(?<!:):(\w+)")


class ForRows(NamedTuple):
    """What stands before the rows, the names of their values, and what stands behind them."""

    head: str
    names: tuple[str, ...]
    tail: str

    def statement(self, count: int, place: str) -> str:
        """The statement for so many rows; `place` stands where the driver puts a value."""
        row = f"({', '.join([place] * len(self.names))})"
        return f"{self.head}{', '.join([row] * count)}{self.tail}"

    def values(self, rows: Sequence[Values]) -> list[Any]:
        """All values, in their order."""
        return [row[name] for row in rows for name in self.names]


@lru_cache(64)
def for_rows(statement: str) -> ForRows:
    """An insertion takes the rows as they are. A change or a deletion is joined to them; no two are of one line."""
    if statement.startswith("INSERT"):
        head, _, row = statement.partition("VALUES ")
        assert row.endswith(")"), "nothing stands behind the rows"
        return ForRows(f"{head}VALUES ", tuple(NAME.findall(row)), "")
    names = tuple(dict.fromkeys(NAME.findall(statement)))
    columns = ", ".join(f"given_{name}" for name in names)
    joins = " FROM given WHERE " if statement.startswith("UPDATE") else " USING given WHERE "
    joined = NAME.sub(r"given_\1", statement).replace(" WHERE ", joins, 1)
    return ForRows(f"WITH given ({columns}) AS (VALUES ", names, f") {joined}")
