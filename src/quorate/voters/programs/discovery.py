"""Which engines can be asked here: installed, new enough and logged in, found out without spending a call."""

import json
import os
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from shutil import which
from tempfile import NamedTemporaryFile
from typing import Any, NamedTuple

from quorate.voters.claude import ENGINE as CLAUDE
from quorate.voters.codex import ENGINE as CODEX
from quorate.voters.gemini import ENGINE as GEMINI
from quorate.voters.port import USUAL, EngineSettings
from quorate.voters.programs.codex_provider import codex_home
from quorate.voters.programs.engine_program import Engine, path_of, remedy_of, shown, version_of
from quorate.voters.programs.login import gemini_home, login_of

ENGINES = (CLAUDE, CODEX, GEMINI)
VALID_SECONDS = 600.0
_LARGEST_FILE = 1 << 20


class FoundEngine(NamedTuple):
    """An engine: `program` is its file, `how` what was looked at, `missing` a sentence, empty where nothing is.

    `logged_in` is None where it cannot be told without a call, and `remedy` says how to get what is missing.
    `no_tools_from` is the version from which on the program offers its model no tools, if this one is older.
    """

    engine: str
    program: str = ""
    version: str = ""
    logged_in: bool | None = None
    how: str = ""
    missing: str = ""
    remedy: str = ""
    no_tools_from: str = ""


def is_usable(found: FoundEngine) -> bool:
    """True where the program is there, new enough, and not known to be logged out."""
    return bool(found.program) and not found.missing


def find_engines(
    environment: Mapping[str, str],
    settings: Mapping[str, EngineSettings],
    cache: Path | None = None,
    clock: Callable[[], float] = time.time,
) -> list[FoundEngine]:
    """Claude, Codex and Gemini as they are here; a file, `cache`, answers for ten minutes."""
    kept, now = _kept(cache), clock()

    def look(engine: Engine) -> tuple[FoundEngine, dict[str, Any]]:
        return _look(engine, settings.get(engine.name, USUAL), environment, kept.get(engine.name), now)

    with ThreadPoolExecutor(len(ENGINES)) as together:
        looked = list(together.map(look, ENGINES))
    notes = {found.engine: note for found, note in looked if note}
    if cache and notes != kept:
        _keep(cache, notes)
    return [found for found, _ in looked]


def hints(environment: Mapping[str, str]) -> list[str]:
    """What else is here that could be asked."""
    if not which("ollama", path=environment.get("PATH", os.defpath)):
        return []
    return ["ollama is installed; use its models as openai:MODEL@http://127.0.0.1:11434/v1"]


def _look(
    engine: Engine, settings: EngineSettings, environment: Mapping[str, str], kept: Any, now: float
) -> tuple[FoundEngine, dict[str, Any]]:
    path = path_of(engine, settings, environment)
    if not path:
        missing = f"no program called {settings.program or engine.name!r} on the PATH"
        return FoundEngine(engine.name, how="PATH", missing=missing, remedy=remedy_of(engine)), {}
    version = version_of(engine, path, environment)
    if version and version < engine.oldest:
        missing = f"{engine.name} {shown(version)} is too old; {shown(engine.oldest)} or later is needed"
        remedy = f"npm install -g {engine.package}"
        return FoundEngine(engine.name, path, shown(version), None, "its version", missing, remedy), {}
    key = _key(engine, path, settings, environment)
    note: dict[str, Any] = kept
    if not _holds(kept, key, now):
        note = {"key": key, "at": now, **login_of(engine, path, settings, environment)._asdict()}
    logged_in = note["logged_in"]
    missing = f"{engine.name} is not logged in" if logged_in is False else ""
    remedy = engine.login if logged_in is not True else ""
    newer = shown(engine.no_tools_from) if version and version < engine.no_tools_from else ""
    found = FoundEngine(engine.name, path, shown(version), logged_in, note["how"], missing, remedy, newer)
    return found, note if not missing else {}  # who is told to log in does so, and asks again


# --- what was found before -------------------------------------------------------------------------------


def _files(engine: Engine, environment: Mapping[str, str]) -> list[Path]:
    """Where a log-in leaves something."""
    home = Path(environment.get("HOME") or "/nonexistent")
    if engine.name == "claude":
        folder = Path(environment.get("CLAUDE_CONFIG_DIR") or home / ".claude")
        return [folder / ".credentials.json", folder / "settings.json"]
    if engine.name == "codex":
        folder = codex_home(environment)
        return [folder / "auth.json", folder / "config.toml"]
    folder = gemini_home(environment)
    return [folder / "settings.json", folder / "oauth_creds.json", folder / ".env", folder.parent / ".env"]


def _key(engine: Engine, path: str, settings: EngineSettings, environment: Mapping[str, str]) -> list[Any]:
    """What an answer depends on: files by their stamps; of variables and flags the names, never what they hold."""
    stamps = [_stamp(file) for file in (Path(path), *_files(engine, environment))]
    names = [name for name in engine.keys if environment.get(name)]
    return [stamps, names, [flag.partition("=")[0] for flag in settings.flags or ()]]


def _stamp(file: Path) -> list[str | int]:
    try:
        stated = file.stat()
    except OSError:
        return [str(file)]
    return [str(file), stated.st_mtime_ns, stated.st_size]


def _holds(kept: Any, key: list[Any], now: float) -> bool:
    try:
        is_young = 0 <= now - kept["at"] < VALID_SECONDS
        is_whole = isinstance(kept["how"], str) and kept["logged_in"] in (True, False, None)
        return is_young and is_whole and bool(kept["key"] == key)
    except (KeyError, TypeError):
        return False


def _kept(cache: Path | None) -> dict[str, Any]:
    try:
        kept = json.loads(cache.read_bytes()[:_LARGEST_FILE]) if cache else {}
    except (OSError, ValueError, RecursionError):
        return {}
    return kept if isinstance(kept, dict) else {}


def _keep(cache: Path, notes: Mapping[str, Any]) -> None:
    """Whole or not at all; where it cannot be written, everything is looked at again next time."""
    with suppress(OSError):
        cache.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with NamedTemporaryFile("w", dir=cache.parent, prefix=f".{cache.name}.", delete=False) as file:
            json.dump(notes, file)
        os.replace(file.name, cache)
