"""The log and the inbox in SQL: pages by the place where the last one ended, however long the log is."""

from typing import Any

from sqlalchemy import Connection, Select, or_, select

from quorate.deliberation.summary import Summary
from quorate.record.codec import decoded
from quorate.record.port import LogLine, LogPage
from quorate.record.rows import storable
from quorate.record.search import check_limit, cursor, searched
from quorate.record.sql.tables import deliberations, waits

_SHOWN = [deliberations.c[name] for name in ("sequence", "id", "opened_at", "changed_at", "position", "summary")]


def log(connection: Connection, after: str, limit: int, search: str) -> LogPage:
    """All deliberations, newest first."""
    wanted = select(*_SHOWN)
    if sought := searched(search):
        wanted = wanted.where(deliberations.c.words.contains(sought, autoescape=True))
    if (begin := cursor(after)) is not None:
        wanted = wanted.where(deliberations.c.sequence < begin)
    return _page(connection, wanted, check_limit(limit))


def inbox(connection: Connection, who: str, after: str, limit: int) -> LogPage:
    """Those that wait for a person or an agent."""
    waiting, most = select(waits.c.sequence).distinct(), check_limit(limit)
    if who:
        waiting = waiting.where(or_(waits.c.who == "", waits.c.who == storable(who)))
    if (begin := cursor(after)) is not None:
        waiting = waiting.where(waits.c.sequence < begin)
    some = waiting.order_by(waits.c.sequence.desc()).limit(most + 1).subquery()
    return _page(connection, select(*_SHOWN).join(some, some.c.sequence == deliberations.c.sequence), most)


def _page(connection: Connection, wanted: Select[Any], limit: int) -> LogPage:
    """One line more than asked for tells whether there is another page."""
    rows = connection.execute(wanted.order_by(deliberations.c.sequence.desc()).limit(limit + 1)).all()
    lines = (
        LogLine(row.id, row.opened_at, row.changed_at, row.position, _summary(row.summary)) for row in rows[:limit]
    )
    return LogPage(tuple(lines), str(rows[limit - 1].sequence) if len(rows) > limit else "")


def _summary(text: str) -> Summary:
    return decoded(Summary, text)
