"""Single changes to the rows of a SQLite store; and what only a checkpoint finds."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from quorate.deliberation.summary import summary_of
from quorate.record.chain import chained
from quorate.record.codec import encoded, stored_of
from quorate.record.export.export_writer import folded
from quorate.record.rows import EventRow
from quorate.record.search import words
from quorate.record.sql.write_batch import wait_rows

Change = Callable[[sqlite3.Connection, Random], str]
_TEXTS = {
    "quorate_events": ("deliberation", "at", "author", "proof", "kind", "body", "hash"),
    "quorate_deliberations": ("id", "opened_at", "changed_at", "head", "summary", "words"),
    "quorate_keys": ("name", "request", "spans"),
    "quorate_waits": ("kind", "who", "seat", "until"),
    "quorate_days": ("day",),
}
_NUMBERS = {
    "quorate_events": "position",
    "quorate_deliberations": "position",
    "quorate_waits": "number",
    "quorate_days": "last",
}


def rows_in(file: Path) -> dict[str, list[Any]] | str:
    """All that Quorate reads from a store; or why it cannot be read."""
    try:
        connection = sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)
        try:
            tables = [*_TEXTS, "quorate_version"]
            return {
                table: connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in tables[:5]
            }
        finally:
            connection.close()
    except sqlite3.Error as error:
        return str(error)


def _some_row(database: sqlite3.Connection, table: str, draw: Random) -> int:
    rows: list[int] = [row for (row,) in database.execute(f"SELECT rowid FROM {table}")]
    return draw.choice(rows)


def _bit(database: sqlite3.Connection, draw: Random) -> str:
    """One bit of a text, in any table."""
    table = draw.choice([*_TEXTS, *["quorate_events"] * 4])
    column, row = draw.choice(_TEXTS[table]), _some_row(database, table, draw)
    (text,) = database.execute(f"SELECT {column} FROM {table} WHERE rowid = ?", (row,)).fetchone()
    data = bytearray(text.encode() or b"\0")
    data[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
    run(database, f"UPDATE OR REPLACE {table} SET {column} = CAST(? AS TEXT) WHERE rowid = ?", bytes(data), row)
    return f"{table}.{column} {row}"


def _number(database: sqlite3.Connection, draw: Random) -> str:
    table, column = draw.choice(list(_NUMBERS.items()))
    row, by = _some_row(database, table, draw), draw.choice((1, 2, -1, 1000))
    run(database, f"UPDATE OR REPLACE {table} SET {column} = {column} + ? WHERE rowid = ?", by, row)
    return f"{table}.{column} {row} by {by}"


def _dropped(database: sqlite3.Connection, draw: Random) -> str:
    row = _some_row(database, "quorate_events", draw)
    run(database, "DELETE FROM quorate_events WHERE rowid = ?", row)
    return str(row)


def _swapped(database: sqlite3.Connection, draw: Random) -> str:
    name = _some_deliberation(database, draw)
    positions = [one for (one,) in database.execute(f"{_EVENTS} ORDER BY position", (name,))]
    one, other = draw.sample(positions, 2)
    for before, after in ((one, -1), (other, one), (-1, other)):
        run(
            database,
            "UPDATE quorate_events SET position = ? WHERE deliberation = ? AND position = ?",
            after,
            name,
            before,
        )
    return f"{name} {one} {other}"


_EVENTS = "SELECT position FROM quorate_events WHERE deliberation = ?"


def _doubled(database: sqlite3.Connection, draw: Random) -> str:
    """An event a second time, at the end, and the line moved along."""
    name = _some_deliberation(database, draw)
    rows = rows_of(database, name)
    copy = draw.choice(rows)._replace(position=len(rows) + 1)
    database.execute(f"INSERT INTO quorate_events VALUES ({', '.join('?' * len(copy))})", copy)
    head = (copy.position, copy.hash, copy.at, name)
    run(database, "UPDATE quorate_deliberations SET position = ?, head = ?, changed_at = ? WHERE id = ?", *head)
    return f"{name} {copy.position}"


def _cut(database: sqlite3.Connection, draw: Random) -> str:
    name = _some_deliberation(database, draw)
    last = draw.randrange(len(rows_of(database, name)))
    run(database, "DELETE FROM quorate_events WHERE deliberation = ? AND position > ?", name, last)
    return f"{name} behind {last}"


def _moved(database: sqlite3.Connection, draw: Random) -> str:
    """An event of one deliberation in the place of one of another."""
    one, other = draw.sample(names_in(database), 2)
    rows, others = rows_of(database, one), rows_of(database, other)
    place = draw.randrange(min(len(rows), len(others)))
    body = others[place].body if others[place].body != rows[place].body else "{}"
    values = (body, others[place].kind, one, place + 1)
    run(database, "UPDATE quorate_events SET body = ?, kind = ? WHERE deliberation = ? AND position = ?", *values)
    return f"{one} {place + 1}"


def _gone(database: sqlite3.Connection, draw: Random) -> str:
    """A whole deliberation, with all that is kept of it but the number of the day and the keys."""
    name = _some_deliberation(database, draw)
    run(
        database,
        "DELETE FROM quorate_waits WHERE sequence IN (SELECT sequence FROM quorate_deliberations WHERE id = ?)",
        name,
    )
    for table, column in (("quorate_events", "deliberation"), ("quorate_deliberations", "id")):
        run(database, f"DELETE FROM {table} WHERE {column} = ?", name)
    return name


def _silently_redacted(database: sqlite3.Connection, draw: Random) -> str:
    """A text taken out as redaction does, and no event says so."""
    name = _some_deliberation(database, draw)
    for row in draw.sample(rows := rows_of(database, name), len(rows)):
        body = json.loads(row.body)
        texts = [key for key, value in body.items() if isinstance(value, str)]
        if texts:
            key = draw.choice(texts)
            body[key] = {"$redacted": _hash(body[key])}
            _put_body(database, row, json.dumps(body, separators=(",", ":")))
            return f"{name} {row.position} {key}"
    return name


def _left_rewritten(database: sqlite3.Connection, draw: Random) -> str:
    """Other words in the place of a text that was redacted."""
    marked = [row for name in names_in(database) for row in rows_of(database, name) if '"$redacted"' in row.body]
    row = draw.choice(marked)
    body = row.body.replace('"$left":"', '"$left":"not ', 1) if '"$left"' in row.body else _other_hash(row.body)
    _put_body(database, row, body)
    return f"{row.deliberation} {row.position}"


def _other_hash(body: str) -> str:
    place = body.index('"$redacted":"sha256:') + len('"$redacted":"sha256:')
    return body[:place] + ("0" if body[place] != "0" else "1") + body[place + 1 :]


STORE_CHANGES: tuple[tuple[str, Change], ...] = (
    ("a bit of a text", _bit),
    ("a bit of a text", _bit),
    ("a bit of a text", _bit),
    ("a number", _number),
    ("an event less", _dropped),
    ("two events swapped", _swapped),
    ("an event twice", _doubled),
    ("cut off", _cut),
    ("another's event", _moved),
    ("a deliberation less", _gone),
    ("redacted and not said", _silently_redacted),
    ("other words in the place of redacted ones", _left_rewritten),
)


def _older(database: sqlite3.Connection, draw: Random) -> str:  # noqa: ARG001 - nothing but the copy is older
    return ""


def _rewritten(database: sqlite3.Connection, draw: Random) -> str:
    """A whole deliberation with other words, and all hashes put right again."""
    name = draw.choice([one for one in names_in(database) if not is_open(database, one)])
    rows = rows_of(database, name)
    place = draw.randrange(len(rows))
    at = rows[place].at.replace("T12", "T11")
    rows[place] = rows[place]._replace(at=at, author="mallory")
    _put_all(database, name, rows)
    return f"{name} {place + 1}"


def _cut_and_put_right(database: sqlite3.Connection, draw: Random) -> str:
    """The last events less, and the line put right again."""
    name = _some_deliberation(database, draw)
    rows = rows_of(database, name)
    kept = rows[: draw.randrange(1, len(rows))]
    run(database, "DELETE FROM quorate_events WHERE deliberation = ? AND position > ?", name, len(kept))
    _put_all(database, name, kept)
    return f"{name} behind {len(kept)}"


def _gone_without_trace(database: sqlite3.Connection, draw: Random) -> str:
    """The last deliberation of a day, with its number and its keys."""
    names = names_in(database)
    name = draw.choice([one for one in names if f"{one[:-3]}{int(one[-3:]) + 1:03d}" not in names])
    run(
        database,
        "DELETE FROM quorate_waits WHERE sequence IN (SELECT sequence FROM quorate_deliberations WHERE id = ?)",
        name,
    )
    run(database, "DELETE FROM quorate_keys WHERE spans LIKE ?", f"%{name}%")
    for table, column in (("quorate_events", "deliberation"), ("quorate_deliberations", "id")):
        run(database, f"DELETE FROM {table} WHERE {column} = ?", name)
    run(database, "UPDATE quorate_days SET last = last - 1 WHERE day = ?", name[:-3])
    run(database, "DELETE FROM quorate_days WHERE last = 0")
    return name


def _key_less(database: sqlite3.Connection, draw: Random) -> str:
    row = _some_row(database, "quorate_keys", draw)
    run(database, "DELETE FROM quorate_keys WHERE rowid = ?", row)
    return str(row)


ROLLBACKS: tuple[tuple[str, Change], ...] = (
    ("older copy", _older),
    ("rewritten with new hashes", _rewritten),
    ("rewritten with new hashes", _rewritten),
    ("cut off, line put right", _cut_and_put_right),
    ("cut off, line put right", _cut_and_put_right),
    ("a deliberation less, without trace", _gone_without_trace),
    ("a key less", _key_less),
)


def names_in(database: sqlite3.Connection) -> list[str]:
    """All deliberations, in the order of the log."""
    return [name for (name,) in database.execute("SELECT id FROM quorate_deliberations ORDER BY sequence")]


def _some_deliberation(database: sqlite3.Connection, draw: Random) -> str:
    return draw.choice(names_in(database))


def rows_of(database: sqlite3.Connection, name: str) -> list[EventRow]:
    """The events of a deliberation."""
    columns = ", ".join(EventRow._fields)
    wanted = f"SELECT {columns} FROM quorate_events WHERE deliberation = ? ORDER BY position"
    return [EventRow(*row) for row in database.execute(wanted, (name,))]


def is_open(database: sqlite3.Connection, name: str) -> bool:
    """True where its ballots are sealed."""
    session = folded(rows_of(database, name))
    return session.round is not None and session.round.is_open


def _put_body(database: sqlite3.Connection, row: EventRow, body: str) -> None:
    where = (body, row.deliberation, row.position)
    run(database, "UPDATE quorate_events SET body = ? WHERE deliberation = ? AND position = ?", *where)


def _put_all(database: sqlite3.Connection, name: str, rows: list[EventRow]) -> None:
    """The rows with hashes that fit, and the line and all that is looked up as they follow from them."""
    previous, after = "", []
    for row in rows:
        previous = chained(row, previous)
        after.append(row._replace(hash=previous))
        where = (previous, row.at, row.author, name, row.position)
        run(
            database,
            "UPDATE quorate_events SET hash = ?, at = ?, author = ? WHERE deliberation = ? AND position = ?",
            *where,
        )
    assert [stored_of(row) for row in after]
    summary = summary_of(folded(after))
    line = (after[0].at, after[-1].at, len(after), previous, encoded(summary), words(name, summary), name)
    columns = "opened_at = ?, changed_at = ?, position = ?, head = ?, summary = ?, words = ?"
    run(database, f"UPDATE quorate_deliberations SET {columns} WHERE id = ?", *line)
    (sequence,) = database.execute("SELECT sequence FROM quorate_deliberations WHERE id = ?", (name,)).fetchone()
    run(database, "DELETE FROM quorate_waits WHERE sequence = ?", sequence)
    for wait in wait_rows(sequence, summary):
        run(database, "INSERT INTO quorate_waits VALUES (?, ?, ?, ?, ?, ?)", *wait)


def run(database: sqlite3.Connection, statement: str, *values: Any) -> None:
    """One statement."""
    database.execute(statement, values)


def _hash(text: str) -> str:
    from quorate.deliberation.redaction import text_hash

    return text_hash(text)
