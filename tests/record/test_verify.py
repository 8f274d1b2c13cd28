"""Whatever was changed is found, with the deliberation and the event; what was not is left in peace."""

import io
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import psycopg
import pytest

from quorate.core.errors import InputError, StoreError
from quorate.deliberation.events import Cast, Counted
from quorate.record import open_record
from quorate.record.chain import chained
from quorate.record.export.backup import backup, restore
from quorate.record.export.export_reader import Reading
from quorate.record.export.export_writer import export
from quorate.record.faults import OtherFormat
from quorate.record.memory import MemoryRecord
from quorate.record.port import RequestKey
from quorate.record.redact.stored_redaction import Wish, redact
from quorate.record.rows import EventRange, EventRow, KeyRow, LineRow, Row, Store, key_row
from quorate.record.verify.backup_check import check_copy
from quorate.record.verify.verification import Check
from tests.postgres import Server
from tests.record.lives import ANN, SECRET, live_all, released
from tests.record.parts import Clock
from tests.record.tampering import Material, Tampering


async def found(record: Store) -> list[str]:
    check = Check()
    await record.export(check.go_through)
    check.finish()
    for name, wrong in await record.wrong_lookups():
        check.find(wrong, name)
    return [one.text for one in check.findings]


def found_in(rows: list[Row]) -> list[str]:
    check = Check()
    check.go_through(rows)
    check.finish()
    return [one.text for one in check.findings]


def test_hundreds_of_single_changes_are_all_found(made: Material) -> None:
    tampering = Tampering(made, Random(4711))
    tampering.run(200)
    assert tampering.figures.judged == 200
    assert tampering.figures.missed == []


def test_what_nobody_touched_is_intact(made: Material) -> None:
    tampering = Tampering(made, Random(4711))
    tampering.untouched(24)
    assert tampering.figures.false_alarms == []
    assert tampering.figures.unseen == []


async def test_a_record_that_lives_is_intact(record: Store, clock: Clock) -> None:
    lives = await live_all(record, clock)
    assert await found(record) == []
    await redact(record, lives[0].session.id, Wish("a customer", text=SECRET), ANN)
    assert await found(record) == []


async def test_an_empty_record_is_intact(record: Store) -> None:
    assert await found(record) == []


async def test_it_says_which_event_was_changed(clock: Clock) -> None:
    record = MemoryRecord(clock)
    life = await released(record, clock)
    rows: list[Row] = await record.export(list)
    place = next(at for at, row in enumerate(rows) if isinstance(row, EventRow) and row.position == 4)
    rows[place] = rows[place]._replace(author="mallory")  # type: ignore[call-arg]
    sentence = "its hash does not match; it was changed after it was stored"
    assert found_in(rows) == [f"{life.session.id}, event 4: {sentence}"]


def changed_line(row: LineRow) -> LineRow:
    return row._replace(summary=row.summary.replace("Adopt", "Reject"))


def changed_times(row: LineRow) -> LineRow:
    return row._replace(opened_at="2026-11-15T00:00:00.000000Z")


def moved_on(row: LineRow) -> LineRow:
    return row._replace(position=row.position + 1)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (changed_line, "its line in the log contradicts its events"),
        (changed_times, "the times in its line are not those of its events"),
        (moved_on, "its line in the log is at event 9, but its last event is 8"),
    ],
)
async def test_a_line_of_the_log_has_to_say_what_the_events_say(
    change: Callable[[LineRow], LineRow], sentence: str, clock: Clock
) -> None:
    record = MemoryRecord(clock)
    life = await released(record, clock)
    rows = [change(row) if isinstance(row, LineRow) else row for row in await record.export(list)]
    assert found_in(rows) == [f"{life.session.id}: {sentence}"]


async def test_keys_have_to_point_to_what_one_request_stored(clock: Clock) -> None:
    record = MemoryRecord(clock)
    life = await released(record, clock)
    rows: list[Row] = await record.export(list)
    keys = [row for row in rows if isinstance(row, KeyRow)]
    rest = [row for row in rows if not isinstance(row, KeyRow)]
    flipped = keys[1]._replace(request=keys[1].request.replace("5e", "6e", 1))
    assert found_in([flipped, *rest]) == [f"the key {flipped.name!r} was changed after it was stored"]
    apart = key_row(RequestKey("another", "x"), [EventRange(life.session.id, 2, 4)])
    assert "which are not those of one request" in found_in([apart, *rest])[0]
    nowhere = key_row(RequestKey("another", "x"), [EventRange("MAGI-2026-1115-009", 1, 1)])
    assert found_in([nowhere, *rest]) == ["a key refers to MAGI-2026-1115-009, which does not exist"]


async def _rewritten(clock: Clock, kind: str, before: str, after: str) -> Check:
    """What is found where the first event of a kind says something else, and all hashes agree with that."""
    record = MemoryRecord(clock)
    await released(record, clock)
    changed, previous, rows = False, "", list[Row]()
    for row in await record.export(list):
        if isinstance(row, EventRow):
            if row.kind == kind and not changed:
                row, changed = row._replace(body=row.body.replace(before, after)), True
            row = row._replace(hash=chained(row, previous))
            previous = row.hash
        rows.append(row)
    check = Check()
    check.go_through([row._replace(head=previous) if isinstance(row, LineRow) else row for row in rows])
    return check


async def test_a_count_that_today_comes_out_otherwise_is_a_note_and_no_damage(clock: Clock) -> None:
    check = await _rewritten(clock, Counted.__name__, "It was measured", "It was weighed")
    assert check.findings == []
    assert [one.event for one in check.notes] == [7]
    assert check.notes[0].sentence.startswith("counted differently today")


async def test_a_count_of_ballots_that_are_not_on_the_record_is_damage(clock: Clock) -> None:
    check = await _rewritten(clock, Cast.__name__, "APPROVE", "REJECT")
    assert [one.sentence for one in check.findings] == ["it counts ballots that are not on the record: Logos"]


ON_A_SERVER = {
    "a body": "UPDATE quorate_events SET body = replace(body, 'APPROVE', 'REJECT') WHERE kind = 'Cast'",
    "an author": "UPDATE quorate_events SET author = 'mallory' WHERE position = 2",
    "an event less": "DELETE FROM quorate_events WHERE position = 3",
    "a summary": "UPDATE quorate_deliberations SET summary = replace(summary, 'queue', 'stack')",
    "words": "UPDATE quorate_deliberations SET words = words || 'x'",
    "a wait less": "DELETE FROM quorate_waits",
    "a day": "UPDATE quorate_days SET last = last + 1",
    "a key": "UPDATE quorate_keys SET name = name || 'x'",
    "white space": "UPDATE quorate_events SET body = replace(body, ',', ', ')",
}


@pytest.mark.parametrize("change", ON_A_SERVER)
async def test_changes_on_a_server_are_found(change: str, postgres: Server, clock: Clock) -> None:
    address = postgres.emptied_database()
    record = open_record(address, clock)
    await live_all(record, clock)
    assert await found(record) == []
    with psycopg.connect(address) as connection:
        assert connection.execute(ON_A_SERVER[change].encode()).rowcount
    assert await found(record)
    await record.close()


async def test_a_backup_is_checked_without_being_opened_as_a_record(tmp_path: Path, clock: Clock) -> None:
    record = MemoryRecord(clock)
    await live_all(record, clock)
    await backup(record, tmp_path / "backup.db")
    before = (tmp_path / "backup.db").read_bytes()
    check = Check()
    check_copy(check, tmp_path / "backup.db")
    assert (check.findings, check.deliberations, check.events) == ([], 5, 42)
    assert (tmp_path / "backup.db").read_bytes() == before


async def test_a_text_that_is_no_text_is_found(tmp_path: Path, clock: Clock) -> None:
    record = MemoryRecord(clock)
    await live_all(record, clock)
    await backup(record, tmp_path / "backup.db")
    with closing(sqlite3.connect(tmp_path / "backup.db")) as database, database:
        database.execute("UPDATE quorate_events SET body = CAST(? AS TEXT) WHERE position = 3", (b"secret \xff",))
    check = Check()
    check_copy(check, tmp_path / "backup.db")
    assert check.findings
    assert "secret" not in str(check.findings)


async def test_a_file_whose_tables_cannot_be_read_is_damaged(tmp_path: Path, clock: Clock) -> None:
    record = MemoryRecord(clock)
    await live_all(record, clock)
    await backup(record, tmp_path / "backup.db")
    data = (tmp_path / "backup.db").read_bytes()
    (tmp_path / "backup.db").write_bytes(data.replace(b"CREATE TABLE quorate_keys", b"CREATE TABL\xa8 quorate_keys"))
    check = Check()
    check_copy(check, tmp_path / "backup.db")
    assert [one.sentence for one in check.findings] == [
        f"{tmp_path / 'backup.db'} is damaged; keep the file, and restore a backup into a new one"
    ]


async def test_a_version_that_is_no_text_is_damage(tmp_path: Path, clock: Clock) -> None:
    record = MemoryRecord(clock)
    await live_all(record, clock)
    await backup(record, tmp_path / "backup.db")
    with closing(sqlite3.connect(tmp_path / "backup.db")) as database, database:
        database.execute("UPDATE quorate_version SET version_num = CAST(x'00' AS BLOB)")
    with pytest.raises(OtherFormat, match="which does not exist; it is damaged"):
        check_copy(Check(), tmp_path / "backup.db")


async def test_tables_of_other_types_are_damage(tmp_path: Path, clock: Clock) -> None:
    record = MemoryRecord(clock)
    await live_all(record, clock)
    await backup(record, tmp_path / "backup.db")
    data = (tmp_path / "backup.db").read_bytes()
    (tmp_path / "backup.db").write_bytes(data.replace(b"sequence INTEGER NOT NULL", b"sequence INTDGER NOT NULL"))
    check = Check()
    check_copy(check, tmp_path / "backup.db")
    assert check.findings


def one_line_more(file: Path) -> None:
    """The page with the lines of the log says that it has one more than it has: it comes last and has no number."""
    with closing(sqlite3.connect(file)) as database:
        (page,) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'quorate_deliberations'").fetchone()
        (size,) = database.execute("PRAGMA page_size").fetchone()
    data, place = bytearray(file.read_bytes()), (page - 1) * size
    assert data[place] == 0x0D
    data[place + 4] += 1
    file.write_bytes(data)


async def test_lines_out_of_order_are_found_and_nobody_goes_round_in_circles(tmp_path: Path, clock: Clock) -> None:
    record = MemoryRecord(clock)
    await live_all(record, clock)
    await backup(record, tmp_path / "backup.db")
    one_line_more(tmp_path / "backup.db")
    check = Check()
    check_copy(check, tmp_path / "backup.db")
    assert "the lines of the log are out of order; the store is damaged" in check.findings[0].sentence
    with pytest.raises(StoreError, match="out of order"):
        await restore(tmp_path / "backup.db", MemoryRecord(clock))


def test_a_database_of_another_program_is_wrong_input(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "notes.db")) as database:
        database.execute("CREATE TABLE notes (text)")
    with pytest.raises(InputError, match="belongs to another program"):
        check_copy(Check(), tmp_path / "notes.db")


async def test_a_text_that_was_restored_after_it_was_redacted_is_found(clock: Clock) -> None:
    record = MemoryRecord(clock)
    life = await released(record, clock)
    before = {row.position: row for row in await record.export(list) if isinstance(row, EventRow)}
    await redact(record, life.session.id, Wish("a customer", text=SECRET), ANN)
    rows = [before.get(row.position, row) if isinstance(row, EventRow) else row for row in await record.export(list)]
    assert any("vote.rationale is still there, although event" in one for one in found_in(rows))


async def test_an_export_is_compared_with_what_it_says_that_it_is_of(clock: Clock) -> None:
    record, stream = MemoryRecord(clock), io.BytesIO()
    lives = await live_all(record, clock)
    await export(record, lives[0].session.id, stream)
    data = stream.getvalue().replace(b'"of":"MAGI-2026-1115-001"', b'"of":"MAGI-2026-1115-002"', 1)
    faults: list[str] = []
    list(Reading(io.BytesIO(data), "it", faults.append).rows())
    assert faults[0] == "the export should hold MAGI-2026-1115-002, and holds MAGI-2026-1115-001"
