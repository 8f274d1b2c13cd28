"""Whether an engine's program is logged in, found out without a call to its model."""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from quorate.voters.port import EngineSettings
from quorate.voters.programs.codex import codex_provider
from quorate.voters.programs.engine_program import run

_PATIENCE = 5.0
_LARGEST_FILE = 1 << 20
LoginCheck = Callable[[str, Mapping[str, str], EngineSettings], "Login"]
"""What is asked with the program's file, what it sees of the environment, and its settings."""


class Login(NamedTuple):
    """Whether a program is logged in, None where it cannot be told, and what that was seen from."""

    logged_in: bool | None
    how: str


def login_by_status(*words: str) -> LoginCheck:
    """Return the check that runs a command of the program, which ends with status 0 if it is logged in, else with 1."""

    def check(path: str, seen: Mapping[str, str], _: EngineSettings) -> Login:
        how = " ".join((Path(path).name, *words))
        status, _said = run([path, *words], seen, _PATIENCE)
        if status not in (0, 1):
            return Login(None, f"{how}, which did not answer")
        return Login(status == 0, how)

    return check


def claude_login(path: str, seen: Mapping[str, str], _: EngineSettings) -> Login:
    """What Claude says of itself."""
    said = run([path, "auth", "status"], seen, _PATIENCE)[1]
    how = "claude auth status"
    try:
        stated = json.loads(said)["loggedIn"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return Login(None, f"{how}, which did not answer")
    return Login(stated if isinstance(stated, bool) else None, how)


def codex_login(path: str, seen: Mapping[str, str], settings: EngineSettings) -> Login:
    """The program's own status knows neither the variable nor other providers."""
    if seen.get("CODEX_API_KEY"):
        return Login(True, "CODEX_API_KEY")
    provider = codex_provider(seen, settings)
    if provider.is_of_settings:
        return Login(None, "a provider in the settings")
    if provider.signs_in:
        return login_by_status("login", "status")(path, seen, settings)
    missing = [name for name in provider.needs if not seen.get(name)]
    how = f"{provider.name} in {provider.file}"
    return Login(False, f"{how}, which needs {', '.join(missing)}") if missing else Login(True, how)


def gemini_login(_: str, seen: Mapping[str, str], __: EngineSettings) -> Login:
    """No command tells, so the places are looked at where a log-in leaves something."""
    for name in ("GEMINI_API_KEY", "GOOGLE_GENAI_USE_VERTEXAI", "GOOGLE_GENAI_USE_GCA"):
        if seen.get(name):
            return Login(True, name)
    home = Path(seen.get("GEMINI_CLI_HOME") or seen.get("HOME") or "/nonexistent") / ".gemini"
    chosen: Any = ""
    with suppress(OSError, ValueError, KeyError, TypeError, RecursionError):
        settings = json.loads((home / "settings.json").read_bytes()[:_LARGEST_FILE])
        chosen = settings["security"]["auth"]["selectedType"]
    if chosen == "oauth-personal" and (home / "oauth_creds.json").is_file():
        return Login(True, f"{home / 'oauth_creds.json'}")
    if (chosen and isinstance(chosen, str)) or any(file.is_file() for file in (home / ".env", home.parent / ".env")):
        return Login(None, f"{home / 'settings.json'}, which does not show it")
    return Login(False, f"{home / 'settings.json'}, which names no login method")
