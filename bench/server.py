"""The server on a file: durable votes of wrk against empty requests of the same key, over 32 connections."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bench.load.server_process import Server, processor_seconds, running_server
from bench.load.votes import CONNECTIONS, LEAST, SEATS, empty_load, new_ballots, vote_load
from bench.load.wrk import PLACES, Load
from bench.result import Effort, Line

MOST_SYNCS = 1 / 8
ROUNDS, SECONDS, SECONDS_TRACED = 15, 2, 3


class Round(NamedTuple):
    """Empty requests and votes, one right after the other, and the server's processor seconds for each of them."""

    empty: Load
    votes: Load
    empty_cost: float
    vote_cost: float


def run(effort: Effort) -> list[Line]:
    """On a record in a file."""
    with TemporaryDirectory() as name, running_server(Path(name)) as server:
        empty_load(server, 1, effort)
        rounds = [_round(server, effort) for _ in range(effort.rounds(ROUNDS, 3))]
        busy = os.getloadavg()[0]
        syncs = None if effort.smallest else _syncs_per_vote(server, rounds[-1].empty.rate, effort)
    return [
        Line("server", "empty requests with a key", median(one.empty.rate for one in rounds), unit="/s"),
        Line("server", f"votes, {CONNECTIONS} connections, {SEATS} seats", median(_rates(rounds)), unit="/s"),
        Line("server", "votes to empty requests", median(map(_ratio, rounds)), LEAST, at_least=True),
        Line("server", "votes to empty requests, by processor time", median(map(_cost_ratio, rounds))),
        *vote_lines("server", [one.votes for one in rounds]),
        *([] if syncs is None else [Line("server", "syncs to votes", syncs, MOST_SYNCS)]),
        Line("server", "load average of the machine", busy, unit=""),
    ]


def vote_lines(benchmark: str, votes: list[Load]) -> list[Line]:
    """What both kinds of record are held to: no vote failed, every one is on the record; and how long one takes."""
    return [
        Line(benchmark, "votes acknowledged, all of them on the record", sum(one.count for one in votes), unit=""),
        Line(benchmark, "votes not answered with 2xx", sum(one.failed for one in votes), 0, ""),
        *(
            Line(benchmark, f"a vote, p{place}", median(one.milliseconds[place] for one in votes), unit="ms")
            for place in PLACES
        ),
    ]


def _round(server: Server, effort: Effort) -> Round:
    began = processor_seconds(server.process)
    empty = empty_load(server, SECONDS, effort)
    answered = processor_seconds(server.process)
    ballots = new_ballots(server, SECONDS, empty.rate, effort)
    opened = processor_seconds(server.process)
    votes = vote_load(server, ballots, SECONDS, effort)
    voted = processor_seconds(server.process)
    return Round(empty, votes, (answered - began) / empty.count, (voted - opened) / votes.count)


def _rates(rounds: list[Round]) -> list[float]:
    return [one.votes.rate for one in rounds]


def _ratio(one: Round) -> float:
    return one.votes.rate / one.empty.rate


def _cost_ratio(one: Round) -> float:
    return one.empty_cost / one.vote_cost


def _syncs_per_vote(server: Server, empty_rate: float, effort: Effort) -> float | None:
    """None where strace is not there. Whoever is traced is slower, so that these votes are not timed."""
    if not which("strace"):
        return None
    ballots = new_ballots(server, SECONDS_TRACED, empty_rate, effort)
    with _syncs(server.process) as syncs:
        votes = vote_load(server, ballots, SECONDS_TRACED, effort)
    return len(syncs) / votes.count


@contextmanager
def _syncs(process: int) -> Iterator[list[str]]:
    """How often the process waits for its disk meanwhile, one entry each."""
    found: list[str] = []
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
