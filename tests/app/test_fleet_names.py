"""Names of agents that look alike: of two who register at one instant, one gets in."""

import asyncio
from collections.abc import Iterator

import pytest

from quorate.app.app import App
from quorate.app.fleet.agents import list_agents, register_agent
from quorate.core.text.names import are_same, look_alike
from quorate.fleet.refusal import FleetRefusal
from quorate.record import open_record
from tests.app.fleet_house import OPERATOR, FleetHouse
from tests.patience import PATIENCE

PAIRS = {
    "cyrillic": ("bot{}", "b\u043et{}"),
    "greek": ("alpha{}", "\u03b1lpha{}"),
    "composed": ("caf\u00e9{}", "cafe\u0301{}"),
    "case": ("Bot{}", "b\u043et{}"),
}


@pytest.fixture
def other(app: App, address: str) -> Iterator[App]:
    """Another process' view of the same record: connections of its own."""
    if not address:
        yield app
        return
    there = App(open_record(address, app.surroundings.clock, patience=PATIENCE), app.surroundings)
    yield there
    asyncio.run(there.record.close())


@pytest.mark.parametrize("names", PAIRS.values(), ids=PAIRS)
async def test_of_two_names_that_look_alike_one_is_registered_however_close_they_come(
    app: App, other: App, names: tuple[str, str]
) -> None:
    for number in range(10):
        one, two = (name.format(number) for name in names)
        assert look_alike(one, two) or are_same(one, two)
        tried = await asyncio.gather(
            register_agent(app, OPERATOR, one), register_agent(other, OPERATOR, two), return_exceptions=True
        )
        refused = [one for one in tried if isinstance(one, BaseException)]
        assert [one.code for one in refused if isinstance(one, FleetRefusal)] == ["AGENT_EXISTS"]
        assert len(await list_agents(app, OPERATOR)) == number + 1
    assert await FleetHouse(app).is_intact()


async def test_a_crowd_that_registers_at_once_waits_for_nobody_for_ever(app: App, other: App) -> None:
    names = [f"{letters}{number}" for number in range(8) for letters in ("bo", "b\u043e", "\u0432o", "Bo")]
    apps = (app, other)
    tried = await asyncio.gather(
        *(register_agent(apps[place % 2], OPERATOR, name) for place, name in enumerate(names)), return_exceptions=True
    )
    assert all(isinstance(one, FleetRefusal) for one in tried if isinstance(one, BaseException))
    known = [story.agent.agent_id for story in await list_agents(app, OPERATOR)]
    clash = [(one, two) for one in known for two in known if one < two and (look_alike(one, two) or are_same(one, two))]
    assert (len(known) >= 8, clash) == (True, [])
