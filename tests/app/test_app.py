"""The app itself: on which record it works, whose that is, and what it leaves behind."""

from pathlib import Path

import pytest

from quorate.app.app import open_app, open_app_in_memory
from quorate.core.errors import InputError, StoreError, UnknownDeliberation
from quorate.deliberation.framing import read_opening
from tests.app.house import ANN, PANEL, QUESTION, House
from tests.postgres import Server


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("QUORATE_STORE", raising=False)
    monkeypatch.setenv("QUORATE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    return tmp_path / "home"


async def test_a_record_that_was_named_and_is_not_there_is_refused(home: Path) -> None:
    with pytest.raises(StoreError, match="there is no record at none"):
        async with open_app("none.db", print):
            pass
    assert not Path("none.db").exists()
    assert not home.exists()


async def test_whoever_only_looks_makes_no_record_at_home(home: Path) -> None:
    async with open_app(None, print) as app:
        with pytest.raises(InputError, match="there is no record at"):
            await app.load("MAGI-2026-1115-001")
        assert (await app.record.log()).lines == ()
        await app.make_record()
    assert not home.exists()


async def test_a_record_is_made_once_and_is_whose_file_it_is(home: Path) -> None:
    async with open_app(None, print, may_make=True) as app:
        await app.make_record()
        session = (await app.open(read_opening({"question": QUESTION, "panel": PANEL}), ANN)).session
    assert (home / "quorate.db").exists()
    assert home.stat().st_mode & 0o077 == 0
    async with open_app(None, print, may_make=True) as app:
        await app.make_record()
        assert (app.is_ours, (await app.load(session.id)).id) == (True, session.id)


async def test_a_record_on_a_server_is_nobodys_file(home: Path, postgres: Server) -> None:
    async with open_app(postgres.emptied_database(), print) as app:
        assert not app.is_ours
    assert not home.exists()


async def test_what_is_in_memory_is_gone_afterwards(home: Path) -> None:
    async with open_app_in_memory() as app:
        session = (await app.open(read_opening({"question": QUESTION, "panel": PANEL}), ANN)).session
        assert (await app.load(session.id)).opener == ANN.author
    with pytest.raises(StoreError, match="closed"):
        await app.load(session.id)
    assert not home.exists()


async def test_a_deliberation_and_its_history_are_of_one_moment(house: House) -> None:
    session = await house.decided()
    found = await house.app.whole(session.id)
    assert found.session.position == len(found.history) == found.history[-1].position
    with pytest.raises(UnknownDeliberation, match=session.id):
        await house.app.whole(session.id + "9")
