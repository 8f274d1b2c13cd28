"""Real faults of files and disks: nothing is acknowledged that was not kept, and the sentence says what to do."""

import asyncio
import os
import sqlite3
from collections.abc import Awaitable
from contextlib import closing
from pathlib import Path

import pytest

from quorate.core.errors import InputError, StoreError
from quorate.record import open_record
from quorate.record.export.backup import restore
from quorate.record.faults import OtherFormat
from quorate.record.memory import MemoryRecord
from quorate.record.rows import Store
from quorate.record.sql.tables import VERSION
from quorate.record.verify.backup_check import check_copy
from quorate.record.verify.verification import Check
from tests.record.children import lines, start
from tests.record.parts import ANNA, DAY, Clock, cast, check_all, more, new, open_one


async def outcome(work: Awaitable[object]) -> str:
    try:
        await work
    except StoreError as error:
        return str(error)
    return ""


def test_a_full_disk_is_an_error_and_nothing_more(file: Path) -> None:
    failed, kept, after = lines(start("fill", file, "300000"))
    position, _, sentence = failed.partition(" ")
    assert sentence == f"{file} cannot be written: the disk is full or failing; free some space and try again"
    assert (kept, after) == (position, f"{int(position) + 1} after that")
    record = open_record(str(file), Clock())
    assert len(asyncio.run(check_all(record))) == int(position) + 1
    asyncio.run(record.close())


def test_what_is_stored_is_not_said_to_have_failed_because_its_log_cannot_be_moved(file: Path) -> None:
    *warned, said = lines(start("outgrow", file, file))
    why = "its log cannot be moved into the file: the disk is full or failing; free some space"
    assert {*warned} == {f"{file}: the change is stored, but {why}"}
    assert said == "1151 acknowledged, 1151 kept"
    record = open_record(str(file), Clock())
    assert len(asyncio.run(check_all(record))) == 1151
    asyncio.run(record.close())


def test_a_directory_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o555)
    (said,) = lines(start("open", closed / "record.db", bound=True))
    assert said == (
        f"OutOfReach: {closed / 'record.db'} cannot be opened; allow writing to it and its directory, or name another"
    )
    assert not os.listdir(closed)


@pytest.mark.parametrize("mode", [0o444, 0o000])
def test_a_file_that_cannot_be_written_is_named(file: Path, sqlite: Store, mode: int) -> None:
    asyncio.run(open_one(sqlite))
    asyncio.run(sqlite.close())
    file.chmod(mode)
    *_, said = lines(start("open", file, bound=True))
    assert said.startswith(f"OutOfReach: {file} cannot be ")
    assert "name another" in said


async def test_a_damaged_page_is_found_and_nothing_is_acknowledged(file: Path) -> None:
    record = open_record(str(file), Clock())
    for _ in range(5):
        await open_one(record)
    name = await open_one(record)
    await record.append([more(name, 1, cast(text="x" * 100_000))], ANNA)
    await record.close()
    with file.open("r+b") as raw:
        raw.seek(4096)
        raw.write(b"\xa5" * (file.stat().st_size - 8192))
    with pytest.raises(StoreError, match="damaged") as caught:
        open_record(str(file), Clock())
    assert str(file) in str(caught.value)


async def test_a_damaged_page_is_found_while_the_record_is_open(file: Path, sqlite: Store) -> None:
    await sqlite.append([new(cast(text="y" * 3000)) for _ in range(50)], ANNA)
    await sqlite.close()
    record = open_record(str(file), Clock())
    with file.open("r+b") as raw:
        raw.seek(10 * 4096)
        raw.write(b"\xa5" * (file.stat().st_size - 10 * 4096))
    tried = [await outcome(record.read(f"{DAY}{number:03d}")) for number in range(1, 51)]
    assert {one for one in tried if one} == {f"{file} is damaged; keep the file, and restore a backup into a new one"}
    await record.close()


async def test_a_text_file_is_no_record_and_stays_as_it_is(file: Path) -> None:
    file.write_text("Dear diary, " * 1000)
    with pytest.raises(StoreError, match=r"is not a record of Quorate, or it is damaged"):
        open_record(str(file), Clock())
    assert file.read_text() == "Dear diary, " * 1000


async def test_a_database_of_another_program_stays_as_it_is(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE bookmarks (name)")
    before = file.read_bytes()
    with pytest.raises(StoreError, match="belongs to another program; name another record"):
        open_record(str(file), Clock())
    assert file.read_bytes() == before


async def test_a_record_of_a_newer_version_is_refused(file: Path, sqlite: Store) -> None:
    await sqlite.close()
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("UPDATE quorate_version SET version_num = '0907'")
    with pytest.raises(OtherFormat) as caught:
        open_record(str(file), Clock())
    assert str(caught.value) == (
        f"{file}: this record has format 907, which a newer Quorate wrote; this version reads format {int(VERSION)} "
        "only. Update Quorate, or start a new record with --store FILE"
    )


EARLIER = (
    "this record was written by an earlier development build of Quorate (format {}); this version reads format "
    f"{int(VERSION)} only. Keep it with that build, or start a new record with --store FILE"
)


def make_earlier(file: Path, version: str) -> bytes:
    """The stamp of an earlier build on a record; gives the bytes of the file."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("UPDATE quorate_version SET version_num = ?", [version])
    return file.read_bytes()


@pytest.mark.parametrize("version", ["0001", "0007"])
async def test_a_record_of_an_earlier_build_is_refused_and_stays_as_it_is(
    file: Path, sqlite: Store, version: str
) -> None:
    await open_one(sqlite)
    await sqlite.close()
    before = make_earlier(file, version)
    for attempt in (lambda: open_record(str(file), Clock()), lambda: check_copy(Check(), file)):
        with pytest.raises(OtherFormat) as caught:
            attempt()
        assert str(caught.value) == f"{file}: {EARLIER.format(int(version))}"
    assert file.read_bytes() == before
    assert os.listdir(file.parent) == [file.name]


async def test_a_backup_of_an_earlier_build_is_not_restored(file: Path, sqlite: Store) -> None:
    await sqlite.close()
    make_earlier(file, "0007")
    with pytest.raises(OtherFormat, match="this record was written by an earlier development build"):
        await restore(file, MemoryRecord(Clock()))


@pytest.mark.parametrize("version", ["7", "0000", "seven", "00x7"])
async def test_a_format_that_never_was_is_damage(file: Path, sqlite: Store, version: str) -> None:
    await sqlite.close()
    make_earlier(file, version)
    with pytest.raises(OtherFormat, match="which does not exist; it is damaged: take an older copy"):
        open_record(str(file), Clock())


@pytest.mark.parametrize("form", ["{}", "sqlite:///{}"])
async def test_a_record_is_found_again_under_its_address(file: Path, form: str) -> None:
    for number in (1, 2):
        record = open_record(form.format(file), Clock())
        assert await open_one(record) == f"{DAY}00{number}"
        await record.close()
    assert sorted(os.listdir(file.parent)) == ["record.db"]


def test_a_name_with_signs_of_addresses_is_just_a_name(tmp_path: Path) -> None:
    file = tmp_path / "50% of a?b#c&mode=memory.db"
    record = open_record(str(file), Clock())
    asyncio.run(open_one(record))
    asyncio.run(record.close())
    assert os.listdir(tmp_path) == [file.name]


@pytest.mark.parametrize(
    ("address", "error", "sentence"),
    [
        ("{}", StoreError, "is a directory; name a file in it"),
        ("{}/nowhere/record.db", StoreError, "there is no directory"),
        ("mysql://localhost/x", InputError, "found mysql://…; allowed: a file, sqlite:///file or postgresql://…"),
    ],
)
def test_an_address_that_leads_nowhere_is_refused(
    tmp_path: Path, address: str, error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error, match=sentence):
        open_record(address.format(tmp_path), Clock())
