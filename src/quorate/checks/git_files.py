"""Files as they are in a commit: read by git, whatever lies in the working folder."""

import os
import subprocess
from typing import NamedTuple

from quorate.core.errors import InputError
from quorate.files.confined_folder import LARGEST_FILE, RefusedPath

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
    ended = _git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    if ended.returncode or not ended.stdout.strip():
        raise InputError(f"{root}: no commit called {name!r} here; expected a git repository with it")
    return Commit(root, ended.stdout.decode().strip())


def read_at(commit: Commit, path: str) -> bytes:
    """A file at a commit. Raises RefusedPath for what is missing, a link, a submodule, or too large."""
    ended = _git(commit.root, "--literal-pathspecs", "ls-tree", "-z", "-l", commit.id, "--", path)
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
    if int(size) > LARGEST_FILE:
        raise RefusedPath("too_large", path)
    return _git(commit.root, "cat-file", "blob", blob).stdout


def found_elsewhere(commit: Commit, quote: str) -> str:
    """Another file at the commit in which a quotation's first line stands; empty where there is none."""
    first = next((line.strip() for line in quote.splitlines() if line.strip()), "")[:_LONGEST_SEARCH]
    if len(first) < 8:
        return ""
    ended = _git(commit.root, "grep", "-I", "-l", "-z", "-F", "-e", first, commit.id)
    name = ended.stdout.partition(b"\0")[0].decode("utf-8", "replace")
    return name.partition(":")[2]


def _git(root: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    environment = {
        "PATH": os.defpath,
        "LC_ALL": "C",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_NO_LAZY_FETCH": "1",
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
