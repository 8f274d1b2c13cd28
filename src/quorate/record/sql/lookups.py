"""What a store keeps beside its rows, to look things up: words, who is awaited, numbers of days. All of it follows."""

from collections.abc import Iterator, Sequence

from sqlalchemy import Connection, func, select, update

from quorate.core.errors import StoreError
from quorate.deliberation.summary import Summary
from quorate.record.codec import decoded
from quorate.record.export.transfer import check_order
from quorate.record.rows import day_and_number
from quorate.record.search import words
from quorate.record.sql.statements import AGENT, NEW_AGENTS, WAIT, run_for_each
from quorate.record.sql.table_version import VERSION_TABLE
from quorate.record.sql.tables import agents, days, deliberations, events, metadata, waits
from quorate.record.sql.write_batch import agent_row, wait_rows

_AT_ONCE = 500
_OURS = frozenset(
    (*(("table", name) for name in (*metadata.tables, VERSION_TABLE)), *(("index", one.name) for one in agents.indexes))
)


def wrong_lookups(connection: Connection) -> Iterator[tuple[str, str]]:
    """Deliberations (or nothing) with what is looked up of them and does not follow from their rows."""
    numbers: dict[str, int] = {}
    sequence = 0
    while some := _lines_behind(connection, sequence):
        yield from _wrong_lines(connection, some, sequence)
        for _, name, _, _ in some:
            day, number = day_and_number(name)
            numbers[day] = max(number, numbers.get(day, 0))
        sequence = some[-1][0]
    yield from _wrong_days(connection, numbers)
    yield from _without_a_line(connection)
    if connection.dialect.name == "sqlite":
        yield from _wrong_file(connection)


def _wrong_file(connection: Connection) -> Iterator[tuple[str, str]]:
    """What only a file can have: numbers of lines with gaps, things that are not ours, and pages that are damaged."""
    line = deliberations.c.sequence
    number, last = connection.execute(select(func.count(line), func.coalesce(func.max(line), 0))).one()
    if number != last:  # the next number is always one more than the highest, and no line is ever deleted
        yield "", f"the lines of the log are numbered up to {last}, and there are {number} of them"
    for kind, name in connection.exec_driver_sql("SELECT type, name FROM sqlite_master ORDER BY type, name"):
        if (kind, name) not in _OURS and not str(name).startswith("sqlite_"):
            yield "", f"the file holds a {kind} {name!r}, which is not part of a record"
    for (said,) in connection.exec_driver_sql("PRAGMA integrity_check(20)"):
        if said != "ok":
            yield "", f"the file is damaged: {said}"


def _lines_behind(connection: Connection, sequence: int) -> list[tuple[int, str, str, str]]:
    line = deliberations.c
    wanted = select(line.sequence, line.id, line.summary, line.words).where(line.sequence > sequence)
    some = [(*row,) for row in connection.execute(wanted.order_by(line.sequence).limit(_AT_ONCE))]
    check_order(sequence, [row[0] for row in some])
    if not all(isinstance(text, str) for row in some for text in row[1:]):
        raise StoreError("a line of the log contains something other than text; the store is damaged: restore a backup")
    return some


def _wrong_lines(
    connection: Connection, some: Sequence[tuple[int, str, str, str]], after: int
) -> Iterator[tuple[str, str]]:
    within = waits.c.sequence > after, waits.c.sequence <= some[-1][0]
    wanted = select(*(waits.c[name] for name in WAIT)).where(*within).order_by(waits.c.sequence, waits.c.number)
    awaited: dict[int, list[tuple[object, ...]]] = {}
    for row in connection.execute(wanted):
        awaited.setdefault(row[0], []).append(tuple(row))
    found = select(*(agents.c[name] for name in AGENT)).where(
        agents.c.sequence > after, agents.c.sequence <= some[-1][0]
    )
    ranked = {row[0]: tuple(row) for row in connection.execute(found)}
    for sequence, name, text, looked_up in some:
        try:
            summary = decoded(Summary, text)
        except StoreError:  # said of the line itself
            continue
        if looked_up != words(name, summary):
            yield name, "its search text does not match its line"
        if awaited.get(sequence, []) != wait_rows(sequence, summary):
            yield name, "the inbox and its line disagree on who has to answer"
        if ranked.get(sequence) != (agent_row(sequence, summary) if summary.rank else None):
            yield name, "the list of agents and its line disagree on where it is found"


def _wrong_days(connection: Connection, numbers: dict[str, int]) -> Iterator[tuple[str, str]]:
    kept = {str(row.day): row.last for row in connection.execute(select(days.c.day, days.c.last))}
    for day in sorted(kept.keys() | numbers.keys(), key=str):
        if kept.get(day) != numbers.get(day):
            stored, found = kept.get(day, "nothing"), numbers.get(day, "none")
            yield f"{day}…", f"its last number is stored as {stored}, but the last one found is {found}"


def _without_a_line(connection: Connection) -> Iterator[tuple[str, str]]:
    known = select(deliberations.c.id)
    lost = select(events.c.deliberation).where(events.c.deliberation.not_in(known)).distinct()
    for (name,) in connection.execute(lost.order_by(events.c.deliberation).limit(_AT_ONCE)):
        yield str(name), "it has events, but no line in the log"
    sequences = select(deliberations.c.sequence)
    if connection.execute(select(waits.c.sequence).where(waits.c.sequence.not_in(sequences)).limit(1)).first():
        yield "", "the inbox has an entry for a deliberation that does not exist"
    if connection.execute(select(agents.c.sequence).where(agents.c.sequence.not_in(sequences)).limit(1)).first():
        yield "", "the list of agents has an entry for an agent that does not exist"


def rank_agents(connection: Connection) -> None:
    """Fills the list of agents from their events, in a store of an earlier release."""
    from quorate.record.codec import encoded
    from quorate.record.rows import EventRow
    from quorate.record.side_streams import side_line, side_state_of

    prefix, line = "agent-", deliberations.c
    wanted = select(line.sequence, line.id).where(func.substr(line.id, 1, len(prefix)) == prefix)
    for sequence, name in connection.execute(wanted).fetchall():
        columns = [events.c[field] for field in EventRow._fields]
        rows = connection.execute(select(*columns).where(events.c.deliberation == name).order_by(events.c.position))
        summary = side_line(side_state_of(name, [EventRow(*row) for row in rows]))
        connection.execute(update(deliberations).where(line.sequence == sequence).values(summary=encoded(summary)))
        run_for_each(connection, NEW_AGENTS, AGENT, [agent_row(sequence, summary)])
