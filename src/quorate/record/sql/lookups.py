"""What a store keeps beside its rows, to look things up: words, who is awaited, numbers of days. All of it follows."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from quorate.core.errors import StoreError
from quorate.deliberation.summary import Summary
from quorate.record.codec import decoded
from quorate.record.export.transfer import check_order
from quorate.record.rows import day_and_number
from quorate.record.search import words
from quorate.record.sql.connection import Connection, column, first
from quorate.record.sql.statements import (
    AGENT,
    AGENTS,
    DAYS,
    EVENTS_TABLE,
    INDEXES,
    LINES,
    TABLES,
    WAIT_COLUMNS,
    WAITS,
)
from quorate.record.sql.tables import VERSION_TABLE
from quorate.record.sql.write_batch import agent_values, decided_in, wait_rows

_AT_ONCE = 500
_OURS = frozenset((*(("table", name) for name in (*TABLES, VERSION_TABLE)), *(("index", name) for name in INDEXES)))


class _Line(NamedTuple):
    sequence: int
    name: str
    summary: str
    words: str
    has_outcome: Any
    decided_in: Any


def wrong_lookups(connection: Connection) -> Iterator[tuple[str, str]]:
    """Deliberations (or nothing) with what is looked up of them and does not follow from their rows."""
    numbers: dict[str, int] = {}
    sequence = 0
    while some := _lines_behind(connection, sequence):
        yield from _wrong_lines(connection, some, sequence)
        for line in some:
            day, number = day_and_number(line.name)
            numbers[day] = max(number, numbers.get(day, 0))
        sequence = some[-1].sequence
    yield from _wrong_days(connection, numbers)
    yield from _without_a_line(connection)
    if connection.is_file:
        yield from _wrong_file(connection)


def _wrong_file(connection: Connection) -> Iterator[tuple[str, str]]:
    """What only a file can have: numbers of lines with gaps, things that are not ours, and pages that are damaged."""
    ((number, last),) = connection.rows(f"SELECT count(sequence), coalesce(max(sequence), 0) FROM {LINES}")
    if number != last:  # the next number is always one more than the highest, and no line is ever deleted
        yield "", f"the lines of the log are numbered up to {last}, and there are {number} of them"
    for kind, name in connection.rows("SELECT type, name FROM sqlite_master ORDER BY type, name"):
        if (kind, name) not in _OURS and not str(name).startswith("sqlite_"):
            yield "", f"the file holds a {kind} {name!r}, which is not part of a record"
    for said in column(connection, "PRAGMA integrity_check(20)"):
        if said != "ok":
            yield "", f"the file is damaged: {said}"


def _lines_behind(connection: Connection, sequence: int) -> list[_Line]:
    wanted = (
        f"SELECT sequence, id, summary, words, has_outcome, decided_in FROM {LINES}"
        f" WHERE sequence > :after ORDER BY sequence LIMIT {_AT_ONCE}"
    )
    some = [_Line(*row) for row in connection.rows(wanted, {"after": sequence})]
    check_order(sequence, [line.sequence for line in some])
    if not all(isinstance(text, str) for line in some for text in (line.name, line.summary, line.words)):
        raise StoreError("a line of the log contains something other than text; the store is damaged: restore a backup")
    return some


def _wrong_lines(connection: Connection, some: Sequence[_Line], after: int) -> Iterator[tuple[str, str]]:
    wanted = (
        f"SELECT {WAIT_COLUMNS} FROM {WAITS} WHERE sequence > :after AND sequence <= :last ORDER BY sequence, number"
    )
    awaited: dict[int, list[tuple[object, ...]]] = {}
    for row in connection.rows(wanted, {"after": after, "last": some[-1].sequence}):
        awaited.setdefault(row[0], []).append(tuple(row))
    found = f"SELECT {', '.join(AGENT)} FROM {AGENTS} WHERE sequence > :after AND sequence <= :last"
    placed = connection.rows(found, {"after": after, "last": some[-1].sequence})
    ranked = {row[0]: dict(zip(AGENT, row, strict=True)) for row in placed}
    for line in some:
        sequence, name = line.sequence, line.name
        try:
            summary = decoded(Summary, line.summary)
        except StoreError:  # said of the line itself
            continue
        if line.words != words(name, summary):
            yield name, "its search text does not match its line"
        if awaited.get(sequence, []) != wait_rows(sequence, summary):
            yield name, "the inbox and its line disagree on who has to answer"
        if ranked.get(sequence) != (agent_values(sequence, summary) if summary.rank else None):
            yield name, "the list of agents and its line disagree on where it is found"
        if (line.has_outcome, line.decided_in) != (bool(summary.outcome), decided_in(summary)):
            yield name, "the list of outcomes and its line disagree on what was decided or turned out"


def _wrong_days(connection: Connection, numbers: dict[str, int]) -> Iterator[tuple[str, str]]:
    kept = {str(day): last for day, last in connection.rows(f"SELECT day, last FROM {DAYS}")}
    for day in sorted(kept.keys() | numbers.keys(), key=str):
        if kept.get(day) != numbers.get(day):
            stored, found = kept.get(day, "nothing"), numbers.get(day, "none")
            yield f"{day}…", f"its last number is stored as {stored}, but the last one found is {found}"


def _without_a_line(connection: Connection) -> Iterator[tuple[str, str]]:
    lost = (
        f"SELECT DISTINCT deliberation FROM {EVENTS_TABLE} WHERE deliberation NOT IN (SELECT id FROM {LINES})"
        f" ORDER BY deliberation LIMIT {_AT_ONCE}"
    )
    for name in column(connection, lost):
        yield str(name), "it has events, but no line in the log"
    awaited = f"SELECT sequence FROM {WAITS} WHERE sequence NOT IN (SELECT sequence FROM {LINES}) LIMIT 1"
    if first(connection, awaited):
        yield "", "the inbox has an entry for a deliberation that does not exist"
    named = f"SELECT sequence FROM {AGENTS} WHERE sequence NOT IN (SELECT sequence FROM {LINES}) LIMIT 1"
    if first(connection, named):
        yield "", "the list of agents has an entry for an agent that does not exist"
