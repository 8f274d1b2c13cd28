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

from quorate.core.errors import InputError
from quorate.deliberation.framing import ENGINES
from quorate.voters.port import USUAL, EngineSettings
from quorate.voters.profiles import profile_of
from quorate.voters.programs.engine_program import path_of, shown, version_of
from quorate.voters.programs.login import Login
from quorate.voters.programs.profile import Profile

VALID_SECONDS = 600.0
_LARGEST_FILE = 1 << 20


class FoundEngine(NamedTuple):
    """An engine: `program` is its file, `how` what was looked at, `missing` a sentence, empty where nothing is.

    `logged_in` is None where it cannot be told without a call, and `remedy` says how to get what is missing.
    `offers_tools` is True if this version offers its model tools; from `no_tools_from` on, none does.
    """

    engine: str
    program: str = ""
    version: str = ""
    logged_in: bool | None = None
    how: str = ""
    missing: str = ""
    remedy: str = ""
    offers_tools: bool = False
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
    """Claude, Codex and Gemini as they are here, and the programs that the settings name.

    A file, `cache`, answers for ten minutes.
    """
    stated, now = None, clock()
    with suppress(OSError, ValueError, RecursionError):
        stated = json.loads(cache.read_bytes()[:_LARGEST_FILE]) if cache else None
    kept: dict[str, Any] = stated if isinstance(stated, dict) else {}
    profiles = [profile for name in dict.fromkeys((*ENGINES, *settings)) if (profile := profile_of(name, settings))]

    def look(profile: Profile) -> tuple[FoundEngine, dict[str, Any]]:
        return _look(profile, settings.get(profile.name, USUAL), environment, kept.get(profile.name), now)

    with ThreadPoolExecutor(len(profiles)) as together:
        looked = list(together.map(look, profiles))
    notes = {found.engine: note for found, note in looked if note}
    if cache and notes != kept:
        with suppress(OSError):  # if it cannot be written, everything is looked at again next time
            cache.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with NamedTemporaryFile("w", dir=cache.parent, prefix=f".{cache.name}.", delete=False) as file:
                json.dump(notes, file)
            os.replace(file.name, cache)
    return [found for found, _ in looked]


def hints(environment: Mapping[str, str]) -> list[str]:
    """What else is here that could be asked."""
    if not which("ollama", path=environment.get("PATH", os.defpath)):
        return []
    return ["ollama is installed; use its models as openai:MODEL@http://127.0.0.1:11434/v1"]


def _look(
    profile: Profile, settings: EngineSettings, environment: Mapping[str, str], kept: Any, now: float
) -> tuple[FoundEngine, dict[str, Any]]:
    path = path_of(profile, settings, environment)
    if not path:
        missing = f"no program called {settings.program or profile.name!r} on the PATH"
        remedy = f"{profile.get}, then: {profile.login}" if profile.login else profile.get
        return FoundEngine(profile.name, how="PATH", missing=missing, remedy=remedy), {}
    version = version_of(profile, path, environment)
    if version and version < profile.oldest:
        missing = f"{profile.name} {shown(version)} is too old; {shown(profile.oldest)} or later is needed"
        return FoundEngine(profile.name, path, shown(version), None, "its version", missing, profile.get), {}
    try:
        profile = profile.adapted(settings, environment)
    except InputError as error:
        return FoundEngine(profile.name, path, shown(version), False, str(error), str(error), "correct it"), {}
    key = _key(profile, path, settings, environment)
    note: dict[str, Any] = kept
    if not _holds(kept, key, now):
        check, seen = profile.login_check, profile.environment(settings, environment)
        login = check(path, seen, settings) if check else Login(None, "it has no check")
        note = {"key": key, "at": now, **login._asdict()}
    logged_in = note["logged_in"]
    missing = f"{profile.name} is not logged in" if logged_in is False else ""
    remedy = profile.login if logged_in is not True else ""
    found = FoundEngine(profile.name, path, shown(version), logged_in, note["how"], missing, remedy)
    if profile.no_tools_from is None or (version and version < profile.no_tools_from):
        found = found._replace(offers_tools=True, no_tools_from=shown(profile.no_tools_from))
    return found, note if not missing else {}  # who is told to log in does so, and asks again


# --- what was found before -------------------------------------------------------------------------------


def _key(profile: Profile, path: str, settings: EngineSettings, environment: Mapping[str, str]) -> list[Any]:
    """What an answer depends on: files by their stamps; of variables and flags the names, never what they hold."""
    folder = profile.folder(environment)
    stamps = [_stamp(file) for file in (Path(path), *(folder / name for name in profile.traces))]
    names = [name for name in (*profile.keys, *profile.passes) if environment.get(name)]
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
