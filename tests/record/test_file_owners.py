"""Records of other users. Only root can be two users at once, so that others do not collect these tests."""

import asyncio
import os
import pwd
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from quorate.core.errors import StoreError
from quorate.record import open_record
from quorate.record.export.backup import restore
from quorate.record.memory import MemoryRecord
from tests.record.children import lines, start
from tests.record.parts import Clock
from tests.record.test_file_access import made

NOBODY = pwd.getpwnam("nobody")


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that every user can reach."""
    folder = Path(tempfile.mkdtemp(prefix="quorate-owners-", dir="/tmp"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def given(*files: Path) -> None:
    """Hands them over to somebody else."""
    for file in files:
        os.chown(file, NOBODY.pw_uid, NOBODY.pw_gid)


def as_nobody(file: Path) -> str:
    """What another user gets who opens it."""
    return lines(start("as", "nobody", "open", file))[-1]


def opened(file: Path, *, is_named: bool = True) -> list[str]:
    """What is said to whoever opens it."""
    said: list[str] = []
    asyncio.run(open_record(str(file), Clock(), is_named=is_named, warn=said.append).close())
    return said


def test_root_uses_somebody_elses_record_only_where_it_is_named(place: Path) -> None:
    file = made(place / "record.db")
    given(file)
    assert opened(file) == [f"{file} belongs to nobody, who can change the record"]
    with pytest.raises(StoreError, match=f"{file} belongs to nobody, who may have written anything into it"):
        opened(file, is_named=False)


def test_root_uses_a_record_in_somebody_elses_folder_only_where_it_is_named(place: Path) -> None:
    file = made(place / "record.db")
    given(place)
    with pytest.raises(StoreError, match=f"{place} belongs to nobody"):
        opened(file, is_named=False)


def test_nobody_else_uses_another_users_record(place: Path) -> None:
    other = pwd.getpwnam("daemon").pw_uid
    file = made(place / "record.db", 0o644)
    os.chown(file, other, -1)
    assert as_nobody(file).endswith(
        f"{file} belongs to daemon, who may have written anything into it; name a record of your own"
    )
    given(file)
    os.chown(place, other, -1)
    assert f"{place} belongs to daemon" in as_nobody(file)


def test_a_record_of_ones_own_is_used_by_whoever_it_is(place: Path) -> None:
    given(place)
    assert as_nobody(place / "record.db").startswith("MAGI-")
    assert (place / "record.db").stat().st_mode & 0o777 == 0o600


def test_another_user_can_neither_read_nor_write_a_new_record(place: Path) -> None:
    file = made(place / "record.db")
    assert "cannot be opened" in as_nobody(file)


def test_a_group_of_ones_own_is_nobody_else(place: Path) -> None:
    """Many systems give every user such a group, and folders that it may write."""
    file = made(place / "record.db", 0o660)
    place.chmod(0o775)
    assert opened(file) == []
    os.chown(place, 0, NOBODY.pw_gid)
    with pytest.raises(StoreError, match=f"run `chmod go-w {place}`"):
        opened(file)
    os.chown(place, 0, 0)
    os.chown(file, 0, 54321)
    with pytest.raises(StoreError, match=f"run `chmod go-w {file}`"):
        opened(file)


def test_in_a_sticky_folder_somebody_elses_link_is_not_followed(place: Path) -> None:
    (place / "ours").mkdir(mode=0o700)
    made(place / "ours" / "record.db")
    place.chmod(0o1777)
    link = place / "link"
    link.symlink_to("ours")
    assert opened(link / "record.db", is_named=False) == []
    os.chown(link, NOBODY.pw_uid, NOBODY.pw_gid, follow_symlinks=False)
    with pytest.raises(StoreError, match=f"{link} belongs to nobody, who may have written anything into it"):
        opened(link / "record.db", is_named=False)
    assert opened(link / "record.db") == [f"{link} belongs to nobody, who can change the record"]


def test_no_backup_is_restored_through_somebody_elses_link(place: Path) -> None:
    (place / "ours").mkdir(mode=0o700)
    made(place / "ours" / "record.db")
    place.chmod(0o1777)
    link = place / "link"
    link.symlink_to("ours")
    os.chown(link, NOBODY.pw_uid, NOBODY.pw_gid, follow_symlinks=False)
    with pytest.raises(StoreError, match=f"{link} is a link that belongs to nobody; name the file itself"):
        asyncio.run(restore(link / "record.db", MemoryRecord(Clock())))


def test_a_link_in_a_folder_of_somebody_else_is_not_followed(place: Path) -> None:
    for name in ("ours", "theirs"):
        (place / name).mkdir(mode=0o755)
    made(place / "ours" / "record.db")
    (place / "theirs" / "link").symlink_to("../ours")
    given(place / "theirs")
    with pytest.raises(StoreError, match=f"{place}/theirs belongs to nobody"):
        opened(place / "theirs" / "link" / "record.db", is_named=False)
