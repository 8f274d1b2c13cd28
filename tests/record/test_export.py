"""An export holds all that verify needs, in the same bytes whenever it is written, and nothing that is sealed."""

import asyncio
import io
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from quorate.core.errors import InputError, Refused, StoreError, UnknownDeliberation
from quorate.record.export.export_reader import Reading
from quorate.record.export.export_writer import export
from quorate.record.faults import OtherFormat
from quorate.record.memory import MemoryRecord
from quorate.record.redact.stored_redaction import Wish, redact
from quorate.record.rows import EventRow, LineRow, Row, Store
from quorate.views.integrity import Export
from tests.record.lives import ANN, SECRET, live_all, overridden, released, voting
from tests.record.parts import Clock


async def exported(record: Store, deliberation: str = "") -> bytes:
    stream = io.BytesIO()
    await export(record, deliberation, stream)
    return stream.getvalue()


def read(data: bytes) -> tuple[list[Row], list[str]]:
    faults: list[str] = []
    reading = Reading(io.BytesIO(data), "it", faults.append)
    return list(reading.rows()), faults


async def test_what_is_exported_is_read_back_row_for_row(record: Store, clock: Clock) -> None:
    life = await overridden(record, clock)
    rows, faults = read(await exported(record, life.session.id))
    assert rows == await record.export(list, only=life.session.id)
    assert faults == []


async def test_all_of_a_record_is_exported_but_what_is_sealed(record: Store, clock: Clock) -> None:
    lives = await live_all(record, clock)
    stream = io.BytesIO()
    done = await export(record, "", stream)
    sealed = lives[2].session.id
    assert done == Export(4, 39, (sealed,))
    rows, faults = read(stream.getvalue())
    assert [row.id for row in rows if isinstance(row, LineRow)] == [
        life.session.id for life in lives if life.session.id != sealed
    ]
    assert sealed not in str(rows)
    assert faults == []


async def test_every_store_gives_the_same_bytes(new_record: Callable[[str], Store], clock: Clock) -> None:
    found = set()
    for kind in ("memory", "sqlite", "postgres"):
        record, clock.now = new_record(kind), Clock().now
        life = await released(record, clock)
        found |= {await exported(record, life.session.id) for _ in range(2)}
        await record.close()
    assert len(found) == 1


async def test_an_open_round_is_not_exported(record: Store, clock: Clock, tmp_path: Path) -> None:
    life = await voting(record, clock)
    with pytest.raises(Refused, match="an export would show sealed ballots; export it once the round is counted"):
        await export(record, life.session.id, tmp_path / "export.jsonl")
    assert not list(tmp_path.glob("*export*"))


async def test_nothing_is_put_before_it_is_refused(clock: Clock) -> None:
    record, stream = MemoryRecord(clock), io.BytesIO()
    life = await voting(record, clock)
    with pytest.raises(Refused):
        await export(record, life.session.id, stream)
    assert stream.getvalue() == b""


async def test_a_file_is_its_owners_alone_and_replaces_nothing(record: Store, clock: Clock, tmp_path: Path) -> None:
    life = await released(record, clock)
    file = tmp_path / "out" / "export.jsonl"
    file.parent.mkdir()
    await export(record, life.session.id, file)
    assert (file.stat().st_mode & 0o777, os.listdir(file.parent)) == (0o600, ["export.jsonl"])
    assert file.read_bytes() == await exported(record, life.session.id)
    with pytest.raises(InputError, match="already exists; name a new file for the export"):
        await export(record, life.session.id, file)
    with pytest.raises(StoreError, match="cannot be written: No such file or directory"):
        await export(record, life.session.id, tmp_path / "nowhere" / "export.jsonl")


async def test_an_unknown_deliberation_is_named_with_the_nearest(record: Store, clock: Clock) -> None:
    life = await released(record, clock)
    with pytest.raises(UnknownDeliberation, match=life.session.id):
        await exported(record, "MAGI-2026-1115-009")


async def test_it_can_be_read_without_quorate(record: Store, clock: Clock) -> None:
    life = await released(record, clock)
    head, line, *events, end = map(json.loads, (await exported(record, life.session.id)).splitlines())
    assert (head["quorate_export"], head["of"]) == (2, life.session.id)
    assert line["deliberation"]["summary"]["subject"] == "Adopt the queue?"
    assert events[2]["event"]["body"]["vote"]["rationale"] == SECRET
    assert (end["end"]["events"], end["end"]["left_out"]) == (len(events), [])
    assert events[-1]["event"]["hash"] == line["deliberation"]["head"]


async def test_what_was_redacted_is_not_in_it(record: Store, clock: Clock) -> None:
    life = await released(record, clock)
    await redact(record, life.session.id, Wish("a customer", text=SECRET), ANN)
    data = await exported(record, life.session.id)
    assert json.dumps(SECRET)[1:-1].encode() not in data
    assert read(data)[1] == []


async def test_a_deliberation_that_was_changed_is_not_exported(clock: Clock) -> None:
    record = MemoryRecord(clock)
    life = await released(record, clock)

    def changed(row: Row) -> Row:
        return row._replace(author="mallory") if isinstance(row, EventRow) and row.position == 3 else row

    copy = MemoryRecord(clock)
    await copy.fill(iter([changed(row) for row in await record.export(list)]))
    with pytest.raises(StoreError, match="event 3: its hash does not match"):
        await exported(copy, life.session.id)


@pytest.mark.parametrize("data", [b"", b"Dear diary", b"{}\n", b"[1]\n", b'{"quorate_export":1}\n', b"\xff\xfe"])
def test_what_is_no_export_is_wrong_input(data: bytes) -> None:
    with pytest.raises(InputError, match="it: neither an export nor a backup of Quorate"):
        read(data)


def test_an_export_of_a_newer_release_is_not_taken_for_damage() -> None:
    with pytest.raises(InputError, match="which a newer Quorate wrote"):
        read(b'{"quorate_export":3,"of":"all","about":""}\n')


def test_an_export_of_an_earlier_build_is_refused() -> None:
    with pytest.raises(OtherFormat, match=r"written by an earlier development build of Quorate \(format 1\)"):
        read(b'{"quorate_export":1,"of":"all","about":""}\n')


def test_appends_go_on_while_all_is_exported(sqlite: Store, clock: Clock) -> None:
    async def both() -> None:
        await live_all(sqlite, clock)
        data, *_ = await asyncio.gather(exported(sqlite), released(sqlite, clock))
        assert read(data)[1] == []

    asyncio.run(both())
