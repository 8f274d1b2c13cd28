"""Changes to a SQLite store by somebody who makes all hashes, and all that follows from them, fit again."""

import json
import sqlite3
from collections.abc import Callable
from random import Random
from typing import Any

from quorate.core.errors import StoreError
from quorate.deliberation.events import Tracked
from quorate.deliberation.redaction import FREE, in_place_of, is_free, text_hash
from quorate.deliberation.summary import Summary
from quorate.record.chain import chained
from quorate.record.codec import decoded, encoded, text_of
from quorate.record.redact.stored_redaction import texts_in
from quorate.record.rows import EventRow, LineRow, Row
from quorate.record.search import words
from quorate.record.sql.write_batch import wait_rows
from tests.record.changes_to_stores import Change, is_open, names_in, rows_of, run
from tests.record.forging import Forger

_SOMETHING = in_place_of(text_hash("somebody"))


def forger_in(database: sqlite3.Connection, name: str) -> Forger:
    """A deliberation that is about to be forged."""
    columns = ", ".join(LineRow._fields)
    (line,) = database.execute(f"SELECT {columns} FROM quorate_deliberations WHERE id = ?", (name,))
    return Forger([LineRow(*line), *rows_of(database, name)])


def put(database: sqlite3.Connection, rows: list[Row]) -> None:
    """All rows of one deliberation, and what is looked up of it, in the place of what was there."""
    (line,) = [row for row in rows if isinstance(row, LineRow)]
    run(database, "DELETE FROM quorate_events WHERE deliberation = ?", line.id)
    for row in rows:
        if isinstance(row, EventRow):
            run(database, "INSERT INTO quorate_events VALUES (?, ?, ?, ?, ?, ?, ?, ?)", *row)
    summary = decoded(Summary, line.summary)
    said = (*line[1:], words(line.id, summary), line.id)
    columns = "opened_at = ?, changed_at = ?, position = ?, head = ?, summary = ?, words = ?"
    run(database, f"UPDATE quorate_deliberations SET {columns} WHERE id = ?", *said)
    (sequence,) = database.execute("SELECT sequence FROM quorate_deliberations WHERE id = ?", (line.id,)).fetchone()
    run(database, "DELETE FROM quorate_waits WHERE sequence = ?", sequence)
    for wait in wait_rows(sequence, summary):
        run(database, "INSERT INTO quorate_waits VALUES (?, ?, ?, ?, ?, ?)", *wait)


def _closed(database: sqlite3.Connection, draw: Random) -> str:
    return draw.choice([one for one in names_in(database) if not is_open(database, one)])


def _untold(forger: Forger, position: int) -> bool:
    return "$redacted" not in forger.events[position - 1].body


def _bound_text(database: sqlite3.Connection, draw: Random) -> str:
    """A text that rules go by, redacted as if it were words, with the place-holder that words have."""
    name = _closed(database, draw)
    forger = forger_in(database, name)
    fields = [
        (row.position, field)
        for row, plain in zip(forger.events, forger.plain, strict=True)
        if _untold(forger, row.position)
        for field, text in texts_in(plain)
        if text and not is_free(row.kind, field) and field != "verdict"
    ]
    position, field = draw.choice(fields)
    forger.redact(position, field, draw.choice((None, f"other {_SOMETHING}")))
    try:
        forger.count_again()
        put(database, forger.rows())
    except (StoreError, ValueError, LookupError, TypeError):  # it does not even fold any more
        forger.told[1:] = []
        put_bodies(database, forger)
    return f"{name} {position} {field}"


def put_bodies(database: sqlite3.Connection, forger: Forger) -> None:
    """The texts of events alone."""
    for row, plain in zip(forger.events, forger.plain, strict=True):
        where = (text_of(plain), row.deliberation, row.position)
        run(database, "UPDATE quorate_events SET body = ? WHERE deliberation = ? AND position = ?", *where)


def _choice(database: sqlite3.Connection, draw: Random) -> str:
    """Ballots that chose otherwise, and the verdict that follows."""
    name = draw.choice([one for one in names_in(database) if one.startswith("MAGI") and not is_open(database, one)])
    forger = forger_in(database, name)
    for position in forger.of_kind("Cast"):
        vote = forger.plain[position - 1]["vote"]
        if isinstance(vote.get("position"), str):
            forger.redact(position, "vote.position", "REJECT" if vote["position"] == "APPROVE" else "APPROVE")
    forger.count_again()
    put(database, forger.rows())
    return name


def _outcome(database: sqlite3.Connection, draw: Random) -> str:
    """A verdict that comes to something else, or says other words."""
    fresh = [
        (name, position)
        for name in names_in(database)
        for forger in [forger_in(database, name)]
        for position in forger.of_kind("Counted")
        if _untold(forger, position)
    ]
    name, position = draw.choice(fresh)
    forger = forger_in(database, name)
    verdict = json.loads(forger.plain[position - 1]["verdict"])
    changed = draw.choice(
        (
            {"action": "proceed" if verdict["action"] != "proceed" else "block"},
            {"requires": [] if verdict["requires"] else ["verification"]},
            {"conditions": [f"never {_SOMETHING}"]},
            {"alternatives": [f"none {_SOMETHING}"]},
        )
    )
    forger.redact(position, "verdict", json.dumps({**verdict, **changed}, separators=(",", ":"), ensure_ascii=False))
    put(database, forger.rows())
    return f"{name} {position} {changed}"


def _live_action(database: sqlite3.Connection, draw: Random) -> str:
    """The action of a permission that can still be used."""
    live = [
        name
        for name in names_in(database)
        for forger in [forger_in(database, name)]
        if not is_open(database, name)
        and forger.plain[0]["question"]["action"]
        and not {"Released", "Revoked", "Superseded"} & {row.kind for row in forger.events}
    ]
    name = draw.choice(live)
    forger = forger_in(database, name)
    asked = forger.plain[forger.of_kind("RoundOpened")[0] - 1]["question"]
    forger.redact(1, "question.action", f"drop the production database {_SOMETHING}", asked_as=asked)
    put(database, forger.rows())
    return name


def _words_from_nothing(database: sqlite3.Connection, draw: Random) -> str:
    """Words in the place of an empty text, as if more had stood there and some of it had been redacted."""
    name = _closed(database, draw)
    forger = forger_in(database, name)
    fields = [
        (row.position, field)
        for row in forger.events
        if _untold(forger, row.position)
        for field in FREE.get(row.kind, ())
        if forger.text_at(row.position, field) == ""
    ]
    position, field = draw.choice(fields)
    forger.redact(position, field, f"go ahead {_SOMETHING}")
    put(database, forger.rows())
    return f"{name} {position} {field}"


def _counted_words(database: sqlite3.Connection, draw: Random) -> str:
    """Words on which a count depends, and the verdict that follows."""
    (name,) = [one for one in names_in(database) if one.startswith("QUORUM")]
    forger = forger_in(database, name)
    forger.redact(3, "vote.conditions[0]", draw.choice((None, _SOMETHING)))
    if draw.random() < 0.5:
        forger.count_again()
    put(database, forger.rows())
    return name


def _hidden_key(rehash: bool) -> Change:
    def changed(database: sqlite3.Connection, draw: Random) -> str:
        name = _closed(database, draw)
        forger = forger_in(database, name)
        position = draw.choice([*forger.of_kind("Cast"), *forger.of_kind("RoundOpened")])
        plain = forger.plain[position - 1]
        draw.choice([plain, plain.get("vote", plain)])["$asked_as"] = "sha256:0"
        if rehash:
            put(database, forger.rows(rehash=True))
        else:
            put_bodies(database, forger)
        return f"{name} {position}"

    return changed


def _other_order(database: sqlite3.Connection, draw: Random) -> str:
    """The keys of an event in another order, which means the same."""
    name = draw.choice(names_in(database))
    forger = forger_in(database, name)
    places = [place for place, plain in enumerate(forger.plain) if len(plain) > 1]
    place = draw.choice(places)
    first, *others = forger.plain[place].items()
    forger.plain[place] = dict([*others, first])
    put_bodies(database, forger)
    return f"{name} {place + 1}"


def swap_lines(database: sqlite3.Connection, draw: Random, *, of_one_day: bool = True) -> str:
    """Two deliberations in each other's place in the log, with those who are awaited."""
    names = names_in(database)
    one = draw.choice([name for name in names if not of_one_day or sum(other[:-3] == name[:-3] for other in names) > 1])
    other = draw.choice([name for name in names if name != one and (not of_one_day or name[:-3] == one[:-3])])
    wanted = "SELECT sequence FROM quorate_deliberations WHERE id = ?"
    (here,), (there,) = (database.execute(wanted, (name,)).fetchone() for name in (one, other))
    for table in ("quorate_deliberations", "quorate_waits"):
        for before, after in ((here, -1), (there, here), (-1, there)):
            run(database, f"UPDATE {table} SET sequence = ? WHERE sequence = ?", after, before)
    return f"{one} {other}"


def _swapped_lines(database: sqlite3.Connection, draw: Random) -> str:
    return swap_lines(database, draw)


def _any_lines_swapped(database: sqlite3.Connection, draw: Random) -> str:
    return swap_lines(database, draw, of_one_day=False)


def _far_line(database: sqlite3.Connection, draw: Random) -> str:
    """The last line of the log with a number far off."""
    (last,) = database.execute("SELECT max(sequence) FROM quorate_deliberations").fetchone()
    for table in ("quorate_deliberations", "quorate_waits"):
        run(database, f"UPDATE {table} SET sequence = ? WHERE sequence = ?", last + draw.choice((1, 7, 1000)), last)
    return str(last)


def _foreign(database: sqlite3.Connection, draw: Random) -> str:
    """Something in the file that is not Quorate's."""
    statement = draw.choice(
        (
            "CREATE TRIGGER t AFTER INSERT ON quorate_events BEGIN UPDATE quorate_events SET author = 'eve'; END",
            "CREATE TABLE extra (text)",
            "CREATE VIEW v AS SELECT * FROM quorate_events",
            "CREATE INDEX i ON quorate_events (author)",
        )
    )
    run(database, statement)
    return statement


def _earlier_time(database: sqlite3.Connection, draw: Random) -> str:
    """An event before the one that it stands behind, with new hashes."""
    name = draw.choice(names_in(database))
    forger = forger_in(database, name)
    place = draw.randrange(1, len(forger.events))
    forger.events[place] = forger.events[place]._replace(at=forger.events[place].at.replace("T12", "T11"))
    put(database, forger.rows(rehash=True))
    run(database, "DELETE FROM quorate_keys WHERE spans LIKE ?", f"%{name}%")
    return f"{name} {place + 1}"


FORGED: tuple[tuple[str, Change], ...] = (
    ("forged: a text that rules go by", _bound_text),
    ("forged: a text that rules go by", _bound_text),
    ("forged: other choices", _choice),
    ("forged: another outcome", _outcome),
    ("forged: an action that can be released", _live_action),
    ("forged: words from nothing", _words_from_nothing),
    ("forged: words that count", _counted_words),
    ("a key that hides", _hidden_key(rehash=False)),
    ("a key that hides, new hashes", _hidden_key(rehash=True)),
    ("keys in another order", _other_order),
    ("two lines swapped", _swapped_lines),
    ("a line far off", _far_line),
    ("something foreign", _foreign),
    ("an earlier time, new hashes", _earlier_time),
)


def _back_dated(database: sqlite3.Connection, draw: Random) -> str:
    """A deliberation that nobody had, with times from before the checkpoint."""
    name = _closed(database, draw)
    (last,) = database.execute("SELECT last FROM quorate_days WHERE day = ?", (name[:-3],)).fetchone()
    new = f"{name[:-3]}{last + 1:03d}"
    forger = forger_in(database, name)
    forger.line = forger.line._replace(id=new)
    forger.events = [row._replace(deliberation=new) for row in forger.events]
    run(database, "UPDATE quorate_days SET last = last + 1 WHERE day = ?", name[:-3])
    empty = (new, "", "", 0, "", forger.line.summary, "")
    columns = "(id, opened_at, changed_at, position, head, summary, words)"
    run(database, f"INSERT INTO quorate_deliberations {columns} VALUES (?, ?, ?, ?, ?, ?, ?)", *empty)
    put(database, forger.rows(rehash=True))
    return new


def _late_event(database: sqlite3.Connection, draw: Random) -> str:
    """An event that nobody had, with the time of the one before it."""
    name = _closed(database, draw)
    forger = forger_in(database, name)
    last = forger.events[-1]
    body = encoded(Tracked("R1", note="nobody said this"))
    row = EventRow(name, last.position + 1, last.at, "ann", "asserted", "Tracked", body)
    forger.events.append(row._replace(hash=chained(row, last.hash)))
    forger.plain.append(json.loads(body))
    put(database, forger.rows())
    return name


FORGED_SINCE: tuple[tuple[str, Change], ...] = (
    ("a deliberation that was back-dated", _back_dated),
    ("an event that was back-dated", _late_event),
    ("any two lines swapped", _any_lines_swapped),
)
ALL: dict[str, Callable[..., Any]] = dict((*FORGED, *FORGED_SINCE))
