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
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where the record is; empty for one in memory."""
    if request.param == "memory":
        return ""
    if request.param == "sqlite":
        return str(tmp_path / "record.db")
    emptied: str = request.getfixturevalue("postgres").emptied_database()
    return emptied


@pytest.fixture
def app(address: str, surroundings: Surroundings) -> Iterator[App]:
    clock = surroundings.clock
    record = open_record(address, clock, patience=PATIENCE) if address else MemoryRecord(clock)
    app = App(record, surroundings)
    yield app
    asyncio.run(app.record.close())


@pytest.fixture
def house(app: App, tmp_path: Path) -> House:
    return House(app, tmp_path)
