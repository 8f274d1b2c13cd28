"""Stations of both eras; coroutines are run, each in an event loop of its own."""

import asyncio
import inspect
import os
from pathlib import Path

import pytest

from tests.surfaces.mcp.connection import ERAS, HANDSHAKE, Station
from tests.surfaces.program import path_without_engines


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
    return True


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder with a home in it, for servers in this process as well."""
    for name in [name for name in os.environ if name.startswith("QUORATE_")]:
        monkeypatch.delenv(name)
    for name, value in Station(tmp_path, "").variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PATH", path_without_engines())
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(params=ERAS)
def station(request: pytest.FixtureRequest, place: Path) -> Station:
    return Station(place, request.param)


@pytest.fixture
def one_era(place: Path) -> Station:
    """For what does not depend on the era."""
    return Station(place, HANDSHAKE)


@pytest.fixture(params=ERAS)
def programs(request: pytest.FixtureRequest, place: Path) -> Station:
    """Every server is a process of its own."""
    return Station(place, request.param, is_real=True)
