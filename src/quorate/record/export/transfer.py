"""All rows of a store, out of it and into another one."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from quorate.core.errors import StoreError
from quorate.deliberation.summary import Summary
from quorate.record.codec import decoded
from quorate.record.rows import EventRow, KeyRow, LineRow, Row, day_and_number, storable
from quorate.record.sql.connection import Connection, first
from quorate.record.sql.statements import (
    EVENT_COLUMNS,
    EVENTS_TABLE,
    KEY_COLUMNS,
    KEYS_TABLE,
    LINE_COLUMNS,
    LINES,
    NEW_DAY,
    NEW_EVENTS,
    NEW_KEY,
)
from quorate.record.sql.store import refuse_unknown
from quorate.record.sql.write_batch import insert_line

_AT_ONCE = 50  # deliberations, or events: their texts are in memory together
_EVENTS_BETWEEN = (
    f"SELECT {', '.join(f'{EVENTS_TABLE}.{name}' for name in EventRow._fields)} FROM {EVENTS_TABLE}"
    f" JOIN {LINES} ON {LINES}.id = {EVENTS_TABLE}.deliberation"
    f" WHERE {LINES}.sequence > :after AND {LINES}.sequence <= :last"
    f" ORDER BY {LINES}.sequence, {EVENTS_TABLE}.position"
)
NOT_EMPTY = "the record is not empty; restore into a new one"


def rows(connection: Connection) -> Iterator[Row]:
    """Keys, then every line followed by its events, oldest first."""
    for row in connection.rows(f"SELECT {KEY_COLUMNS} FROM {KEYS_TABLE} ORDER BY name"):
        yield KeyRow(*row)
    sequence = 0
    while some := _lines_behind(connection, sequence):
        events_of = _events_between(connection, sequence, some[-1][0])
        for _, line in some:
            yield line
            yield from events_of.get(line.id, ())
        sequence = some[-1][0]


def rows_of(connection: Connection, deliberation: str) -> Iterator[Row]:
    """The line and the events of one deliberation."""
    asked = {"id": storable(deliberation)}
    line = first(connection, f"SELECT {LINE_COLUMNS} FROM {LINES} WHERE id = :id", asked)
    if line is None:
        refuse_unknown(connection, deliberation)
    yield LineRow(*line)
    wanted = f"SELECT {EVENT_COLUMNS} FROM {EVENTS_TABLE} WHERE deliberation = :id ORDER BY position"
    for row in connection.rows(wanted, asked):
        yield EventRow(*row)


def fill(connection: Connection, taken: Iterator[Row]) -> None:
    """Puts all rows into an empty store."""
    if first(connection, f"SELECT sequence FROM {LINES} LIMIT 1"):
        raise StoreError(NOT_EMPTY)
    try:
        numbers: dict[str, int] = {}
        waiting: list[EventRow] = []
        for row in taken:
            match row:
                case KeyRow():
                    connection.run_for_each(NEW_KEY, [row._asdict()])
                case LineRow():
                    insert_line(connection, row, decoded(Summary, row.summary))
                    day, number = day_and_number(row.id)
                    numbers[day] = max(number, numbers.get(day, 0))
                case EventRow():
                    waiting.append(row)
            if len(waiting) == _AT_ONCE:
                _insert_events(connection, waiting)
        _insert_events(connection, waiting)
        connection.run_for_each(NEW_DAY, [{"day": day, "last": last} for day, last in numbers.items()])
        # statements that go out together fail once rows are read; later, this would be taken for a race and tried again
        first(connection, f"SELECT sequence FROM {LINES} LIMIT 1")
    except connection.collision:
        raise StoreError("the rows contradict each other, or someone else filled the record; use a new one") from None


def _lines_behind(connection: Connection, sequence: int) -> list[tuple[int, LineRow]]:
    wanted = f"SELECT sequence, {LINE_COLUMNS} FROM {LINES} WHERE sequence > :after ORDER BY sequence LIMIT {_AT_ONCE}"
    some = [(row[0], LineRow(*row[1:])) for row in connection.rows(wanted, {"after": sequence})]
    check_order(sequence, [number for number, _ in some])
    return some


def check_order(after: int, numbers: Sequence[int]) -> None:
    """A damaged file may give its lines in any order, again and again; whoever goes by the last one would not end."""
    if not all(type(number) is int for number in numbers) or any(a >= b for a, b in pairwise((after, *numbers))):
        raise StoreError("the lines of the log are out of order; the store is damaged: restore a backup")


def _events_between(connection: Connection, after: int, last: int) -> dict[str, list[EventRow]]:
    found: dict[str, list[EventRow]] = {}
    for row in map(EventRow._make, connection.rows(_EVENTS_BETWEEN, {"after": after, "last": last})):
        found.setdefault(row.deliberation, []).append(row)
    return found


def _insert_events(connection: Connection, waiting: list[EventRow]) -> None:
    connection.run_for_each(NEW_EVENTS, [row._asdict() for row in waiting])
    waiting.clear()
