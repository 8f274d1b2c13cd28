"""The log, the inbox and the agents of the fleet in SQL: pages by where the last one ended, however many there are."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, func, not_, or_, select

from quorate.deliberation.events import Revised
from quorate.deliberation.summary import DECIDED, RELEASED, Summary
from quorate.record.codec import decoded
from quorate.record.port import AgentPlace, LogLine, LogPage, OutcomeIndex, OutcomeLine
from quorate.record.rows import HAS_REVIEW_DATE, storable
from quorate.record.search import check_limit, cursor, searched
from quorate.record.side_streams import SIDE_PREFIXES
from quorate.record.sql.tables import agents, deliberations, events, waits

_SHOWN = [deliberations.c[name] for name in ("sequence", "id", "opened_at", "changed_at", "position", "summary")]
_agent = agents.c


def log(connection: Connection, after: str, limit: int, search: str, prefix: str = "") -> LogPage:
    """All deliberations, newest first; with a prefix, the streams whose ids begin with it."""
    wanted = select(*_SHOWN)
    if prefix:
        wanted = wanted.where(_begins_with(prefix))
    else:
        wanted = wanted.where(*(not_(_begins_with(one)) for one in SIDE_PREFIXES))
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


def unfinished(connection: Connection, after: str, limit: int) -> LogPage:
    """Those that are not decided yet. The database looks through the lines, so that only those are read."""
    wanted = select(*_SHOWN).where(not_(_is_decided()), *(not_(_begins_with(one)) for one in SIDE_PREFIXES))
    if (begin := cursor(after)) is not None:
        wanted = wanted.where(deliberations.c.sequence < begin)
    return _page(connection, wanted, check_limit(limit))


def positions(connection: Connection, names: Sequence[str]) -> dict[str, int]:
    """Where these deliberations are now."""
    wanted = select(deliberations.c.id, deliberations.c.position).where(deliberations.c.id.in_(names))
    return {row.id: row.position for row in connection.execute(wanted)}


def _is_decided() -> ColumnElement[bool]:
    return or_(*(_holds(_written("state", one)) for one in (DECIDED, RELEASED)))


def _begins_with(prefix: str) -> ColumnElement[bool]:
    # neither LIKE, which ignores case in SQLite, nor an order of texts, which depends on the collation in Postgres
    return func.substr(deliberations.c.id, 1, len(prefix)) == prefix


def known_outcomes(connection: Connection, domain: str) -> OutcomeIndex:
    """Where it is known what was true. The database looks through the lines, so that only those are read.

    A line is JSON in which quotes within texts have a backslash before them, so no subject looks like a key.
    """
    within = [_holds(_written("domain", domain))] if domain else []
    wanted = select(deliberations.c.id, deliberations.c.position, deliberations.c.head)
    known = wanted.where(_holds('"outcome":"'), *within).order_by(deliberations.c.sequence)
    decided = connection.scalar(select(func.count()).select_from(deliberations).where(_is_decided(), *within))
    return OutcomeIndex(tuple(OutcomeLine(*row) for row in connection.execute(known)), decided or 0)


def awaiting_review(connection: Connection) -> list[str]:
    """Those that are decided, have no outcome, and whose question had a review date once.

    Most were opened with it: then only the first event is looked at.
    """
    body = events.c.body
    dated = select(events.c.position).where(
        events.c.deliberation == deliberations.c.id,
        or_(events.c.position == 1, events.c.kind == Revised.__name__),
        func.replace(body, HAS_REVIEW_DATE, "") != body,
    )
    wanted = select(deliberations.c.id).where(_is_decided(), not_(_holds('"outcome":"')), dated.exists())
    return list(connection.scalars(wanted.order_by(deliberations.c.sequence)))


def _holds(text: str) -> ColumnElement[bool]:
    """True where a line holds this very text; LIKE would not look at the case in every database."""
    return func.replace(deliberations.c.summary, text, "") != deliberations.c.summary


def _written(key: str, value: str) -> str:
    return f"{json.dumps(key)}:{json.dumps(storable(value))}"


def _page(connection: Connection, wanted: Select[Any], limit: int) -> LogPage:
    """One line more than asked for tells whether there is another page."""
    rows = connection.execute(wanted.order_by(deliberations.c.sequence.desc()).limit(limit + 1)).all()
    return LogPage(tuple(map(line_of_row, rows[:limit])), str(rows[limit - 1].sequence) if len(rows) > limit else "")


def line_of_row(row: Any) -> LogLine:
    """A line as it is read."""
    return LogLine(row.id, row.opened_at, row.changed_at, row.position, decoded(Summary, row.summary))


def agents_named(connection: Connection, places: Sequence[str], after: str, limit: int) -> tuple[LogLine, ...]:
    """Agents by name, behind one; those of some places, or all. Each place is read by itself, in its own order."""
    wanted = _agents().where(_agent.name > storable(after)).order_by(_agent.name).limit(check_limit(limit))
    if not places:
        return _agent_lines(connection, wanted)
    found = [line for place in places for line in _agent_lines(connection, wanted.where(_agent.place == place))]
    return tuple(sorted(found, key=lambda line: line.summary.subject)[:limit])


def agent_cohorts(connection: Connection, place: str) -> tuple[str, ...]:
    """The cohorts of a place. Each one is found behind the one before it, so that their members are not looked at."""
    found: list[str] = []
    first = select(func.min(_agent.cohort)).where(_agent.place == place)
    cohort = connection.scalar(first)
    while cohort is not None:
        found.append(cohort)
        cohort = connection.scalar(first.where(_agent.cohort > cohort))
    return tuple(found)


def ranked_agents(
    connection: Connection, place: str, cohort: str, after: AgentPlace | None, limit: int
) -> tuple[LogLine, ...]:
    """Agents of a cohort, the highest standing first, ties by name; behind one."""
    wanted = _agents().where(_agent.place == place, _agent.cohort == storable(cohort))
    if after:
        is_tied = (_agent.standing == after.standing) & (_agent.name > storable(after.name))
        wanted = wanted.where(_agent.standing <= after.standing, or_(_agent.standing < after.standing, is_tied))
    return _agent_lines(connection, wanted.order_by(_agent.standing.desc(), _agent.name).limit(check_limit(limit)))


def agent_counts(connection: Connection) -> Mapping[str, int]:
    """How many agents are in each place."""
    wanted = select(_agent.place, func.count()).group_by(_agent.place)
    return {row[0]: row[1] for row in connection.execute(wanted)}


def _agents() -> Select[Any]:
    return select(*_SHOWN).join(agents, _agent.sequence == deliberations.c.sequence)


def _agent_lines(connection: Connection, wanted: Select[Any]) -> tuple[LogLine, ...]:
    return tuple(line_of_row(row) for row in connection.execute(wanted))
