"""Stations of both eras; coroutines are run, each in an event loop of its own."""

import asyncio
import inspect
from pathlib import Path

import pytest

from tests.surfaces.mcp.connection import ERAS, Station


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
    return True


@pytest.fixture(params=ERAS)
def station(request: pytest.FixtureRequest, tmp_path: Path) -> Station:
    return Station(tmp_path, request.param)
