"""The statements of every append and read, for both databases. What people said is in JSON; columns are looked up.

The migration makes the tables, and `sqlite_tables` those of a new file.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from quorate.deliberation.summary import Wait
from quorate.record.rows import EventRow, KeyRow, LineRow
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


LINES, EVENTS_TABLE, WAITS, DAYS, KEYS_TABLE, AGENTS = TABLES = (
    "quorate_deliberations",
    "quorate_events",
    "quorate_waits",
    "quorate_days",
    "quorate_keys",
    "quorate_agents",
)
LOOKS = ("look", "small_look")
INDEXES = (
    "quorate_agents_ranked",
    "quorate_agents_named",
    "quorate_agents_placed",
    *(f"quorate_agents_{look}" for look in LOOKS),
    "quorate_outcomes",
    "quorate_decided",
    "quorate_deliberations_open",
)
IS_OPEN = "is_open = 1"
"""True of a deliberation that is not decided; the index has those lines alone, so they have to be asked for so."""
WAIT = ("sequence", "number", *Wait._fields)
LINE_COLUMNS, EVENT_COLUMNS, KEY_COLUMNS, WAIT_COLUMNS = map(
    ", ".join, (LineRow._fields, EventRow._fields, KeyRow._fields, WAIT)
)


def _insert(table: str, columns: Iterable[str]) -> str:
    names = list(columns)
    return f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join(f':{name}' for name in names)})"


KEYS = f"SELECT {KEY_COLUMNS} FROM {KEYS_TABLE} WHERE name IN "
NEW_KEY = _insert(KEYS_TABLE, KeyRow._fields)

EVENTS = (
    f"SELECT {EVENT_COLUMNS} FROM {EVENTS_TABLE}"
    " WHERE deliberation = :deliberation AND position > :after AND position <= :last ORDER BY position"
)
NEW_EVENTS = _insert(EVENTS_TABLE, EventRow._fields)
OTHER_BODY = f"UPDATE {EVENTS_TABLE} SET body = :body WHERE deliberation = :deliberation AND position = :position"

NUMBER = f"UPDATE {DAYS} SET last = last + 1 WHERE day = :day RETURNING last"
NEW_DAY = _insert(DAYS, ("day", "last"))

STANDS = f"SELECT position, head FROM {LINES} WHERE id = :id"
# in one statement, which sees one moment: where a deliberation stands, and its events; one row where there are none
HISTORY = (
    f"SELECT line.position, line.head, {', '.join(f'event.{name}' for name in EventRow._fields)} FROM {LINES} line"
    f" LEFT JOIN {EVENTS_TABLE} event ON event.deliberation = line.id AND event.position > :after"
    " AND event.position <= :last WHERE line.id = :id ORDER BY event.position"
)
LINES_NAMED = f"SELECT sequence, {LINE_COLUMNS} FROM {LINES} WHERE id IN "
# so that no two requests wait for each other
IN_ORDER = " ORDER BY id"
NEW_LINE = f"{_insert(LINES, (*LineRow._fields, 'words'))} RETURNING sequence"
# the id stays out of it: to write it again would write its index again
MOVED_LINES = (
    f"UPDATE {LINES} SET changed_at = :changed_at, position = :position, head = :head, summary = :summary,"
    " words = :words WHERE id = :id"
)

NEW_WAITS = _insert(WAITS, WAIT)
GONE_WAITS = f"DELETE FROM {WAITS} WHERE sequence = :sequence AND number = :number"

MOVES = ("sequence", "place", "cohort", "standing")
AGENT = (*MOVES, "name", *LOOKS)
NEW_AGENTS = _insert(AGENTS, AGENT)
MOVED_AGENTS = f"UPDATE {AGENTS} SET place = :place, cohort = :cohort, standing = :standing WHERE sequence = :sequence"

# ids near one that is not known: behind it, before it, and the newest
NEAR = (
    f"SELECT id FROM {LINES} WHERE id >= :asked ORDER BY id LIMIT 20",
    f"SELECT id FROM {LINES} WHERE id < :asked ORDER BY id DESC LIMIT 20",
)
NEWEST = f"SELECT id FROM {LINES} ORDER BY sequence DESC LIMIT 20"
