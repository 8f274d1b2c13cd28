"""Stands in for codex: events on standard output; standard error is noise, without --json an echo of the prompt."""

import json
import os
import sys
import time
from itertools import pairwise
from typing import Any, NoReturn

from tests.engines.programs.parts import (
    ARGUMENTS,
    BEHAVIOUR,
    CONTROL,
    HTTP,
    VERSION,
    answer,
    end,
    misbehave,
    note,
    reason,
    structured,
    unknown,
)

_WITH_VALUE = {"-s", "--sandbox", "--color", "-c", "--config", "-m", "--model", "-o", "--output-schema"}
_PLAIN = {"--skip-git-repo-check", "--ephemeral", "--json", "-"}
_MOST = 1 << 20
_BEGUN = [{"type": "thread.started", "thread_id": "1"}, {"type": "turn.started"}]
_CODING = {
    "tool_mode": "code_mode_only",
    "multi_agent_version": "v2",
    "shell_type": "unified_exec",
    "apply_patch_tool_type": "freeform",
    "experimental_supported_tools": ["clock"],
    "instructions": "x" * 300_000,
}
_WHY = {
    "dropped": "stream disconnected before completion: stream closed before response.completed",
    "long": "Incomplete response returned, reason: max_output_tokens",
}


def main() -> NoReturn:
    """One run."""
    if ARGUMENTS == ["--version"]:
        note("version")
        end(0, f"codex-cli {CONTROL['version']}\n")
    if ARGUMENTS[:2] == ["debug", "models"]:
        _list_models()
    if ARGUMENTS == ["login", "status"]:
        _status()
    _check_flags()
    prompt = sys.stdin.read()  # hangs as long as standard input stays open
    note("vote", prompt, offers=_offers())
    sys.stderr.write("Reading prompt from stdin...\n" + ("" if "--json" in ARGUMENTS else prompt))
    if not prompt.strip():
        end(1, err="No prompt provided via stdin.\n")
    if len(prompt) > _MOST:
        why = "Error: turn/start failed: Input exceeds the maximum length of 1048576 characters.\n"
        end(1, json.dumps(_BEGUN[0]) + "\n", why)
    misbehave(prompt)
    _answer({"id": "item_0", "type": "agent_message", "text": _text(prompt)})


def _list_models() -> NoReturn:
    """The list of this user has to be fetched; the program came with another."""
    note("models")
    is_fetched = "--bundled" not in ARGUMENTS
    if BEHAVIOUR == "no models" or (is_fetched and BEHAVIOUR == "fetches in vain"):
        end(1, err="Error: failed to list models\n")
    models = [{"slug": "of-the-user" if is_fetched else "of-the-program", **_CODING}]
    end(0, json.dumps({"models": models}) + "\n", "WARNING: no folder for helpers\n")


def _offers() -> list[str]:
    """What the model is offered: its entry in the list decides, whatever the features say."""
    settings = dict(value.split("=", 1) for flag, value in pairwise(ARGUMENTS) if flag == "-c")
    model: dict[str, Any] = _CODING
    if file := settings.get("model_catalog_json"):
        with open(json.loads(file), encoding="utf-8") as catalog:
            (model,) = json.load(catalog)["models"]
    offered = {
        "exec": model["tool_mode"] == "code_mode_only",
        "spawn_agent": model["multi_agent_version"] != "disabled",
        "apply_patch": model["apply_patch_tool_type"],
        "clock": model["experimental_supported_tools"],
        "exec_command": model["shell_type"] != "disabled" and settings.get("features.shell_tool") != "false",
        "update_plan": VERSION < (0, 146, 0) or settings.get("tools.update_plan.enabled") != "false",
        "skills": settings.get("orchestrator.skills.enabled") != "false",
    }
    return [name for name, is_offered in offered.items() if is_offered]


def _text(prompt: str) -> str:
    if "--output-schema" not in ARGUMENTS or (vote := structured(prompt)) is None:
        return answer(prompt)
    with open(ARGUMENTS[ARGUMENTS.index("--output-schema") + 1], encoding="utf-8") as file:
        known = json.load(file)["properties"]
    return json.dumps({key: value for key, value in vote.items() if key in known})


def _status() -> NoReturn:
    note("status")
    if BEHAVIOUR == "mute":
        time.sleep(600)
    is_in = CONTROL["logged_in"]
    end(0 if is_in else 1, err="Logged in using ChatGPT\n" if is_in else "Not logged in\n")


def _check_flags() -> None:
    known = set(_PLAIN) | ({"--ignore-user-config"} if VERSION >= (0, 122, 0) else set())
    known |= {"--full-auto"} if VERSION < (0, 147, 0) else set()
    flag = unknown(ARGUMENTS[1:], _WITH_VALUE, known)
    if ARGUMENTS[:1] != ["exec"] or flag:
        note("refused")
        end(2, err=f"error: unexpected argument '{flag}' found\n\nUsage: codex exec [OPTIONS] [PROMPT]\n")
    if "--skip-git-repo-check" not in ARGUMENTS:
        end(1, err="Not inside a trusted directory and --skip-git-repo-check was not specified.\n")


def _answer(message: dict[str, Any]) -> NoReturn:
    said = {"type": "item.completed", "item": message}
    is_elsewhere = any(word.startswith("model_provider=") for word in ARGUMENTS)
    if BEHAVIOUR in HTTP or not (CONTROL["logged_in"] or os.environ.get("CODEX_API_KEY") or is_elsewhere):
        _fail(f"unexpected status {reason() if BEHAVIOUR in HTTP else '401 Unauthorized'}, url: http://127.0.0.1/v1")
    if BEHAVIOUR in _WHY:
        _fail(_WHY[BEHAVIOUR], *([said] if BEHAVIOUR == "long" else []))
    if BEHAVIOUR == "unfinished":
        _events(0, *_BEGUN, said)
    if BEHAVIOUR == "garbage":
        end(0, message["text"] + "\n")
    if BEHAVIOUR == "plans":
        plan = {"id": "item_1", "type": "todo_list", "items": [{"text": "a step", "completed": False}]}
        _events(0, *_BEGUN, {"type": "item.started", "item": plan}, said, {"type": "turn.completed", "usage": {}})
    warning = {"type": "item.completed", "item": {"id": "w", "type": "error", "message": "a setting is ignored"}}
    again = {"type": "error", "message": "Reconnecting... 1/5"}
    usage = {"input_tokens": 100, "cached_input_tokens": 10, "output_tokens": 20, "reasoning_output_tokens": 5}
    _events(0, _BEGUN[0], warning, _BEGUN[1], again, said, {"type": "turn.completed", "usage": usage})


def _fail(why: str, *before: dict[str, Any]) -> NoReturn:
    failed = {"type": "turn.failed", "error": {"message": why}}
    _events(1, *_BEGUN, *before, {"type": "error", "message": why}, failed)


def _events(status: int, *events: dict[str, Any]) -> NoReturn:
    end(status, "".join(json.dumps(event) + "\n" for event in events))
