"""Hooks in the settings of the agent programs, so that they ask the gate before every tool call."""

import json
import os
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any, NamedTuple

from quorate import config
from quorate.app.machine.first_settings import write_text
from quorate.checks.evidence_check import run_git
from quorate.core.errors import InputError
from quorate.gate.tool_call import CLAUDE, CODEX, GEMINI

_SPARE = 20
_OF_PYTHON = (
    "PYTHONPATH",
    "PYTHONHOME",
    "PYTHONSTARTUP",
    "PYTHONUSERBASE",
    "PYTHONPLATLIBDIR",
    "PYTHONPYCACHEPREFIX",
    "PYTHONINSPECT",
    "PYTHONBREAKPOINT",
    "PYTHONWARNINGS",
)
"""Variables by which an interpreter that is not isolated runs other code, or ends otherwise."""


class HookFile(NamedTuple):
    """A program's settings file, its event and unit of time; `personal` is a file of a folder that no team commits."""

    program: str
    file: str
    event: str
    ticks: int
    matcher: str
    personal: str = ""


HOOK_FILES = (
    HookFile(CLAUDE, ".claude/settings.json", "PreToolUse", 1, "*", ".claude/settings.local.json"),
    HookFile(CODEX, ".codex/hooks.json", "PreToolUse", 1, ".*"),
    HookFile(GEMINI, ".gemini/settings.json", "BeforeTool", 1000, ".*"),
)


async def write_hooks(wait: int, *, for_user: bool) -> tuple[Path, ...]:
    """Add the hook to the programs' settings in the user's home, or to those in this folder that no team commits.

    The command of a hook names paths of this machine, so it belongs into no file that others get: git is told to leave
    it out, in a file of the repository that is not shared.
    """
    places = [(Path.home() / one.file if for_user else Path(one.personal), one) for one in HOOK_FILES]
    merged = [(file, _merged(file, one, wait)) for file, one in places if for_user or one.personal]
    for file, text in merged:  # all are read before one is written
        file.parent.mkdir(parents=True, exist_ok=True)
        write_text(file, text)
    left_out = [] if for_user else _left_out([f"**/{file.as_posix()}" for file, _ in merged])
    return (*(file for file, _ in merged), *left_out)


def _left_out(lines: list[str]) -> list[Path]:
    """Return the file in which the repository of this folder is told to leave files out; none if it was told before."""
    ended = run_git(".", "rev-parse", "--git-path", "info/exclude") if shutil.which("git") else None
    file = Path(os.fsdecode(ended.stdout).rstrip("\n")) if ended and ended.returncode == 0 else None
    before = file.read_text(encoding="utf-8").splitlines() if file and file.exists() else []
    if not file or set(lines) <= set(before):
        return []
    file.parent.mkdir(parents=True, exist_ok=True)
    write_text(file, "\n".join([*before, *lines, ""]))
    return [file]


def hook_command(program: str, limit: int) -> str:
    """The command of a hook. Whatever fails is a denial; no PATH decides which program is meant.

    It names the limit that is written beside it: a hook that waited longer would be ended, and the call be made.
    """
    # Codex lets a call pass whose denial has no reason, and a program that was killed gives none
    denied = "{ echo quorate: denied >&2; exit 2; }"
    inner = shlex.join([*_environment(), *_program(), "hook", program, "--limit", str(limit)])
    return f"/bin/sh -c {shlex.quote(f'{inner} || {denied}')}"


def _program() -> list[str]:
    """The file that is run; by the interpreter beside it, which then takes no modules from anywhere else."""
    found = os.path.realpath(shutil.which("quorate") or os.path.abspath(sys.argv[0]))
    is_beside = os.path.dirname(found) == os.path.realpath(os.path.dirname(sys.executable or "/"))
    return [sys.executable, "-I", found] if is_beside else [found]


def _environment() -> list[str]:
    """What the program starts the hook with may come from a project: settings and record are those of now."""
    pinned = config.pinned_variables()
    cleared = [*_OF_PYTHON, *(name for name, value in pinned.items() if not value)]
    options = [word for name in cleared for word in ("-u", name)]
    return ["/usr/bin/env", *options, *(f"{name}={value}" for name, value in pinned.items() if value)]


def _merged(file: Path, one: HookFile, wait: int) -> str:
    stated = _read(file)
    hooks = stated.setdefault("hooks", {})
    if not isinstance(hooks, dict):
        raise InputError(f"{file}: hooks is not an object; correct it first, nothing was written")
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
