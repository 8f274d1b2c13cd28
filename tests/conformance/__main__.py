"""Runs the conformance suite and the inspector, both from npm, against our own server: sh scripts/conformance.

The suite runs twice for each revision: against a real `quorate serve`, and, because most of its scenarios call tools,
prompts and resources that only the suite knows, against our application with those beside our own.
"""

import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import yaml

from tests.conformance.real_server import real_server

HERE = Path(__file__).parent
REVISIONS = ("2026-07-28", "2025-11-25")
PATIENCE = 120.0
REAL, FIXTURES = "quorate serve", "with fixtures"
_RESULT = re.compile(r"server-(.+)-[0-9]{4}-[0-9]{2}-[0-9]{2}T.*")


@contextmanager
def served(which: str) -> Iterator[str]:
    """The address of one of the two, until the block ends."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    with real_server(port) if which == REAL else _with_fixtures(port) as address:
        _await(address)
        yield address


@contextmanager
def _with_fixtures(port: int) -> Iterator[str]:
    command = [sys.executable, "-m", "tests.conformance.fixture_server", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield f"http://127.0.0.1:{port}/mcp"
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


def expected_failures(which: str) -> set[str]:
    """What does not pass, scenarios or single checks, each with its reason in the file."""
    return set(yaml.safe_load((HERE / "expected-failures.yml").read_text())[which])


def suite(modules: Path, address: str, revision: str) -> tuple[str, set[str]]:
    """What the suite found, and the checks that failed, as `scenario:check`."""
    program = [str(modules / "node" / "bin" / "node")]
    program += [str(modules / "@modelcontextprotocol" / "conformance" / "dist" / "index.js")]
    with TemporaryDirectory() as folder:
        ended = _ended([*program, "server", "--url", address, "--requirements", revision, "--output-dir", folder])
        failed = set(_failures(Path(folder)))
    lines = ended.stdout.splitlines()
    passed = sum(line.startswith("✓") for line in lines)
    total = next((line for line in lines if line.startswith("Total")), "no total")
    return f"{revision}: {passed} scenarios passed, {len(_scenarios(failed))} did not. {total} checks", failed


def _failures(folder: Path) -> Iterator[str]:
    for file in folder.glob("**/checks.json"):
        named = _RESULT.fullmatch(file.parent.name)
        assert named, file
        for check in json.loads(file.read_text(encoding="utf-8")):
            if check["status"] == "FAILURE":
                yield f"{named[1]}:{check['id']}"


def _scenarios(failed: set[str]) -> set[str]:
    return {one.partition(":")[0] for one in failed}


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


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def held(modules: Path, which: str) -> int:
    """Runs the suite in all revisions, prints what came of it, and gives how much is not as expected."""
    failed: set[str] = set()
    with served(which) as address:
        for revision in REVISIONS:
            said, found = suite(modules, address, revision)
            _say(f"{which}, {said}")
            failed |= found
    expected = expected_failures(which)
    unexplained = sorted(one for one in failed if not {one, one.partition(":")[0]} & expected)
    stale = sorted(expected - failed - _scenarios(failed))
    _say(f"{which}: unexplained {unexplained or 'none'}; expected to fail, but pass: {stale or 'none'}")
    return len(unexplained) + len(stale)


def main(modules: Path) -> int:
    """Prints a line for each, and gives how much is not as expected: also where what is expected to fail passes."""
    wrong = sum(held(modules, which) for which in (REAL, FIXTURES))
    said, status = inspected(modules)
    _say(said)
    return wrong + bool(status)


if __name__ == "__main__":
    sys.exit(min(main(Path(sys.argv[1])), 1))
