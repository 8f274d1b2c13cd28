"""An installed program: where it is, how old it is, and what it says when it is run."""

import json
import os
import re
import select
import shutil
import signal
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from subprocess import DEVNULL, PIPE, STDOUT, Popen, TimeoutExpired

from quorate.voters.port import EngineSettings
from quorate.voters.programs.profile import Profile, Version

_SECRET = re.compile(r"KEY|TOKEN|SECRET|PASSW|CREDENTIAL|AUTH|HEADER|_PROXY", re.IGNORECASE)
_VERSION = re.compile(r"\b(\d+)\.(\d+)\.(\d+)\b")
_PATIENCE, _MOST_SAID = 2.0, 64 * 1024
_HIDDEN_SPACE = "\u200b"


def secrets_of(names: Sequence[str]) -> tuple[str, ...]:
    """Those of the names whose values are to be kept out of everything."""
    return tuple(name for name in names if _SECRET.search(name) and name.upper() != "NO_PROXY")


def path_of(profile: Profile, settings: EngineSettings, environment: Mapping[str, str]) -> str:
    """The program's file; empty where there is none."""
    named = settings.program or profile.name
    if named.startswith("~/"):
        named = environment.get("HOME", "~") + named[1:]
    return shutil.which(named, path=environment.get("PATH", os.defpath)) or ""


def version_of(profile: Profile, path: str, environment: Mapping[str, str]) -> Version | None:
    """The program's version, if it can be told cheaply: from its package, its file's name, or by asking it."""
    try:
        stated = os.stat(path)
    except OSError:
        return None
    seen = {name: environment[name] for name in ("PATH", "HOME") if name in environment}
    stamp = (stated.st_mtime_ns, stated.st_size)
    return _version(path, profile.package, profile.tells, tuple({**seen, **profile.fixed}.items()), stamp)


@lru_cache(maxsize=64)
def _version(
    path: str, package: str, tells: bool, seen: tuple[tuple[str, str], ...], _: tuple[int, int]
) -> Version | None:
    real = Path(os.path.realpath(path))
    for folder in list(real.parents)[:3]:
        try:
            stated = json.loads((folder / "package.json").read_bytes()[:_MOST_SAID])
        except (OSError, ValueError, RecursionError):
            continue
        is_its = isinstance(stated, dict) and stated.get("name") == package
        if is_its and (version := read_version(str(stated.get("version")))):
            return version
    if named := read_version(real.name):
        return named
    if not tells:
        return None
    status, said = run([path, "--version"], dict(seen), _PATIENCE)
    return read_version(said) if status == 0 else None


def read_version(text: str) -> Version | None:
    """The first version that a text names."""
    found = _VERSION.search(text[:1000])
    return tuple(int(part) for part in found.groups()) if found else None


def run(
    argv: Sequence[str], environment: Mapping[str, str], patience: float, most: int = _MOST_SAID
) -> tuple[int | None, str]:
    """The exit status of a short command and the beginning of what it says; None where it took too long."""
    until, said = time.monotonic() + patience, b""
    try:
        program = Popen(
            argv, stdin=DEVNULL, stdout=PIPE, stderr=STDOUT, cwd="/", env=dict(environment), start_new_session=True
        )
    except (OSError, ValueError):
        return None, ""
    assert program.stdout is not None
    with program.stdout as pipe:
        said_more = select.poll()  # select itself knows no descriptor above 1023
        said_more.register(pipe, select.POLLIN)
        while (left := until - time.monotonic()) > 0 and len(said) < most:
            if said_more.poll(left * 1000):
                piece = os.read(pipe.fileno(), _MOST_SAID)
                if not piece:
                    break
                said += piece
        status = None
        with suppress(TimeoutExpired):
            status = program.wait(max(0.0, until - time.monotonic()))
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(program.pid, signal.SIGKILL)  # whatever it started is ended too
    program.wait()
    return status, said.decode(errors="replace")


def shown(version: Version | None) -> str:
    """A version as people write it."""
    return ".".join(map(str, version or ()))


def harmless(text: str, pattern: str) -> str:
    """The text, begun so that no program takes it for a command or a flag of its own.

    Behind what the pattern matches, such as the sign that a program replaces with a file, is a space that nobody sees.
    """
    first = text.lstrip()[:1]
    begun = text if not first or first.isalnum() else f"The prompt:\n\n{text}"
    return re.sub(pattern, rf"\g<0>{_HIDDEN_SPACE}", begun) if pattern else begun
