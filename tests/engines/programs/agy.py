"""Stands in for agy as its documentation and issues describe it: without a flag for it, a prompt is on stdin."""

import json
import sys
from typing import Any, NoReturn

from tests.engines.programs.parts import (
    ARGUMENTS,
    BEHAVIOUR,
    CONTROL,
    HTTP,
    answer,
    end,
    misbehave,
    note,
    reason,
    unknown,
)

_WITH_VALUE = {"--model", "--effort", "--output-format", "--print-timeout", "-p", "--print"}
_TOOL = {"step_type": "tool", "tool_name": "run_command", "state": "DONE", "step_index": 1}


def main() -> NoReturn:
    """One run."""
    if ARGUMENTS == ["--version"]:
        note("version")
        end(0, f"{CONTROL['version']}\n")
    if ARGUMENTS == ["models"]:
        note("status")
        end(0 if CONTROL["logged_in"] else 1, "gemini-stand-in\n" if CONTROL["logged_in"] else "")
    if flag := unknown(ARGUMENTS, _WITH_VALUE, {"--sandbox"}):
        note("refused")
        end(2, err=f"Error: unknown flag: {flag}\n")
    prompt = sys.stdin.read()
    note("vote", prompt)
    if not prompt.strip():
        end(1, err="Error: empty prompt\n")
    misbehave(prompt)
    text, status = answer(prompt), "SUCCESS"
    error = {}
    if BEHAVIOUR in HTTP:
        text, status, error = "", "ERROR", {"error": f"RESOURCE_EXHAUSTED: {reason()}"}
    steps = [_TOOL] if BEHAVIOUR == "tool" else []
    result = {"status": status, "response": text, "usage": {"input_tokens": 100, "output_tokens": 20}, **error}
    events: list[dict[str, Any]] = [
        {"event": "init", "init": {"tools": ["run_command"]}},
        *({"event": "step_update", "step_update": step} for step in steps),
        {"event": "step_update", "step_update": {"step_type": "agent_response", "text_delta": text}},
        *([] if BEHAVIOUR == "unfinished" else [{"event": "result", "result": result}]),
    ]
    end(0, "".join(json.dumps(event) + "\n" for event in events))
