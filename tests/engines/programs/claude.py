"""Stands in for claude: errors are results on standard output too, and `subtype` is success whatever happened."""

import json
import os
import re
import sys
import time
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

_KEYS = ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN")
_PLAIN = {"-p", "--strict-mcp-config", "--no-session-persistence", "--verbose"}
_WITH_VALUE = {
    "--output-format",
    "--tools",
    "--model",
    "--setting-sources",
    "--effort",
    "--max-budget-usd",
    "--json-schema",
}
_MOST = 10_000_000
IS_IN = CONTROL["logged_in"] or any(os.environ.get(key) for key in _KEYS)


def main() -> NoReturn:
    """One run."""
    if ARGUMENTS == ["--version"]:
        note("version")
        end(0, f"{CONTROL['version']} (Claude Code)\n")
    if ARGUMENTS == ["auth", "status"]:
        _status()
    if flag := unknown(ARGUMENTS, _WITH_VALUE, _PLAIN | ({"--restricted"} if VERSION >= (2, 1, 248) else set())):
        note("refused")
        end(1, err=f"error: unknown option '{flag}'\n")
    prompt = sys.stdin.read()
    note("vote", prompt, inlined=[] if "--restricted" in ARGUMENTS else re.findall(r"@([\w./~-]+)", prompt))
    _check(prompt)
    misbehave(prompt)
    _answer(prompt)


def _status() -> NoReturn:
    note("status")
    if BEHAVIOUR == "mute":
        time.sleep(600)
    stated = {"loggedIn": bool(IS_IN), "authMethod": "api_key" if IS_IN else "none"}
    end(0 if IS_IN else 1, json.dumps(stated, indent=2) + "\n")


def _check(prompt: str) -> None:
    if not prompt.strip():
        end(1, err="Error: Input must be provided either through stdin or as a prompt argument when using --print\n")
    if len(prompt) > _MOST:
        _result("Prompt exceeds 10MB", is_error=True)
    if prompt.startswith("/"):
        _result("Unknown command", is_error=False)


def _answer(prompt: str) -> NoReturn:
    if not IS_IN:
        _result("Not logged in · Please run /login", is_error=True)
    if BEHAVIOUR in HTTP:
        _result(f"API Error: {reason()}", is_error=True, api_error_status=int(BEHAVIOUR))
    if BEHAVIOUR == "long":
        _result("API Error: Claude's response exceeded the 64000 output token maximum.", is_error=True)
    if BEHAVIOUR == "garbage":
        end(0, answer(prompt) + "\n")
    if "--json-schema" in ARGUMENTS and (vote := structured(prompt)) is not None and BEHAVIOUR == "good":
        _result(json.dumps(vote), is_error=False, structured_output=vote)
    # with `status` a vote was printed, and the program says that something failed
    _result(answer(prompt), is_error=False, status=1 if BEHAVIOUR == "status" else 0)


def _result(result: str, is_error: bool, status: int | None = None, **more: Any) -> NoReturn:
    used = {"claude-stand-in": {"inputTokens": 100, "outputTokens": 20, "cacheReadInputTokens": 30}}
    envelope = {
        "type": "result",
        "subtype": "success",
        "is_error": is_error,
        "api_error_status": None,
        "result": result,
        "stop_reason": "stop_sequence" if is_error else "end_turn",
        "total_cost_usd": 0 if is_error else 0.0123,
        "usage": {"input_tokens": 0 if is_error else 100, "output_tokens": 0 if is_error else 20},
        "modelUsage": {} if is_error else used,
        "permission_denials": [],
        "terminal_reason": "completed",
        **more,
    }
    end(int(is_error) if status is None else status, json.dumps(envelope) + "\n")
