"""Load from wrk, a program of its own: 32 connections, each with requests that only it sends."""

import asyncio
import json
import subprocess
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple

from bench.load.http_connection import HttpConnection

SCRIPT = Path(__file__).with_name("requests.lua")
PLACES = (50, 95, 99)
_PATIENCE_SECONDS = 5


class Request(NamedTuple):
    """What is sent."""

    method: str
    path: str
    body: str = ""


class Load(NamedTuple):
    """What a load came to: all statuses, those of each connection, and milliseconds at some percentiles."""

    seconds: float
    statuses: Counter[int]
    of_connections: tuple[Counter[int], ...]
    milliseconds: dict[int, float]
    errors: int

    @property
    def count(self) -> int:
        """Requests that were answered."""
        return self.statuses.total()

    @property
    def rate(self) -> float:
        """Requests a second."""
        return self.count / self.seconds

    @property
    def failed(self) -> int:
        """Requests that were not answered with 2xx, and connections that failed."""
        return self.count - sum(map(accepted, self.of_connections)) + self.errors


def accepted(statuses: Counter[int]) -> int:
    """How many of them are 2xx."""
    return sum(count for status, count in statuses.items() if 200 <= status < 300)


def load(port: int, key: str, connections: Sequence[Sequence[Request]], seconds: int) -> Load:
    """Sends for so many seconds, each connection its own requests one after the other."""
    with TemporaryDirectory() as folder:
        for number, requests in enumerate(connections):
            Path(folder, str(number)).write_text("".join("\t".join(one) + "\n" for one in requests))
        command = wrk_command(port, key, Path(folder), len(connections), seconds)
        ended = subprocess.run(command, capture_output=True, text=True)
    return load_of(ended.stdout, ended.stderr)


def load_once(port: int, key: str, connections: Sequence[Sequence[Request]]) -> Load:
    """Send all of it, one connection after the other, without wrk: shows that it is answered, and measures nothing."""
    began = perf_counter()
    each = tuple(asyncio.run(_statuses(port, key, requests)) for requests in connections)
    return Load(perf_counter() - began, sum(each, Counter()), each, dict.fromkeys(PLACES, 0.0), 0)


async def _statuses(port: int, key: str, requests: Sequence[Request]) -> Counter[int]:
    async with HttpConnection(port, key) as connection:
        return Counter([(await connection.send(*request)).status for request in requests])


def wrk_command(port: int, key: str, folder: Path, connections: int, seconds: int) -> list[str]:
    """The command that sends what is in the folder, a file for each connection."""
    program = which("wrk")
    if program is None:
        raise RuntimeError("wrk is required but was not found. On Debian and Ubuntu: apt install wrk")
    size = [f"-t{connections}", f"-c{connections}", f"-d{seconds + _PATIENCE_SECONDS}s", "--timeout", "10s"]
    return [program, *size, "-s", str(SCRIPT), f"http://127.0.0.1:{port}", "--", str(folder), key, str(seconds)]


def load_of(printed: str, complaint: str = "") -> Load:
    """What wrk printed as a load."""
    last = printed.splitlines()[-1] if printed else ""
    if not last.startswith("{"):
        raise RuntimeError(f"wrk: {printed}{complaint}")
    said: dict[str, Any] = json.loads(last)
    threads = said["threads"]
    if not all(one["ended"] for one in threads):
        raise RuntimeError("wrk: a connection had not ended in time")
    if any(one["sent_all"] for one in threads):
        raise RuntimeError("wrk: a connection ran out of requests")
    each = tuple(Counter({int(status): count for status, count in one["statuses"].items()}) for one in threads)
    return Load(
        max(one["ended"] for one in threads) - min(one["began"] for one in threads),
        sum(each, Counter()),
        each,
        {place: said["milliseconds"][str(place)] for place in PLACES},
        sum(count for kind, count in said["errors"].items() if kind != "status"),
    )
