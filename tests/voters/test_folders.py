"""What was made is there after a power failure: the folder above every new one is synced, once the new one is in it."""

import os
from pathlib import Path

import pytest

from quorate import config
from quorate.voters.calls.call_folders import room_with
from tests.voters.programs import Place

Synced = dict[Path, set[str]]


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> Synced:
    """Every folder that was synced, and what was in it when it last was."""
    really, found = os.fsync, Synced()

    def fsync(handle: int) -> None:
        path = Path(os.readlink(f"/proc/self/fd/{handle}"))
        if path.is_dir():
            found[path] = set(os.listdir(path))
        really(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    return found


def test_a_new_home_is_on_disk_with_all_that_is_above_it(tmp_path: Path, synced: Synced) -> None:
    place = tmp_path / "share" / "quorate"
    assert config.make_home({"QUORATE_HOME": str(place)}) == place
    assert synced == {tmp_path: {"share"}, tmp_path / "share": {"quorate"}}
    synced.clear()
    config.make_home({"QUORATE_HOME": str(place)})
    assert synced == {}


def test_a_reserved_call_is_on_disk_with_all_that_is_above_it(place: Place, synced: Synced) -> None:
    place.calls.reserve("c1")
    calls = place.calls.folder
    assert "calls" in synced[place.folder]
    assert (synced[calls], synced[calls / "c1"]) == ({"c1"}, {"lock"})
    place.calls.release("c1")


def test_a_room_is_on_disk(tmp_path: Path, synced: Synced) -> None:
    room = room_with(tmp_path / "calls", {"settings.json": b"{}"})
    assert "calls" in synced[tmp_path]
    assert room.name in synced[tmp_path / "calls"]
