"""Items of evidence, checked: files below a root at a commit, commands where allowed, addresses by their form."""

import os
import re
import subprocess
from collections.abc import Sequence
from typing import NamedTuple

from quorate.checks.command_run import RunLimits, run_command
from quorate.core.ballot import Evidence
from quorate.core.errors import InputError
from quorate.deliberation.events import ItemCheck
from quorate.evidence.passage import CLAIMED, FAILED, HELD, CitedText, Passage, passage_in, passage_of
from quorate.files.confined_folder import LARGEST_FILE, ConfinedFolder, RefusedPath

_SECONDS = 60
_SAFE = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "protocol.allow=never")
_REGULAR = ("100644", "100755")
_LONGEST_SEARCH = 200


class Commit(NamedTuple):
    """A commit in the repository that a folder belongs to."""

    root: str
    id: str


def commit_named(root: str, name: str) -> Commit:
    """The commit that a name stands for. Raises InputError."""
    if not name or name.startswith("-"):
        raise InputError(f"commit: found {name!r}; allowed: a commit, such as HEAD")
    ended = run_git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    if ended.returncode or not ended.stdout.strip():
        raise InputError(f"{root}: no commit called {name!r} here; expected a git repository with it")
    return Commit(root, ended.stdout.decode().strip())


def read_at(commit: Commit, path: str) -> bytes:
    """A file at a commit. Raises RefusedPath for what is missing, a link, a submodule, or too large."""
    ended = run_git(commit.root, "--literal-pathspecs", "ls-tree", "-z", "-l", commit.id, "--", path)
    entry = ended.stdout.partition(b"\0")[0].decode("utf-8", "replace")
    if ended.returncode or not entry:
        raise RefusedPath("missing_file", path)
    mode, kind, blob, size = entry.partition("\t")[0].split()
    if kind == "commit":
        raise RefusedPath("path_of_submodule", path)
    if kind != "blob" or entry.partition("\t")[2] != path:
        raise RefusedPath("not_a_file", path)
    if mode not in _REGULAR:
        raise RefusedPath("path_through_link", path)
    if size.isdigit() and int(size) > LARGEST_FILE:
        raise RefusedPath("too_large", path)
    ended = run_git(commit.root, "cat-file", "blob", blob)
    if ended.returncode:  # a clone that fetches files when they are first used
        raise RefusedPath("missing_file", path)
    return ended.stdout


def found_elsewhere(commit: Commit, quote: str) -> str:
    """Another file at the commit in which a quotation's first line stands; empty where there is none."""
    first = next((line.strip() for line in quote.splitlines() if line.strip()), "")[:_LONGEST_SEARCH]
    if len(first) < 8:
        return ""
    ended = run_git(commit.root, "grep", "-I", "-l", "-z", "-F", "-e", first, commit.id)
    name = ended.stdout.partition(b"\0")[0].decode("utf-8", "replace")
    return name.partition(":")[2]


def run_git(root: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run git in a folder with no settings but the repository's, no network and no programs of its own."""
    environment = {
        "PATH": os.defpath,
        "LC_ALL": "C",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_ALLOW_PROTOCOL": "none",  # of a repository that lacks files, for versions that do not know the line above
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_OPTIONAL_LOCKS": "0",
    }
    try:
        return subprocess.run(
            ["git", *_SAFE, "-C", root, *arguments],
            capture_output=True,
            stdin=subprocess.DEVNULL,
            env=environment,
            timeout=_SECONDS,
        )
    except (OSError, subprocess.TimeoutExpired):
        raise InputError("git: not found, or too slow; expected git, or no commit") from None


_ADDRESS = re.compile(r"https?://[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::[0-9]{1,5})?(?:[/?#]\S*)?")
_MOST_ITEMS = 1000
_MOST_KEPT = 32 * 1024 * 1024


class CheckRequest(NamedTuple):
    """Where files are looked up, at which commit (none: as they lie there), and whether commands may be run."""

    root: str
    commit: str = ""
    run: bool = False
    limits: RunLimits = RunLimits()


def check_items(items: Sequence[Evidence], request: CheckRequest) -> tuple[ItemCheck, ...]:
    """What was found of each item, in their order. Raises InputError where the root or the commit is none."""
    with ConfinedFolder(request.root) as folder:
        commit = commit_named(folder.root, request.commit) if request.commit else None
        files = _Files(folder, commit)
        return tuple(_checked(place, item, files, request) for place, item in enumerate(items[:_MOST_ITEMS]))


def commit_of(request: CheckRequest) -> str:
    """The commit that a request names, in full; empty where it names none."""
    return commit_named(request.root, request.commit).id if request.commit else ""


class _Files:
    """The files of one check, below the root or at its commit; many items may cite the same one, which is read once."""

    def __init__(self, folder: ConfinedFolder, commit: Commit | None) -> None:
        self.folder, self.commit = folder, commit
        self._read: dict[str, CitedText] = {}

    def text_of(self, cited: str) -> CitedText:
        """The text that a path names. Raises RefusedPath."""
        path = "/".join(self.folder.parts_of(cited))
        if path not in self._read:
            data = read_at(self.commit, path) if self.commit else self.folder.read(path, exact_case=True)
            if sum(len(one.text) for one in self._read.values()) + len(data) > _MOST_KEPT:
                self._read.clear()
            self._read[path] = CitedText(data.decode("utf-8", "replace"))
        return self._read[path]


def _checked(place: int, item: Evidence, files: _Files, request: CheckRequest) -> ItemCheck:
    """All parts of an item have to hold: what it cites, and the command that it names."""
    found = _cited(item, files)
    check = ItemCheck(place, found.outcome, found.why, found.line, found.hash)
    if not item.command or check.outcome == FAILED:
        return check
    if not request.run:
        return check._replace(outcome=CLAIMED, why="command_not_run")
    ran = run_command(item.command, files.folder.root, request.limits)
    outcome = {"ran": check.outcome if item.file else HELD, "cannot_confine": CLAIMED}.get(ran.why, FAILED)
    why = check.why if ran.why == "ran" and item.file else ran.why
    return check._replace(outcome=outcome, why=why, status=ran.status, output=ran.output)


def _cited(item: Evidence, files: _Files) -> Passage:
    if not item.file:
        return _address(item.address) if item.address else Passage(CLAIMED, "no_place")
    try:
        text = files.text_of(item.file)
    except RefusedPath as error:
        if error.code == "missing_file" and (moved := _elsewhere(item, files.commit)):
            return moved
        return Passage(FAILED, error.code)
    found = passage_of(text, item)
    return found if found.outcome != FAILED else _elsewhere(item, files.commit) or found


def _elsewhere(item: Evidence, commit: Commit | None) -> Passage | None:
    """The same quotation in another file of the commit."""
    path = found_elsewhere(commit, item.quote) if commit and item.quote.strip() else ""
    if not commit or not path:
        return None
    try:
        found = passage_in(read_at(commit, path).decode("utf-8", "replace"), item._replace(line=0))
    except RefusedPath:
        return None
    return found._replace(why="moved_to_another_file") if found.outcome == HELD else None


def _address(address: str) -> Passage:
    """By its form alone: nothing is ever fetched."""
    is_address = bool(_ADDRESS.fullmatch(address.strip()))
    return Passage(CLAIMED, "not_fetched") if is_address else Passage(FAILED, "not_an_address")
