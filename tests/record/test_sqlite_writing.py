"""One file, many writers: what is acknowledged is kept, once, and in order."""

import asyncio
import json
import signal
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from quorate.core.errors import AppendConflict, StoreError
from quorate.record import open_record
from quorate.record.faults import OutOfReach
from quorate.record.rows import Store
from quorate.record.sql.sqlite_file import READING, FileConnection, prepared
from tests.patience import happens
from tests.record.children import lines, start
from tests.record.parts import ANNA, DAY, Clock, cast, check_all, more, new, open_one


class Elsewhere:
    """Another program that writes into the file."""

    def __init__(self, file: Path) -> None:
        self.connection = sqlite3.connect(file, isolation_level=None)
        self.connection.execute("BEGIN IMMEDIATE")

    def let_go(self) -> None:
        self.connection.execute("ROLLBACK")
        self.connection.close()


def written_by(record: Any) -> list[str]:
    """The statements of the connection that writes, from now on."""
    statements: list[str] = []
    record._database._connection.driver.set_trace_callback(statements.append)
    return statements


def test_a_reader_keeps_few_pages_of_the_file(file: Path) -> None:
    with closing(prepared(file, file, 1)) as writer, closing(FileConnection(file, READING, 1)) as reader:
        kept = [one.driver.execute("PRAGMA cache_size").fetchone()[0] for one in (reader, writer)]
    assert kept[0] == -512
    assert abs(kept[1]) > abs(kept[0])


async def test_a_file_that_stays_locked_fails_everybody_who_waits(file: Path) -> None:
    sqlite = open_record(str(file), Clock(), patience=0.2)
    name = await open_one(sqlite)
    elsewhere = Elsewhere(file)
    tried = await asyncio.gather(*(sqlite.append([new()], ANNA) for _ in range(8)), return_exceptions=True)
    assert {str(error) for error in tried} == {
        f"{file} is locked by another process; wait until that is done, or end it, and try again"
    }
    assert all(type(error) is OutOfReach for error in tried)
    assert len((await sqlite.log()).lines) == 1
    elsewhere.let_go()
    assert len((await sqlite.append([more(name, 1)], ANNA)).stored) == 1
    await sqlite.close()


async def test_everybody_who_waits_shares_one_commit_and_a_conflict_fails_alone(file: Path, sqlite: Store) -> None:
    record = open_record(str(file), Clock())
    name = await open_one(record)
    statements = written_by(record)
    elsewhere = Elsewhere(file)
    changes = [more(name, 9), *(new() for _ in range(31))]
    tasks = [asyncio.ensure_future(record.append([change], ANNA)) for change in changes]
    await asyncio.sleep(0)
    assert (await record.read(name))[0].deliberation == name
    elsewhere.let_go()
    tried = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(one) for one in tried if isinstance(one, BaseException)] == [AppendConflict]
    assert 1 <= statements.count("COMMIT") <= 2
    assert len(await check_all(record)) == 32
    await record.close()
    assert len((await sqlite.log(limit=50)).lines) == 32


async def test_those_who_appended_together_are_waited_for_and_nobody_else_is(file: Path) -> None:
    record = open_record(str(file), Clock())
    names = [await open_one(record) for _ in range(8)]
    await asyncio.gather(*(record.append([more(name, 1)], ANNA) for name in names))
    one, *others = names
    first = asyncio.ensure_future(record.append([more(one, 2)], ANNA))
    for _ in range(3):  # it waits for the others, and they come a little later
        await asyncio.sleep(0)
    statements = written_by(record)
    await asyncio.gather(first, *(record.append([more(name, 2)], ANNA) for name in others))
    assert 1 <= statements.count("COMMIT") <= 2
    await record.append([more(one, 3)], ANNA)
    await record.append([more(one, 4)], ANNA)  # the others did not come again, so that this one waits for nobody
    assert len(await check_all(record)) == 26
    await record.close()


async def test_an_append_that_waits_for_others_is_stored_when_the_record_is_closed(file: Path, sqlite: Store) -> None:
    record = open_record(str(file), Clock())
    names = [await open_one(record) for _ in range(8)]
    await asyncio.gather(*(record.append([more(name, 1)], ANNA) for name in names))
    alone = asyncio.ensure_future(record.append([more(names[0], 2)], ANNA))
    for _ in range(3):
        await asyncio.sleep(0)
    await record.close()
    assert (await alone).is_new
    assert len(await sqlite.read(names[0])) == 3


async def test_an_append_that_nobody_waits_for_any_more_is_not_begun(file: Path) -> None:
    record = open_record(str(file), Clock())
    statements = written_by(record)
    elsewhere = Elsewhere(file)
    first = asyncio.ensure_future(open_one(record))
    await happens(lambda: statements)  # the writer now waits for the lock with the first one only
    second = asyncio.ensure_future(open_one(record))
    await asyncio.sleep(0)
    second.cancel()
    await asyncio.gather(second, return_exceptions=True)
    elsewhere.let_go()
    await first
    assert len((await record.log()).lines) == 1
    await record.close()


async def test_a_long_log_is_moved_into_the_file(file: Path, sqlite: Store) -> None:
    name, position = await open_one(sqlite), 1
    for _ in range(12):
        await sqlite.append([more(name, position, cast(text="x" * 2_000_000))], ANNA)
        position += 1
    assert file.stat().st_size > 16_000_000
    assert Path(f"{file}-wal").stat().st_size < 16_000_000
    await sqlite.append([more(name, position)], ANNA)


@pytest.mark.parametrize("is_replaced", [False, True], ids=["moved", "replaced"])
async def test_a_file_that_is_not_there_any_more_is_neither_written_nor_read(
    file: Path, sqlite: Store, is_replaced: bool
) -> None:
    name = await open_one(sqlite)
    elsewhere = file.with_name("elsewhere.db")
    file.rename(elsewhere)
    if is_replaced:
        file.write_bytes(b"")
    for work in (sqlite.append([more(name, 1)], ANNA), sqlite.read(name), sqlite.positions([])):
        with pytest.raises(StoreError, match="was moved or replaced while it was open; restart Quorate"):
            await work
    file.unlink(missing_ok=True)
    elsewhere.rename(file)
    await sqlite.positions([])
    assert (await sqlite.append([more(name, 1)], ANNA)).is_new


def test_processes_that_write_one_file_lose_nothing_and_double_nothing(file: Path) -> None:
    makers = [start("open", file) for _ in range(3)]  # all of them find no file, and make it
    names = [line for maker in makers for line in lines(maker)]
    assert sorted(names) == [f"{DAY}{number:03d}" for number in (1, 2, 3)]
    writers = [start("share", file, name, f"{DAY}001", "25") for name in ("one", "two")]
    said = [line for writer in writers for line in lines(writer)]
    record = open_record(str(file), Clock())
    kept = [row for row in asyncio.run(check_all(record)) if row.kind == "Cast"]
    assert sorted(said) == sorted(
        f"{row.position} {row.author} {json.loads(row.body)['vote']['number']}" for row in kept
    )
    assert len(kept) == 50
    asyncio.run(record.close())


def test_what_was_acknowledged_before_a_kill_is_there_after_it(file: Path) -> None:
    process = start("hurry", file)
    assert process.stdout
    acknowledged = [process.stdout.readline() for _ in range(200)]
    process.send_signal(signal.SIGKILL)
    acknowledged += process.stdout.read().splitlines(keepends=True)
    process.stdout.close()
    process.wait()
    record = open_record(str(file), Clock())
    kept = {f"{row.deliberation} {row.position} {row.hash}\n" for row in asyncio.run(check_all(record))}
    assert {line for line in acknowledged if line.endswith("\n")} <= kept
    asyncio.run(open_one(record))
    asyncio.run(record.close())


async def test_closing_finishes_what_was_begun_and_refuses_the_rest(file: Path) -> None:
    record = open_record(str(file), Clock())
    begun = [asyncio.ensure_future(open_one(record)) for _ in range(10)]
    closing = asyncio.ensure_future(record.close())
    late = [asyncio.ensure_future(open_one(record)) for _ in range(10)]
    tried = await asyncio.gather(*begun, *late, return_exceptions=True)
    await closing
    assert all(isinstance(one, str | StoreError) for one in tried)
    again = open_record(str(file), Clock())
    kept = [line.deliberation for line in (await again.log(limit=50)).lines]
    assert sorted(kept) == sorted(one for one in tried if isinstance(one, str))
    await again.close()
