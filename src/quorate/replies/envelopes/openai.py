"""The body of a chat completion, which many servers give, and the body that our own caller of vendors' APIs prints."""

from typing import Any

from quorate.deliberation.events import ANSWERED, Reply
from quorate.replies.envelopes.parts import (
    CUT_OFF,
    Json,
    OpenedEnvelope,
    Usage,
    json_in,
    mapping,
    mapping_or_empty,
    name_of,
    own_words,
    text_of,
    total,
)


def open_openai(output: str, reply: Reply) -> OpenedEnvelope:
    """The first choice, if it was neither refused nor cut off."""
    body = mapping(json_in(output))
    usage = _usage(body, "prompt_tokens", "completion_tokens")
    if body.get("error") or reply.outcome != ANSWERED:
        http = own_words(reply).partition(":")[0]
        return OpenedEnvelope(reason=": ".join(part for part in (http, _error(body)) if part), usage=usage)
    choices = body.get("choices")
    choice = mapping(choices[0] if type(choices) is list and choices else None)
    message = mapping(choice.get("message"))
    if refusal := text_of(message.get("refusal")):
        return OpenedEnvelope(reason=f"it refused: {refusal}", usage=usage)
    if reason := CUT_OFF.get(text_of(choice.get("finish_reason")), ""):
        return OpenedEnvelope(reason=reason, usage=usage)
    return OpenedEnvelope(_content(message.get("content")), "", usage)


def open_api(output: str, _: Reply) -> OpenedEnvelope:
    """`{"text", "usage": {"input_tokens", "output_tokens"}, "model"}`."""
    body = mapping(json_in(output))
    usage = _usage(body, "input_tokens", "output_tokens")
    reason = _error(body) if body.get("error") else ""
    return OpenedEnvelope("" if reason else text_of(body.get("text")), reason, usage)


def _usage(body: Json, asked: str, said: str) -> Usage:
    usage = {"": mapping_or_empty(body.get("usage"))}
    taken = total(usage, asked)
    return Usage(taken, total(usage, said) if taken else None, "", name_of(body.get("model")))


def _error(body: Json) -> str:
    """Servers differ: `error` is an object or a text, and some say `message` or `detail`."""
    error = body.get("error")
    found = mapping_or_empty(error)
    said = (found.get("message"), found.get("code"), found.get("type"), error, body.get("message"), body.get("detail"))
    return next((one for one in map(text_of, said) if one), "an error")


def _content(content: Any) -> str:
    """A content is a text, or a list of parts of which some are texts."""
    if type(content) is not list:
        return text_of(content)
    return "".join(text_of(mapping_or_empty(part).get("text")) for part in content)
