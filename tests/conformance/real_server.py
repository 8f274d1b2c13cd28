"""A real `quorate serve` for the suite, with a key put into every request on its way."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from quorate.deliberation.principal import SCOPES

QUORATE = str(Path(sys.executable).with_name("quorate"))


@contextmanager
def real_server(port: int) -> Iterator[str]:
    """Where its tools for agents are reached without a key, until the block ends."""
    with TemporaryDirectory() as folder, ExitStack() as stack:
        places = {"QUORATE_HOME": f"{folder}/home", "XDG_CONFIG_HOME": f"{folder}/settings"}
        variables = {**os.environ, **places}
        scopes = [part for scope in SCOPES for part in ("--scope", scope)]
        made = subprocess.run(
            [QUORATE, "keys", "create", "suite", *scopes, "--json"], env=variables, capture_output=True, check=True
        )
        key = json.loads(made.stdout)["key"]
        names = [f"--host-name={host}:{port}" for host in ("127.0.0.1", "localhost")]
        command = [QUORATE, "serve", "--port", "0", "--json", "--rate", "0", *names]
        with Path(folder, "log").open("wb") as log:
            server = subprocess.Popen(command, env=variables, stdout=subprocess.PIPE, stderr=log)
        stack.callback(_end, server)
        assert server.stdout
        address = json.loads(server.stdout.readline())["address"]
        proxy = [sys.executable, "-m", "tests.conformance.key_proxy", str(port), address.rpartition(":")[2], key]
        stack.callback(_end, subprocess.Popen(proxy, stderr=subprocess.DEVNULL))
        yield f"http://127.0.0.1:{port}/mcp"


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    process.wait()
