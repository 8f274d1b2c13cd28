"""The app on an empty record of each kind, without a terminal; coroutines are run, each in an event loop of its own."""

import asyncio
import inspect
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path

import pytest

from quorate.app.app import App, Surroundings
from quorate.prompts.templates import USUAL
from quorate.record import open_record
from quorate.record.memory import MemoryRecord
from quorate.record.rows import Store
from quorate.settings import Settings
from quorate.voters.calls.call_folders import Calls
from tests.app.house import House
from tests.patience import PATIENCE
from tests.record.parts import Clock


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
    return True


@pytest.fixture
def surroundings(tmp_path: Path) -> Surroundings:
    """A clock that goes on by a second, no settings, no engines."""
    numbers, home = count(1), tmp_path / "home"
    home.mkdir(mode=0o700)
    return Surroundings(
        Clock(),
        lambda: f"{next(numbers):016x}",
        USUAL,
        Settings,
        cache(lambda: Calls(home / "calls", {"PATH": "/usr/bin:/bin"}, {})),
        list,
        lambda: home,
    )


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def app(request: pytest.FixtureRequest, tmp_path: Path, surroundings: Surroundings) -> Iterator[App]:
    app = App(_record(request, tmp_path, surroundings), surroundings)
    yield app
    asyncio.run(app.record.close())


@pytest.fixture
def house(app: App, tmp_path: Path) -> House:
    return House(app, tmp_path)


def _record(request: pytest.FixtureRequest, folder: Path, known: Surroundings) -> Store:
    if request.param == "memory":
        return MemoryRecord(known.clock)
    if request.param == "sqlite":
        return open_record(str(folder / "record.db"), known.clock)
    return open_record(request.getfixturevalue("postgres").emptied_database(), known.clock, patience=PATIENCE)
