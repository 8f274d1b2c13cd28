"""Every check of `verify` is needed: switched off alone, it lets a change pass that nothing else finds.

Not so those that are there twice for good measure: gaps between events and events of others also break the chain, a
wrong type also breaks what is read, and the hash of a question is also held against the rounds that asked it.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from random import Random
from typing import Any, NamedTuple

import pytest

from quorate.deliberation.summary import Summary
from quorate.record import chain
from quorate.record.codec import decoded
from quorate.record.export.export_writer import ExportedDeliberation
from quorate.record.port import RequestKey
from quorate.record.rows import EventRange, key_row
from quorate.record.search import words
from quorate.record.sql import lookups
from quorate.record.verify import redaction_check, verification
from quorate.record.verify.key_check import KeyCheck
from quorate.record.verify.verification import Against
from tests.record.changes_by_forgers import ALL as FORGED
from tests.record.changes_to_exports import hidden, last_less
from tests.record.changes_to_stores import ROLLBACKS, STORE_CHANGES, names_in, run
from tests.record.tampering import Material, is_found_in_export, is_found_in_store, written

_MOST_TRIES = 60
Database = sqlite3.Connection


def _number_less(database: Database, _: Random) -> None:
    """The second deliberation of a day, without any trace but its number."""
    name = names_in(database)[1]
    run(database, "DELETE FROM quorate_keys WHERE spans LIKE ?", f"%{name}%")
    for table, column in (("quorate_events", "deliberation"), ("quorate_deliberations", "id")):
        run(database, f"DELETE FROM {table} WHERE {column} = ?", name)
    for table in ("quorate_waits", "quorate_deliberations"):
        for (later,) in database.execute(f"SELECT DISTINCT sequence FROM {table} WHERE sequence > 2").fetchall():
            run(database, f"UPDATE {table} SET sequence = ? WHERE sequence = ?", later - 1, later)


def _line_less(database: Database, _: Random) -> None:
    """The line of the last deliberation and all that tells of it, but its events."""
    name = names_in(database)[-1]
    run(database, "DELETE FROM quorate_keys WHERE spans LIKE ?", f"%{name}%")
    run(database, "DELETE FROM quorate_deliberations WHERE id = ?", name)
    run(database, "UPDATE quorate_days SET last = last - 1 WHERE day = ?", name[:-3])


def _other_summary(database: Database, _: Random) -> None:
    """Another subject in the log, and in the words that a search looks at."""
    name = names_in(database)[0]
    (text,) = database.execute("SELECT summary FROM quorate_deliberations WHERE id = ?", (name,)).fetchone()
    other = text.replace("queue", "stack")
    said = (other, words(name, decoded(Summary, other)), name)
    run(database, "UPDATE quorate_deliberations SET summary = ?, words = ? WHERE id = ?", *said)


def _new_key(*spans: EventRange) -> Callable[[Database, Random], None]:
    def changed(database: Database, _: Random) -> None:
        run(
            database, "INSERT INTO quorate_keys VALUES (?, ?, ?)", *key_row(RequestKey("another", "sha256:0"), [*spans])
        )

    return changed


def _statement(statement: str) -> Callable[[Database, Random], None]:
    return lambda database, _: run(database, statement)


class Off(NamedTuple):
    """A check, what it says where it is switched off, and the change that then passes."""

    where: Any
    name: str
    instead: Callable[..., Any]
    change: str
    with_checkpoint: bool = False


def nothing(*_: Any, **__: Any) -> Iterator[Any]:
    return iter(())


def empty(*_: Any, **__: Any) -> str:
    return ""


def _taken(keys: KeyCheck, group: ExportedDeliberation) -> Iterator[str]:
    keys._claimed.pop(group.line.id, None)
    return iter(())


class Alike:
    """Equal to whatever it is compared with."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


MAGI = "MAGI-2026-1115-001"
CHANGES: dict[str, Any] = {
    **dict(STORE_CHANGES),
    **dict(ROLLBACKS),
    **FORGED,
    "a number less": _number_less,
    "a line less": _line_less,
    "another summary": _other_summary,
    "a key changed": _statement("UPDATE quorate_keys SET request = 'sha256:0'"),
    "a key of several requests": _new_key(EventRange(MAGI, 2, 4)),
    "a key of nothing": _new_key(EventRange("MAGI-2026-1115-099", 1, 1)),
    "words": _statement("UPDATE quorate_deliberations SET words = words || 'x'"),
    "a day": _statement("UPDATE quorate_days SET last = last + 1"),
    "a text put back": _statement(
        "UPDATE quorate_events SET body = json_set(body, '$.reason', 'context was missing') "
        "WHERE kind = 'Revised' AND body LIKE '%\"reason\":{%'"
    ),
}
CHECKS = (
    Off(chain, "_hash_of", lambda row, _: row.hash, "a bit of a text"),
    Off(redaction_check, "_wrong_mark", empty, "redacted and not said"),
    Off(redaction_check, "_not_standing", nothing, "a text put back"),
    Off(redaction_check, "_not_allowed", empty, "forged: an action that can be released"),
    Off(redaction_check, "_wrong_left", empty, "forged: words that count"),
    Off(verification, "is_as_written", lambda _: True, "keys in another order"),
    Off(verification, "_wrong_times", nothing, "an earlier time, new hashes"),
    Off(verification, "_wrong_line", nothing, "a number"),
    Off(verification.LogOrder, "wrong_of", empty, "two lines swapped"),
    Off(verification, "_said_of", nothing, "forged: another outcome"),
    Off(verification, "encoded", lambda _: Alike(), "another summary"),
    Off(verification, "_missing", nothing, "a number less"),
    Off(KeyCheck, "take", empty, "a key changed"),
    Off(KeyCheck, "wrong_in", _taken, "a key of several requests"),
    Off(KeyCheck, "left", nothing, "a key of nothing"),
    Off(lookups, "_wrong_lines", nothing, "words"),
    Off(lookups, "_wrong_days", nothing, "a day"),
    Off(lookups, "_without_a_line", nothing, "a line less"),
    Off(lookups, "_wrong_file", nothing, "something foreign"),
    Off(Against, "_wrong_events", nothing, "rewritten with new hashes", True),
    Off(Against, "_wrong_place", nothing, "any two lines swapped", True),
    Off(Against, "_before", lambda *_: (0, ""), "an event that was back-dated", True),
    Off(Against, "wrong_keys", empty, "a key less", True),
)
OF_EXPORTS = (
    (Off(Against, "missing", nothing, "", True), last_less),
    (Off(Against, "is_known_as_closed", lambda *_: False, "", True), hidden),
)


def is_missed(made: Material, off: Off, draw: Random) -> bool:
    file = made.folder / "changed.db"
    with closing(sqlite3.connect(written(file, made.store))) as database, database:
        CHANGES[off.change](database, draw)
    return not is_found_in_store(file, made.checkpoint if off.with_checkpoint else None)


@pytest.mark.parametrize("off", CHECKS, ids=lambda off: off.name.strip("_"))
def test_without_it_a_change_of_a_store_is_missed(off: Off, made: Material, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not any(is_missed(made, off, Random(one)) for one in range(3))
    monkeypatch.setattr(off.where, off.name, off.instead)
    assert any(is_missed(made, off, Random(one)) for one in range(_MOST_TRIES))


@pytest.mark.parametrize(("off", "change"), OF_EXPORTS, ids=lambda one: getattr(one, "name", ""))
def test_without_it_a_change_of_an_export_is_missed(
    off: Off, change: Callable[[bytes, Random], bytes], made: Material, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = change(made.everything, Random(1))
    assert is_found_in_export(data, made.checkpoint)
    monkeypatch.setattr(off.where, off.name, off.instead)
    assert not is_found_in_export(data, made.checkpoint)
