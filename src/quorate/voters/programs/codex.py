"""What Codex has to be told besides its arguments: a provider of the user's own, and models without tools.

Of the user's own configuration the provider alone is kept, such as a company's. What a model is offered is decided by
its entry in the program's list of models, whatever the features say. So each call is given that list with everything
taken out that brings a tool.
"""

import json
import os
import tomllib
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from quorate.core.errors import InputError
from quorate.voters.port import EngineSettings
from quorate.voters.programs.engine_program import run
from quorate.voters.programs.profile import Profile, Words

MODELS = "models.json"
_PATIENCE, _LARGEST_LIST = 6.0, 16 << 20
_NO_TOOLS: Mapping[str, Any] = {
    "tool_mode": "direct",
    "multi_agent_version": "disabled",
    "shell_type": "disabled",
    "apply_patch_tool_type": None,
    "experimental_supported_tools": [],
    "supports_search_tool": False,
}
_KEPT = ("model_provider", "model", "openai_base_url")
_TOKEN, _HEADER = "QUORATE_CODEX_TOKEN", "QUORATE_CODEX_HEADER_{}"


class Provider(NamedTuple):
    """A provider: its settings as values of `-c`, the variables that it needs, and those that are set for it.

    Whatever may be secret in the file comes in such a variable, because every user can read arguments. `signs_in` is
    True if the program's own log-in is used with it.
    """

    name: str = ""
    file: str = ""
    settings: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    variables: Mapping[str, str] = {}
    signs_in: bool = True
    is_of_settings: bool = False


def adapt_codex(profile: Profile, settings: EngineSettings, environment: Mapping[str, str]) -> Profile:
    """Return the profile with the provider of this user, and what that needs of the environment."""
    provider = codex_provider(environment, settings)
    values = [flag.removeprefix("--config=").removeprefix("-c=") for flag in settings.flags or ()]
    stated = [value for value in values if "=" in value and not value.startswith("-")]
    config = [word for setting in (*provider.settings, *stated) for word in ("-c", setting)]
    first, *others = profile.arguments
    arguments = Words(tuple(config[: 2 * len(provider.settings)]))
    return profile._replace(
        arguments=(first, arguments, *others),
        passes=(*profile.passes, *provider.needs, *provider.variables),
        fixed={**profile.fixed, **provider.variables},
        files_for=partial(_models_without_tools, config),
    )


def _models_without_tools(config: list[str], path: str, environment: Mapping[str, str]) -> dict[str, bytes]:
    """Return the program's list of models without tools. Raises ValueError if the program does not tell its models.

    It is asked for the list of this user first, which it may have to fetch, and then for the one it came with. A
    program that is not there is not asked: starting it says so.
    """
    if not os.path.exists(path):
        return {}
    for words in ([], ["--bundled"]):
        text = run([path, "debug", "models", *config, *words], environment, _PATIENCE, _LARGEST_LIST)[1]
        line = next((line for line in text.splitlines() if line.startswith("{")), "")
        try:
            models = [{**model, **_NO_TOOLS} for model in json.loads(line)["models"]]
        except (ValueError, KeyError, TypeError, RecursionError):
            continue
        if models:
            return {MODELS: json.dumps({"models": models}).encode()}
    raise ValueError("codex does not tell its models (codex debug models), so its tools cannot be turned off")


def codex_provider(environment: Mapping[str, str], settings: EngineSettings) -> Provider:
    """Return the provider in Codex's own configuration. Raises InputError if that file cannot be read."""
    if any(flag.partition("=")[0] == "model_provider" for flag in settings.flags or ()):
        return Provider(is_of_settings=True)
    home = environment.get("CODEX_HOME") or f"{environment.get('HOME') or '/nonexistent'}/.codex"
    file = Path(home) / "config.toml"
    try:
        config = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Provider()
    except (OSError, ValueError) as error:
        raise InputError(f"codex: {file} cannot be read ({error}); correct it first") from None
    profile = _table(config, "profiles").get(str(config.get("profile")))
    config = {**config, **(profile if isinstance(profile, dict) else {})}
    name = str(config.get("model_provider") or "")
    if name in ("", "openai"):
        address = config.get("openai_base_url")
        return Provider(file=str(file), settings=(f"openai_base_url={_toml(address)}",) if address else ())
    table = dict(_table(_table(config, "model_providers"), name))
    variables: dict[str, str] = {}
    if token := table.pop("experimental_bearer_token", None):
        variables[_TOKEN] = str(token)
        table["env_key"] = _TOKEN
    headers = dict(_table(table, "env_http_headers"))
    literal = _table(table, "http_headers")
    table.pop("http_headers", None)
    for header, value in literal.items():
        variables[_HEADER.format(len(variables))] = str(value)
        headers[header] = _HEADER.format(len(variables) - 1)
    table |= {"env_http_headers": headers} if headers else {}
    named = (table.get("env_key"), *headers.values())
    needs = [key for key in named if isinstance(key, str) and key and key not in variables]
    kept = [f"{key}={_toml(config[key])}" for key in _KEPT if key in config]
    kept += [f"model_providers={_toml({name: table})}"] if table else []
    return Provider(name, str(file), tuple(kept), tuple(needs), variables, bool(table.get("requires_openai_auth")))


def _table(values: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    table = values.get(key)
    return table if isinstance(table, dict) else {}


def _toml(value: Any) -> str:
    """A value in one line of TOML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_toml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value) if isinstance(value, str | bool | int | float) else json.dumps(str(value))
