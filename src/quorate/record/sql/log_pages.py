"""The log, the inbox and the agents of the fleet in SQL: pages by where the last one ended, however many there are."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from quorate.deliberation.events import Revised
from quorate.deliberation.summary import Summary
from quorate.record.codec import decoded
from quorate.record.port import AgentPlace, LogLine, LogPage, OpenLine, OpenPage, OutcomeIndex, OutcomeLine
from quorate.record.rows import HAS_REVIEW_DATE, storable
from quorate.record.search import check_limit, cursor, searched
from quorate.record.side_streams import SIDE_PREFIXES
from quorate.record.sql.connection import Connection, Values, column, several
from quorate.record.sql.statements import AGENTS, EVENTS_TABLE, IS_OPEN, LINES, LOOKS, WAITS
from quorate.record.sql.write_batch import LONGEST_DOMAIN, domain_text, look_keys

_SHOWN = f"SELECT {LINES}.sequence, id, opened_at, changed_at, position, summary FROM {LINES}"
_PLACES = f"SELECT sequence, id, position FROM {LINES}"
_AGENTS = f"{_SHOWN} JOIN {AGENTS} ON {AGENTS}.sequence = {LINES}.sequence"
_DECIDED, _KNOWN = "decided_in IS NOT NULL", "has_outcome"


class _Terms:
    """What rows have to meet. Values are given by name, and never written into a statement."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.values: dict[str, Any] = {}

    def value(self, value: Any) -> str:
        """How a value is named in the statement."""
        name = f"value{len(self.values)}"
        self.values[name] = value
        return f":{name}"

    def behind(self, after: str) -> None:
        """Only what follows the page before."""
        if (begin := cursor(after)) is not None:
            self.said.append(f"sequence < {self.value(begin)}")

    def begins_with(self, prefix: str) -> str:
        """Neither LIKE, which ignores case in SQLite, nor an order of texts, which Postgres' collation decides."""
        return f"substr(id, 1, {len(prefix)}) = {self.value(prefix)}"

    def no_side_stream(self) -> None:
        """Deliberations alone."""
        self.said += [f"NOT {self.begins_with(one)}" for one in SIDE_PREFIXES]

    def holds(self, text: str, where: str = "summary") -> str:
        """True where a text holds this very one; LIKE would not look at the case in every database."""
        return f"replace({where}, {self.value(text)}, '') <> {where}"

    def any_of(self, said: Iterable[str]) -> None:
        """One of these at least."""
        self.said.append(f"({' OR '.join(said)})")

    def is_in(self, state: str) -> str:
        """True where a line names this state.

        A line is JSON in which quotes within texts have a backslash before them, so no subject looks like a key.
        """
        return self.holds(f'"state":{json.dumps(state)}')

    def where(self) -> str:
        """All of them."""
        return f" WHERE {' AND '.join(self.said)}" if self.said else ""


def log(
    connection: Connection,
    after: str,
    limit: int,
    search: str,
    prefix: str | tuple[str, ...] = "",
    states: Sequence[str] = (),
) -> LogPage:
    """All deliberations, newest first; with a prefix, the streams whose ids begin with it, or one of several."""
    terms = _Terms()
    if prefix:
        prefixes = (prefix,) if isinstance(prefix, str) else prefix
        terms.any_of(terms.begins_with(one) for one in prefixes)
    else:
        terms.no_side_stream()
    if states:
        terms.any_of(terms.is_in(one) for one in states)
    if sought := searched(search):
        terms.said.append(terms.holds(sought, "words"))
    terms.behind(after)
    return _page(connection, _SHOWN + terms.where(), terms.values, check_limit(limit))


def inbox(connection: Connection, who: str, kinds: Sequence[str], after: str, limit: int) -> LogPage:
    """Those that wait for a person or an agent."""
    terms, most = _Terms(), check_limit(limit)
    if who:
        terms.any_of(
            ("who = ''", f"who = {terms.value(storable(who))}", *(f"kind = {terms.value(one)}" for one in kinds))
        )
    terms.behind(after)
    some = f"SELECT DISTINCT sequence FROM {WAITS}{terms.where()} ORDER BY sequence DESC LIMIT {most + 1}"
    joined = f"{_SHOWN} JOIN ({some}) AS awaited ON awaited.sequence = {LINES}.sequence"
    return _page(connection, joined, terms.values, most)


def unfinished(connection: Connection, after: str, limit: int) -> OpenPage:
    """Those that are not decided yet; no other line is looked at."""
    terms, most = _Terms(), check_limit(limit)
    terms.said.append(IS_OPEN)
    terms.behind(after)
    rows, following = _some(connection, _PLACES + terms.where(), terms.values, most)
    return OpenPage(tuple(OpenLine(name, position) for _, name, position in rows), following)


def positions(connection: Connection, names: Sequence[str]) -> dict[str, int]:
    """Where these deliberations are now."""
    ids, values = several("id", names)
    return dict(map(tuple, connection.rows(f"SELECT id, position FROM {LINES} WHERE id IN {ids}", values)))


def known_outcomes(connection: Connection, domain: str) -> OutcomeIndex:
    """Where it is known what was true. No line is looked at but those, and others are counted in an index."""
    known, decided = _Terms(), _Terms()
    known.said.append(_KNOWN)
    if domain:
        text = domain_text(domain)
        known.said.append(known.holds(f'"domain":{text}'))
        decided.said.append(f"decided_in = {decided.value(text[:LONGEST_DOMAIN])}")
        if len(text) > LONGEST_DOMAIN:
            decided.said.append(decided.holds(f'"domain":{text}'))
    else:
        decided.said.append(_DECIDED)
    wanted = f"SELECT id, position, head FROM {LINES}{known.where()} ORDER BY sequence"
    (number,) = column(connection, f"SELECT count(*) FROM {LINES}{decided.where()}", decided.values)
    return OutcomeIndex(tuple(OutcomeLine(*row) for row in connection.rows(wanted, known.values)), number)


def awaiting_review(connection: Connection) -> list[str]:
    """Those that are decided, have no outcome, and whose question had a review date once.

    Most were opened with it: then only the first event is looked at.
    """
    terms = _Terms()
    dated = (
        f"EXISTS (SELECT 1 FROM {EVENTS_TABLE} WHERE deliberation = {LINES}.id"
        f" AND ({EVENTS_TABLE}.position = 1 OR kind = {terms.value(Revised.__name__)})"
        f" AND {terms.holds(HAS_REVIEW_DATE, 'body')})"
    )
    terms.said += [_DECIDED, f"NOT {_KNOWN}", dated]
    return column(connection, f"SELECT id FROM {LINES}{terms.where()} ORDER BY sequence", terms.values)


def _page(connection: Connection, wanted: str, values: Values, limit: int) -> LogPage:
    rows, following = _some(connection, wanted, values, limit)
    return LogPage(tuple(map(line_of_row, rows)), following)


def _some(connection: Connection, wanted: str, values: Values, limit: int) -> tuple[Sequence[Sequence[Any]], str]:
    """Rows that begin with their sequence, newest first, and where the next page begins.

    One row more than asked for tells whether there is another page.
    """
    rows = list(connection.rows(f"{wanted} ORDER BY {LINES}.sequence DESC LIMIT {limit + 1}", values))
    return rows[:limit], str(rows[limit - 1][0]) if len(rows) > limit else ""


def line_of_row(row: Sequence[Any]) -> LogLine:
    """A line as it is read."""
    _, name, opened_at, changed_at, position, summary = row
    return LogLine(name, opened_at, changed_at, position, decoded(Summary, summary))


def agents_named(connection: Connection, places: Sequence[str], after: str, limit: int) -> tuple[LogLine, ...]:
    """Agents by name, behind one; those of some places, or all. Each place is read by itself, in its own order."""
    most = check_limit(limit)
    wanted, values = f"{_AGENTS} WHERE name > :after", {"after": storable(after)}
    ordered = f" ORDER BY name LIMIT {most}"
    if not places:
        return _agent_lines(connection, wanted + ordered, values)
    placed = f"{wanted} AND place = :place{ordered}"
    found = [line for place in places for line in _agent_lines(connection, placed, {**values, "place": place})]
    return tuple(sorted(found, key=lambda line: line.summary.subject)[:most])


def agents_like(connection: Connection, name: str) -> tuple[LogLine, ...]:
    """Agents whose name may look like this one, by name: as it is written, or in small letters."""
    looks, values = several("look", look_keys(name))
    alike = [f"SELECT sequence FROM {AGENTS} WHERE {look} IN {looks}" for look in LOOKS]
    wanted = f"{_AGENTS} WHERE {LINES}.sequence IN ({' UNION '.join(alike)}) ORDER BY name"
    return _agent_lines(connection, wanted, values)


def agent_cohorts(connection: Connection, place: str) -> tuple[str, ...]:
    """The cohorts of a place. Each one is found behind the one before it, so that their members are not looked at."""
    found: list[str] = []
    (cohort,) = column(connection, f"SELECT min(cohort) FROM {AGENTS} WHERE place = :place", {"place": place})
    following = f"SELECT min(cohort) FROM {AGENTS} WHERE place = :place AND cohort > :cohort"
    while cohort is not None:
        found.append(cohort)
        (cohort,) = column(connection, following, {"place": place, "cohort": cohort})
    return tuple(found)


def ranked_agents(
    connection: Connection, place: str, cohort: str, after: AgentPlace | None, limit: int
) -> tuple[LogLine, ...]:
    """Agents of a cohort, the highest standing first, ties by name; behind one."""
    values: dict[str, Any] = {"place": place, "cohort": storable(cohort)}
    behind = ""
    if after:
        values |= {"standing": after.standing, "name": storable(after.name)}
        behind = " AND standing <= :standing AND (standing < :standing OR name > :name)"
    wanted = f"{_AGENTS} WHERE place = :place AND cohort = :cohort{behind}"
    return _agent_lines(connection, f"{wanted} ORDER BY standing DESC, name LIMIT {check_limit(limit)}", values)


def agent_counts(connection: Connection) -> Mapping[str, int]:
    """How many agents are in each place."""
    return dict(map(tuple, connection.rows(f"SELECT place, count(*) FROM {AGENTS} GROUP BY place")))


def _agent_lines(connection: Connection, wanted: str, values: Values) -> tuple[LogLine, ...]:
    return tuple(line_of_row(row) for row in connection.rows(wanted, values))
