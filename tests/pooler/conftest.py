"""The record of the contract, opened through PgBouncer."""

import asyncio
import inspect
from collections.abc import Iterator

import pytest

from quorate.record import open_record
from quorate.record.rows import Store
from tests.patience import PATIENCE
from tests.pooler.bouncer import Bouncer, bouncer
from tests.postgres import Server, running
from tests.record.parts import Clock


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
    return True


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    with running() as server:
        yield server


@pytest.fixture(scope="session")
def pooler(postgres: Server) -> Iterator[Bouncer]:
    with bouncer(postgres) as found:
        yield found


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def record(postgres: Server, pooler: Bouncer, clock: Clock) -> Iterator[Store]:
    store = open_record(pooler.address(postgres.emptied_database()), clock, patience=PATIENCE)
    yield store
    asyncio.run(store.close())
