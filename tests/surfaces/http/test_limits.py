"""Limits on those who call: wrong keys, streams, sessions, connections that do not get on."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext, suppress
from typing import Any

import pytest
import uvicorn

from quorate.app.access.access_keys import issue_key, revoke_key
from quorate.app.access.authentication import authenticate
from quorate.app.app import App
from quorate.app.life.carriers import Carriers, wait_for_deliberation
from quorate.app.life.event_feed import watch_deliberation
from quorate.core.errors import AccessDenied
from quorate.deliberation.events import AUTHENTICATED
from quorate.deliberation.principal import Principal
from quorate.deliberation.session import Session
from quorate.surfaces.http import event_stream_response
from quorate.surfaces.http import server as connection_limit
from quorate.surfaces.http.application import Mounted
from quorate.surfaces.http.guard.caller import FAILURES, IDLE_SECONDS, LONGEST_SECONDS
from quorate.surfaces.http.guard.rate_limit import StreamLimit
from quorate.surfaces.http.problems import HttpError
from quorate.surfaces.http.server import LARGEST_HEAD, ClientConnection
from tests.app.house import ANN, FOR, House
from tests.patience import PATIENCE
from tests.surfaces.http.client import HOST, TOKEN, Client

OWNER = Principal("olga", owns_store=True)
KNOWN = Principal("ann", AUTHENTICATED)


@pytest.fixture
def client(app: App) -> Client:
    return Client(app)


def _with(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


async def test_whoever_presents_wrong_keys_has_to_wait_and_locks_nobody_out(client: Client) -> None:
    tried = [await client.send("GET", "/v1/inbox", headers=_with(f"x{n}")) for n in range(FAILURES + 5)]
    assert [one.status_code for one in tried] == [401] * FAILURES + [429] * 5
    assert "retry-after" in tried[-1].headers
    assert (await client.get("/v1/inbox", ANN)).status_code == 200
    assert (await client.send("POST", "/v1/session", headers=_with("x"))).status_code == 429
    assert (await client.send("POST", "/v1/session", headers=_with(TOKEN))).status_code == 200
    client.time += 60
    assert (await client.send("GET", "/v1/inbox", headers=_with("x"))).status_code == 401


async def test_a_key_that_was_good_once_is_looked_up_and_then_counts_as_wrong(client: Client) -> None:
    await client.get("/v1/inbox", ANN)
    del client.known["key of ann"]
    tried = [
        (await client.send("GET", "/v1/inbox", headers=_with("key of ann"))).status_code for _ in range(FAILURES + 2)
    ]
    assert tried == [401] * FAILURES + [429] * 2


async def test_a_client_that_leaves_before_its_body_has_arrived_is_no_fault_of_ours(client: Client) -> None:
    client.known["key of ann"] = ANN
    headers = [(b"host", HOST.encode()), (b"authorization", b"Bearer key of ann"), (b"content-length", b"9")]
    path = "/v1/deliberations"
    scope = {"type": "http", "method": "POST", "path": path, "raw_path": path.encode(), "headers": headers}
    sent: list[Any] = []
    arrives = [{"type": "http.disconnect"}, {"type": "http.request", "body": b"{", "more_body": True}]

    async def receive() -> Any:
        return arrives.pop()

    async def send(message: Any) -> None:
        sent.append(message)

    await client.asgi({**scope, "query_string": b"", "root_path": ""}, receive, send)
    assert sent[0]["status"] == 400
    assert b"the client left" in sent[1]["body"]


async def _session(client: Client) -> str:
    token: str = (await client.send("POST", "/v1/session", headers=_with(TOKEN))).json()["token"]
    return token


async def _status(client: Client, session: str) -> int:
    return (await client.send("GET", "/v1/inbox", headers=_with(session))).status_code


async def test_a_session_ends_when_nobody_uses_it(client: Client) -> None:
    session = await _session(client)
    for _ in range(3):
        client.time += IDLE_SECONDS - 1
        assert await _status(client, session) == 200
    client.time += IDLE_SECONDS
    assert await _status(client, session) == 401


async def test_a_session_ends_in_any_case(client: Client) -> None:
    session = await _session(client)
    for _ in range(LONGEST_SECONDS // (IDLE_SECONDS // 2)):
        assert await _status(client, session) == 200
        client.time += IDLE_SECONDS // 2
    assert await _status(client, session) == 401


async def test_the_cookie_has_an_end_and_a_session_can_be_ended(client: Client) -> None:
    exchanged = await client.send("POST", "/v1/session", headers=_with(TOKEN))
    assert f"Max-Age={LONGEST_SECONDS};" in exchanged.headers["set-cookie"]
    session = exchanged.json()["token"]
    assert (await client.send("DELETE", "/v1/session", headers=_with("another"))).status_code == 204
    assert await _status(client, session) == 200
    ended = await client.send("DELETE", "/v1/session", headers={"Cookie": f"quorate_session={session}"})
    assert (ended.status_code, "Max-Age=0;" in ended.headers["set-cookie"]) == (204, True)
    assert await _status(client, session) == 401


def test_somebody_has_so_many_streams_and_no_more() -> None:
    limit = StreamLimit(2)
    with limit.held(KNOWN), limit.held(KNOWN):
        with pytest.raises(HttpError, match="at most 2 streams"), limit.held(KNOWN):
            pass
        for other in (Principal("ben", AUTHENTICATED), Principal("ann")):
            with limit.held(other):
                pass
    with limit.held(KNOWN):
        pass


async def test_a_revoked_key_gets_no_further_event(house: House, app: App) -> None:
    session = await house.opened()
    made = await issue_key(app, OWNER, "ann", ["read"])
    watching = watch_deliberation(app, await authenticate(app, made.text), session.id)
    assert (await anext(watching)).kind == "Opened"
    await revoke_key(app, OWNER, made.key.id)
    await house.voted(session, "a", ANN, FOR)
    with pytest.raises(AccessDenied):
        await anext(watching)


@pytest.mark.parametrize("has_begun", [True, False])
async def test_a_revoked_key_is_cut_off_from_what_is_mounted(
    app: App, monkeypatch: pytest.MonkeyPatch, has_begun: bool
) -> None:
    monkeypatch.setattr(event_stream_response, "HEARTBEAT_SECONDS", 0.05)

    async def endless(_: Any, __: Any, send: Any) -> None:
        if has_begun:
            await send({"type": "http.response.start", "status": 200, "headers": []})
        called.known.clear()
        await asyncio.Event().wait()

    called = Client(app, mounted=(Mounted("/endless", endless, nullcontext),))
    async with asyncio.timeout(PATIENCE):
        ended = await called.send("POST", "/endless", b"{}", who=ANN)
    assert (ended.status_code, ended.content) == ((200, b"") if has_begun else (401, ended.content))


async def test_whoever_only_listens_does_not_keep_a_server_from_closing(app: App) -> None:
    async def endless(_: Any, __: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        called.closing.set()
        await asyncio.Event().wait()

    called = Client(app, mounted=(Mounted("/endless", endless, nullcontext),))
    async with asyncio.timeout(PATIENCE):
        assert (await called.get("/endless", ANN)).status_code == 200


async def test_a_revoked_key_does_not_learn_what_it_waited_for(house: House, app: App) -> None:
    made, session = await issue_key(app, OWNER, "eve", ["read"]), await house.opened()
    who = await authenticate(app, made.text)

    async def revoked(_: Session) -> None:
        await revoke_key(app, OWNER, who.key_id)

    with pytest.raises(AccessDenied):
        await wait_for_deliberation(app, who, session.id, Carriers(), 1, revoked)


async def _answer(scope: Any, _: Any, send: Any) -> None:
    """As much as is asked for."""
    size = int(scope["path"][1:] or 0)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for _ in range(size):
        await send({"type": "http.response.body", "body": b"x" * 65_536, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


@asynccontextmanager
async def _server() -> AsyncIterator[tuple[Callable[..., Any], uvicorn.Server]]:
    config = uvicorn.Config(_answer, port=0, http=ClientConnection, lifespan="off", log_config=None, ws="none")
    server = uvicorn.Server(config)
    serving = asyncio.ensure_future(server._serve())
    while not server.started:
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield lambda: asyncio.open_connection("127.0.0.1", port, limit=1024), server
    finally:
        server.should_exit = server.force_exit = True
        await serving


@pytest.mark.parametrize("said", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\n", b"GET / HTTP/1.1\r\n\r\nGET /"])
async def test_who_sends_no_whole_head_is_cut_off(said: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limit, "HEAD_SECONDS", 0.2)
    async with _server() as (connect, _):
        reader, writer = await connect()
        writer.write(said)
        with suppress(ConnectionResetError):
            await reader.read()
        writer.close()


async def test_a_head_without_end_is_cut_off() -> None:
    async with _server() as (connect, _):
        _, writer = await connect()
        writer.write(b"GET / HTTP/1.1\r\n")
        with pytest.raises(ConnectionError):
            await _endless(writer)
        writer.close()


async def _endless(writer: asyncio.StreamWriter) -> None:
    for number in range(LARGEST_HEAD):
        writer.write(b"X-%d: %s\r\n" % (number, b"x" * 1000))
        await writer.drain()


async def test_who_takes_no_answer_is_cut_off_and_others_are_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limit, "ANSWER_SECONDS", 0.2)
    async with _server() as (connect, server):
        _, slow = await connect()
        slow.write(b"GET /1000 HTTP/1.1\r\nHost: x\r\n\r\n")
        while not server.server_state.connections:
            await asyncio.sleep(0.01)
        reader, healthy = await connect()
        healthy.write(b"GET /0 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert (await reader.readline()).startswith(b"HTTP/1.1 200")
        healthy.close()
        while server.server_state.connections:
            await asyncio.sleep(0.01)
        slow.close()
