"""The same tools over HTTP, with the official client and the real server: the caller is whoever the key says."""

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client

from quorate.surfaces.mcp.http_app import MOST_SESSIONS
from tests.patience import PATIENCE
from tests.surfaces.http.running import RunningServer, running
from tests.surfaces.mcp.connection import ERAS, Connection, Station
from tests.surfaces.mcp.test_answers import issued
from tests.surfaces.mcp.test_decide_tools import YES, opened

SCOPES = ("read", "open", "vote", "resolve", "release")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("served")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[RunningServer]:
    with running(folder) as server:
        yield server


@asynccontextmanager
async def connected(server: RunningServer, era: str, key: str) -> AsyncIterator[Connection]:
    headers = {"Authorization": f"Bearer {key}"}
    async with httpx2.AsyncClient(headers=headers, timeout=PATIENCE, verify=False) as http:
        transport = streamable_http_client(f"{server.address}/mcp", http_client=http)
        async with Client(transport, mode=era, read_timeout_seconds=PATIENCE) as client:
            yield Connection(client)


@pytest.mark.parametrize("era", ERAS)
async def test_two_keys_take_a_question_from_its_opening_to_its_release(
    server: RunningServer, folder: Path, era: str
) -> None:
    keys = {name: issued(Station(folder, era), name, *SCOPES) for name in ("ann", "ben")}
    async with connected(server, era, keys["ann"]) as ann, connected(server, era, keys["ben"]) as ben:
        found = await opened(ann, action="deploy 1.4")
        seen = {"id": found["id"], "question": found["question_hash"]}
        assert "belongs to" in await ann.refused("cast_ballot", **seen, **YES, seat="b")
        await ann.call("cast_ballot", **seen, **YES)
        await ben.call("cast_ballot", **seen, **YES)
        done = (await ann.call("wait_for_deliberation", id=found["id"], wait=40)).values
        assert done["may_be_acted_on"]
        assert (await ann.call("release_action", **seen, action="deploy 1.4")).values["state"] == "released"
        shown = (await ann.call("show_deliberation", id=found["id"])).values
    assert json.dumps(shown["verdict"]) == json.dumps(server.shown(found["id"])["verdict"])
    assert shown["opened_by"] == {"name": "ann", "proof": "authenticated"}


def test_nobody_is_served_without_a_key(server: RunningServer) -> None:
    asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    accept = {"Accept": "application/json, text/event-stream"}
    for headers in ({}, {"Authorization": "Bearer qk_no_such"}):
        said = httpx2.post(f"{server.address}/mcp", json=asked, headers={**accept, **headers}, timeout=PATIENCE)
        assert said.status_code == 401


HANDSHAKE_REQUEST = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}


def test_a_session_belongs_to_the_key_that_opened_it(server: RunningServer, folder: Path) -> None:
    station = Station(folder, ERAS[0])
    ann, other_ann, mallory = (issued(station, name, "read") for name in ("ann", "ann", "mallory"))
    session = _asked(server, "POST", ann, HANDSHAKE_REQUEST).headers["mcp-session-id"]
    ping = {"jsonrpc": "2.0", "id": 2, "method": "ping"}
    for stranger in (mallory, other_ann, server.client.headers["Authorization"].removeprefix("Bearer ")):
        for method, body in (("POST", ping), ("GET", None), ("DELETE", None)):
            said, unknown = (_asked(server, method, stranger, body, one) for one in (session, "0" * 32))
            assert (said.status_code, said.json()) == (unknown.status_code, unknown.json())
            assert said.status_code == 404
    assert _asked(server, "POST", ann, ping, session).status_code == 200
    assert _asked(server, "DELETE", ann, None, session).status_code == 200
    assert _asked(server, "POST", ann, ping, session).status_code == 404
    kept = json.loads(server.cli("keys", "refusals", "--json"))["refusals"]
    refused = [one for one in kept if one["operation"] == "mcp_session"]
    assert {one["name"] for one in refused} >= {"mallory", "ann"}


def test_whoever_opens_too_many_sessions_ends_their_own_oldest_and_nobody_else_s(
    server: RunningServer, folder: Path
) -> None:
    station, ping = Station(folder, ERAS[0]), {"jsonrpc": "2.0", "id": 2, "method": "ping"}
    ann, mallory = issued(station, "ann", "read"), issued(station, "mallory", "read")
    kept = _asked(server, "POST", ann, HANDSHAKE_REQUEST).headers["mcp-session-id"]
    opened = [
        _asked(server, "POST", mallory, HANDSHAKE_REQUEST).headers["mcp-session-id"] for _ in range(MOST_SESSIONS + 2)
    ]
    assert _asked(server, "POST", ann, ping, kept).status_code == 200
    found = [_asked(server, "POST", mallory, ping, one).status_code for one in opened]
    assert found == [404] * 2 + [200] * MOST_SESSIONS


def _asked(
    server: RunningServer, method: str, key: str, body: dict[str, Any] | None = None, session: str = ""
) -> httpx2.Response:
    headers = {"Authorization": f"Bearer {key}", "Accept": "application/json, text/event-stream"}
    headers |= {"Mcp-Session-Id": session} if session else {}
    return httpx2.request(method, f"{server.address}/mcp", json=body, headers=headers, timeout=PATIENCE)
