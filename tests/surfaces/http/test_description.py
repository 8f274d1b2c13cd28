"""The description of the interface says what is shown: all of its keys, and no others."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from quorate.app.app import App, Surroundings
from quorate.app.learning.outcomes import record_outcome
from quorate.record.memory import MemoryRecord
from quorate.settings import Settings
from quorate.surfaces.http.application import OPERATIONS
from quorate.surfaces.http.openapi import openapi
from tests.app.house import AGAINST, ANN, EVE, FOR, House
from tests.evidence.epics import EPIC, contribution, decision, write_epic
from tests.surfaces.http.client import Client

SCHEMAS = openapi(OPERATIONS, "0")["components"]["schemas"]
EPICS = f"/v1/epics/{EPIC}"
CLOSED = ("voters", "consensus", "resolution", "health")


@pytest.fixture
def house(surroundings: Surroundings, tmp_path: Path) -> Iterator[House]:
    known = surroundings._replace(settings=lambda: Settings(contributions=str(tmp_path)))
    app = App(MemoryRecord(known.clock), known)
    yield House(app, tmp_path)
    asyncio.run(app.record.close())


def _check(name: str, shown: Any) -> None:
    Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": SCHEMAS}).validate(shown)


@pytest.mark.parametrize("name", CLOSED)
def test_a_description_has_every_key(name: str) -> None:
    assert SCHEMAS[name]["additionalProperties"] is False
    assert SCHEMAS["conflicts"]["items"]["additionalProperties"] is False


async def test_voters_are_shown_as_described(house: House) -> None:
    for second in (FOR, AGAINST, FOR):
        session = await house.decided(FOR, second)
        await record_outcome(house.app, EVE, session.id, "APPROVE")
    shown = (await Client(house.app).get("/v1/voters", ANN)).json()
    assert shown["panels"][0]["voters"]
    _check("voters", shown)


async def test_conflicts_are_shown_as_described(house: House) -> None:
    first = contribution(1, "a", decision("MAP-001", "One file", 0.6), decision("MAP-002", "Yes", 0.9))
    write_epic(house.folder, first, contribution(2, "b", decision("MAP-001", "Many files", 0.5)))
    client = Client(house.app)
    (conflict,) = (await client.get(f"{EPICS}/conflicts", EVE)).json()
    place = f"{EPICS}/conflicts/{conflict['conflictId']}"
    steps = (
        (ANN, "proposals", {"type": "merge", "proposal": "One file per folder"}),
        (EVE, "votes", {"vote": "accept", "confidence": 0.5}),
        (EVE, "resolution", {"accept": True}),
    )
    for who, path, body in steps:
        said = await client.post(f"{place}/{path}", who, body)
        assert said.status_code == 200, said.text
        _check("resolution", said.json())
        _check("conflicts", (await client.get(f"{EPICS}/conflicts", EVE)).json())
        _check("consensus", (await client.get(f"{EPICS}/consensus", EVE)).json())


async def test_health_is_shown_as_described(house: House) -> None:
    for path in ("/v1/health", "/v1/ready"):
        shown = (await Client(house.app).send("GET", path)).json()
        assert shown == {"status": "ok"}
        _check("health", shown)
