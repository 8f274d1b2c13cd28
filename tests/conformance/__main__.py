"""Runs the conformance suite and the inspector, both from npm, against our own server: sh scripts/conformance."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import yaml

HERE = Path(__file__).parent
REVISIONS = ("2026-07-28", "2025-11-25")
PATIENCE = 120.0


@contextmanager
def served(*options: str) -> Iterator[str]:
    """The address of our server, until the block ends."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    command = [sys.executable, "-m", "tests.conformance.served", str(port), *options]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}/mcp"
    try:
        _await(address)
        yield address
    finally:
        process.terminate()
        process.wait()


def _await(address: str) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            urlopen(address, timeout=5)
        except HTTPError:
            return
        except URLError:
            time.sleep(0.2)


def expected_failures() -> set[str]:
    """The scenarios that do not pass, each with its reason in the file."""
    return set(yaml.safe_load((HERE / "expected-failures.yml").read_text())["server"])


def suite(modules: Path, address: str, revision: str) -> tuple[str, set[str]]:
    """What the suite found, and the scenarios that failed."""
    program = [str(modules / "node" / "bin" / "node")]
    program += [str(modules / "@modelcontextprotocol" / "conformance" / "dist" / "index.js")]
    ended = _ended([*program, "server", "--url", address, "--requirements", revision])
    lines = ended.stdout.splitlines()
    failed = {line[2:].split(":")[0] for line in lines if line.startswith("✗") and ":" in line}
    total = next((line for line in lines if line.startswith("Total")), "no total")
    unexplained = sorted(failed - expected_failures())
    return f"{revision}: {total}; scenarios failed {len(failed)}, unexplained {unexplained or 'none'}", failed


def inspected(modules: Path) -> tuple[str, int]:
    """What the inspector says of the tools that `quorate mcp` lists."""
    program = [str(modules / "node" / "bin" / "node"), str(modules / ".bin" / "mcp-inspector"), "--cli", "--strict"]
    server = [str(Path(sys.executable).parent / "quorate"), "mcp", "--tools", "decide,fleet,evidence,learning"]
    ended = _ended([*program, *server, "--method", "tools/list"])
    try:
        said = f"{len(json.loads(ended.stdout)['tools'])} tools"
    except (ValueError, KeyError):
        said = (ended.stderr or ended.stdout).strip()[-400:]
    return f"inspector --strict: exit status {ended.returncode}, {said}", ended.returncode


def _ended(command: list[str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, "NO_COLOR": "1"})


def main(modules: Path) -> int:
    """Prints a line for each, and gives how many went wrong: also where what is expected to fail passes."""
    with served("--fixtures") as address:
        results = [suite(modules, address, revision) for revision in REVISIONS]
    failed = {scenario for _, found in results for scenario in found}
    stale = sorted(expected_failures() - failed)
    said, status = inspected(modules)
    for line in (*(line for line, _ in results), f"expected to fail, but pass: {stale or 'none'}", said):
        sys.stdout.write(line + "\n")
    return len(failed - expected_failures()) + len(stale) + bool(status)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
