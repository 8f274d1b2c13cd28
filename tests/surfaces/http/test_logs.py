"""The log of a server or a worker: a line of JSON for each entry, wherever it comes from."""

import asyncio
import json
import logging
import subprocess
import sys
from pathlib import Path
from signal import SIGINT, SIGQUIT

import psycopg
import pytest

from quorate.app.upkeep.work_queue import _logged_once
from tests.patience import PATIENCE, comes, comes_true
from tests.postgres import Server
from tests.postgres import running as running_postgres
from tests.surfaces.http.running import running

VOTE = {"position": "APPROVE", "confidence": 82, "rationale": "It was measured"}
SECOND = {"seat": "b", "voter": "scorecard"}
LOST = "the queue is lost and looked for again: OperationalError"
FORGOTTEN_TASK = """
import asyncio
from quorate.surfaces.http.logs import begin_log

async def fail():
    raise ValueError("a defect of ours")

async def main():
    asyncio.create_task(fail())
    await asyncio.sleep(0)

begin_log()
asyncio.run(main())
"""


def test_a_fault_that_nobody_waited_for_is_a_line_of_the_log_with_its_traceback() -> None:
    ended = subprocess.run([sys.executable, "-c", FORGOTTEN_TASK], capture_output=True, text=True, timeout=PATIENCE)
    (line,) = map(json.loads, ended.stderr.splitlines())
    assert (line["level"], line["from"]) == ("error", "asyncio")
    assert line["message"].startswith("Task exception was never retrieved")
    assert line["trace"].endswith("ValueError: a defect of ours")


@pytest.mark.parametrize("sign", [SIGQUIT, SIGINT], ids=["crash", "shutdown"])
def test_that_postgres_is_away_is_said_in_plain_lines(tmp_path: Path, sign: int) -> None:
    with running_postgres() as database, running(tmp_path, "--store", database.new_database()) as server:
        assert comes_true(lambda: "takes jobs" in _messages(tmp_path))
        name = server.opened(panel=[{"seat": "a", "voter": _slow_program(tmp_path)}, SECOND])["id"]
        assert comes(tmp_path / "asked")
        database.stop(sign)
        assert comes_true(lambda: LOST in _messages(tmp_path))
        database.start()
        assert comes_true(lambda: _messages(tmp_path).count("takes jobs") == 2)
        assert comes_true(lambda: server.shown(name).get("verdict"))
    lines = _lines(tmp_path)
    assert [line for line in lines if "trace" in line or line["from"] == "pgqueuer"] == []


class _Kept(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.errors: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        assert record.exc_info
        self.errors.append(str(record.exc_info[1]))


def test_another_fault_of_the_queue_is_logged_while_its_connection_is_lost(postgres: Server) -> None:
    log, kept = logging.getLogger("pgqueuer"), _Kept()
    log.addHandler(kept)
    try:
        asyncio.run(_with_a_lost_connection(postgres.address("postgres"), log))
    finally:
        log.removeHandler(kept)
    assert kept.errors == ["the disk is full", "a defect"]


async def _with_a_lost_connection(address: str, log: logging.Logger) -> None:
    connection = await psycopg.AsyncConnection.connect(address)
    with _logged_once(connection):
        log.error("a task ended", exc_info=psycopg.OperationalError("the disk is full"))
        await connection.close()
        log.error("a task ended", exc_info=psycopg.OperationalError("the connection is closed"))
        log.error("a task ended", exc_info=ValueError("a defect"))


def _slow_program(folder: Path) -> str:
    """A voter that Postgres is gone before."""
    file = folder / "voter"
    file.write_text(f"#!/bin/sh\ncat > /dev/null\necho 1 > {folder}/asked\nsleep 2\nprintf '%s' '{json.dumps(VOTE)}'\n")
    file.chmod(0o755)
    return f"command:{file}"


def _messages(folder: Path) -> list[str]:
    return [line["message"] for line in _lines(folder)]


def _lines(folder: Path) -> list[dict[str, str]]:
    """All but one that is still being written."""
    return [
        json.loads(line) for line in (folder / "server.log").read_text().splitlines(keepends=True) if line[-1] == "\n"
    ]
