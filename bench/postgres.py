"""Postgres: durable votes against empty requests, and what a deliberation costs in rows, bytes, syncs and time."""

import asyncio
import json
import os
import socket
import subprocess
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from functools import reduce
from itertools import pairwise
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

import httpx2
import psycopg

from bench.load.server_process import Server, processor_seconds, running_server
from bench.load.votes import CONNECTIONS, LEAST, SEATS, VOTE, empty_load, new_ballots, vote_load
from bench.load.wrk import Load
from bench.result import Effort, Line
from bench.server import ROUNDS, SECONDS, vote_lines
from quorate.record import open_record
from tests import postgres

_TABLES = ("quorate_deliberations", "quorate_events", "quorate_waits", "quorate_keys")
PROGRAMS, SECONDS_WATCHED = 10, 20
_PANEL = """[panels.programs]
seats = [
  {{seat = "a", voter = "command:{program} a"}},
  {{seat = "b", voter = "command:{program} b"}},
  {{seat = "c", voter = "command:{program} c"}},
]
"""
LINES = 200_000
_COPIES = """INSERT INTO quorate_deliberations (sequence, id, opened_at, changed_at, position, head, summary, words)
SELECT 1000000 + number, 'MAGI-2026-0101-' || number, opened_at, changed_at, position, head, summary, words
FROM generate_series(1, %s) number,
  (SELECT * FROM quorate_deliberations WHERE strpos(summary, '"state":"decided"') > 0 LIMIT 1) decided"""


class Cost(NamedTuple):
    """What was used up to now: rows, bytes on disk and in the log of changes, syncs, processor seconds."""

    rows: int
    stored: int
    logged: int
    syncs: int
    server_seconds: float
    database_seconds: float

    def __sub__(self, earlier: "Cost") -> "Cost":
        return Cost(*(new - old for new, old in zip(self, earlier, strict=True)))


class Serving(NamedTuple):
    """A server on a database, and a key to it."""

    server: Server
    database: postgres.Server

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.server.port}"

    @property
    def headers(self) -> dict[str, str]:
        """Whoever sends them has the key."""
        return {"Authorization": f"Bearer {self.server.key}"}

    def cost(self) -> Cost:
        """What was used up to now."""
        with psycopg.connect(self.server.store, autocommit=True) as connection:
            connection.execute("SELECT pg_stat_force_next_flush()")
            counts = " + ".join(f"(SELECT count(*) FROM {table})" for table in _TABLES)
            sizes = " + ".join(f"pg_total_relation_size('{table}')" for table in _TABLES)
            syncs = "(SELECT coalesce(sum(fsyncs), 0) FROM pg_stat_io WHERE object = 'wal')"
            found = connection.execute(
                f"SELECT {counts}, {sizes}, pg_current_wal_lsn() - '0/0'::pg_lsn, {syncs}"  # type: ignore[arg-type]
            ).fetchone()
        assert found
        rows, stored, logged, syncs_made = map(int, found)
        return Cost(rows, stored, logged, syncs_made, processor_seconds(self.server.process), self._database_seconds())

    def _database_seconds(self) -> float:
        postmaster = int((self.database.directory / "data" / "postmaster.pid").read_text().splitlines()[0])
        children = subprocess.run(["ps", "--ppid", str(postmaster), "-o", "pid="], capture_output=True, text=True)
        running = sum(map(processor_seconds, map(int, children.stdout.split())))
        return running + processor_seconds(postmaster, with_ended=True)


class Round(NamedTuple):
    """Empty requests, openings and votes, one right after the other, and what each of them used."""

    empty: Load
    votes: Load
    openings: int
    empty_cost: Cost
    opening_cost: Cost
    vote_cost: Cost


def run(effort: Effort) -> list[Line]:
    """On a Postgres of its own that syncs every commit."""
    with TemporaryDirectory() as name, _serving(Path(name)) as serving:
        empty_load(serving.server, 1, effort)
        rounds = [_round(serving, effort) for _ in range(effort.rounds(ROUNDS, 3))]
        busy = os.getloadavg()[0]
        programs, lines = effort.size(PROGRAMS, PROGRAMS, 1), effort.size(LINES, LINES, 100)
        asked = _asked(serving, programs)
        watching = _watching(serving, effort.size(500, 100, 2), effort.size(SECONDS_WATCHED, SECONDS_WATCHED, 1))
        looked = _looked_through(serving, lines)
    return [
        *_rate_lines(rounds),
        Line("postgres", "load average of the machine", busy, unit=""),
        *_costs(
            f"an opening, {SEATS} seats",
            _sum(one.opening_cost for one in rounds),
            sum(one.openings for one in rounds),
        ),
        *_costs("a vote", _sum(one.vote_cost for one in rounds), sum(one.votes.count for one in rounds)),
        *_costs("an empty request", _sum(one.empty_cost for one in rounds), sum(one.empty.count for one in rounds)),
        *_costs("a deliberation of 3 programs", asked, programs),
        *watching,
        Line("postgres", f"a look through {lines:,} decided deliberations", looked, unit="s"),
    ]


def _rate_lines(rounds: list[Round]) -> list[Line]:
    ratio = median(one.votes.rate / one.empty.rate for one in rounds)
    return [
        Line("postgres", "empty requests with a key", median(one.empty.rate for one in rounds), unit="/s"),
        Line("postgres", f"votes, {CONNECTIONS} connections", median(one.votes.rate for one in rounds), unit="/s"),
        Line("postgres", "votes to empty requests", ratio, LEAST, at_least=True),
        Line("postgres", "votes to empty requests, by processor time", median(map(_by_processor, rounds))),
        *vote_lines("postgres", [one.votes for one in rounds]),
    ]


def _round(serving: Serving, effort: Effort) -> Round:
    costs = [serving.cost()]
    empty = empty_load(serving.server, SECONDS, effort)
    costs.append(serving.cost())
    ballots = new_ballots(serving.server, SECONDS, empty.rate, effort)
    costs.append(serving.cost())
    votes = vote_load(serving.server, ballots, SECONDS, effort)
    costs.append(serving.cost())
    used = [after - before for before, after in pairwise(costs)]
    return Round(empty, votes, sum(len(one.deliberations) for one in ballots), *used)


def _asked(serving: Serving, count: int) -> Cost:
    """What deliberations of three programs use, from their opening to their verdict."""
    before = serving.cost()
    with httpx2.Client(base_url=serving.url, headers=serving.headers, timeout=60) as client:
        document = {"question": "Adopt it?"}
        names = [client.post("/v1/deliberations?panel=programs", json=document).json()["id"] for _ in range(count)]
        while not all(client.get(f"/v1/deliberations/{name}").json().get("verdict") for name in names):
            time.sleep(1)
    return serving.cost() - before


def _watching(serving: Serving, count: int, seconds: int) -> list[Line]:
    """What streams of events use while nothing happens."""
    with httpx2.Client(base_url=serving.url, headers=serving.headers, timeout=60) as client:
        name = client.get("/v1/deliberations").json()["lines"][0]["id"]
    with ExitStack() as stack:
        for _ in range(count):
            one = stack.enter_context(socket.create_connection(("127.0.0.1", serving.server.port)))
            head = f"GET /v1/deliberations/{name}/events HTTP/1.1\r\nHost: 127.0.0.1:{serving.server.port}\r\n"
            one.sendall(f"{head}Authorization: Bearer {serving.server.key}\r\n\r\n".encode())
            one.recv(1)
        time.sleep(seconds / 2)
        before = serving.cost()
        time.sleep(seconds)
        used = serving.cost() - before
    return [
        Line(
            "postgres",
            f"{count} watchers: processor, server",
            1000 * used.server_seconds / seconds,
            unit="ms/s",
        ),
        Line(
            "postgres",
            f"{count} watchers: processor, database",
            1000 * used.database_seconds / seconds,
            unit="ms/s",
        ),
    ]


def _looked_through(serving: Serving, count: int) -> float:
    """Seconds to find what is not decided among so many lines, which are copies of one that is."""
    with psycopg.connect(serving.server.store, autocommit=True) as connection:
        connection.execute(_COPIES, [count])
        connection.execute("ANALYZE quorate_deliberations")
    return asyncio.run(_seconds_to_find(serving.server.store))


async def _seconds_to_find(address: str) -> float:
    record = open_record(address, lambda: datetime.now(UTC))  # noqa: TID251 - nothing is written
    try:
        await record.unfinished(limit=500)
        began = time.perf_counter()
        await record.unfinished(limit=500)
        return time.perf_counter() - began
    finally:
        await record.close()


def _by_processor(one: Round) -> float:
    """How many votes there are for the processor time of an empty request, on server and database together."""
    empty, votes = one.empty_cost, one.vote_cost
    of_empty = (empty.server_seconds + empty.database_seconds) / one.empty.count
    return of_empty * one.votes.count / (votes.server_seconds + votes.database_seconds)


def _sum(costs: Iterable[Cost]) -> Cost:
    return reduce(lambda one, other: Cost(*(map(sum, zip(one, other, strict=True)))), costs)


def _costs(what: str, used: Cost, count: int) -> list[Line]:
    return [
        Line("postgres", f"{what}: rows", used.rows / count, unit=""),
        Line("postgres", f"{what}: bytes stored", used.stored / count, unit=""),
        Line("postgres", f"{what}: bytes logged", used.logged / count, unit=""),
        Line("postgres", f"{what}: syncs", used.syncs / count, unit=""),
        Line("postgres", f"{what}: processor, server", 1000 * used.server_seconds / count, unit="ms"),
        Line("postgres", f"{what}: processor, database", 1000 * used.database_seconds / count, unit="ms"),
    ]


def _write_panel(folder: Path) -> None:
    program, settings = folder / "voter", folder / "settings" / "quorate"
    program.write_text(f"#!/bin/sh\ncat > /dev/null\nprintf '%s' '{json.dumps(VOTE)}'\n")
    program.chmod(0o755)
    settings.mkdir(parents=True)
    (settings / "quorate.toml").write_text(_PANEL.format(program=program))


@contextmanager
def _serving(folder: Path) -> Iterator[Serving]:
    with postgres.running(fsync=True) as database:
        _write_panel(folder)
        with running_server(folder, database.new_database()) as server:
            yield Serving(server, database)
