"""What holds a record together beside its hashes: how events are written, the order of the log, what is left out."""

import io
import json
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from quorate.app.integrity.checkpoints import checkpoint_of
from quorate.deliberation.moments import stamp
from quorate.deliberation.redaction import in_place_of, text_hash
from quorate.record.checkpoint.statement import Checkpoint
from quorate.record.export.backup import backup
from quorate.record.export.export_reader import Reading
from quorate.record.export.export_writer import export
from quorate.record.memory import MemoryRecord
from quorate.record.rows import EventRow, KeyRow, LineRow, Row
from quorate.record.verify.backup_check import check_copy
from quorate.record.verify.verification import Check
from tests.record.forging import Forger
from tests.record.lives import judged, live_all, released
from tests.record.parts import Clock


def found_in(rows: list[Row]) -> list[str]:
    check = Check()
    check.go_through(rows)
    check.finish()
    return [one.text for one in check.findings]


async def rows_in_memory(clock: Clock) -> list[Row]:
    record = MemoryRecord(clock)
    await live_all(record, clock)
    rows: list[Row] = await record.export(list)
    return rows


async def test_keys_of_an_event_in_another_order_are_found(clock: Clock) -> None:
    rows = await rows_in_memory(clock)

    def turned(row: Row) -> Row:
        if not isinstance(row, EventRow) or row.kind != "RoundClosed":
            return row
        return row._replace(body=json.dumps(dict(reversed(json.loads(row.body).items())), separators=(",", ":")))

    found = found_in([turned(row) for row in rows])
    assert len(found) == 4
    assert all("its text is not written as it was stored, even if it means the same" in one for one in found)


async def test_the_order_of_the_log_is_that_of_the_numbers(clock: Clock) -> None:
    rows = await rows_in_memory(clock)
    names = [row.id for row in rows if isinstance(row, LineRow)]
    keys = [row for row in rows if isinstance(row, KeyRow)]
    blocks = {name: [row for row in rows if not isinstance(row, KeyRow) and row[0] == name] for name in names}
    moved = [names[1], names[0], *names[2:]]
    assert found_in([*keys, *(row for name in moved for row in blocks[name])]) == [
        f"{names[0]}: it comes after {names[1]} in the log: the order was changed"
    ]


async def test_days_that_change_places_are_noted_because_a_clock_may_be_put_back(clock: Clock) -> None:
    record = MemoryRecord(clock)
    await released(record, clock)
    clock.now += timedelta(hours=1)
    await judged(record, clock)
    rows = [row for row in await record.export(list) if not isinstance(row, KeyRow)]
    place = next(at for at, row in enumerate(rows) if row[0].startswith("JUDGES"))
    check = Check()
    check.go_through([*rows[place:], *rows[:place]])
    assert check.findings == []
    (note,) = check.notes
    assert note.sentence.startswith("it comes after JUDGES-2026-1115-001 in the log but was opened before it: a clock")


FOREIGN = {
    "a trigger": "CREATE TRIGGER t AFTER INSERT ON quorate_events BEGIN DELETE FROM quorate_keys; END",
    "a table": "CREATE TABLE extra (text)",
    "a view": "CREATE VIEW v AS SELECT * FROM quorate_events",
}


@pytest.mark.parametrize("what", FOREIGN)
async def test_what_is_not_ours_in_a_file_is_found(what: str, tmp_path: Path, clock: Clock) -> None:
    record = MemoryRecord(clock)
    await live_all(record, clock)
    await backup(record, tmp_path / "backup.db")
    with closing(sqlite3.connect(tmp_path / "backup.db")) as database, database:
        database.execute(FOREIGN[what])
    check = Check()
    check_copy(check, tmp_path / "backup.db")
    (finding,) = check.findings
    assert finding.sentence.startswith(f"the file holds {what} '")


async def test_what_an_export_leaves_out_is_not_there(clock: Clock) -> None:
    record, stream = MemoryRecord(clock), io.BytesIO()
    lives = await live_all(record, clock)
    await export(record, "", stream)
    check, name = Check(), lives[0].session.id
    check.go_through(Reading(io.BytesIO(stream.getvalue()), "it", check.find).rows())
    check.left_out = (lives[2].session.id, name)
    check.finish(with_keys=False)
    assert [one.text for one in check.findings] == [
        f"{name}: it is there, although the export says that it was left out"
    ]


@pytest.mark.parametrize("left_out", ['[""]', "[7]", '["MAGI-2026-1115-003","MAGI-2026-1115-003"]', '["MAGI"]'])
async def test_only_deliberations_are_left_out_and_each_once(left_out: str, clock: Clock) -> None:
    record, stream = MemoryRecord(clock), io.BytesIO()
    await live_all(record, clock)
    await export(record, "", stream)
    data = stream.getvalue().replace(b'"left_out":["MAGI-2026-1115-003"]', f'"left_out":{left_out}'.encode())
    faults: list[str] = []
    list(Reading(io.BytesIO(data), "it", faults.append).rows())
    assert "the end of the export leaves out something that is required" in faults


async def test_the_same_damage_is_always_told_in_the_same_order(clock: Clock) -> None:
    rows = await rows_in_memory(clock)
    made = checkpoint_of(rows, stamp(clock.now))
    said = [against(made, []) for _ in range(3)]
    assert said[0] == said[1] == said[2]
    assert [one[:18] for one in said[0]][:4] == [f"MAGI-2026-1115-00{number}" for number in (1, 2, 3, 4)]


def against(made: Checkpoint, rows: list[Row]) -> list[str]:
    check = Check(made)
    check.go_through(rows)
    check.finish()
    return [one.text for one in check.findings]


async def test_a_redacted_verdict_that_cannot_be_counted_again_is_in_doubt(clock: Clock) -> None:
    record = MemoryRecord(clock)
    await released(record, clock)
    forger = Forger(await record.export(list))
    forger.plain[0]["protocol"] = "elsewhere"
    rows = forger.rows(rehash=True)
    check = Check()
    check.go_through([row for row in rows if not isinstance(row, KeyRow)])
    assert (check.findings, check.unchecked) == ([], [])
    assert check.notes[0].sentence.startswith("it cannot be counted again here: elsewhere is different or missing")
    forger = Forger(rows)
    verdict = forger.plain[6]["verdict"]
    forger.redact(7, "verdict", verdict.replace("It was measured", in_place_of(text_hash("x"))))
    check = Check()
    check.go_through([row for row in forger.rows() if not isinstance(row, KeyRow)])
    assert check.findings == []
    assert not check.is_intact
    assert check.unchecked[0].sentence.endswith("the verdict that replaced the redacted one cannot be checked")
