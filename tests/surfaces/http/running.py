"""The real server, in a process of its own, on a free port."""

import json
import os
import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2

from tests.patience import PATIENCE
from tests.surfaces.program import QUORATE, environment
from tests.warm import warm_quorate


class RunningServer:
    """A server that listens, and requests to it as the user of this machine."""

    def __init__(self, process: "subprocess.Popen[str]", started: dict[str, Any], variables: Mapping[str, str]) -> None:
        self.variables = variables
        self.process, self.address = process, started["address"]
        self.client = httpx2.Client(base_url=self.address, timeout=PATIENCE, verify=False)
        if started["token_file"]:
            token = {"Authorization": f"Bearer {Path(started['token_file']).read_text().strip()}"}
            session = self.client.post("/v1/session", headers=token).json()["token"]
            self.client.headers["Authorization"] = f"Bearer {session}"
            self.client.cookies.clear()

    def opened(self, **document: Any) -> dict[str, Any]:
        """A deliberation of this document."""
        answered = self.client.post("/v1/deliberations", json={"question": "Adopt the queue?", **document})
        assert answered.status_code == 202, answered.text
        found: dict[str, Any] = answered.json()
        return found

    def shown(self, deliberation: str) -> dict[str, Any]:
        """A deliberation as it is now."""
        found: dict[str, Any] = self.client.get(f"/v1/deliberations/{deliberation}").json()
        return found

    def cli(self, *arguments: str) -> str:
        """What a command prints that works on the same record, in a process of its own."""
        ended = subprocess.run(
            [warm_quorate(), *arguments], env=self.variables, capture_output=True, text=True, timeout=PATIENCE
        )
        assert ended.returncode == 0, ended.stderr
        return ended.stdout

    def stop(self, sign: int = signal.SIGTERM) -> int:
        """Its exit status."""
        self.client.close()
        self.process.send_signal(sign)
        return self.process.wait(PATIENCE)


@contextmanager
def running(folder: Path, *options: str, **more: str) -> Iterator[RunningServer]:
    """A server until the block ends; its log is `server.log` in the folder."""
    variables = environment(QUORATE_HOME=str(folder / "home"), XDG_CONFIG_HOME=str(folder / "settings"), **more)
    with (folder / "server.log").open("ab") as log:
        process = subprocess.Popen(
            [QUORATE, "serve", "--port", "0", "--json", *options],
            stdout=subprocess.PIPE,
            stderr=log,
            env=variables,
            cwd=folder,
            text=True,
        )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        assert line, (folder / "server.log").read_text()
        server = RunningServer(process, json.loads(line), variables)
        try:
            yield server
        finally:
            server.client.close()
    finally:
        if process.poll() is None:
            os.kill(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()
