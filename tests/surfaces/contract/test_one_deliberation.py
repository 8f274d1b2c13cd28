"""One deliberation, looked at through the command line, HTTP and MCP: the same answer, byte for byte."""

import asyncio

import pytest

from quorate.core.codec import json_line
from tests.app.house import AGAINST, ANN, FOR, House
from tests.surfaces.contract.called import Called
from tests.surfaces.contract.people import KeyTexts, issued_keys
from tests.surfaces.http.client import Client
from tests.surfaces.program import Here

CAUTIOUS = {**FOR, "conditions": ["A rehearsal"]}
HEADED = {**AGAINST, "concerns": ["safety"], "confidence": 66.5}


async def _deliberations(house: House) -> list[str]:
    """One that is open, and some that were decided or are stuck."""
    found = [
        await house.opened(),
        await house.decided(),
        await house.decided(CAUTIOUS, HEADED),
        await house.deadlocked(),
        await house.decided(AGAINST, HEADED),
    ]
    return [one.id for one in found]


async def _over_http(house: House, deliberation: str) -> tuple[str, str]:
    """All of it, and its verdict; null where there is none."""
    client, path = Client(house.app), f"/v1/deliberations/{deliberation}"
    shown, verdict = await client.get(path, ANN), await client.get(f"{path}/verdict", ANN)
    return shown.text, verdict.text.removesuffix("\n") if verdict.status_code == 200 else "null"


async def _over_mcp(called: Called, keys: KeyTexts, house: House, deliberation: str) -> str:
    async with called._connected(keys, [ANN]):
        return json_line(await called._values(house.app, ANN, "show_deliberation", id=deliberation))


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
def test_every_interface_shows_the_same_bytes(
    house: House, here: Here, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(house.folder)
    keys, called = issued_keys(house.app), Called(house.app)
    for one in asyncio.run(_deliberations(house)):
        typed = here("show", one, "--json", "--store", address).out
        shown, verdict = asyncio.run(_over_http(house, one))
        assert typed == shown == asyncio.run(_over_mcp(called, keys, house, one)) + "\n"
        assert f'"verdict":{verdict}' in typed
