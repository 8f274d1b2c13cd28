"""Presets of the gate, as text for the user's own settings."""

import json
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

from quorate import config
from quorate.app.machine.first_settings import write_text
from quorate.core.errors import InputError
from quorate.gate.plain_command import CommandPattern, read_patterns


async def write_preset(name: str) -> Path:
    """Append a preset to the user's own settings. Raise InputError if they have a gate."""
    file = config.user_file()
    before = file.read_text(encoding="utf-8") + "\n" if file.exists() else ""
    if "gate" in tomllib.loads(before):
        raise InputError(f"{file} has a table [gate] already and was kept; --print only shows the preset")
    file.parent.mkdir(parents=True, exist_ok=True)
    write_text(file, before + preset_text(name, config.user()))
    return file


def preset_text(name: str, person: str) -> str:
    """Return the table [gate] of a preset that asks this person."""
    data = _presets()
    preset = data["presets"][name]
    lines = [f"# {line}" for line in (f"The preset {name} of `quorate init --gate`.", *preset["about"].split("\n"))]
    lines += ["[gate]", f'default = "{preset["default"]}"']
    if preset["rules"]:
        lines.append("# Who is asked; they answer with their keys (`quorate keys create NAME`).")
        lines += [f"people = {json.dumps([person])}", "needed = 1"]
    for rule in preset["rules"]:
        lines += ["", *rule_lines(rule, data["rules"][rule])]
    return "\n".join(lines) + "\n"


def known_commands() -> tuple[CommandPattern, ...]:
    """Return the patterns of all commands that some preset lets pass."""
    rules = _presets()["rules"].values()
    return tuple(pattern for rule in rules for line in rule.get("commands", ()) for pattern in read_patterns(line))


def _presets() -> dict[str, Any]:
    return tomllib.loads((files("quorate.gate") / "presets.toml").read_text(encoding="utf-8"))


def rule_lines(name: str, rule: dict[str, Any]) -> Iterator[str]:
    """Yield a rule as lines of TOML."""
    if "about" in rule:
        yield f"# {rule['about']}"
    yield "[[gate.rules]]"
    for key, value in {"name": name, **rule}.items():
        if key != "about":
            yield f"{key} = {json.dumps(value, ensure_ascii=False, indent=4 if key == 'commands' else None)}"
