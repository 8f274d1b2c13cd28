"""What several requests change together: read at once, changed in memory, written at once."""

from collections.abc import Sequence

from sqlalchemy import Connection

from quorate.core.errors import KeyReused
from quorate.deliberation.summary import Summary
from quorate.record.codec import decoded
from quorate.record.port import RequestKey
from quorate.record.rows import EventRange, EventRow, KeyRow, LineRow, Request, storable
from quorate.record.search import words
from quorate.record.sql import statements
from quorate.record.sql.statements import run_for_each


class Sheet:
    """The lines and keys that some requests are about, as they are and as they are to be."""

    def __init__(self, connection: Connection, requests: Sequence[Request]) -> None:
        self.connection = connection
        self.lines: dict[str, LineRow] = {}
        self.keys: dict[str, KeyRow] = {}
        self._sequences: dict[str, int] = {}
        self._before: dict[str, LineRow] = {}
        self._known_keys: dict[str, KeyRow] = {}
        self._summaries: dict[str, Summary] = {}
        self._events: list[EventRow] = []
        self._read(requests)

    def spans(self, key: RequestKey) -> tuple[EventRange, ...] | None:
        """What an earlier request with this key stored; None where there was none."""
        found = self.keys.get(key.name) or self._known_keys.get(key.name)
        return spans_of(found, key) if found else None

    def move(self, line: LineRow, summary: Summary, rows: Sequence[EventRow]) -> None:
        """The line after the rows, which stand behind it."""
        self.lines[line.id], self._summaries[line.id] = line, summary
        self._events += rows

    def write(self) -> None:
        """Puts all that was changed into the store."""
        moved = [self.lines[name] for name in self._summaries]
        for line in moved:
            if line.id not in self._before:
                self._sequences[line.id] = insert_line(self.connection, line, self._summaries[line.id])
        self._update([line for line in moved if line.id in self._before])
        run_for_each(self.connection, statements.NEW_EVENTS, EventRow._fields, self._events)
        run_for_each(self.connection, statements.NEW_KEY, KeyRow._fields, list(self.keys.values()))
        self._before |= {line.id: line for line in moved}
        self._known_keys |= self.keys
        self.keys, self._events = {}, []
        self._summaries.clear()

    def _read(self, requests: Sequence[Request]) -> None:
        names = {change.deliberation for request in requests for change in request.changes}
        for row in self.connection.execute(statements.LOCKED, {"ids": sorted(names)}).fetchall():
            sequence, line = row[0], LineRow(*row[1:])
            self.lines[line.id] = self._before[line.id] = line
            self._sequences[line.id] = sequence
        if keys := [storable(request.key.name) for request in requests if request.key]:
            rows = self.connection.execute(statements.KEYS, {"names": keys})
            self._known_keys = {row.name: KeyRow(*row) for row in rows}

    def _update(self, lines: Sequence[LineRow]) -> None:
        if not lines:
            return
        moved = [self._changed(line) for line in lines]
        run_for_each(self.connection, statements.MOVED_LINES, statements.MOVED, moved)
        other = [line.id for line in lines if self._waits_for_others(line)]
        if other:
            gone = [(self._sequences[name],) for name in other]
            run_for_each(self.connection, statements.NO_WAITS, ("of",), gone)
            rows = [row for name in other for row in wait_rows(self._sequences[name], self._summaries[name])]
            insert_waits(self.connection, rows)

    def _changed(self, line: LineRow) -> tuple[object, ...]:
        _, _, *values = line
        return (*values, words(line.id, self._summaries[line.id]), line.id)

    def _waits_for_others(self, line: LineRow) -> bool:
        before = self._before[line.id].summary
        return line.summary != before and decoded(Summary, before).waits != self._summaries[line.id].waits


def spans_of(found: KeyRow, key: RequestKey) -> tuple[EventRange, ...]:
    """What is kept under a key; raises KeyReused where it stands for another request."""
    if found.request != key.request:
        raise KeyReused(key.shown)
    return found.stored


def insert_line(connection: Connection, line: LineRow, summary: Summary) -> int:
    """A new deliberation, and who is awaited in it."""
    values = line._asdict() | {"words": words(line.id, summary)}
    sequence: int = connection.execute(statements.NEW_LINE, values).scalar_one()
    insert_waits(connection, wait_rows(sequence, summary))
    return sequence


def wait_rows(sequence: int, summary: Summary) -> list[tuple[object, ...]]:
    """Who is awaited, as rows."""
    return [(sequence, number, *map(storable, wait)) for number, wait in enumerate(summary.waits, 1)]


def insert_waits(connection: Connection, rows: Sequence[tuple[object, ...]]) -> None:
    """Puts them in, if there are any."""
    run_for_each(connection, statements.NEW_WAITS, statements.WAIT, rows)
