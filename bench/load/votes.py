"""Ballots to cast, empty requests to compare them with, and what the record holds of them afterwards."""

import asyncio
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import count
from math import ceil
from typing import Any, NamedTuple

import httpx2

from bench.load.server_process import Server
from bench.load.wrk import Load, Request, accepted, load, load_once
from bench.result import Effort
from quorate.deliberation.events import Cast
from quorate.record import open_record

CONNECTIONS, SEATS = 32, 20
LEAST = 0.4
VOTE = {"position": "APPROVE", "confidence": 80, "rationale": "It was measured"}
_numbers = count(1)
_PANEL = [{"seat": f"s{number}", "voter": "person"} for number in range(SEATS)]
_MOST_A_SECOND = 6400
EMPTY = Request("POST", "/v1/deliberations")


class Ballots(NamedTuple):
    """What one connection casts: deliberations of its own, and a ballot for every seat of each."""

    deliberations: tuple[str, ...]
    requests: tuple[Request, ...]


def empty_load(server: Server, seconds: int, effort: Effort) -> Load:
    """Requests with a key and without a body, which are refused with 415 once the caller is known."""
    most = _MOST_A_SECOND * seconds // CONNECTIONS
    each = [EMPTY] * effort.size(most, most, 1)
    found = _load(server, [each] * effort.size(CONNECTIONS, CONNECTIONS, 2), seconds, effort)
    assert set(found.statuses) == {415}, found.statuses
    return found


def new_ballots(server: Server, seconds: int, empty_rate: float, effort: Effort) -> list[Ballots]:
    """More than can be cast in this time, since no vote is quicker than an empty request."""
    most = ceil(seconds * empty_rate / CONNECTIONS / SEATS) + 1
    each = effort.size(most, most, 1)
    connections = effort.size(CONNECTIONS, CONNECTIONS, 2)
    address, headers = f"http://127.0.0.1:{server.port}", {"Authorization": f"Bearer {server.key}"}
    with httpx2.Client(base_url=address, headers=headers, timeout=60) as client:
        return [_ballots(client, each) for _ in range(connections)]


def _ballots(client: httpx2.Client, count: int) -> Ballots:
    names, requests = [], []
    for _ in range(count):
        sent = {"question": f"Adopt number {next(_numbers)}?", "protocol": "magi", "panel": _PANEL}
        opened: dict[str, Any] = client.post("/v1/deliberations", json=sent).raise_for_status().json()
        names.append(opened["id"])
        place, asked = f"/v1/deliberations/{opened['id']}/ballots", opened["question_hash"]
        for seat in _PANEL:
            vote = {**VOTE, "rationale": f"It was measured for {seat['seat']} of {opened['id']}"}
            body = json.dumps({"question": asked, "seat": seat["seat"], "vote": vote})
            requests.append(Request("POST", place, body))
    return Ballots(tuple(names), tuple(requests))


def vote_load(server: Server, ballots: list[Ballots], seconds: int, effort: Effort) -> Load:
    """Casts them. Raises where the record holds another number of ballots than were acknowledged on a connection."""
    found = _load(server, [one.requests for one in ballots], seconds, effort)
    stored = asyncio.run(_stored(server.store, ballots))
    acknowledged = [accepted(one) for one in found.of_connections]
    if stored != acknowledged:
        raise RuntimeError(f"ballots on the record {stored}, acknowledged {acknowledged}")
    return found


def _load(server: Server, connections: Sequence[Sequence[Request]], seconds: int, effort: Effort) -> Load:
    if effort.smallest:
        return load_once(server.port, server.key, connections)
    return load(server.port, server.key, connections, seconds)


async def _stored(store: str, ballots: list[Ballots]) -> list[int]:
    """How many ballots of each connection are on the record."""
    record = open_record(store, lambda: datetime.now(UTC))  # noqa: TID251 - nothing is written
    try:
        return [await _cast(record, one.deliberations) for one in ballots]
    finally:
        await record.close()


async def _cast(record: Any, deliberations: tuple[str, ...]) -> int:
    events = [stored.event for name in deliberations for stored in await record.read(name)]
    return sum(isinstance(event, Cast) for event in events)
