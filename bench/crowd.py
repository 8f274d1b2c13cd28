"""The server among many: slow connections and event streams beside healthy requests, and its memory after many."""

import asyncio
import json
import os
import subprocess
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from bench.result import Effort, Line
from bench.server import QUORATE, load, running_server

SLOW, STREAMS, PER_KEY, HEALTHY = 1000, 500, 100, 200
FIRST, LAST = 20_000, 200_000
GROWTH = 1.1
TALLY = json.dumps(
    {"protocol": "magi", "question": "?", "votes": [{"perspective": "Logos", "position": "APPROVE", "confidence": 80}]}
)


class Place(NamedTuple):
    """Where the server is, and its keys."""

    port: int
    keys: list[str]
    deliberation: str


def run(effort: Effort) -> list[Line]:
    """On a record in a file."""
    with TemporaryDirectory() as name, running_server(Path(name)) as server:
        keys = [server.key, *(_key(Path(name), number) for number in range(STREAMS // PER_KEY))]
        lines = asyncio.run(_crowd(Place(server.port, keys, _opened(server.port, server.key))))
        first, last = effort.rounds(FIRST, FIRST // 10), effort.rounds(LAST, LAST // 10)
        return [*lines, *_memory(server.process, server.port, server.key, first, last)]


def _key(folder: Path, number: int) -> str:
    command = [QUORATE, "keys", "create", f"watcher{number}", "--scope", "read", "--json"]
    variables = {**os.environ, "QUORATE_HOME": str(folder / "home"), "XDG_CONFIG_HOME": str(folder / "settings")}
    made = subprocess.run(command, env=variables, capture_output=True, check=True)
    key: str = json.loads(made.stdout)["key"]
    return key


def _opened(port: int, key: str) -> str:
    import httpx2

    panel = [{"seat": f"s{number}", "voter": "person"} for number in range(3)]
    sent = {"question": "Adopt it?", "panel": panel}
    answered = httpx2.post(
        f"http://127.0.0.1:{port}/v1/deliberations", json=sent, headers={"Authorization": f"Bearer {key}"}, timeout=60
    )
    found: str = answered.json()["id"]
    return found


async def _crowd(place: Place) -> list[Line]:
    alone = await _healthy(place)
    async with AsyncExitStack() as stack:
        for number in range(SLOW):
            await stack.enter_async_context(_connected(place, f"GET /v1/inbox HTTP/1.1\r\nX-Slow: {number}"))
        streams = 0
        for number in range(STREAMS):
            key = place.keys[1 + number // PER_KEY]
            events = f"GET /v1/deliberations/{place.deliberation}/events HTTP/1.1\r\nHost: 127.0.0.1:{place.port}\r\n"
            reader = await stack.enter_async_context(_connected(place, f"{events}Authorization: Bearer {key}\r\n\r\n"))
            streams += b"200" in await reader.readline()
        crowded = await _healthy(place)
    return [
        Line("crowd", "event streams that were opened", streams, STREAMS, "", at_least=True),
        Line("crowd", "healthy requests that were answered", crowded[1], HEALTHY, "", at_least=True),
        Line("crowd", "a healthy request alone, p95", 1000 * alone[0], unit="ms"),
        Line("crowd", f"beside {SLOW} slow connections and {STREAMS} streams, p95", 1000 * crowded[0], unit="ms"),
    ]


@asynccontextmanager
async def _connected(place: Place, said: str) -> AsyncIterator[asyncio.StreamReader]:
    reader, writer = await asyncio.open_connection("127.0.0.1", place.port)
    writer.write(said.encode())
    try:
        yield reader
    finally:
        writer.close()


async def _healthy(place: Place) -> tuple[float, int]:
    """The 95th percentile of some requests on one connection, and how many were answered with 200."""
    reader, writer = await asyncio.open_connection("127.0.0.1", place.port)
    head = f"GET /v1/inbox HTTP/1.1\r\nHost: 127.0.0.1:{place.port}\r\nAuthorization: Bearer {place.keys[0]}\r\n\r\n"
    took, answered = [], 0
    for _ in range(HEALTHY):
        began = perf_counter()
        writer.write(head.encode())
        said = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        size = next(line for line in said.split("\r\n") if line.lower().startswith("content-length:"))
        await reader.readexactly(int(size.partition(":")[2]))
        took.append(perf_counter() - began)
        answered += said.startswith("HTTP/1.1 200")
    writer.close()
    return quantiles(took, n=20)[18], answered


def _memory(process: "subprocess.Popen[bytes]", port: int, key: str, first: int, last: int) -> list[Line]:
    """What the server holds after some requests, and after many more."""
    _sent(port, key, first)
    before = _resident(process.pid)
    _sent(port, key, last - first)
    after = _resident(process.pid)
    return [
        Line("crowd", f"memory after {first} requests", before / 1024, unit="MB"),
        Line("crowd", f"memory after {last} requests", after / 1024, unit="MB"),
        Line("crowd", "memory after all of them to memory before", after / before, GROWTH),
    ]


def _sent(port: int, key: str, count: int) -> None:
    """Half of them count a document, half of them are refused; over 32 connections."""
    each = [("/v1/tally", TALLY), ("/v1/deliberations", "")] * max(1, count // 64)
    load(port, key, [each for _ in range(32)])


def _resident(process: int) -> int:
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS:")).split()[1])
