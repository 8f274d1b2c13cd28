"""The server: durable votes against an empty request of somebody with a key, over 32 connections of another process."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import httpx2

from bench.result import Effort, Line

CONNECTIONS, SEATS = 32, 20
LEAST, MOST_SYNCS = 0.4, 1 / 8
QUORATE = str(Path(sys.executable).with_name("quorate"))
VOTE = {"position": "APPROVE", "confidence": 80, "rationale": "It was measured"}
Requests = list[tuple[str, str]]


class Load(NamedTuple):
    """What a load came to: requests a second, and the seconds of each."""

    rate: float
    took: list[float]
    statuses: set[int]


def run(effort: Effort) -> list[Line]:
    """On a record in a file."""
    with TemporaryDirectory() as name, running_server(Path(name)) as (port, key, process):
        each = effort.rounds(5, 1)
        empty = load(port, key, [[("/v1/deliberations", "")] * (each * SEATS) for _ in range(CONNECTIONS)])
        votes = load(port, key, [_votes(port, key, each) for _ in range(CONNECTIONS)])
        more = [_votes(port, key, 1) for _ in range(CONNECTIONS)]
        with _syncs(process.pid) as syncs:  # whoever is traced is slower, so that these are not timed
            traced = load(port, key, more)
    assert empty.statuses == {415}, empty.statuses
    assert votes.statuses == {200}, votes.statuses
    parts = [1000 * one for one in quantiles(votes.took, n=100)]
    return [
        Line("server", "empty requests with a key", empty.rate, unit="/s"),
        Line("server", f"votes, {CONNECTIONS} connections, {SEATS} seats", votes.rate, unit="/s"),
        Line("server", "votes to empty requests", votes.rate / empty.rate, LEAST, at_least=True),
        *([Line("server", "syncs to votes", len(syncs) / len(traced.took), MOST_SYNCS)] if syncs else []),
        *(Line("server", f"a vote, p{place}", parts[place - 1], unit="ms") for place in (50, 95, 99)),
    ]


class Server(NamedTuple):
    """A server that runs: its port, a key to it, and its process."""

    port: int
    key: str
    process: "subprocess.Popen[bytes]"


@contextmanager
def running_server(folder: Path) -> Iterator[Server]:
    """A server until the block ends."""
    variables = {**os.environ, "QUORATE_HOME": str(folder / "home"), "XDG_CONFIG_HOME": str(folder / "settings")}
    made = subprocess.run(
        [QUORATE, "keys", "create", "bench", "--scope", "open", "--scope", "vote", "--scope", "read", "--json"],
        env=variables,
        capture_output=True,
        check=True,
    )
    command = [QUORATE, "serve", "--port", "0", "--json", "--rate", "0"]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, env=variables, stdout=subprocess.PIPE, stderr=log)
    assert process.stdout
    try:
        address = json.loads(process.stdout.readline())["address"]
        yield Server(int(address.rpartition(":")[2]), json.loads(made.stdout)["key"], process)
    finally:
        process.terminate()
        process.wait()


@contextmanager
def _syncs(process: int) -> Iterator[list[str]]:
    """How often the process waits for its disk meanwhile, one entry each; nothing where strace is not there."""
    found: list[str] = []
    if not which("strace"):
        yield found
        return
    with TemporaryDirectory() as folder:
        file = Path(folder) / "syncs"
        calls = "trace=fsync,fdatasync,sync_file_range"
        command = ["strace", "-f", "-qq", "-e", calls, "-o", str(file), "-p", str(process)]
        tracer = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        try:
            yield found
        finally:
            tracer.terminate()
            tracer.wait()
            found += [line for line in file.read_text().splitlines() if "sync" in line and "resumed" not in line]


def _votes(port: int, key: str, count: int) -> Requests:
    """A ballot for every seat of so many deliberations, which are opened for it."""
    found: Requests = []
    panel = [{"seat": f"s{number}", "voter": "person"} for number in range(SEATS)]
    with httpx2.Client(base_url=f"http://127.0.0.1:{port}", headers={"Authorization": f"Bearer {key}"}) as client:
        for _ in range(count):
            opened: dict[str, Any] = client.post(
                "/v1/deliberations", json={"question": "Adopt it?", "protocol": "magi", "panel": panel}
            ).json()
            place, asked = f"/v1/deliberations/{opened['id']}/ballots", opened["question_hash"]
            for seat in panel:
                found.append((place, json.dumps({"question": asked, "seat": seat["seat"], "vote": VOTE})))
    return found


def load(port: int, key: str, connections: list[Requests]) -> Load:
    """Sends these requests, each connection its own one after the other."""
    orders = json.dumps({"port": port, "key": key, "connections": connections})
    ended = subprocess.run(
        [sys.executable, "-m", "bench.http_load"], input=orders, capture_output=True, text=True, check=True
    )
    said = json.loads(ended.stdout)
    took = [one for one, _ in said["requests"]]
    return Load(len(took) / said["seconds"], took, {status for _, status in said["requests"]})
