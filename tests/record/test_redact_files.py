"""A text that was taken out is not in the store's files either."""

import asyncio
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from quorate.record import open_record
from quorate.record.memory import MemoryRecord
from quorate.record.redact.stored_redaction import Wish, redact
from quorate.record.rows import Row, Store
from quorate.record.sql.database_record import SqlRecord
from quorate.record.verify.verification import Check
from tests.postgres import Server
from tests.record.lives import ANN, SECRET, live_all, opened
from tests.record.parts import Clock

WISH = Wish("a customer", text=SECRET)
SPELLINGS = tuple(part.encode() for part in ("account 4711", "Gr\\u00fcnwald", "Grünwald", "grünwald"))


def holding(folder: Path) -> list[str]:
    """Files that hold a part of the text, in any spelling."""
    files = [Path(place) / name for place, _, names in os.walk(folder) for name in names]
    return [file.name for file in files if any(part in file.read_bytes() for part in SPELLINGS)]


async def redact_all(record: Store, clock: Clock) -> list[bool]:
    lives = [*(await live_all(record, clock)), await opened(record, clock, question={"subject": SECRET})]
    for seat in ("Logos", "Pathos", "Sophia"):
        await lives[-1].vote(seat, {"position": "APPROVE", "confidence": 80})
    done = [await redact(record, life.session.id, WISH, ANN) for life in lives if life.session.verdict]
    return [one.is_swept for one in done]


async def test_nothing_is_left_in_a_file_or_beside_it_while_the_record_is_open(tmp_path: Path, clock: Clock) -> None:
    record = open_record(str(tmp_path / "record.db"), clock)
    assert all(await redact_all(record, clock))
    assert holding(tmp_path) == []
    assert (tmp_path / "record.db").stat().st_mode & 0o777 == 0o600
    await record.close()
    assert holding(tmp_path) == []


async def test_a_reader_keeps_the_log_from_being_emptied_and_that_is_said(tmp_path: Path, clock: Clock) -> None:
    record = open_record(str(tmp_path / "record.db"), clock, patience=0.3)
    life = (await live_all(record, clock))[0]
    reader = open_record(str(tmp_path / "record.db"), clock, patience=0.3)
    done = []

    def in_the_middle(rows: Iterator[Row]) -> None:
        next(rows)
        done.append(asyncio.run_coroutine_threadsafe(redact(record, life.session.id, WISH, ANN), loop).result())

    loop = asyncio.get_running_loop()
    await reader.export(in_the_middle)
    assert [one.is_swept for one in done] == [False]
    await reader.close()
    assert await record.sweep()
    await redact(record, (await live_all(record, clock))[1].session.id, WISH, ANN)
    await record.close()


async def test_nothing_is_left_in_the_tables_of_a_server(postgres: Server, clock: Clock) -> None:
    address = postgres.new_database()
    record = open_record(address, clock)
    assert all(await redact_all(record, clock))
    check = Check()
    await record.export(check.go_through)
    assert check.findings == []
    await record.close()
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("CHECKPOINT")
        own = connection.execute("SELECT oid FROM pg_database WHERE datname = current_database()").fetchone()
    assert own
    tables = postgres.directory / "data" / "base" / str(own[0])
    assert (len(list(tables.iterdir())) > 50, holding(tables)) == (True, [])


@pytest.mark.parametrize("kind", ["memory", "sqlite", "postgres"])
async def test_a_sweep_of_nothing_does_no_harm(kind: str, new_record: Callable[[str], Store], clock: Clock) -> None:
    record = new_record(kind)
    assert isinstance(record, MemoryRecord | SqlRecord)
    await live_all(record, clock)
    before = await record.export(list)
    assert await record.sweep()
    assert await record.export(list) == before
    await record.close()
