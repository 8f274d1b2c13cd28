"""What three models behind a URL cost beside their own second, and what looking at the record costs."""

import json
import os
import re
import resource
import subprocess
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Thread
from time import perf_counter, sleep
from typing import NamedTuple

from bench.measuring import quorate
from bench.result import Effort, Line

SECONDS = 1.0
_NONCE = re.compile(r'nonce: "(\w+)"')
_BALLOTS = Path(__file__).parents[1] / "src" / "quorate" / "examples" / "magi.yaml"


class Spent(NamedTuple):
    """Seconds of the clock, and of all processors."""

    wall: float
    cpu: float


class _Model(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        """A vote after a second."""
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        nonce = _NONCE.search(asked["messages"][0]["content"])
        sleep(SECONDS)
        vote = {"position": "APPROVE", "confidence": 80, "rationale": "measured", "nonce": nonce[1] if nonce else ""}
        message = {"role": "assistant", "content": json.dumps(vote)}
        data = json.dumps({"model": "m", "choices": [{"message": message, "finish_reason": "stop"}]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Nothing is printed."""


def run(effort: Effort) -> list[Line]:
    """On a record that exists: the first deliberation makes it and is not counted."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Model)
    Thread(target=server.serve_forever, daemon=True).start()
    with TemporaryDirectory() as folder:
        environment = {**os.environ, "QUORATE_HOME": folder, "LC_ALL": "C.UTF-8"}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        voter = f"openai:m@http://127.0.0.1:{server.server_address[1]}/v1"
        seats = [word for name in "abc" for word in ("--seat", f"{name}={voter}")]
        decide = [*quorate(), "decide", "Adopt?", *seats, "--no-input", "--json"]
        first = subprocess.run(decide, env=environment, capture_output=True, text=True, check=True)
        found = json.loads(first.stdout)
        assert found["verdict"]["result"] == "UNANIMOUS"

        def spent(*arguments: str) -> Spent:
            return _spent([*quorate(), *arguments], environment)

        rounds = effort.rounds(5, 3)
        asked = [_spent(decide, environment) for _ in range(rounds)]
        tally = _cpu(lambda: spent("tally", str(_BALLOTS)), rounds)
        log = _cpu(lambda: spent("log"), rounds)
        show = _cpu(lambda: spent("show", found["id"]), rounds)
    server.shutdown()
    return [
        Line("models", "three `openai:` seats of 1 s: what is added by the clock", _added(asked), unit=" s"),
        Line("models", "three `openai:` seats of 1 s: processor time", median(one.cpu for one in asked), unit=" s"),
        Line("models", "`quorate log` to `quorate tally`, processor time", log / tally),
        Line("models", "`quorate show` to `quorate tally`, processor time", show / tally),
    ]


def _added(asked: list[Spent]) -> float:
    return median(one.wall for one in asked) - SECONDS


def _cpu(one: Callable[[], Spent], rounds: int) -> float:
    return median(one().cpu for _ in range(rounds))


def _spent(command: list[str], environment: dict[str, str]) -> Spent:
    """Keepers are waited for by their nursery, and that by the command: all of them are counted."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Spent(perf_counter() - began, cpu)
