"""The description of the interface says what is shown: all of its keys, and no others."""

import asyncio
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from quorate.app.app import App, Surroundings
from quorate.app.learning.outcomes import record_outcome
from quorate.record.memory import MemoryRecord
from quorate.settings import Settings
from quorate.surfaces.http.application import OPERATIONS, Mounted
from quorate.surfaces.http.openapi import openapi
from quorate.surfaces.mcp.http_app import http_app
from tests.app.house import AGAINST, ANN, EVE, FOR, House
from tests.evidence.epics import EPIC, contribution, decision, write_epic
from tests.surfaces.http.client import TOKEN, Client

SCHEMAS = openapi(OPERATIONS, "0")["components"]["schemas"]
EPICS = f"/v1/epics/{EPIC}"
CLOSED = ("voters", "consensus", "resolution", "health", "session")


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


async def _described(client: Client) -> Any:
    return (await client.send("GET", "/v1/openapi.json")).json()


async def test_a_session_is_described_as_it_begins_and_ends(house: House) -> None:
    client = Client(house.app)
    described = (await _described(client))["paths"]["/v1/session"]
    begun = await client.send("POST", "/v1/session", headers={"Authorization": f"Bearer {TOKEN}"})
    _check("session", begun.json())
    ended = await client.send("DELETE", "/v1/session", headers={"Authorization": f"Bearer {begun.json()['token']}"})
    for method, answered in (("post", begun), ("delete", ended)):
        said = described[method]["responses"][str(answered.status_code)]
        assert ("content" in said) == bool(answered.content)
        assert all(name in answered.headers for name in said["headers"])


async def test_the_token_is_described_where_it_is_exchanged_and_the_cookie_where_it_is_good(house: House) -> None:
    described = await _described(Client(house.app))
    schemes, begun = described["components"]["securitySchemes"], described["paths"]["/v1/session"]["post"]
    assert begun["security"] == [{"token": []}]
    assert {"401", "429"} <= set(begun["responses"])
    assert described["security"] == [{"key": []}, {"session": []}]
    assert (schemes["session"]["in"], schemes["session"]["name"]) == ("cookie", "quorate_session")


async def test_what_is_mounted_says_what_it_is(house: House) -> None:
    mounted = (Mounted("/mcp", *http_app(house.app)), Mounted("/silent", http_app(house.app).app, nullcontext))
    paths = (await _described(Client(house.app, mounted=mounted)))["paths"]
    assert "Model Context Protocol" in paths["/mcp"]["summary"]
    assert "streamable HTTP" in paths["/mcp"]["description"]
    assert "/silent" not in paths
    assert "/mcp" not in (await _described(Client(house.app)))["paths"]
