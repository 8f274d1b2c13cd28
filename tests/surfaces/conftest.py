import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.surfaces.engine_room import EngineRoom
from tests.surfaces.office import Office
from tests.surfaces.program import Here, path_without_engines
from tests.surfaces.terminal import Terminal


@pytest.fixture
def here(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Here:
    for name in [name for name in os.environ if name.startswith(("QUORATE_", "LC_", "LANG", "COLUMNS"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PATH", path_without_engines())
    monkeypatch.setenv("QUORATE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    return Here(capsys)


@pytest.fixture
def office(here: Here, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Office:
    monkeypatch.chdir(tmp_path)
    return Office(here, monkeypatch, tmp_path)


@pytest.fixture
def room(tmp_path: Path) -> EngineRoom:
    return EngineRoom(tmp_path)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    opened = Terminal(tmp_path)
    yield opened
    opened.close()
