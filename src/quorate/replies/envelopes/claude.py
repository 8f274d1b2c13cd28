"""Claude's envelope: one object on standard output. Its `subtype` says success even of errors."""

from quorate.deliberation.events import Reply
from quorate.replies.envelopes.parts import (
    CUT_OFF,
    Json,
    NotUnderstood,
    OpenedEnvelope,
    Usage,
    busiest,
    cost_of,
    json_in,
    mapping,
    mapping_or_empty,
    mappings,
    text_of,
    total,
)


def open_claude(output: str, _: Reply) -> OpenedEnvelope:
    """The result, which has to say that it is no error."""
    value = json_in(output)
    if type(value) is list:  # with --verbose every message is listed, the result last
        value = value[-1] if value else None
    result = mapping(value)
    if result.get("type") != "result" or type(result.get("is_error")) is not bool:
        raise NotUnderstood("not a result")
    if reason := _reason(result):
        return OpenedEnvelope(reason=reason, usage=_usage(result))
    structured = result.get("structured_output")
    return OpenedEnvelope(
        text_of(result.get("result")), "", _usage(result), structured if isinstance(structured, dict) else None
    )


def _reason(result: Json) -> str:
    text, subtype = text_of(result.get("result")), text_of(result.get("subtype"))
    if result["is_error"] or subtype.startswith("error"):
        status = result.get("api_error_status")
        http = f"HTTP {status}: " if type(status) is int else ""
        return http + (text or subtype or "an error")
    return CUT_OFF.get(text_of(result.get("stop_reason")), "")


def _usage(result: Json) -> Usage:
    """By model where that is said: the other place leaves calls out that were tried again."""
    models = mappings(result.get("modelUsage"))
    taken = total(models, "inputTokens", "cacheReadInputTokens", "cacheCreationInputTokens")
    given = total(models, "outputTokens")
    if taken is None:
        whole = {"": mapping_or_empty(result.get("usage"))}
        taken = total(whole, "input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")
        given = total(whole, "output_tokens")
    if taken is None:
        return Usage(model=busiest(models, "outputTokens"))
    return Usage(taken, given, cost_of(result.get("total_cost_usd")), busiest(models, "outputTokens"))
