"""Gemini's envelope: one object on standard output; where it fails, one at the end of standard error instead."""

from collections.abc import Mapping

from quorate.deliberation.events import Reply
from quorate.replies.envelopes.parts import (
    DEEPEST,
    Json,
    NotUnderstood,
    OpenedEnvelope,
    Usage,
    busiest,
    json_in,
    json_or_none,
    mapping,
    mapping_or_empty,
    mappings,
    name_of,
    own_words,
    text_of,
    total,
)


def open_gemini(output: str, reply: Reply) -> OpenedEnvelope:
    """The response, if no error is stated and none was counted: a stream that broke off leaves half an answer."""
    if not output.strip():
        return OpenedEnvelope(reason=_error(_last_object(reply.complaint)) or own_words(reply))
    result = mapping(json_in(output))
    models = mappings(mapping_or_empty(result.get("stats")).get("models"))
    usage = _usage(models)
    if reason := _error(result):
        return OpenedEnvelope(reason=reason, usage=usage)
    if type(result.get("response")) is not str:
        raise NotUnderstood("no response")
    if tools := _tools(result):
        return OpenedEnvelope(usage=usage, tools=tools)
    if errors := [error for one in models.values() for error in _errors(one)]:
        return OpenedEnvelope(reason=f"the answer broke off ({', '.join(errors)})", usage=usage)
    if _is_patched(result, models):
        return OpenedEnvelope(reason="the answer broke off and was asked for again", usage=usage)
    return OpenedEnvelope(text_of(result["response"]), "", usage)


def _tools(result: Json) -> tuple[str, ...]:
    """The tools that ran; a call that was denied, or of a tool that does not exist, did nothing."""
    calls = mappings(mapping_or_empty(mapping_or_empty(result.get("stats")).get("tools")).get("byName"))
    return tuple(map(name_of, (name for name, call in calls.items() if total({name: call}, "success"))))


def _errors(model: Json) -> list[str]:
    """Errors of a model that was to answer; one that only chose the model does not matter."""
    api, roles = mapping_or_empty(model.get("api")), mapping_or_empty(model.get("roles"))
    if (roles and "main" not in roles) or api.get("totalErrors") in (None, 0):
        return []
    return list(mapping_or_empty(api.get("errorsByType"))) or ["an error"]


def _is_patched(result: Json, models: Mapping[str, Json]) -> bool:
    """More requests than tools account for: older versions put a half answer and the next one into one response."""
    roles = {name: mapping_or_empty(mapping_or_empty(one.get("roles")).get("main")) for name, one in models.items()}
    tools = {"": mapping_or_empty(mapping_or_empty(result.get("stats")).get("tools"))}
    return (total(roles, "totalRequests") or 0) > 1 + (total(tools, "totalCalls") or 0)


def _usage(models: Mapping[str, Json]) -> Usage:
    tokens = {name: mapping_or_empty(one.get("tokens")) for name, one in models.items()}
    main = {name: one for name, one in tokens.items() if "main" in mapping_or_empty(models[name].get("roles"))}
    taken = total(tokens, "prompt")
    given = total(tokens, "candidates", "thoughts") if taken else None
    return Usage(taken, given, "", busiest(main or tokens, "candidates"))


def _error(result: Json) -> str:
    """The reason in `{"error": {"type", "message", "code"}}`, whose message may be such an object again, as text."""
    if "error" not in result:
        return ""
    error = mapping_or_empty(result["error"])
    message, code = text_of(error.get("message")), error.get("code")
    inner = mapping_or_empty(mapping_or_empty(json_or_none(message)).get("error"))
    http = f"HTTP {code}: " if type(code) is int and 400 <= code < 600 else ""
    return http + (text_of(inner.get("message")) or message or text_of(error.get("type")) or "an error")


def _last_object(complaint: str) -> Json:
    """The object that a complaint ends with."""
    start = len(complaint)
    for _ in range(DEEPEST):
        start = complaint.rfind("\n{", 0, start)
        found = mapping_or_empty(json_or_none(complaint[start + 1 :]))
        if found or start < 0:
            return found
    return {}
