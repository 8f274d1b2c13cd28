"""Installs the real programs one after the other and asks them through Quorate: `python -m tests.real_engines`.

Words: ENGINE or ENGINE@VERSION, with :CASE behind it for single cases; without words the newest and the oldest of each,
and the first that offers its model no tools.
`panel` (or `panel oldest`) puts questions to all three at once under every protocol, while the model writes in the ways
in which real models write, and leads evidence panels to each verdict; `transcript` writes
docs/explanation/real-panels.md.
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

from quorate.core.ballot import FAILURES
from quorate.voters.profiles import PROFILES
from quorate.voters.programs.engine_program import shown

_ROOT = Path(__file__).parents[2]
_PAGE = _ROOT / "docs" / "explanation" / "real-panels.md"
_INTRODUCTION = """# Panels of the real programs

`sh scripts/engines transcript` installs the newest Claude Code, Codex and Gemini CLI, cuts them off from the network,
and lets them ask a stand-in for their vendors' servers. So the programs, the prompts, the replies and the counting are
real, and only the model's words are made up. This is what it printed: a debate of judges in which two engines change
their mind, and a claim that three engines prove, refute by a counter-proof, contest through two challenge rounds, and
agree on without evidence.
"""
_PROGRAMS = [profile for profile in PROFILES.values() if profile.package]
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
    if words[:1] == ["panel"]:
        return print_panels(list(panel_lines(apart, "", is_oldest="oldest" in words)))
    if words == ["transcript"]:
        (line,) = panel_lines(apart, "transcript")
        write_transcript(line["transcript"])
        return 0
    rows = [row for word in words or _usual() for row in _rows(word, apart)]
    _print(rows)
    wrong = [row for row in rows if not row["is_right"]]
    for row in wrong:
        sys.stdout.write(f"\nnot as it should be: {json.dumps(row, ensure_ascii=False)}\n")
    return 1 if wrong or not rows else 0


def panel_lines(apart: list[str], what: str, *, is_oldest: bool = False) -> Iterator[dict[str, Any]]:
    """What the three programs come to together, a line for each panel."""
    folder = Path(tempfile.mkdtemp(prefix="engines-", dir="/var/tmp"))
    try:
        for one in _PROGRAMS:
            sys.stderr.write(f"installing {one.name}\n")
            _install(one.package, shown(one.oldest) if is_oldest else "latest", folder)
        arguments = [str(folder / "node_modules/.bin"), str(folder), *([what] if what else [])]
        command = [*apart, sys.executable, "-m", "tests.real_engines.panel", *arguments]
        with subprocess.Popen(command, cwd=_ROOT, stdout=subprocess.PIPE, text=True) as running:
            assert running.stdout is not None
            for line in running.stdout:
                sys.stderr.write(".")
                yield json.loads(line)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def print_panels(rows: list[dict[str, Any]]) -> int:
    """The table by protocol; 1 where a reply became another ballot, or fewer than 98 of 100 became the one meant.

    Then the verdicts of evidence, which have to be those that were to be reached, and the raw replies of what was not.
    """
    verdicts = [row for row in rows if "verdict" in row]
    is_wrong = _print_styles([row for row in rows if "protocol" in row])
    for row in verdicts:
        sys.stdout.write(f"{row['verdict']:22} reached: {row['reached']}\n")
        is_wrong |= row["verdict"] != row["reached"]
    for row in rows:
        if "replies" in row or "failed" in row:
            sys.stdout.write(f"\nnot as it was meant: {json.dumps(row, ensure_ascii=False)}\n")
    return 1 if is_wrong or not verdicts else 0


def _print_styles(rows: list[dict[str, Any]]) -> bool:
    is_wrong = not rows
    sys.stdout.write(f"\n{'protocol':10} replies  as meant  another  none  asked again\n")
    for protocol in dict.fromkeys(row["protocol"] for row in rows):
        here = [row for row in rows if row["protocol"] == protocol]
        said = [(one, row["meant"]) for row in here if "said" in row for one in row["said"].values()]
        meant = sum(1 for one, wanted in said if one == wanted)
        none = sum(1 for one, _ in said if one in FAILURES or not one)
        another = len(said) - meant - none
        is_wrong |= another > 0 or meant < 0.98 * len(_PROGRAMS) * len(here)
        again = sum(row.get("second_requests", 0) for row in here)
        sys.stdout.write(f"{protocol:10} {len(said):7}  {meant:8}  {another:7}  {none:4}  {again:11}\n")
    return is_wrong


def write_transcript(text: str) -> None:
    """The page with what the three programs did."""
    _PAGE.write_text(f"{_INTRODUCTION}\n```text\n{text.rstrip()}\n```\n", encoding="utf-8")


def _usual() -> list[str]:
    """The newest and the oldest version of each, and the first that offers its model no tools."""
    versions = {profile.name: (profile.oldest, profile.no_tools_from) for profile in _PROGRAMS}
    return [
        word
        for name, known in versions.items()
        for word in (name, *(f"{name}@{shown(version)}" for version in known if version))
    ]


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
        found = _install(PROFILES[engine].package, version or "latest", folder)
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
    lists = (",".join(map(str, row[key])) or "-" for key in ("traces", "told", "left", "tried"))
    first = (row["engine"], row["version"], row["case"], row["seat"], str(row["seconds"]), str(row["requests"]))
    return (*first, ",".join(row["tools"]) or "-", str(len(row["written"]) or "-"), str(row["own_state"]), *lists)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
