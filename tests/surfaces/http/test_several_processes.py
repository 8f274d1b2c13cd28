"""Servers and workers on one Postgres, killed at random: everything is finished, and no finished call is repeated."""

import json
import os
import random
import signal
import subprocess
import time
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import psycopg

from tests.patience import PATIENCE, comes_true
from tests.postgres import Server
from tests.surfaces.http.running import RunningServer, running
from tests.surfaces.program import QUORATE, environment

VOTE = {"position": "APPROVE", "confidence": 82, "rationale": "It was measured"}
CUT = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
DELIBERATIONS, KILLS, WORKERS = 8, 6, 2
SECOND = {"seat": "b", "voter": "scorecard"}


class Workers:
    """Workers that are started again when they are killed."""

    def __init__(self, folder: Path, address: str) -> None:
        self._folder, self._address = folder, address
        self._processes: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        home = {"QUORATE_HOME": str(self._folder / "home"), "XDG_CONFIG_HOME": str(self._folder / "settings")}
        with (self._folder / "worker.log").open("ab") as log:
            command = [QUORATE, "worker", "--store", self._address, "--grace", "0"]
            self._processes.append(subprocess.Popen(command, env=environment(**home), cwd=self._folder, stderr=log))

    def kill(self, number: int) -> None:
        process = self._processes.pop(number % len(self._processes))
        process.kill()
        process.wait()

    def stop(self) -> list[int]:
        for process in self._processes:
            process.send_signal(signal.SIGTERM)
        return [process.wait(PATIENCE) for process in self._processes]


def _program(folder: Path, number: int) -> str:
    """A voter that takes a moment, and says when it has finished."""
    file = folder / f"voter{number}"
    file.write_text(
        f"#!/bin/sh\ncat > /dev/null\nsleep 0.3\necho {number} >> {folder}/finished\nprintf '%s' '{json.dumps(VOTE)}'\n"
    )
    file.chmod(0o755)
    return f"command:{file}"


def _is_decided(server: RunningServer, names: list[str]) -> bool:
    lines = server.client.get("/v1/deliberations", params={"limit": 1000}).json()["lines"]
    return {line["id"] for line in lines if line["result"]} >= set(names)


def test_workers_that_are_killed_leave_nothing_undone_and_nothing_twice(tmp_path: Path, postgres: Server) -> None:
    address, chance = postgres.new_database(), random.Random(7)
    store = ("--store", address)
    with ExitStack() as stack:
        servers = [stack.enter_context(running(tmp_path, *store)) for _ in range(2)]
        workers = Workers(tmp_path, address)
        stack.callback(workers.stop)
        for _ in range(WORKERS):
            workers.start()
        names = [
            servers[number % 2].opened(panel=[{"seat": "a", "voter": _program(tmp_path, number)}, SECOND])["id"]
            for number in range(DELIBERATIONS)
        ]
        for _ in range(KILLS):
            count = _finished(tmp_path)
            comes_true(partial(_has_moved, tmp_path, count, servers[0], names))
            workers.kill(chance.randrange(100))
            workers.start()
        assert comes_true(lambda: _is_decided(servers[1], names))
    finished = (tmp_path / "finished").read_text().split()
    assert sorted(finished) == sorted(map(str, range(DELIBERATIONS)))


def _has_moved(folder: Path, count: int, server: RunningServer, names: list[str]) -> bool:
    return _finished(folder) > count or _is_decided(server, names)


def _finished(folder: Path) -> int:
    file = folder / "finished"
    return len(file.read_text().split()) if file.exists() else 0


def test_a_deadline_applies_without_anybody_asking_for_it(tmp_path: Path, postgres: Server) -> None:
    with running(tmp_path, "--store", postgres.new_database()) as server:
        soon = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 5))
        policy = {"ballots_by": soon, "at_ballots_by": "count"}
        opened = server.opened(panel=[{"seat": "a", "voter": "person"}], policy=policy)
        assert comes_true(lambda: server.shown(opened["id"])["state"] != "voting")
        assert [one["kind"] for one in server.shown(opened["id"])["history"]].count("DeadlinePassed") == 1


def test_the_work_goes_on_after_postgres_was_away(tmp_path: Path, postgres: Server) -> None:
    address = postgres.new_database()
    with running(tmp_path, "--store", address) as server:
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(CUT)
        program = _program(tmp_path, 1)

        def is_opened() -> bool:
            document = {"question": "Adopt it?", "panel": [{"seat": "a", "voter": program}, SECOND]}
            answered = server.client.post("/v1/deliberations", json=document, headers={"Idempotency-Key": "once"})
            return answered.status_code == 202

        assert comes_true(is_opened)
        name = server.client.get("/v1/deliberations").json()["lines"][0]["id"]
        assert comes_true(lambda: server.shown(name).get("verdict"))


def test_a_worker_needs_postgres(tmp_path: Path) -> None:
    home = environment(QUORATE_HOME=str(tmp_path / "home"), XDG_CONFIG_HOME=str(tmp_path / "settings"))
    ended = subprocess.run([QUORATE, "worker"], env=home, cwd=tmp_path, capture_output=True, text=True)
    assert ended.returncode == 2
    assert "workers need a record in Postgres" in ended.stderr
    assert not os.path.exists(tmp_path / "home" / "quorate.db")
