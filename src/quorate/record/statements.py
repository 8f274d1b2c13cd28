"""The statements of every append and read. They are built once: building takes longer than running them."""

from typing import Any

from sqlalchemy import bindparam, delete, insert, select, update

from quorate.record.rows import EventRow, KeyRow, LineRow
from quorate.record.tables import days, deliberations, events, keys, waits

LINE_COLUMNS = [deliberations.c[name] for name in LineRow._fields]
EVENT_COLUMNS = [events.c[name] for name in EventRow._fields]
KEY_COLUMNS = [keys.c[name] for name in KeyRow._fields]
_line, _event = deliberations.c, events.c
_TO_WRITE: dict[str, Any] = {name: bindparam(name) for name in (*LineRow._fields, "words")}

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
MOVED_LINES = update(deliberations).where(_line.id == bindparam("moved")).values(_TO_WRITE)

NEW_WAITS = insert(waits)
NO_WAITS = delete(waits).where(waits.c.sequence == bindparam("of"))

# ids near one that is not known: behind it, before it, and the newest
NEAR = (
    select(_line.id).where(bindparam("asked") <= _line.id).order_by(_line.id).limit(20),
    select(_line.id).where(bindparam("asked") > _line.id).order_by(_line.id.desc()).limit(20),
    select(_line.id).order_by(_line.sequence.desc()).limit(20),
)
