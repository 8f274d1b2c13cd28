"""Whether an engine's program is logged in, found out without a call to its model."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from quorate.core.errors import InputError
from quorate.voters.port import EngineSettings
from quorate.voters.programs.codex_provider import codex_provider, with_provider
from quorate.voters.programs.engine_program import Engine, run

_PATIENCE = 5.0
_LARGEST_FILE = 1 << 20


class Login(NamedTuple):
    """Whether a program is logged in, None where it cannot be told, and what that was seen from."""

    logged_in: bool | None
    how: str


def login_of(engine: Engine, path: str, settings: EngineSettings, environment: Mapping[str, str]) -> Login:
    """What the program at the path says of itself, or what lies where a log-in leaves something."""
    try:
        engine = with_provider(engine, settings, environment)
    except InputError as error:
        return Login(False, str(error))
    return _LOGINS[engine.name](path, engine.environment(settings, environment), settings)


def gemini_home(environment: Mapping[str, str]) -> Path:
    """Where gemini keeps what it knows of its user."""
    return Path(environment.get("GEMINI_CLI_HOME") or environment.get("HOME") or "/nonexistent") / ".gemini"


def _claude(path: str, seen: Mapping[str, str], _: EngineSettings) -> Login:
    said = run([path, "auth", "status"], seen, _PATIENCE)[1]
    how = "claude auth status"
    try:
        stated = json.loads(said)["loggedIn"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return Login(None, f"{how}, which did not answer")
    return Login(stated if isinstance(stated, bool) else None, how)


def _codex(path: str, seen: Mapping[str, str], settings: EngineSettings) -> Login:
    """The program's own status knows neither the variable nor other providers."""
    if seen.get("CODEX_API_KEY"):
        return Login(True, "CODEX_API_KEY")
    provider = codex_provider(seen, settings)
    if provider.is_of_settings:
        return Login(None, "a provider in the settings")
    if not provider.signs_in:
        missing = [name for name in provider.needs if not seen.get(name)]
        how = f"{provider.name} in {provider.file}"
        return Login(False, f"{how}, which needs {', '.join(missing)}") if missing else Login(True, how)
    status, said = run([path, "login", "status"], seen, _PATIENCE)
    if status == 0:
        return Login(True, "codex login status")
    is_said = status == 1 and "Not logged in" in said
    return Login(False, "codex login status") if is_said else Login(None, "codex login status, which did not answer")


def _gemini(_: str, seen: Mapping[str, str], __: EngineSettings) -> Login:
    """No command tells, so the places are looked at where a log-in leaves something."""
    for name in ("GEMINI_API_KEY", "GOOGLE_GENAI_USE_VERTEXAI", "GOOGLE_GENAI_USE_GCA"):
        if seen.get(name):
            return Login(True, name)
    home = gemini_home(seen)
    chosen = _chosen(home / "settings.json")
    if chosen == "oauth-personal" and (home / "oauth_creds.json").is_file():
        return Login(True, f"{home / 'oauth_creds.json'}")
    if chosen or any(file.is_file() for file in (home / ".env", home.parent / ".env")):
        return Login(None, f"{home / 'settings.json'}, which does not show it")
    return Login(False, f"{home / 'settings.json'}, which names no login method")


def _chosen(file: Path) -> str:
    """The way to log in that gemini's settings name."""
    try:
        value = json.loads(file.read_bytes()[:_LARGEST_FILE])
        for key in ("security", "auth", "selectedType"):
            value = value[key]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return ""
    return value if isinstance(value, str) else ""


_LOGINS: Mapping[str, Callable[[str, Mapping[str, str], EngineSettings], Login]] = {
    "claude": _claude,
    "codex": _codex,
    "gemini": _gemini,
}
