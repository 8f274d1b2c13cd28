"""The statements of every append and read. They are built once: building takes longer than running them."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from sqlalchemy import Connection, Dialect, bindparam, delete, insert, select, update
from sqlalchemy.engine.interfaces import Compiled
from sqlalchemy.sql.dml import UpdateBase

from quorate.deliberation.summary import Wait
from quorate.record.rows import EventRow, KeyRow, LineRow
from quorate.record.sql.tables import days, deliberations, events, keys, waits

LINE_COLUMNS = [deliberations.c[name] for name in LineRow._fields]
EVENT_COLUMNS = [events.c[name] for name in EventRow._fields]
KEY_COLUMNS = [keys.c[name] for name in KeyRow._fields]
_line, _event = deliberations.c, events.c
_TO_WRITE: dict[str, Any] = {name: bindparam(name) for name in (*LineRow._fields, "words")}
_TO_CHANGE = {name: value for name, value in _TO_WRITE.items() if name not in ("id", "opened_at")}

KEYS = select(*KEY_COLUMNS).where(keys.c.name.in_(bindparam("names", expanding=True)))
NEW_KEY = insert(keys)

EVENTS = (
    select(*EVENT_COLUMNS)
    .where(
        _event.deliberation == bindparam("deliberation"),
        _event.position > bindparam("after"),
        _event.position <= bindparam("last"),
    )
    .order_by(_event.position)
)
NEW_EVENTS = insert(events)
OTHER = ("body", "of", "at_position")
OTHER_BODY = (
    update(events)
    .where(_event.deliberation == bindparam("of"), _event.position == bindparam("at_position"))
    .values(body=bindparam("body"))
)

NUMBER = update(days).where(days.c.day == bindparam("of")).values(last=days.c.last + 1).returning(days.c.last)
NEW_DAY = insert(days)

STANDS = select(_line.position, _line.head).where(_line.id == bindparam("id"))
# in one order, so that no two requests wait for each other
LOCKED = (
    select(_line.sequence, *LINE_COLUMNS)
    .where(_line.id.in_(bindparam("ids", expanding=True)))
    .order_by(_line.id)
    .with_for_update()
)
NEW_LINE = insert(deliberations).values(_TO_WRITE).returning(_line.sequence)
# the id stays out of it: to write it again would write its index again
MOVED = ("changed_at", "position", "head", "summary", "words", "moved")
MOVED_LINES = update(deliberations).where(_line.id == bindparam("moved")).values(_TO_CHANGE)

WAIT = ("sequence", "number", *Wait._fields)
NEW_WAITS = insert(waits)
NO_WAITS = delete(waits).where(waits.c.sequence == bindparam("of"))

# ids near one that is not known: behind it, before it, and the newest
NEAR = (
    select(_line.id).where(bindparam("asked") <= _line.id).order_by(_line.id).limit(20),
    select(_line.id).where(bindparam("asked") > _line.id).order_by(_line.id.desc()).limit(20),
    select(_line.id).order_by(_line.sequence.desc()).limit(20),
)


def run_for_each(
    connection: Connection, statement: UpdateBase, names: tuple[str, ...], rows: Sequence[tuple[Any, ...]]
) -> None:
    """Runs a statement for many rows of the named values; texts and numbers go to the driver as they are."""
    if rows:
        compiled = _compiled(statement, connection.dialect, names)
        order = compiled.positiontup  # type: ignore[attr-defined]
        connection.exec_driver_sql(str(compiled), _as_ordered(rows, names, order) if order else _named(rows, names))


def _as_ordered(rows: Sequence[tuple[Any, ...]], names: tuple[str, ...], order: Sequence[str]) -> list[tuple[Any, ...]]:
    places = [names.index(name) for name in order]
    if places == list(range(len(names))):
        return list(rows)
    return [tuple([row[place] for place in places]) for row in rows]


def _named(rows: Sequence[tuple[Any, ...]], names: tuple[str, ...]) -> list[dict[str, Any]]:
    return [dict(zip(names, row, strict=True)) for row in rows]


@cache
def _compiled(statement: UpdateBase, dialect: Dialect, names: tuple[str, ...]) -> Compiled:
    return statement.compile(dialect=dialect, column_keys=names)
