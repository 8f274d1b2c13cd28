"""What a gate answers an agent program, in the form that each of them reads."""

import json
from typing import Any

from quorate.gate.call_pattern import text_of
from quorate.gate.tool_call import ToolCall
from quorate.gate.window import Window

_ANSWERS_ALLOW = {("claude", "PreToolUse"), ("claude", "PermissionRequest"), ("codex", "PermissionRequest")}


def hook_answer(program: str, event: str, decision: str, reason: str) -> dict[str, Any] | None:
    """The JSON for standard output; None where the program's own rules go on as if there were no gate.

    Codex takes no `allow` before a tool call: there an approved call goes on to its own rules.
    """
    if decision == "pass":
        return None
    if program == "gemini":
        return {"decision": decision, "reason": reason}
    if decision == "allow" and (program, event) not in _ANSWERS_ALLOW:
        return None
    if event == "PermissionRequest":
        said = {"behavior": decision, **({"message": reason} if decision == "deny" else {})}
        return {"hookSpecificOutput": {"hookEventName": event, "decision": said}}
    said = {"hookEventName": event, "permissionDecision": decision, "permissionDecisionReason": reason}
    return {"hookSpecificOutput": said}


def short_call(call: ToolCall) -> str:
    """Return a call in a few words: its tool, and the beginning of its command."""
    command = json.dumps(text_of(call.command or "")[:60])[1:-1]
    return f"{call.tool}: {command}" if command else call.tool


def window_plain(window: Window) -> dict[str, Any]:
    """A window: what it lets through, and how much of it is left."""
    granted = {**window.granted._asdict(), "pattern": json.loads(window.granted.pattern)}
    return {"id": window.id, **granted, "used": window.used, "closed": window.is_closed}
