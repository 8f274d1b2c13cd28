"""What every record promises, through PgBouncer; and a deliberation that a server and a worker carry on through it."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from psycopg import sql

from tests.outages.machine import Machine
from tests.patience import comes_true
from tests.pooler.bouncer import Bouncer
from tests.postgres import Server
from tests.record.test_contract import *  # noqa: F403 - the same promises
from tests.surfaces.http.running import running
from tests.surfaces.program import QUORATE, environment

VOTE = {"position": "APPROVE", "confidence": 82, "rationale": "It was measured"}
BOUND_TO_A_SESSION = re.compile(
    r"statement: (LISTEN|PREPARE|DECLARE|SELECT pg_advisory_lock)|LOG:  (execute) (?!<unnamed>)", re.I
)


@pytest.mark.parametrize("queue", ["direct", "pooled"])
def test_a_deliberation_is_carried_on_by_a_worker(
    tmp_path: Path, postgres: Server, pooler: Bouncer, queue: str
) -> None:
    direct = postgres.new_database()
    postgres.run(sql.SQL("ALTER SYSTEM SET log_statement = 'all'"))
    postgres.run(sql.SQL("SELECT pg_reload_conf()"))
    began = len((postgres.directory / "log").read_text())
    more = {"QUORATE_QUEUE": direct} if queue == "direct" else {}
    program = tmp_path / "voter"
    program.write_text(f"#!/bin/sh\ncat > /dev/null\nprintf '%s' '{json.dumps(VOTE)}'\n")
    program.chmod(0o755)
    worker = Machine("worker", tmp_path, ("worker", "--grace", "1", "--store", pooler.address(direct)), more)
    home = environment(QUORATE_HOME=str(tmp_path / "worker"), XDG_CONFIG_HOME=str(tmp_path / "settings"))
    opened = subprocess.run(
        [QUORATE, "keys", "list", "--store", pooler.address(direct)], env=home, capture_output=True, text=True
    )
    assert opened.returncode == 0, opened.stderr
    worker.start()
    try:
        assert comes_true(lambda: worker.is_working)
        assert json.loads((tmp_path / "worker.log").read_text().splitlines()[-1])["listens"] is (queue == "direct")
        with running(tmp_path, "--store", pooler.address(direct), **more) as server:
            panel = [{"seat": name, "voter": f"command:{program} {name}"} for name in ("a", "b", "c")]
            name = server.opened(panel=panel)["id"]
            assert comes_true(lambda: server.shown(name).get("verdict"))
            assert server.stop() == 0
    finally:
        assert worker.stop(60) == 0
    log = (postgres.directory / "log").read_text()[began:]
    assert "quorate_events" in log
    found = [one.group(1) or one.group(2) for one in BOUND_TO_A_SESSION.finditer(log)]
    assert found == (["LISTEN"] * found.count("LISTEN") if queue == "direct" else [])
