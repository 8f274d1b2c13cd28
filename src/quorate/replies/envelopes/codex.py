"""Codex's envelope: a line of JSON for every event. `error` is said of warnings too; how the turn ended decides.

An item that is no message, reasoning or warning is a call of a tool. A call that failed is only on standard error; one
that is unsupported called nothing, because the tool does not exist there.
"""

import re

from quorate.deliberation.events import Reply
from quorate.replies.envelopes.parts import (
    UNKNOWN,
    Json,
    NotUnderstood,
    OpenedEnvelope,
    Usage,
    json_in,
    mapping,
    mapping_or_empty,
    text_of,
    total,
)

_WORDS = ("agent_message", "reasoning", "error")
_FAILED_CALL = re.compile(r"\bcodex_core::tools::router: error=(?!unsupported (?:custom tool )?call\b)(.{1,60})")


def open_codex(output: str, reply: Reply) -> OpenedEnvelope:
    """The last message of a turn that was completed."""
    text, error, end, usage = "", "", "", UNKNOWN
    tools = [call[1] for call in _FAILED_CALL.finditer(reply.complaint)]
    for event in _events(output):
        item = mapping_or_empty(event.get("item"))
        if "item" in event and item.get("type") not in _WORDS:
            tools.append(text_of(item.get("type")) or "unknown")
        match event.get("type"):
            case "turn.started":
                text = end = ""
            case "item.completed":
                text = _message(item, text)
            case "error":
                error = text_of(event.get("message"))
            case "turn.completed":
                end, usage = "completed", _usage(mapping_or_empty(event.get("usage")))
            case "turn.failed":
                end, error = "failed", text_of(mapping_or_empty(event.get("error")).get("message")) or error
    reason = "" if end == "completed" else error or ("its turn failed" if end else "its turn never ended")
    return OpenedEnvelope("" if reason else text, reason, usage, tools=tuple(tools))


def _message(item: Json, before: str) -> str:
    return text_of(item.get("text")) if item.get("type") == "agent_message" else before


def _events(output: str) -> list[Json]:
    events = [mapping(json_in(line)) for line in output.split("\n") if line.lstrip().startswith("{")]
    if not events:
        raise NotUnderstood("no events")
    return events


def _usage(usage: Json) -> Usage:
    """Cached input and reasoning are in the counts already."""
    taken = total({"": usage}, "input_tokens")
    return Usage(taken, total({"": usage}, "output_tokens") if taken else None)
