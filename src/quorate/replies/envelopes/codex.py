"""Codex's envelope: a line of JSON for every event. `error` is said of warnings too; how the turn ended decides."""

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


def open_codex(output: str, _: Reply) -> OpenedEnvelope:
    """The last message of a turn that was completed."""
    text, error, end, usage = "", "", "", UNKNOWN
    for event in _events(output):
        match event.get("type"):
            case "turn.started":
                text = end = ""
            case "item.completed":
                text = _message(mapping_or_empty(event.get("item")), text)
            case "error":
                error = text_of(event.get("message"))
            case "turn.completed":
                end, usage = "completed", _usage(mapping_or_empty(event.get("usage")))
            case "turn.failed":
                end, error = "failed", text_of(mapping_or_empty(event.get("error")).get("message")) or error
    if end == "completed":
        return OpenedEnvelope(text, "", usage)
    return OpenedEnvelope(reason=error or ("its turn failed" if end else "its turn never ended"), usage=usage)


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
