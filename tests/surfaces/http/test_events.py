"""Server-sent events: as they come, from where somebody left off, sealed, until the end."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from quorate.app.app import App
from quorate.app.life.event_feed import watch_deliberation
from quorate.surfaces.http import event_stream_response
from quorate.surfaces.http.event_stream_response import streamed_response
from quorate.surfaces.http.operation import Rendered
from tests.app.house import ANN, BEN, EVE, FOR, House
from tests.surfaces.http.client import Client
from tests.surfaces.http.running import RunningServer, running

PANEL = [{"seat": "a", "voter": "person"}, {"seat": "b", "voter": "person"}]
SECRET = {"position": "APPROVE", "confidence": 82, "rationale": "A word that nobody else says"}


def _events(response: httpx2.Response, count: int) -> list[dict[str, Any]]:
    """So many events of a stream, with their ids."""
    found: list[dict[str, Any]] = []
    event: dict[str, Any] = {}
    for line in response.iter_lines():
        name, _, value = line.partition(": ")
        if not line and event:
            found.append(event)
            event = {}
        elif name in ("id", "event", "data"):
            event[name] = json.loads(value) if name == "data" else value
        if len(found) == count:
            break
    return found


def _voted(server: RunningServer, opened: dict[str, Any], seat: str) -> None:
    body = {"question": opened["question_hash"], "seat": seat, "vote": SECRET}
    answered = server.client.post(f"/v1/deliberations/{opened['id']}/ballots", json=body)
    assert answered.status_code == 200, answered.text


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running(tmp_path_factory.mktemp("server")) as one:
        yield one


def test_events_come_in_order_and_say_nothing_of_a_ballot(server: RunningServer) -> None:
    opened = server.opened(panel=PANEL)
    with server.client.stream("GET", f"/v1/deliberations/{opened['id']}/events") as response:
        assert response.headers["content-type"] == "text/event-stream; charset=utf-8"
        _voted(server, opened, "a")
        first = _events(response, 3)
    assert [(one["id"], one["event"]) for one in first] == [("1", "Opened"), ("2", "RoundOpened"), ("3", "Cast")]
    assert "nobody else says" not in json.dumps(first)
    assert "APPROVE" not in json.dumps(first)
    assert first[2]["data"]["hash"] is None
    after = {"Last-Event-ID": "3"}
    with server.client.stream("GET", f"/v1/deliberations/{opened['id']}/events", headers=after) as response:
        server.cli("vote", opened["id"], "--seat", "b", "--choice", "APPROVE", "--confidence", "80")
        rest = _events(response, 3)
    assert [one["id"] for one in rest] == ["4", "5", "6"]
    assert rest[-1]["data"]["hash"]


@pytest.mark.parametrize("last", ["x", "-1", "1e3", "9" * 30, "\u0661"])
def test_a_last_event_that_is_none_is_refused(server: RunningServer, last: str) -> None:
    opened = server.opened(panel=PANEL)
    place = f"/v1/deliberations/{opened['id']}/events"
    refused = server.client.get(place, headers={b"Last-Event-ID": last.encode()})
    assert refused.status_code == 422


def test_what_is_not_there_is_not_watched(server: RunningServer) -> None:
    assert server.client.get("/v1/deliberations/MAGI-2026-1115-999/events").status_code == 404


def test_streams_end_when_the_server_stops(tmp_path: Path) -> None:
    with running(tmp_path) as one:
        opened = one.opened(panel=PANEL)
        with one.client.stream("GET", f"/v1/deliberations/{opened['id']}/events") as response:
            lines = response.iter_lines()
            assert next(lines) == "retry: 1000"
            one.process.terminate()
            assert list(lines)[-1] == ""
        assert one.process.wait() == 0


async def test_events_follow_as_they_are_stored(house: House, app: App) -> None:
    session = await house.opened()
    watching = watch_deliberation(app, EVE, session.id, session.position)
    coming = asyncio.ensure_future(anext(watching))
    await asyncio.sleep(0)
    await house.voted(session, "a", ANN, FOR)
    assert (await coming).kind == "Cast"
    await house.voted(session, "b", BEN, FOR)
    assert (await anext(watching)).position == session.position + 2
    await watching.aclose()  # type: ignore[attr-defined]


async def test_a_stream_ends_with_the_key_of_whoever_listens(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_stream_response, "HEARTBEAT_SECONDS", 0.01)
    client = Client(app)
    client.known["k"] = ANN

    async def never() -> AsyncIterator[str]:
        await asyncio.Event().wait()
        yield ""

    scope = {"headers": [(b"authorization", b"Bearer k")]}
    response = streamed_response(Rendered("begin", stream=never()), client.callers, scope, client.closing)
    parts = aiter(response.body_iterator)
    assert [await anext(parts) for _ in range(3)] == ["begin", ": still here\n\n", ": still here\n\n"]
    del client.known["k"]
    assert [one async for one in parts] == []
