"""Hooks in the settings of the agent programs, so that they ask the gate before every tool call."""

import json
import os
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any, NamedTuple

from quorate.app.machine.first_settings import write_text
from quorate.core.errors import InputError
from quorate.gate.tool_call import CLAUDE, CODEX, GEMINI

_SPARE = 20


class HookFile(NamedTuple):
    """A program's settings file, the event before a tool call, and the units of its time limit."""

    program: str
    file: str
    event: str
    ticks: int
    matcher: str


HOOK_FILES = (
    HookFile(CLAUDE, ".claude/settings.json", "PreToolUse", 1, "*"),
    HookFile(CODEX, ".codex/hooks.json", "PreToolUse", 1, ".*"),
    HookFile(GEMINI, ".gemini/settings.json", "BeforeTool", 1000, ".*"),
)


async def write_hooks(folder: Path, wait: int) -> tuple[Path, ...]:
    """Adds the hook to the settings of the three programs in a folder; what else is in them stays."""
    merged = [(folder / one.file, _merged(folder / one.file, one, wait)) for one in HOOK_FILES]
    for file, text in merged:  # all are read before one is written
        file.parent.mkdir(parents=True, exist_ok=True)
        write_text(file, text)
    return tuple(file for file, _ in merged)


def hook_command(program: str, limit: int) -> str:
    """The command of a hook. Whatever fails is a denial; no PATH decides which program is meant.

    It names the limit that is written beside it: a hook that waited longer would be ended, and the call be made.
    """
    found = shutil.which("quorate") or os.path.abspath(sys.argv[0])
    # Codex lets a call pass whose denial has no reason, and a program that was killed gives none
    denied = "{ echo quorate: denied >&2; exit 2; }"
    inner = f"{shlex.quote(os.path.realpath(found))} hook {program} --limit {limit} || {denied}"
    return f"/bin/sh -c {shlex.quote(inner)}"


def _merged(file: Path, one: HookFile, wait: int) -> str:
    stated = _read(file)
    hooks = _table(file, stated, "hooks")
    entries = hooks.setdefault(one.event, [])
    if not isinstance(entries, list):
        raise InputError(f"{file}: hooks.{one.event} is not a list; correct it first")
    limit = wait + _SPARE
    hook = {"type": "command", "command": hook_command(one.program, limit), "timeout": limit * one.ticks}
    kept = [entry for entry in entries if f" hook {one.program} " not in json.dumps(entry)]
    hooks[one.event] = [*kept, {"matcher": one.matcher, "hooks": [hook]}]
    return json.dumps(stated, indent=2, ensure_ascii=False) + "\n"


def _read(file: Path) -> dict[str, Any]:
    try:
        stated = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError):
        raise InputError(f"{file}: not valid JSON; correct it first, nothing was written") from None
    if not isinstance(stated, dict):
        raise InputError(f"{file}: not a JSON object; correct it first, nothing was written")
    return stated


def _table(file: Path, stated: dict[str, Any], key: str) -> dict[str, Any]:
    found = stated.setdefault(key, {})
    if not isinstance(found, dict):
        raise InputError(f"{file}: {key} is not an object; correct it first, nothing was written")
    return found
