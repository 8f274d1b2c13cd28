"""Installs the real programs one after the other and asks them through Quorate: `python -m tests.real_engines`.

Words: ENGINE or ENGINE@VERSION, with :CASE behind it for single cases; without words the newest and the oldest of each.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from quorate.voters.programs.discovery import ENGINES
from quorate.voters.programs.engine_program import shown

_ROOT = Path(__file__).parents[2]
_PACKAGES = {engine.name: engine.package for engine in ENGINES}
# nothing but loopback, and a temporary folder in which only what the program writes can be
_APART = 'ip link set lo up && mount -t tmpfs none /tmp && exec "$@"'
_CANNOT = (
    "The programs are run in a network of their own in which nothing but loopback is, which needs root, or a kernel\n"
    "that lets users make namespaces, and the commands unshare, ip and mount. That is not possible here:"
)
_HEAD = (
    "engine",
    "version",
    "case",
    "seat",
    "s",
    "asked",
    "tools",
    "written",
    "own",
    "traps",
    "told",
    "left",
    "reached",
)


def main(words: list[str]) -> int:
    """The table, and 1 where something is not as it should be."""
    apart = _apart()
    if not apart:
        return 2
    rows = [row for word in words or _usual() for row in _rows(word, apart)]
    _print(rows)
    wrong = [row for row in rows if not row["is_right"]]
    for row in wrong:
        sys.stdout.write(f"\nnot as it should be: {json.dumps(row, ensure_ascii=False)}\n")
    return 1 if wrong or not rows else 0


def _usual() -> list[str]:
    return [word for one in ENGINES for word in (one.name, f"{one.name}@{shown(one.oldest)}")]


def _apart() -> list[str]:
    """The command that runs another in a network of its own."""
    said = ""
    for options in (("-n", "-m"), ("-r", "-n", "-m")):
        command = ["unshare", *options, "sh", "-c", _APART, "sh"]
        try:
            tried = subprocess.run([*command, "true"], capture_output=True, text=True, check=False)
        except OSError as error:
            said = str(error)
            continue
        if tried.returncode == 0:
            return command
        said = tried.stderr.strip()
    sys.stderr.write(f"{_CANNOT} {said}\n")
    return []


def _rows(word: str, apart: list[str]) -> Iterator[dict[str, Any]]:
    named, _, case = word.partition(":")
    engine, _, version = named.partition("@")
    folder = Path(tempfile.mkdtemp(prefix="engines-", dir="/var/tmp"))
    try:
        sys.stderr.write(f"installing {named}\n")
        found = _install(_PACKAGES[engine], version or "latest", folder)
        arguments = [engine, found, str(folder / "node_modules/.bin"), str(folder), *([case] if case else [])]
        command = [*apart, sys.executable, "-m", "tests.real_engines.inside", *arguments]
        with subprocess.Popen(command, cwd=_ROOT, stdout=subprocess.PIPE, text=True) as running:
            assert running.stdout is not None
            for line in running.stdout:
                row = json.loads(line)
                sys.stderr.write(f"{named} {row['case']}: {row['seat']} {row['why']}\n")
                yield row
        if running.returncode:
            raise SystemExit(f"{named} could not be run through: status {running.returncode}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _install(package: str, version: str, folder: Path) -> str:
    """Installs a package in the folder and gives its version."""
    quiet = ["--no-fund", "--no-audit", "--loglevel", "error"]
    environment = {**os.environ, "npm_config_cache": str(folder / "npm")}
    subprocess.run(
        ["npm", "install", *quiet, "--prefix", str(folder), f"{package}@{version}"], check=True, env=environment
    )
    shutil.rmtree(folder / "npm", ignore_errors=True)
    stated: str = json.loads((folder / "node_modules" / package / "package.json").read_text())["version"]
    return stated


def _print(rows: list[dict[str, Any]]) -> None:
    table = [_HEAD, *(_cells(row) for row in rows)]
    widths = [max(len(line[column]) for line in table) for column in range(len(_HEAD))]
    for line in table:
        cells = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        sys.stdout.write("  ".join(cells).rstrip() + "\n")


def _cells(row: dict[str, Any]) -> tuple[str, ...]:
    counts = (str(len(row[key]) or "-") for key in ("tools", "written"))
    lists = (",".join(map(str, row[key])) or "-" for key in ("traces", "told", "left", "tried"))
    first = (row["engine"], row["version"], row["case"], row["seat"], str(row["seconds"]), str(row["requests"]))
    return (*first, *counts, str(row["own_state"]), *lists)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
