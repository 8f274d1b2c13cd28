"""Stands in for gemini: where it fails, standard output is empty and the reason is the last thing on standard error."""

import json
import os
import re
import signal
import stat
import sys
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
    unknown,
)

_WITH_VALUE = {"--policy", "-o", "--output-format", "-m", "--model", "--allowed-mcp-server-names", "-e"}
_KEYS = ("GEMINI_API_KEY", "GOOGLE_GENAI_USE_VERTEXAI", "GOOGLE_GENAI_USE_GCA")
_MOST = 8 << 20
_HOME = os.path.join(os.environ.get("HOME", "/nonexistent"), ".gemini")
_NOISE = "Warning: Basic terminal detected (TERM=dumb).\nRipgrep is not available. Falling back to GrepTool.\n"
_CUT = "```yaml\nposition: APPR"
_MOST_INTO_A_PIPE = 64 * 1024


def main() -> NoReturn:
    """One run."""
    if ARGUMENTS in (["--version"], ["-v"]):
        note("version")
        _write(_HOME, f"projects.json.{os.getpid()}.tmp", "{}")
        end(0, CONTROL["version"] + "\n")
    newer = {"--admin-policy"} if VERSION >= (0, 35, 0) else set()
    if flag := unknown(ARGUMENTS, _WITH_VALUE | newer, {"--skip-trust", "-y", "--yolo"}):
        note("refused")
        end(1, err=f"Unknown argument: {flag.lstrip('-')}\nUsage: gemini [options] [command]\n")
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    prompt = sys.stdin.read()
    inlined = [path for path in re.findall(r"@([\w./~-]+)", prompt) if os.path.exists(path)]
    _read_env_file()
    note("vote", prompt, rules=_rules(), inlined=inlined, obeys=_obeys())
    sys.stderr.write(_NOISE)
    _check(prompt)
    _write(os.path.join(_HOME, "tmp"), "session.jsonl", prompt)
    misbehave(prompt)
    _answer(prompt)


def _rules() -> str:
    if "--admin-policy" not in ARGUMENTS:
        return ""
    with open(ARGUMENTS[ARGUMENTS.index("--admin-policy") + 1], encoding="utf-8") as file:
        return file.read()


def _read_env_file() -> None:
    """Sets what the user's file says and nobody has set."""
    if os.path.exists(file := os.path.join(_HOME, ".env")):
        with open(file, encoding="utf-8") as lines:
            for name, _, value in (line.strip().partition("=") for line in lines):
                os.environ.setdefault(name, value)


def _obeys() -> list[str]:
    """What of the user's own changes what is sent, and to whom."""
    stated = {**_settings(_HOME), **_settings(".gemini")}
    telemetry = os.environ.get("GEMINI_TELEMETRY_ENABLED") or str(stated.get("telemetry", {}).get("enabled"))
    found = {
        "system prompt": os.environ.get("GEMINI_SYSTEM_MD", "0").lower() not in ("", "0", "false"),
        "telemetry": telemetry.lower() in ("1", "true"),
        "folders": stated.get("context", {}).get("includeDirectoryTree", True),
    }
    return [name for name, is_obeyed in found.items() if is_obeyed]


def _settings(folder: str) -> dict[str, Any]:
    if not os.path.exists(file := os.path.join(folder, "settings.json")):
        return {}
    with open(file, encoding="utf-8") as text:
        stated: dict[str, Any] = json.load(text)
        return stated


def _check(prompt: str) -> None:
    if os.environ.get("GEMINI_CLI_TRUST_WORKSPACE") != "true" and "--skip-trust" not in ARGUMENTS:
        end(55, err="Gemini CLI is not running in a trusted directory.\n")
    if not CONTROL["logged_in"] and not any(os.environ.get(key) for key in _KEYS):
        _fail(41, "Please set an Auth method in your settings.json", 41)
    if not prompt.strip():
        end(42, err="No input provided via stdin.\n")
    if prompt.startswith("/"):
        _fail(42, "Unknown command", 42)
    if len(prompt.encode()) > _MOST:
        end(0)


def _answer(prompt: str) -> NoReturn:
    if BEHAVIOUR in HTTP:
        _write(os.environ["TMPDIR"], "gemini-client-error-1.json", prompt)
        sys.stderr.write("    at throwErrorIfNotOK (chunk.js:1:1) {\n  status: 500\n}\n")
        inner = json.dumps({"error": {"code": int(BEHAVIOUR), "message": reason(), "status": "X"}})
        _fail(int(BEHAVIOUR) % 256, inner, int(BEHAVIOUR))
    if BEHAVIOUR == "garbage":
        end(0, answer(prompt) + "\n")
    if BEHAVIOUR in ("dropped", "partial"):  # an older version names no error
        _end(_CUT, "NO_FINISH_REASON", "Model stream ended early." if BEHAVIOUR == "dropped" else "")
    if BEHAVIOUR == "empty":
        _end("", "NO_RESPONSE_TEXT", "The model returned nothing.")
    _end(answer(prompt))


def _fail(status: int, message: str, code: int) -> NoReturn:
    error = {"type": "Error", "message": message, "code": code}
    end(status, err=json.dumps({"session_id": "1", "error": error}, indent=2) + "\n")


def _end(response: str, error_type: str = "", message: str = "") -> NoReturn:
    errors = {error_type: 1} if error_type else {}
    main_model = _model("main", 100, {"totalRequests": 1, "totalErrors": len(errors), "errorsByType": errors})
    models = {"gemini-stand-in": main_model}
    if "-m" not in ARGUMENTS:  # a small model chooses; that it failed does not matter
        failed = {"totalRequests": 1, "totalErrors": 1, "errorsByType": {"RATE": 1}}
        models["gemini-router"] = _model("utility_router", 50, failed)
    envelope = {"session_id": "1", "response": response, "stats": {"models": models}}
    error = {"error": {"type": "INVALID_STREAM", "message": message}} if message else {}
    said = json.dumps({**envelope, **error}, indent=2) + "\n"
    end(0, said[:_MOST_INTO_A_PIPE] if stat.S_ISFIFO(os.fstat(1).st_mode) else said)


def _model(role: str, prompt: int, api: dict[str, Any]) -> dict[str, Any]:
    tokens = {"input": prompt - 10, "prompt": prompt, "candidates": 20, "cached": 10, "thoughts": 5, "tool": 0}
    return {"api": api, "tokens": tokens, "roles": {role: {"totalErrors": 0}}}


def _write(folder: str, name: str, text: str) -> None:
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, name), "a", encoding="utf-8") as file:
        file.write(text)
