"""The provider that the user's own configuration of Codex names, such as a company's: all that is kept of that file."""

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from quorate.core.errors import InputError
from quorate.voters.port import EngineSettings
from quorate.voters.programs.engine_program import Engine

_KEPT = ("model_provider", "model", "openai_base_url")
_OWN = ("", "openai")
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

    @property
    def arguments(self) -> list[str]:
        """The settings as arguments."""
        return [word for setting in self.settings for word in ("-c", setting)]


def with_provider(engine: Engine, settings: EngineSettings, environment: Mapping[str, str]) -> Engine:
    """Return the engine with what its provider needs of the environment."""
    if engine.name != "codex":
        return engine
    provider = codex_provider(environment, settings)
    passes = (*engine.passes, *provider.needs, *provider.variables)
    return engine._replace(passes=passes, fixed={**engine.fixed, **provider.variables})


def codex_home(environment: Mapping[str, str]) -> Path:
    """The folder in which Codex keeps its configuration and its log-in."""
    return Path(environment.get("CODEX_HOME") or Path(environment.get("HOME") or "/nonexistent") / ".codex")


def codex_provider(environment: Mapping[str, str], settings: EngineSettings) -> Provider:
    """Return the provider in Codex's own configuration. Raises InputError if that file cannot be read."""
    if any(flag.partition("=")[0] == "model_provider" for flag in settings.flags or ()):
        return Provider(is_of_settings=True)
    file = codex_home(environment) / "config.toml"
    try:
        config = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Provider()
    except (OSError, ValueError) as error:
        raise InputError(f"codex: {file} cannot be read ({error}); correct it first") from None
    profile = _table(config, "profiles").get(str(config.get("profile")))
    config = {**config, **(profile if isinstance(profile, dict) else {})}
    name = str(config.get("model_provider") or "")
    if name in _OWN:
        address = config.get("openai_base_url")
        return Provider(file=str(file), settings=(f"openai_base_url={_toml(address)}",) if address else ())
    table = dict(_table(_table(config, "model_providers"), name))
    variables: dict[str, str] = {}
    if token := table.pop("experimental_bearer_token", None):
        variables[_TOKEN] = str(token)
        table["env_key"] = _TOKEN
    headers = dict(_table(table, "env_http_headers"))
    for header, value in dict(table.pop("http_headers", {})).items():
        variables[_HEADER.format(len(variables))] = str(value)
        headers[header] = _HEADER.format(len(variables) - 1)
    table |= {"env_http_headers": headers} if headers else {}
    needs = [key for key in (table.get("env_key"), *headers.values()) if key and key not in variables]
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
