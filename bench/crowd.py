"""The server among many: slow connections and event streams beside healthy requests, and its memory after many."""

import asyncio
import json
import os
import subprocess
import sys
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx2

from bench.load.crowd import BODY, HEAD, crowd_around
from bench.load.mixture import OPENING
from bench.load.server_process import Server, resident_kilobytes, running_server
from bench.load.wrk import Load, Request, load, load_once
from bench.result import Effort, Line

PER_KEY, HEALTHY = 100, 4
SECONDS = 15  # longer than a head may take, and than a stream is silent
SLOW, STREAMS = 1000, 500
FIRST, LAST, CONNECTIONS = 20_000, 200_000, 32
GROWTH, LEAST_SLOW = 1.1, 0.8  # those that the server has just closed are about to come back
_MOST_A_SECOND = 2000


def run(effort: Effort) -> list[Line]:
    """On a record in a file."""
    with TemporaryDirectory() as name, running_server(Path(name)) as server:
        lines = asyncio.run(_crowd(server, effort))
    first, last = effort.size(FIRST, FIRST // 10, 64), effort.size(LAST, LAST // 10, 128)
    with TemporaryDirectory() as name, running_server(Path(name)) as server:
        return [*lines, *_memory(server, first, last)]


async def _crowd(server: Server, effort: Effort) -> list[Line]:
    slow, streams = effort.size(SLOW, SLOW, 4), effort.size(STREAMS, STREAMS, 2)
    keys = [server.new_key(f"watcher{number}", "read") for number in range(ceil(streams / PER_KEY))]
    name = _opened(server)
    alone = await asyncio.to_thread(_healthy, server, effort)
    async with crowd_around(server, name, keys, (slow, streams)) as crowd:
        beside = await asyncio.to_thread(_healthy, server, effort)
    held = 0.9 * slow + streams
    return [
        Line("crowd", "healthy requests that were not answered with 2xx", alone.failed + beside.failed, 0, ""),
        Line("crowd", f"healthy requests alone, {HEALTHY} connections", alone.rate, unit="/s"),
        Line("crowd", f"beside {slow} slow connections and {streams} streams", beside.rate, unit="/s"),
        Line("crowd", "a healthy request alone, p95", alone.milliseconds[95], unit="ms"),
        Line("crowd", "beside all of them, p95", beside.milliseconds[95], unit="ms"),
        Line("crowd", "slow connections meanwhile, at the least", crowd.fewest_slow, LEAST_SLOW * slow, "", True),
        Line("crowd", "sockets of the server meanwhile, at the least", crowd.fewest_held, held, "", True),
        Line("crowd", "slow heads that the server closed after 10 s", crowd.closed[HEAD], unit=""),
        Line("crowd", "slow bodies that it refused after 30 s", crowd.closed[BODY], unit=""),
        Line("crowd", "streams that heard something meanwhile", len(crowd.heard), streams, "", True),
        Line("crowd", "load average of the machine", os.getloadavg()[0], unit=""),
    ]


def _opened(server: Server) -> str:
    sent = {
        "content": OPENING,
        "headers": {"Authorization": f"Bearer {server.key}", "Content-Type": "application/json"},
    }
    answered = httpx2.post(f"http://127.0.0.1:{server.port}/v1/deliberations", timeout=60, **sent)
    found: str = answered.raise_for_status().json()["id"]
    return found


def _healthy(server: Server, effort: Effort) -> Load:
    if effort.smallest:
        return load_once(server.port, server.key, [[Request("GET", "/v1/inbox")]] * HEALTHY)
    each = [Request("GET", "/v1/inbox")] * (_MOST_A_SECOND * SECONDS // HEALTHY)
    return load(server.port, server.key, [each] * HEALTHY, SECONDS)


def _memory(server: Server, first: int, last: int) -> list[Line]:
    """What the server holds after some requests of every kind, and after many more."""
    failed = _mixture(server, first)
    before = resident_kilobytes(server.process)
    failed += _mixture(server, last - first)
    after = resident_kilobytes(server.process)
    return [
        Line("crowd", f"requests of every kind not answered with 2xx, of {last}", failed, 0, ""),
        Line("crowd", f"memory after {first} requests", before / 1024, unit="MB"),
        Line("crowd", f"memory after {last} requests", after / 1024, unit="MB"),
        Line("crowd", "memory after all of them to memory before", after / before, GROWTH),
    ]


def _mixture(server: Server, count: int) -> int:
    """Votes, openings, reads, lists, counts and streams; gives how many failed."""
    command = [sys.executable, "-m", "bench.load.mixture", str(server.port), server.key, str(CONNECTIONS), str(count)]
    ended = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    failed: int = json.loads(ended.stdout)["failed"]
    return failed
