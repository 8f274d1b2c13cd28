"""What an engine wraps around its answer: the text itself, what it cost, and whether there was an answer at all.

A program can end well and have answered nothing, and it can end badly with a vote in its output. So nothing is a text
that the envelope does not call the answer, and an envelope that is not understood is a failure.
"""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.deliberation.events import ANSWERED, TIMEOUT, Reply
from quorate.replies.envelopes.agy import open_agy
from quorate.replies.envelopes.claude import open_claude
from quorate.replies.envelopes.codex import open_codex
from quorate.replies.envelopes.gemini import open_gemini
from quorate.replies.envelopes.openai import open_api, open_openai
from quorate.replies.envelopes.parts import (
    RATE_LIMIT,
    TOOL_USE,
    UNKNOWN,
    Json,
    NotUnderstood,
    OpenedEnvelope,
    Usage,
    output_of,
    own_words,
    sentence,
)

__all__ = [
    "FAILED",
    "NOT_PARSED",
    "RATE_LIMIT",
    "TIMED_OUT",
    "UNKNOWN_MODEL",
    "Letter",
    "Usage",
    "letter_of",
    "with_model",
]

TIMED_OUT, NOT_PARSED, FAILED = "timeout", "parse_failure", "cli_error"
UNKNOWN_MODEL = "unknown"
# servers and programs agree on the status and on nothing else
_LIMITED = lazy_pattern(
    r"\b429\b|too many requests|rate.?limit|\bquota|usage limit|resource.?exhausted|\blimit reached"
    r"|(?:hit|reached|exceeded|exhausted) your\b.{0,40}\b(?:limit|capacity)",
    re.IGNORECASE,
)
_READERS: Mapping[str, Callable[[str, Reply], OpenedEnvelope]] = {
    "agy": open_agy,
    "api": open_api,
    "claude": open_claude,
    "codex": open_codex,
    "gemini": open_gemini,
    "openai": open_openai,
}


class Letter(NamedTuple):
    """What was in the envelope. With a `failure`, which is a sentence, there is no answer in it.

    `error_type` is `timeout`, `parse_failure` or `cli_error`, and `why` the code of a cause that has one.
    """

    text: str = ""
    structured: Json | None = None
    usage: Usage = UNKNOWN
    failure: str = ""
    error_type: str = ""
    why: str = ""


def letter_of(kind: str, reply: Reply) -> Letter:
    """What a voter of this kind has answered, or why there is no answer. Never raises, whatever the reply holds."""
    if reply.outcome == TIMEOUT:
        late, last = reply.detail or "no answer in time", _printed_last(reply)
        is_said = not last or late.endswith(last)  # by a program whose last words are shown in any case
        return _failed(late if is_said else f"{late}: it last printed {last}", TIMED_OUT)
    envelope = reply.envelope or kind
    if envelope not in _READERS:
        return _plain(reply)
    try:
        opened = _READERS[envelope](output_of(reply), reply)
    except NotUnderstood as error:
        if reply.outcome == ANSWERED:
            return _failed(f"{kind}'s output is not in the expected format: {error}", NOT_PARSED)
        opened = OpenedEnvelope()
    if opened.tools:
        failure = f"{kind} called tools, which no seat may: {', '.join(dict.fromkeys(opened.tools))}"
        return _failed(failure, FAILED, opened.usage, TOOL_USE)
    if reply.outcome != ANSWERED:
        return _failed(_why_ended(kind, opened, reply), FAILED, opened.usage)
    if reason := opened.reason or _nothing_in(opened):
        return _failed(f"{kind} did not answer: {reason}", FAILED, opened.usage)
    return Letter(opened.text, opened.structured, opened.usage)


def with_model(kind: str, reply: Reply) -> Reply:
    """The reply with the model that answered, which stays on the record if its text is redacted one day."""
    return reply._replace(model=letter_of(kind, reply).usage.model or UNKNOWN_MODEL)


def _plain(reply: Reply) -> Letter:
    """Without an envelope: what was said is the text."""
    if reply.outcome != ANSWERED:
        return _failed(reply.detail or "the voter failed", FAILED)
    try:
        return Letter(output_of(reply))
    except NotUnderstood as error:
        return _failed(f"the reply cannot be read: {error}", NOT_PARSED)


def _printed_last(reply: Reply) -> str:
    """The last line on standard output, else the last one on standard error."""
    printed = (reply.output if reply.encoding == "utf-8" else "", reply.complaint)
    return next((text.rstrip().rpartition("\n")[2] for text in printed if text.strip()), "")


def _failed(failure: str, error_type: str, usage: Usage = UNKNOWN, why: str = "") -> Letter:
    is_limited = error_type == FAILED and not why and _LIMITED.search(failure)
    return Letter(usage=usage, failure=sentence(failure), error_type=error_type, why=RATE_LIMIT if is_limited else why)


def _nothing_in(opened: OpenedEnvelope) -> str:
    return "" if opened.text.strip() or opened.structured is not None else "the reply is empty"


def _why_ended(kind: str, opened: OpenedEnvelope, reply: Reply) -> str:
    if reply.status is None:
        return reply.detail or f"{kind} failed"
    reason = opened.reason or own_words(reply)
    how = f"signal {-reply.status}" if reply.status < 0 else f"status {reply.status}"
    return f"{kind} ended with {how}" + (f": {reason}" if reason else "")
