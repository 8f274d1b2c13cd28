"""Whoever else can write a record's files could forge it, and whoever can read them sees sealed ballots."""

import asyncio
import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from quorate.core.errors import StoreError
from quorate.record import open_record
from quorate.record.export.backup import backup, restore
from quorate.record.export.export_writer import export
from quorate.record.memory import MemoryRecord
from tests.record.parts import Clock, open_one


@contextmanager
def masked(umask: int) -> Iterator[None]:
    before = os.umask(umask)
    try:
        yield
    finally:
        os.umask(before)


def mode_of(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def made(file: Path, mode: int = 0o600) -> Path:
    """A record with a deliberation in it."""
    record = open_record(str(file), Clock())
    asyncio.run(open_one(record))
    asyncio.run(record.close())
    file.chmod(mode)
    return file


def refusal(file: Path) -> str:
    """Why it cannot be opened."""
    with pytest.raises(StoreError) as refused:
        open_record(str(file), Clock())
    return str(refused.value)


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o277, 0o777])
def test_a_record_and_what_is_made_of_it_are_their_owners_alone_whatever_the_umask(file: Path, umask: int) -> None:
    copy, lines = file.with_name("copy.db"), file.with_name("all.jsonl")

    async def story() -> list[Path]:
        record = open_record(str(file), Clock())
        await open_one(record)
        there = [file, Path(f"{file}-wal"), Path(f"{file}-shm")]
        assert [mode_of(one) for one in there] == [0o600] * 3
        await backup(record, copy)
        await export(record, "", lines)
        await record.close()
        return [file, copy, lines]

    with masked(umask):
        assert [mode_of(one) for one in asyncio.run(story())] == [0o600] * 3


def test_a_link_to_a_file_that_is_not_there_yet_is_no_way_around_that(file: Path) -> None:
    file.symlink_to("there.db")
    with masked(0):
        made(file)
    assert mode_of(file.with_name("there.db")) == 0o600


@pytest.mark.parametrize("mode", [0o602, 0o646, 0o666, 0o777])
def test_a_record_that_others_can_write_is_refused(file: Path, mode: int) -> None:
    made(file, mode)
    assert refusal(file) == (
        f"{file} can be written by others, who may have forged it; if you know that nobody has, "
        f"run `chmod go-w {file}`; or name another record"
    )
    file.chmod(0o600)
    made(file)


def test_so_is_one_whose_log_others_can_write(file: Path) -> None:
    made(file)
    log = Path(f"{file}-wal")
    log.touch()
    log.chmod(0o666)
    assert f"run `chmod go-w {log}`" in refusal(file)


@pytest.mark.parametrize("is_there", [True, False])
@pytest.mark.parametrize("mode", [0o777, 0o703, 0o733])
def test_so_is_one_in_a_folder_that_others_can_write(file: Path, is_there: bool, mode: int) -> None:
    if is_there:
        made(file)
    file.parent.chmod(mode)
    assert refusal(file) == (
        f"{file.parent}, the folder of the record, can be written by others, who could replace what is in it; "
        f"run `chmod go-w {file.parent}`, or keep the record in a folder of your own"
    )
    assert file.exists() is is_there


def test_in_a_sticky_folder_others_could_put_a_log_beside_it(file: Path) -> None:
    file.parent.chmod(0o1777)
    assert f"make one of your own: `mkdir -m 700 {file.parent / 'quorate'}`" in refusal(file)
    (file.parent / "quorate").mkdir(mode=0o700)
    made(file.parent / "quorate" / "record.db")


def test_a_link_is_followed_and_its_own_folder_looked_at_too(file: Path) -> None:
    theirs, mine = file.parent / "theirs", file.parent / "mine"
    theirs.mkdir()
    mine.mkdir()
    made(theirs / "record.db")
    (mine / "record.db").symlink_to(theirs / "record.db")
    theirs.chmod(0o777)
    assert refusal(mine / "record.db").startswith(f"{theirs}, the folder of the record")
    theirs.chmod(0o755)
    mine.chmod(0o777)
    assert refusal(mine / "record.db").startswith(f"{mine}, the folder of the record")
    mine.chmod(0o755)
    made(mine / "record.db")


def test_an_access_list_lets_others_in_as_well(file: Path) -> None:
    made(file)
    everybody = 0xFFFFFFFF
    entries = [(1, 6, everybody), (2, 6, 65534), (4, 4, everybody), (0x10, 6, everybody), (0x20, 0, everybody)]
    packed = (2).to_bytes(4, "little")
    for tag, permissions, who in entries:
        packed += tag.to_bytes(2, "little") + permissions.to_bytes(2, "little") + who.to_bytes(4, "little")
    os.setxattr(file, "system.posix_acl_access", packed)
    assert mode_of(file) == 0o660
    assert "can be written by others" in refusal(file)


def test_a_new_record_is_not_made_in_a_file_that_others_can_read(file: Path) -> None:
    file.touch(mode=0o644)
    file.chmod(0o644)
    assert refusal(file) == (
        f"{file} can be read by others, and a new record would show them sealed ballots; "
        f"run `chmod 600 {file}`, or name another record"
    )
    assert file.stat().st_size == 0


def test_of_an_old_one_that_others_can_read_a_warning_is_given(file: Path) -> None:
    made(file, 0o644)
    said: list[str] = []
    record = open_record(str(file), Clock(), warn=said.append)
    asyncio.run(record.close())
    assert said == [f"{file} can be read by others, sealed ballots included; run `chmod 600 {file}`"]


def test_nothing_is_restored_from_a_backup_that_others_can_write(file: Path) -> None:
    made(file, 0o666)
    with pytest.raises(StoreError, match="can be written by others, who may have forged it"):
        asyncio.run(restore(file, MemoryRecord(Clock())))


def test_a_log_that_lies_beside_a_file_is_believed_by_the_database(tmp_path: Path) -> None:
    """Why a folder such as /tmp is refused: this needs no right to write the file itself."""
    ours, forged = tmp_path / "ours.db", tmp_path / "forged.db"
    with closing(sqlite3.connect(ours)) as database:
        database.execute("PRAGMA journal_mode=wal")
        database.execute("CREATE TABLE said AS SELECT 'ours' AS by")
        database.commit()
    forged.write_bytes(ours.read_bytes())
    with closing(sqlite3.connect(forged)) as database:
        database.execute("UPDATE said SET by = 'somebody else'")
        database.commit()
        Path(f"{ours}-wal").write_bytes(Path(f"{forged}-wal").read_bytes())
    with closing(sqlite3.connect(ours)) as database:
        assert database.execute("SELECT by FROM said").fetchone() == ("somebody else",)


def test_every_link_on_the_way_to_a_record_is_looked_at(file: Path) -> None:
    made(file)
    others = file.parent / "others"
    others.mkdir()
    others.chmod(0o777)
    middle, first = others / "middle.db", file.parent / "first.db"
    middle.symlink_to(file)
    first.symlink_to(middle)
    assert refusal(first).startswith(f"{others}, the folder of the record")
    others.chmod(0o700)
    made(first)


@pytest.mark.parametrize("mode", [0o777, 0o703])
def test_a_link_in_the_middle_of_the_way_is_no_way_around_that(file: Path, mode: int) -> None:
    ours, others = file.parent / "ours", file.parent / "others"
    for folder in (ours, others):
        folder.mkdir(mode=0o700)
    made(ours / "record.db")
    (others / "link").symlink_to(ours)
    made(others / "link" / "record.db")
    others.chmod(mode)
    for way in (others / "link", others / ".." / "others" / "link"):
        assert refusal(way / "record.db").startswith(f"{others}, the folder of the record, can be written by others")
    (file.parent / "first").symlink_to("others/link")
    assert refusal(file.parent / "first" / "record.db").startswith(f"{others}, the folder of the record")


def test_a_folder_above_that_others_can_write_is_refused_too(file: Path) -> None:
    others = file.parent / "others"
    (others / "ours").mkdir(parents=True, mode=0o700)
    made(others / "ours" / "record.db")
    others.chmod(0o777)
    assert refusal(others / "ours" / "record.db") == (
        f"{others}, a folder above the record, can be written by others, who could replace what is in it; "
        f"run `chmod go-w {others}`, or keep the record in a folder of your own"
    )
    others.chmod(0o1777)
    (others / "link").symlink_to("ours")
    made(others / "ours" / "record.db")
    made(others / "link" / "record.db")


def test_links_without_end_lead_nowhere(file: Path) -> None:
    file.symlink_to(file.name)
    assert refusal(file)
