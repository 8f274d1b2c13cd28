"""What several requests change together: read at once, changed in memory, written at once."""

import json
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any
from zlib import crc32

from quorate.core.errors import KeyReused
from quorate.core.text.names import looks_of
from quorate.deliberation.summary import Summary, Wait
from quorate.record.codec import decoded
from quorate.record.port import RequestKey
from quorate.record.rows import EventRange, EventRow, KeyRow, LineRow, Request, new_names, storable
from quorate.record.search import words
from quorate.record.sql import statements
from quorate.record.sql.connection import Connection, Values, first, several

WaitRow = tuple[Any, ...]
LONGEST_DOMAIN = 300
"""As far as the database looks at a domain: an entry of an index cannot be long."""
_LARGEST_NUMBER = 2**31 - 1
_MOST_REMEMBERED = 256
_written_lately: OrderedDict[str, frozenset[WaitRow]] = OrderedDict()
"""Who is awaited, by the text of the line that says so, the oldest first: a ballot later that is the line before it."""


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
        self.connection.run_for_each(statements.NEW_EVENTS, [row._asdict() for row in self._events])
        self.connection.run_for_each(statements.NEW_KEY, [row._asdict() for row in self.keys.values()])
        self._before |= {line.id: line for line in moved}
        self._known_keys |= self.keys
        self.keys, self._events = {}, []
        self._summaries.clear()

    def _read(self, requests: Sequence[Request]) -> None:
        # names that look alike share a look, so that the second one to come finds the first one on the record
        self.connection.hold(look for request in requests for name in new_names(request) for look in look_keys(name))
        named = sorted({change.deliberation for request in requests for change in request.changes})
        ids, values = several("id", named)
        locked = f"{statements.LINES_NAMED}{ids}{statements.IN_ORDER}{self.connection.locks}"
        for sequence, *columns in self.connection.rows(locked, values):
            line = LineRow(*columns)
            self.lines[line.id] = self._before[line.id] = line
            self._sequences[line.id] = sequence
        keys = [one for request in requests if request.key for one in (request.key, *request.key.also)]
        if keys:
            names, values = several("name", [storable(key.name) for key in keys])
            known = [KeyRow(*row) for row in self.connection.rows(statements.KEYS + names, values)]
            self._known_keys = {row.name: row for row in known}

    def _update(self, lines: Sequence[LineRow]) -> None:
        if not lines:
            return
        self.connection.run_for_each(statements.MOVED_LINES, [self._changed(line) for line in lines])
        self._move_agents([line.id for line in lines if self._summaries[line.id].rank])
        self._move_waits([line for line in lines if line.summary != self._before[line.id].summary])

    def _move_waits(self, lines: Sequence[LineRow]) -> None:
        """Only what has changed: of many who are awaited, one answers at a time."""
        gone, new = list[Values](), list[WaitRow]()
        for line in lines:
            sequence = self._sequences[line.id]
            summary = self._before[line.id].summary
            known = _written_lately.get(summary)
            before = _numbered_waits(decoded(Summary, summary).waits) if known is None else known
            after = _numbered_waits(self._summaries[line.id].waits)
            _written_lately[line.summary] = after
            if len(_written_lately) > _MOST_REMEMBERED:
                _written_lately.popitem(last=False)
            gone += [{"sequence": sequence, "number": row[0]} for row in before - after]
            new += [(sequence, *row) for row in after - before]
        self.connection.run_for_each(statements.GONE_WAITS, gone)
        insert_waits(self.connection, new)

    def _move_agents(self, names: Sequence[str]) -> None:
        moved = [_place_values(self._sequences[name], self._summaries[name]) for name in names]
        self.connection.run_for_each(statements.MOVED_AGENTS, moved)

    def _changed(self, line: LineRow) -> dict[str, Any]:
        values = line._asdict() | {"words": words(line.id, self._summaries[line.id])}
        del values["opened_at"]
        return values


def spans_of(found: KeyRow, key: RequestKey) -> tuple[EventRange, ...]:
    """What is kept under a key; raises KeyReused where it stands for another request."""
    if not key.stands_for(found.request):
        raise KeyReused(key.shown)
    return found.stored


def insert_line(connection: Connection, line: LineRow, summary: Summary) -> int:
    """A new deliberation, and who is awaited in it."""
    values = line._asdict() | {"words": words(line.id, summary)}
    found = first(connection, statements.NEW_LINE, values)
    assert found
    insert_waits(connection, wait_rows(found[0], summary))
    if summary.rank:
        connection.run_for_each(statements.NEW_AGENTS, [agent_values(found[0], summary)])
    return int(found[0])


def agent_values(sequence: int, summary: Summary) -> dict[str, Any]:
    """Where an agent is found: by its place, by its name, and by what its name looks like."""
    looks = dict(zip(statements.LOOKS, look_keys(summary.subject), strict=True))
    return {**_place_values(sequence, summary), "name": storable(summary.subject), **looks}


def _place_values(sequence: int, summary: Summary) -> dict[str, Any]:
    rank = summary.rank
    assert rank
    places = (sequence, rank.place, storable(rank.cohort), rank.standing)
    return dict(zip(statements.MOVES, places, strict=True))


def look_keys(name: str) -> tuple[str, str]:
    """What a name looks like, as short keys: a look can be many times as long as the name, and an index is not."""
    written, small = (sha256(look.encode("utf-8", "surrogatepass")).hexdigest()[:32] for look in looks_of(name))
    return written, small


def decided_in(summary: Summary) -> str | None:
    """The domain of a decided deliberation as the database finds it in the line; None while it is not decided."""
    return domain_text(summary.domain)[:LONGEST_DOMAIN] if summary.is_decided else None


def domain_text(domain: str) -> str:
    """A domain as a line has it."""
    return json.dumps(domain)


def wait_rows(sequence: int, summary: Summary) -> list[WaitRow]:
    """Who is awaited, as rows."""
    return sorted((sequence, *row) for row in _numbered_waits(summary.waits))


def _numbered_waits(waits: tuple[Wait, ...]) -> frozenset[WaitRow]:
    """The number of a row follows from what it says, so that no row moves with another."""
    rows: dict[int, WaitRow] = {}
    for wait in waits:
        row = _wait_row(wait)
        while row[0] in rows:
            row = ((row[0] + 1) & _LARGEST_NUMBER, *row[1:])
        rows[row[0]] = row
    return frozenset(rows.values())


@lru_cache(4096)  # every ballot leaves the others awaited as they were
def _wait_row(wait: Wait) -> WaitRow:
    said = [storable(text) for text in wait]
    return (crc32("\0".join(said).encode()) & _LARGEST_NUMBER, *said)


def insert_waits(connection: Connection, rows: Sequence[WaitRow]) -> None:
    """Puts them in, if there are any."""
    connection.run_for_each(statements.NEW_WAITS, [dict(zip(statements.WAIT, row, strict=True)) for row in rows])
