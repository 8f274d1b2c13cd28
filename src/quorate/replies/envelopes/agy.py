"""Antigravity's envelope: a line of JSON for every event. Its status is 0 whatever its result says."""

from quorate.deliberation.events import Reply
from quorate.replies.envelopes.parts import (
    UNKNOWN,
    NotUnderstood,
    OpenedEnvelope,
    Usage,
    json_in,
    mapping,
    mapping_or_empty,
    text_of,
    total,
)


def open_agy(output: str, _: Reply) -> OpenedEnvelope:
    """The response of a result that is a success; a step of a tool is a call."""
    events = [mapping(json_in(line)) for line in output.split("\n") if line.lstrip().startswith("{")]
    if not events:
        raise NotUnderstood("no events")
    steps = [mapping_or_empty(event.get("step_update")) for event in events]
    tools = [text_of(step.get("tool_name")) or "unknown" for step in steps if step.get("step_type") == "tool"]
    results = [mapping_or_empty(event.get("result")) for event in events if event.get("event") == "result"]
    if not results:
        return OpenedEnvelope(reason="its turn never ended", tools=tuple(tools))
    result, used = results[-1], {"": mapping_or_empty(results[-1].get("usage"))}
    taken = total(used, "input_tokens")
    usage = Usage(taken, total(used, "output_tokens")) if taken else UNKNOWN
    if result.get("status") != "SUCCESS":
        reason = text_of(result.get("error")) or text_of(result.get("status")) or "no success"
        return OpenedEnvelope(reason=reason, usage=usage, tools=tuple(tools))
    return OpenedEnvelope(text_of(result.get("response")), "", usage, tools=tuple(tools))
