"""A `quorate serve` of its own, with a key to it, and what its process uses."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

QUORATE = str(Path(sys.executable).with_name("quorate"))
_TICKS = os.sysconf("SC_CLK_TCK")


class Server(NamedTuple):
    """A server that runs: its port, a key to it, its process, where its record is, and the variables it was given."""

    port: int
    key: str
    process: int
    store: str
    variables: dict[str, str]

    def new_key(self, name: str, *scopes: str) -> str:
        """One more key to it."""
        return _new_key(self.variables, name, scopes)


@contextmanager
def running_server(folder: Path, store: str = "") -> Iterator[Server]:
    """A server until the block ends; on a file in the folder, or on a record elsewhere."""
    store = store or str(folder / "home" / "record.db")
    places = {"QUORATE_HOME": folder / "home", "XDG_CONFIG_HOME": folder / "settings", "QUORATE_STORE": store}
    variables = {**os.environ, **{name: str(value) for name, value in places.items()}}
    key = _new_key(variables, "bench", ("open", "vote", "read"))
    command = [QUORATE, "serve", "--port", "0", "--json", "--rate", "0"]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, env=variables, stdout=subprocess.PIPE, stderr=log)
    assert process.stdout
    try:
        address = json.loads(process.stdout.readline())["address"]
        yield Server(int(address.rpartition(":")[2]), key, process.pid, store, variables)
    finally:
        process.terminate()
        process.wait()


def _new_key(variables: dict[str, str], name: str, scopes: tuple[str, ...]) -> str:
    stated = [part for scope in scopes for part in ("--scope", scope)]
    command = [QUORATE, "keys", "create", name, *stated, "--json"]
    made = subprocess.run(command, env=variables, capture_output=True, check=True)
    key: str = json.loads(made.stdout)["key"]
    return key


def processor_seconds(process: int, with_ended: bool = False) -> float:
    """Processor time of a process; with that of its children that have ended, where asked for."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return 0.0
    return sum(map(int, fields[11 : 15 if with_ended else 13])) / _TICKS


def resident_kilobytes(process: int) -> int:
    """What the process holds in memory."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS:")).split()[1])
