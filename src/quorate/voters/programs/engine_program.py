"""What the engines that are installed programs share: where they are, how old they are, what they may be given."""

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
from subprocess import DEVNULL, PIPE, STDOUT, Popen
from typing import NamedTuple

from quorate.core.errors import InputError
from quorate.voters.port import EngineSettings

Version = tuple[int, ...]
USUAL_PASSES = (
    *("USER", "LOGNAME", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS"),  # for log-ins that a key ring holds
    *("SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS"),
)
PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "all_proxy", "no_proxy")
_SECRET = re.compile(r"KEY|TOKEN|SECRET|PASSW|CREDENTIAL|AUTH|HEADER|_PROXY", re.IGNORECASE)
_MODEL = re.compile(r"[A-Za-z0-9][\w.:/@\[\]-]{0,99}")
_VERSION = re.compile(r"\b(\d+)\.(\d+)\.(\d+)\b")
_PATIENCE, _MOST_SAID = 2.0, 64 * 1024
_HIDDEN_SPACE = "\u200b"


class Engine(NamedTuple):
    """What is known of an engine's program.

    `package` is its name at npm, `oldest` the oldest version that can be asked safely. `keys` are the variables that
    log it in, `passes` what else it may see of the environment, `fixed` what is set. `flags` may stand in the
    settings, each with the pattern of its value, None for none. `tells` says that `--version` is quick and leaves
    nothing behind. Before `no_tools_from`, versions offer their model tools whatever they are told.
    """

    name: str
    package: str
    oldest: Version
    login: str
    keys: tuple[str, ...]
    passes: tuple[str, ...]
    fixed: Mapping[str, str]
    flags: Mapping[str, str | None]
    tells: bool = True
    no_tools_from: Version = ()

    def sees(self, settings: EngineSettings) -> tuple[str, ...]:
        """The names of all that the program may see of the environment."""
        return (*self.keys, *self.passes, *USUAL_PASSES, *PROXIES, *settings.passes)

    def environment(self, settings: EngineSettings, everything: Mapping[str, str]) -> dict[str, str]:
        """What the program sees when it is asked about itself."""
        passed = {name: everything[name] for name in ("PATH", "HOME", *self.sees(settings)) if name in everything}
        return {**passed, **self.fixed}


def secrets_of(names: Sequence[str]) -> tuple[str, ...]:
    """Those of the names whose values are to be kept out of everything."""
    return tuple(name for name in names if _SECRET.search(name) and name.upper() != "NO_PROXY")


def path_of(engine: Engine, settings: EngineSettings, environment: Mapping[str, str]) -> str:
    """The program's file; empty where there is none."""
    named = settings.program or engine.name
    if named.startswith("~/"):
        named = environment.get("HOME", "~") + named[1:]
    return shutil.which(named, path=environment.get("PATH", os.defpath)) or ""


def version_of(engine: Engine, path: str, environment: Mapping[str, str]) -> Version | None:
    """The program's version, if it can be told cheaply: from its package, its file's name, or by asking it."""
    try:
        stated = os.stat(path)
    except OSError:
        return None
    seen = {name: environment[name] for name in ("PATH", "HOME") if name in environment}
    stamp = (stated.st_mtime_ns, stated.st_size)
    return _version(path, engine.package, engine.tells, tuple({**seen, **engine.fixed}.items()), stamp)


@lru_cache(maxsize=64)
def _version(
    path: str, package: str, tells: bool, seen: tuple[tuple[str, str], ...], _: tuple[int, int]
) -> Version | None:
    real = Path(os.path.realpath(path))
    for folder in list(real.parents)[:3]:
        if found := _packaged(folder / "package.json", package):
            return found
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


def _packaged(file: Path, package: str) -> Version | None:
    try:
        stated = json.loads(file.read_bytes()[:_MOST_SAID])
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(stated, dict) or stated.get("name") != package:
        return None
    return read_version(str(stated.get("version")))


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
    return _status(program, max(0.0, until - time.monotonic())), said.decode(errors="replace")


def _status(program: "Popen[bytes]", left: float) -> int | None:
    """The status of a program that has ended in time; whatever it started is ended too."""
    until = time.monotonic() + left
    while program.poll() is None and time.monotonic() < until:
        time.sleep(0.005)
    status = program.poll()
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(program.pid, signal.SIGKILL)
    program.wait()
    return status


def shown(version: Version | None) -> str:
    """A version as people write it."""
    return ".".join(map(str, version or ()))


def remedy_of(engine: Engine) -> str:
    """How to get the program."""
    return f"npm install -g {engine.package}, then: {engine.login}"


def check_version(engine: Engine, version: Version | None) -> None:
    """Refuses a program that is too old to be asked without tools."""
    if version and version < engine.oldest:
        raise InputError(
            f"{engine.name}: found version {shown(version)}, which cannot run without tools; "
            f"allowed: {shown(engine.oldest)} or later (npm install -g {engine.package})"
        )


def model_of(engine: Engine, words: str, settings: EngineSettings) -> str:
    """The model that is named behind the colon, else in the settings; empty for the program's own choice."""
    model = words or settings.model
    if model and not _MODEL.fullmatch(model):
        raise InputError(
            f"{engine.name}: found the model {model[:60]!r}; allowed: {engine.name} or {engine.name}:MODEL"
        )
    return model


def flags_of(engine: Engine, settings: EngineSettings) -> list[str]:
    """The flags in the settings, if they give the program nothing that a voter must not have."""
    flags, at = list(settings.flags or ()), 0
    while at < len(flags):
        name, is_joined, value = flags[at].partition("=")
        if name not in engine.flags:
            raise _refused(engine, flags[at])
        pattern = engine.flags[name]
        if pattern is not None and not is_joined:
            at += 1
            value = flags[at] if at < len(flags) else ""
        if (is_joined and pattern is None) or (pattern is not None and not re.fullmatch(pattern, value, re.DOTALL)):
            raise _refused(engine, f"{name} {value}".strip())
        at += 1
    return flags


def _refused(engine: Engine, flag: str) -> InputError:
    allowed = ", ".join(f"{name} {pattern or ''}".strip() for name, pattern in sorted(engine.flags.items())) or "none"
    return InputError(f"{engine.name}: flags: found {flag[:60]!r}; allowed: {allowed}; for others use command:PROGRAM")


def begun_with_words(text: str) -> str:
    """The text, begun so that no program takes it for a command or a flag of its own."""
    first = text.lstrip()[:1]
    return text if not first or first.isalnum() else f"The prompt:\n\n{text}"


def without_mentions(text: str) -> str:
    """The same, with a space that nobody sees behind every @: Claude and Gemini put files in the place of @path."""
    return re.sub(r"@(?=\S)", "@" + _HIDDEN_SPACE, begun_with_words(text))


def without_skills(text: str) -> str:
    """The same behind every $ before a word: Codex reads in a skill of the user's where its $name stands."""
    return re.sub(r"\$(?=[^\W\d])", "$" + _HIDDEN_SPACE, begun_with_words(text))
