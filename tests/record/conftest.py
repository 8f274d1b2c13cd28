"""An empty record of each kind; and tests that are coroutines are run, each in an event loop of its own."""

import asyncio
import inspect
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from quorate.record import open_record
from quorate.record.memory import MemoryRecord
from quorate.record.rows import Store
from tests.patience import PATIENCE
from tests.record.parts import Clock
from tests.record.tampering import Material, material

collect_ignore = [] if os.geteuid() == 0 else ["test_file_owners.py"]


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
    return True


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Material:
    """A store to be changed, with all that was made of it."""
    return asyncio.run(material(tmp_path_factory.mktemp("material")))


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def new_record(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Callable[[str], Store]:
    """Makes an empty record of the named kind."""

    def made(kind: str) -> Store:
        if kind == "memory":
            return MemoryRecord(clock)
        if kind == "sqlite":
            return open_record(str(tmp_path / "record.db"), clock)
        return open_record(request.getfixturevalue("postgres").emptied_database(), clock, patience=PATIENCE)

    return made


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def record(request: pytest.FixtureRequest, new_record: Callable[[str], Store]) -> Iterator[Store]:
    store = new_record(request.param)
    yield store
    asyncio.run(store.close())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "record.db"


@pytest.fixture
def sqlite(file: Path) -> Iterator[Store]:
    store = open_record(str(file), Clock())
    yield store
    asyncio.run(store.close())
