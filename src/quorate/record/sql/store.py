"""Appending and reading in SQL, the same for every database, as functions over a connection and its transaction."""

from collections.abc import Mapping, Sequence
from typing import NoReturn

from quorate.core.errors import AppendConflict, QuorateError, StoreError, UnknownDeliberation
from quorate.record.chain import check_whole, moved_line, written
from quorate.record.codec import encoded, stored_of
from quorate.record.port import Appended, Change, RequestKey, Stored
from quorate.record.rows import (
    EventRange,
    EventRow,
    KeyRow,
    LineRow,
    Request,
    check_looks,
    is_new,
    key_row,
    new_names,
    numbered,
    storable,
    with_new_ids,
)
from quorate.record.search import nearest
from quorate.record.sql import statements
from quorate.record.sql.connection import Connection, column, first, several
from quorate.record.sql.log_pages import agents_like
from quorate.record.sql.write_batch import Sheet, spans_of

Outcome = Appended | QuorateError
_LARGEST = 2**31 - 1


def append_all(connection: Connection, requests: Sequence[Request], now: str) -> list[Outcome]:
    """What each request stored, or why it was refused; one that is refused changes nothing.

    They share their statements, which cost more than the rows that they carry. Raises IntegrityError where another
    transaction was faster.
    """
    sheet = Sheet(connection, requests)
    outcomes = [_outcome(sheet, request, now) for request in requests]
    sheet.write()
    return outcomes


def _outcome(sheet: Sheet, request: Request, now: str) -> Outcome:
    try:
        return _append(sheet, request, now)
    except QuorateError as error:
        return error


def _append(sheet: Sheet, request: Request, now: str) -> Appended:
    if request.key and (known := _spans(sheet, request.key)) is not None:
        sheet.write()  # it may be on this very sheet
        return Appended(_stored(sheet.connection, known), is_new=False)
    _check_positions(sheet, request.changes)
    _check_can_be_kept(request.changes)
    _check_names(sheet, request)
    spans: list[EventRange] = []
    stored: list[Stored] = []
    names = _names(sheet.connection, request.changes)
    new_ids = {change.deliberation: name for name, change in zip(names, request.changes, strict=True) if is_new(change)}
    for name, stated in zip(names, request.changes, strict=True):
        change = with_new_ids(stated, new_ids) if new_ids else stated
        line = sheet.lines.get(name) or LineRow(name)
        rows, events = written(change, line, request.author, max(now, line.changed_at))
        sheet.move(moved_line(line, change, rows), change.summary, rows)
        spans.append(EventRange(name, line.position + 1, line.position + len(rows)))
        stored += events
    if request.key:
        sheet.keys[request.key.name] = key_row(request.key, spans)
        sheet.keys |= {one.name: key_row(one, []) for one in request.key.also}
    return Appended(tuple(stored))


def _spans(sheet: Sheet, key: RequestKey) -> tuple[EventRange, ...] | None:
    """What an earlier request with one of these keys stored; None where there was none."""
    found = [sheet.spans(one) for one in (*key.also, key)]
    return next((one for one in reversed(found) if one is not None), None)


def _check_can_be_kept(changes: Sequence[Change]) -> None:
    """Of several changes none must fail once another is made; nor must a number of the day be taken in vain."""
    if len(changes) > 1 or any(map(is_new, changes)):
        for change in changes:
            for event in change.events:
                encoded(event)


def _check_names(sheet: Sheet, request: Request) -> None:
    """No agent is registered beside one that its name looks like."""
    for name in new_names(request):
        sheet.write()  # the other may be on this very sheet
        check_looks(name, agents_like(sheet.connection, name))


def _check_positions(sheet: Sheet, changes: Sequence[Change]) -> None:
    """Each change stands where it expects to, behind those before it."""
    positions: dict[str, int] = {}
    for change in changes:
        name = change.deliberation
        found = 0 if is_new(change) else positions.get(name, _position(sheet, name))
        is_other = change.head and name not in positions and sheet.lines[name].head != change.head
        if found != change.expected or is_other:
            raise AppendConflict(name, change.expected, found)
        positions[name] = found + len(change.events)


def _position(sheet: Sheet, name: str) -> int:
    line = sheet.lines.get(name)
    if line is None:
        refuse_unknown(sheet.connection, name)
    return line.position


def redact(connection: Connection, request: Request, bodies: Mapping[int, str], now: str) -> Appended:
    """Other texts in the place of events' bodies, and the events that tell of it; the chain has to hold."""
    (outcome,) = append_all(connection, [request], now)
    if isinstance(outcome, QuorateError):
        raise outcome
    if not outcome.is_new:
        return outcome
    (change,) = request.changes
    name = change.deliberation
    changed = [{"body": body, "deliberation": name, "position": position} for position, body in bodies.items()]
    connection.run_for_each(statements.OTHER_BODY, changed)
    _refuse_damage(_standing(connection, name), _event_rows(connection, name, 0, _LARGEST))
    return outcome


def answered(connection: Connection, key: RequestKey) -> tuple[Stored, ...]:
    """What an earlier request with this key stored."""
    found = _key_row(connection, key.name)
    return _stored(connection, spans_of(found, key) if found else ())


def has_key(connection: Connection, name: str) -> bool:
    """True where a request with a key of this name was done."""
    return _key_row(connection, name) is not None


def _key_row(connection: Connection, name: str) -> KeyRow | None:
    names, values = several("name", [storable(name)])
    found = first(connection, statements.KEYS + names, values)
    return KeyRow(*found) if found else None


def read(connection: Connection, deliberation: str, after: int) -> tuple[Stored, ...]:
    """The events of a deliberation behind a position."""
    name = storable(deliberation)
    asked = {"id": name, "after": min(max(after, 0), _LARGEST), "last": _LARGEST}
    found = list(connection.rows(statements.HISTORY, asked))
    if not found:
        refuse_unknown(connection, deliberation)
    rows = [EventRow(*row) for _, _, *row in found if row[0] is not None]
    if after <= 0:
        position, head, *_ = found[0]
        _refuse_damage(LineRow(name, position=position, head=head), rows)
    return tuple(map(stored_of, rows))


def _standing(connection: Connection, asked: str) -> LineRow:
    name = storable(asked)
    found = first(connection, statements.STANDS, {"id": name})
    if found is None:
        refuse_unknown(connection, asked)
    position, head = found
    return LineRow(name, position=position, head=head)


def _refuse_damage(line: LineRow, rows: Sequence[EventRow]) -> None:
    """Nobody acts on events that were changed after they were stored, or of which the last were taken away."""
    for problem in check_whole(line, rows):
        raise StoreError(f"{problem}; the record is damaged: restore a backup")


def _stored(connection: Connection, spans: Sequence[EventRange]) -> tuple[Stored, ...]:
    found = (_event_rows(connection, span.deliberation, span.first - 1, span.last) for span in spans)
    return tuple(stored_of(row) for rows in found for row in rows)


def _event_rows(connection: Connection, deliberation: str, after: int, last: int) -> list[EventRow]:
    asked = {"deliberation": deliberation, "after": min(max(after, 0), _LARGEST), "last": last}
    return [EventRow(*row) for row in connection.rows(statements.EVENTS, asked)]


def _names(connection: Connection, changes: Sequence[Change]) -> list[str]:
    """The ids of all changes. New ones are taken in the order of their days, so that no two requests wait in a ring."""
    if not any(map(is_new, changes)):
        return [change.deliberation for change in changes]
    taken = {
        index: _next_of_day(connection, change.deliberation)
        for index, change in sorted(enumerate(changes), key=lambda one: one[1].deliberation)
        if is_new(change)
    }
    return [taken.get(index, change.deliberation) for index, change in enumerate(changes)]


def _next_of_day(connection: Connection, day: str) -> str:
    found = first(connection, statements.NUMBER, {"day": day})
    if found is None:
        connection.run_for_each(statements.NEW_DAY, [{"day": day, "last": 1}])
    return numbered(day, found[0] if found else 1)


def refuse_unknown(connection: Connection, asked: str) -> NoReturn:
    """Names the ids that somebody may have meant."""
    near = (one for wanted in statements.NEAR for one in column(connection, wanted, {"asked": storable(asked)}))
    raise UnknownDeliberation(asked, nearest(asked, [*near, *column(connection, statements.NEWEST)]))
