"""All rows of a store, out of it and into another one."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError

from quorate.core.errors import StoreError
from quorate.deliberation.summary import Summary
from quorate.record.codec import decoded
from quorate.record.rows import EventRow, KeyRow, LineRow, Row, day_and_number, storable
from quorate.record.sql.statements import EVENT_COLUMNS, KEY_COLUMNS, LINE_COLUMNS, NEW_DAY, NEW_EVENTS, NEW_KEY
from quorate.record.sql.store import refuse_unknown
from quorate.record.sql.tables import deliberations, events, keys
from quorate.record.sql.write_batch import insert_line

_AT_ONCE = 50  # deliberations, or events: their texts are in memory together
NOT_EMPTY = "the record is not empty; restore into a new one"


def rows(connection: Connection) -> Iterator[Row]:
    """Keys, then every line followed by its events, oldest first."""
    for row in connection.execute(select(*KEY_COLUMNS).order_by(keys.c.name)):
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
    line = connection.execute(select(*LINE_COLUMNS).where(deliberations.c.id == storable(deliberation))).one_or_none()
    if line is None:
        refuse_unknown(connection, deliberation)
    yield LineRow(*line)
    wanted = select(*EVENT_COLUMNS).where(events.c.deliberation == line.id).order_by(events.c.position)
    for row in connection.execute(wanted):
        yield EventRow(*row)


def fill(connection: Connection, taken: Iterator[Row]) -> None:
    """Puts all rows into an empty store."""
    if connection.scalar(select(deliberations.c.sequence).limit(1)) is not None:
        raise StoreError(NOT_EMPTY)
    try:
        _insert_all(connection, taken)
    except IntegrityError:
        raise StoreError("the rows contradict each other, or someone else filled the record; use a new one") from None


def _lines_behind(connection: Connection, sequence: int) -> list[tuple[int, LineRow]]:
    line = deliberations.c
    wanted = select(line.sequence, *LINE_COLUMNS).where(line.sequence > sequence).order_by(line.sequence)
    some = [(row[0], LineRow(*row[1:])) for row in connection.execute(wanted.limit(_AT_ONCE))]
    check_order(sequence, [number for number, _ in some])
    return some


def check_order(after: int, numbers: Sequence[int]) -> None:
    """A damaged file may give its lines in any order, again and again; whoever goes by the last one would not end."""
    if not all(type(number) is int for number in numbers) or any(a >= b for a, b in pairwise((after, *numbers))):
        raise StoreError("the lines of the log are out of order; the store is damaged: restore a backup")


def _events_between(connection: Connection, after: int, last: int) -> dict[str, list[EventRow]]:
    line = deliberations.c
    wanted = (
        select(*EVENT_COLUMNS)
        .join(deliberations, line.id == events.c.deliberation)
        .where(line.sequence > after, line.sequence <= last)
        .order_by(line.sequence, events.c.position)
    )
    found: dict[str, list[EventRow]] = {}
    for row in connection.execute(wanted):
        found.setdefault(row.deliberation, []).append(EventRow(*row))
    return found


def _insert_all(connection: Connection, taken: Iterator[Row]) -> None:
    numbers: dict[str, int] = {}
    waiting: list[EventRow] = []
    for row in taken:
        match row:
            case KeyRow():
                connection.execute(NEW_KEY, row._asdict())
            case LineRow():
                insert_line(connection, row, decoded(Summary, row.summary))
                day, number = day_and_number(row.id)
                numbers[day] = max(number, numbers.get(day, 0))
            case EventRow():
                waiting.append(row)
        if len(waiting) == _AT_ONCE:
            _insert_events(connection, waiting)
    _insert_events(connection, waiting)
    if numbers:
        connection.execute(NEW_DAY, [{"day": day, "last": last} for day, last in numbers.items()])


def _insert_events(connection: Connection, waiting: list[EventRow]) -> None:
    if waiting:
        connection.execute(NEW_EVENTS, [row._asdict() for row in waiting])
        waiting.clear()
