"""A backup of any record fills any other one; what was changed in it is found."""

import asyncio
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from quorate.core.errors import InputError, StoreError
from quorate.record import open_record
from quorate.record.export.backup import backup, restore
from quorate.record.memory import MemoryRecord
from quorate.record.port import RequestKey
from quorate.record.rows import KeyRow, Row, Store
from quorate.record.sql.tables import VERSION
from quorate.record.verify.backup_check import check_copy, looked_into
from quorate.record.verify.verification import Check
from tests.postgres import Server
from tests.record.children import lines, start
from tests.record.forging import Forger
from tests.record.lives import live_all, opened, released
from tests.record.parts import ANNA, DAY, Clock, new, open_one

KEY = RequestKey(f"{DAY}001 step 1", "sha256:" + "5e" * 32)
PANEL = [{"seat": "a", "voter": "anna"}]


async def fill(record: Store) -> None:
    """One of each kind, and more than are read at once."""
    clock = Clock()
    await live_all(record, clock)
    for _ in range(52):
        await opened(record, clock, protocol="quorum", question="Resume build-7?", panel=PANEL)


async def rows_of(record: Store) -> list[Row]:
    """Every store has keys in an order of its own."""
    rows: list[Row] = await record.export(list)
    return [
        *sorted(row for row in rows if isinstance(row, KeyRow)),
        *(row for row in rows if not isinstance(row, KeyRow)),
    ]


@pytest.fixture
def other(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """Another empty record."""
    if request.param == "postgres":
        server: Server = request.getfixturevalue("postgres")
        address = server.new_database()
        yield from _opened(open_record(address, Clock()))
        server.drop(address)
    else:
        in_memory = request.param == "memory"
        yield from _opened(MemoryRecord(Clock()) if in_memory else open_record(str(tmp_path / "other.db"), Clock()))


def _opened(store: Store) -> Iterator[Store]:
    yield store
    asyncio.run(store.close())


@pytest.mark.parametrize("other", ["memory", "sqlite", "postgres"], indirect=True)
async def test_what_is_backed_up_from_any_record_is_restored_into_any(
    record: Store, other: Store, tmp_path: Path
) -> None:
    await fill(record)
    await backup(record, tmp_path / "backup.db")
    await restore(tmp_path / "backup.db", other)
    assert await rows_of(other) == await rows_of(record)
    assert await other.read(f"{DAY}001") == await record.read(f"{DAY}001")
    assert (await other.log(limit=5)).lines == (await record.log(limit=5)).lines
    assert await other.inbox(who="anna") == await record.inbox(who="anna")
    assert (known := await record.known_outcomes()).decided
    assert await other.known_outcomes() == known
    assert await other.append([new()], ANNA, KEY) == (await record.answered(KEY), False)
    assert await open_one(other) == f"{DAY}005"


async def test_a_backup_is_a_record_by_itself(record: Store, tmp_path: Path) -> None:
    await fill(record)
    await backup(record, tmp_path / "backup.db")
    opened = open_record(str(tmp_path / "backup.db"), Clock())
    assert await opened.read(f"{DAY}001") == await record.read(f"{DAY}001")
    await opened.close()


async def test_nothing_but_the_backup_is_left_behind(record: Store, tmp_path: Path) -> None:
    (tmp_path / "safe").mkdir()
    await backup(record, tmp_path / "safe" / "backup.db")
    assert os.listdir(tmp_path / "safe") == ["backup.db"]


async def test_an_empty_record_can_be_backed_up_and_restored(record: Store, tmp_path: Path) -> None:
    await backup(record, tmp_path / "backup.db")
    await restore(tmp_path / "backup.db", record)
    assert await rows_of(record) == []


async def test_appends_go_on_while_a_backup_is_made(record: Store, tmp_path: Path) -> None:
    await fill(record)
    name = f"{DAY}001"
    await asyncio.gather(
        backup(record, tmp_path / "backup.db"), *(opened(record, Clock(), question="Adopt?") for _ in range(20))
    )
    copy = MemoryRecord(Clock())
    await restore(tmp_path / "backup.db", copy)
    assert await copy.read(name) == await record.read(name)


async def test_an_existing_file_is_never_replaced(record: Store, tmp_path: Path) -> None:
    (tmp_path / "backup.db").write_text("precious")
    with pytest.raises(InputError, match="already exists"):
        await backup(record, tmp_path / "backup.db")
    assert (tmp_path / "backup.db").read_text() == "precious"


async def test_a_record_that_is_not_empty_is_not_filled(record: Store, tmp_path: Path) -> None:
    await fill(record)
    await backup(record, tmp_path / "backup.db")
    before = await rows_of(record)
    with pytest.raises(StoreError, match="not empty"):
        await restore(tmp_path / "backup.db", record)
    assert await rows_of(record) == before


async def test_rows_that_contradict_each_other_at_their_very_end_are_refused(record: Store) -> None:
    source = MemoryRecord(Clock())
    await fill(source)
    rows = await rows_of(source)
    with pytest.raises(StoreError):
        await record.fill(iter([*rows, rows[-1]]))
    assert await rows_of(record) == []


async def test_a_backup_into_a_directory_that_is_not_there_is_refused(record: Store, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"cannot be written: No such file or directory; name another"):
        await backup(record, tmp_path / "nowhere" / "backup.db")


CHANGES = {
    "a body": "UPDATE quorate_events SET body = replace(body, 'APPROVE', 'REJECT') WHERE kind = 'Cast'",
    "an author": "UPDATE quorate_events SET author = 'mallory' WHERE position = 2",
    "a time": "UPDATE quorate_events SET at = '2026-11-15T00:00:00.000000Z' WHERE position = 3",
    "an event less in the middle": "DELETE FROM quorate_events WHERE position = 2",
    "an event less at the end": "DELETE FROM quorate_events WHERE position = 3",
    "no event": f"DELETE FROM quorate_events WHERE deliberation = '{DAY}002'",
    "no JSON": "UPDATE quorate_events SET body = '{' WHERE position = 3",
    "keys in another order": "UPDATE quorate_events SET body = replace(replace(body, "
    "'{\"round\":1,', '{'), '}', ',\"round\":1}') WHERE kind = 'RoundClosed'",
    "a summary": "UPDATE quorate_deliberations SET summary = replace(summary, 'queue', 'stack')",
    "words": "UPDATE quorate_deliberations SET words = words || 'x'",
    "a wait less": "DELETE FROM quorate_waits",
    "a day": "UPDATE quorate_days SET last = last + 1",
    "a key": "UPDATE quorate_keys SET name = name || 'x'",
}


@pytest.mark.parametrize("change", CHANGES)
async def test_a_backup_that_was_changed_is_not_restored(record: Store, tmp_path: Path, change: str) -> None:
    source = MemoryRecord(Clock())
    await fill(source)
    await backup(source, tmp_path / "backup.db")
    connection = sqlite3.connect(tmp_path / "backup.db")
    assert connection.execute(CHANGES[change]).rowcount
    connection.commit()
    connection.close()
    with pytest.raises(StoreError, match="take an older backup"):
        await restore(tmp_path / "backup.db", record)
    assert await rows_of(record) == []
    assert await open_one(record) == f"{DAY}001"


def not_there(path: Path) -> None:
    assert not path.exists()


def no_database(path: Path) -> None:
    path.write_text("Dear diary, " * 1000)


def empty(path: Path) -> None:
    path.touch()


def of_another_program(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE bookmarks (name)")
    connection.close()


def newer(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE quorate_version (version_num)")
    connection.execute("INSERT INTO quorate_version VALUES ('9999')")
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (not_there, "there is no backup"),
        (no_database, "is not a record of Quorate"),
        (empty, "contains no record"),
        (of_another_program, "belongs to another program"),
        (newer, f"has format 9999, which a newer Quorate wrote; this version reads format {int(VERSION)} only"),
    ],
)
async def test_what_is_no_backup_is_refused(tmp_path: Path, make: Callable[[Path], None], sentence: str) -> None:
    make(tmp_path / "backup.db")
    with pytest.raises((StoreError, InputError), match=sentence) as caught:
        await restore(tmp_path / "backup.db", MemoryRecord(Clock()))
    assert str(tmp_path / "backup.db") in str(caught.value)


async def test_a_forged_redaction_is_not_restored(clock: Clock, tmp_path: Path) -> None:
    record = MemoryRecord(clock)
    await released(record, clock)
    forger = Forger(await record.export(list))
    forger.redact(3, "vote.position", "REJECT")
    copy = MemoryRecord(clock)
    await copy.fill(iter(forger.rows()))
    await backup(copy, tmp_path / "backup.db")
    with pytest.raises(StoreError, match=r"vote\.position .*; take an older backup"):
        await restore(tmp_path / "backup.db", MemoryRecord(clock))


def test_a_record_in_a_folder_that_cannot_be_written_is_read_and_nothing_is_left_there(
    file: Path, sqlite: Store, clock: Clock
) -> None:
    asyncio.run(live_all(sqlite, clock))
    asyncio.run(sqlite.close())
    file.parent.chmod(0o555)
    assert lines(start("check", file, bound=True)) == ["5 deliberations, 0 findings"]
    file.parent.chmod(0o755)
    assert os.listdir(file.parent) == [file.name]


def test_where_a_log_is_beside_it_a_folder_that_cannot_be_written_is_no_damage(
    file: Path, sqlite: Store, clock: Clock
) -> None:
    asyncio.run(live_all(sqlite, clock))
    log = Path(f"{file}-wal").read_bytes()
    asyncio.run(sqlite.close())
    Path(f"{file}-wal").write_bytes(log)
    file.parent.chmod(0o555)
    (said,) = lines(start("check", file, bound=True))
    file.parent.chmod(0o755)
    assert said == f"InputError: {file} cannot be opened; allow writing to it and its directory, or name another"


def test_a_file_that_is_locked_is_no_damage(file: Path, sqlite: Store, clock: Clock) -> None:
    asyncio.run(live_all(sqlite, clock))
    asyncio.run(backup(sqlite, file.with_name("backup.db")))
    with closing(sqlite3.connect(file.with_name("backup.db"), isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(InputError, match="is locked by another process"):
            check_copy(Check(), file.with_name("backup.db"), patience=0.1)


async def test_a_live_record_is_read_and_its_log_is_left_alone(file: Path, sqlite: Store, clock: Clock) -> None:
    await live_all(sqlite, clock)
    before = sorted(os.listdir(file.parent))
    check = Check()
    check_copy(check, file)
    assert (check.findings, check.deliberations) == ([], 5)
    assert sorted(os.listdir(file.parent)) == before
    await released(sqlite, clock)


def test_a_file_that_changes_while_it_is_read_is_no_damage(file: Path, sqlite: Store, clock: Clock) -> None:
    asyncio.run(live_all(sqlite, clock))
    asyncio.run(sqlite.close())
    with looked_into(file) as (_, check_still):
        check_still()
        os.utime(file)
        with pytest.raises(StoreError, match="was changed while it was read; try again"):
            check_still()
