"""What an engine wraps around its answer: the text itself, what it cost, and whether there was an answer at all.

A program can end well and have answered nothing, and it can end badly with a vote in its output. So nothing is a text
that the envelope does not call the answer, and an envelope that is not understood is a failure.
"""

import re
from base64 import b64decode
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Annotated, Any, NamedTuple

from quorate.core.codec.declaration import TEXT_OR_NULL, Key, TextOrNull
from quorate.core.errors import DocumentError
from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.deliberation.events import ANSWERED, TIMEOUT, Reply
from quorate.documents.container import parsed_json

TIMED_OUT, NOT_PARSED, FAILED = "timeout", "parse_failure", "cli_error"
TOOL_USE, RATE_LIMIT = "tool_use", "rate_limit"
UNKNOWN_MODEL = "unknown"
LARGEST = 1 << 20
DEEPEST = 32
_LONGEST_LINE, _LONGEST_NAME, _MOST_TOKENS, _FINEST_COST = 300, 100, 10**12, 40
_ESCAPE = lazy_pattern("(?:\x1b[\\]PX^_])[^\x07\x1b]*(?:\x07|\x1b\\\\)?|\x1b\\[[0-?]*[ -/]*[@-~]|\x1b[ -/]*[0-~]?")
# the few lines on standard error that are the program's own; the rest may be an echo of the prompt
_OWN_LINE = lazy_pattern(
    r"^(?:[Ee]rror: |Unknown argument|Not logged in|No (?:prompt|input) provided|Not inside a trusted|Missing optional"
    r"|HTTP [1-5]\d\d\b|[^\n]{0,200}(?:not running in a trusted directory|native binary not installed))[^\n]*",
    re.MULTILINE,
)
# servers and programs agree on the status and on nothing else
_LIMITED = lazy_pattern(
    r"\b429\b|too many requests|rate.?limit|\bquota|usage limit|resource.?exhausted|\blimit reached"
    r"|(?:hit|reached|exceeded|exhausted) your\b.{0,40}\b(?:limit|capacity)",
    re.IGNORECASE,
)
_CUT_OFF = {
    "max_tokens": "the answer was cut off at the token limit",
    "length": "the answer was cut off at the token limit",
    "model_context_window_exceeded": "the answer was cut off at the end of the context",
    "refusal": "it refused to answer",
    "content_filter": "the answer was blocked by a filter",
}
_WORDS_OF_CODEX = ("agent_message", "reasoning", "error")
# a call that failed; one that is unsupported called nothing, because the tool does not exist there
_FAILED_CALL = lazy_pattern(r"\bcodex_core::tools::router: error=(?!unsupported (?:custom tool )?call\b)(.{1,60})")

Json = Mapping[str, Any]


class Usage(NamedTuple):
    """What a call used, as the engine says it: None or empty is unknown. `cost` is in US dollars, as exact text."""

    input_tokens: int | None = None
    output_tokens: int | None = None
    cost: Annotated[str, Key("cost_usd"), TEXT_OR_NULL] = ""
    model: TextOrNull = ""


UNKNOWN = Usage()


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


class _Opened(NamedTuple):
    """An envelope that was understood. `reason` is why the engine has not answered, in its own words or ours.

    `tools` are the tools that the model called: a seat may use none.
    """

    text: str = ""
    reason: str = ""
    usage: Usage = UNKNOWN
    structured: Json | None = None
    tools: tuple[str, ...] = ()


class _NotUnderstood(Exception):
    """The envelope is not what the engine usually sends. It never leaves this module."""


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
        opened = _READERS[envelope](_output_of(reply), reply)
    except _NotUnderstood as error:
        if reply.outcome == ANSWERED:
            return _failed(f"{kind}'s output is not in the expected format: {error}", NOT_PARSED)
        opened = _Opened()
    if opened.tools:
        failure = f"{kind} called tools, which no seat may: {', '.join(dict.fromkeys(opened.tools))}"
        return _failed(failure, FAILED, opened.usage, TOOL_USE)
    if reply.outcome != ANSWERED:
        return _failed(_why_ended(kind, opened, reply), FAILED, opened.usage)
    is_empty = not opened.text.strip() and opened.structured is None
    if reason := opened.reason or ("the reply is empty" if is_empty else ""):
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
        return Letter(_output_of(reply))
    except _NotUnderstood as error:
        return _failed(f"the reply cannot be read: {error}", NOT_PARSED)


def _printed_last(reply: Reply) -> str:
    """The last line on standard output, else the last one on standard error."""
    printed = (reply.output if reply.encoding == "utf-8" else "", reply.complaint)
    return next((text.rstrip().rpartition("\n")[2] for text in printed if text.strip()), "")


def _failed(failure: str, error_type: str, usage: Usage = UNKNOWN, why: str = "") -> Letter:
    is_limited = error_type == FAILED and not why and _LIMITED.search(failure)
    said = _cleaned(failure)
    short = said if len(said) <= _LONGEST_LINE else said[: _LONGEST_LINE - 1] + "…"
    return Letter(usage=usage, failure=short, error_type=error_type, why=RATE_LIMIT if is_limited else why)


def _why_ended(kind: str, opened: _Opened, reply: Reply) -> str:
    if reply.status is None:
        return reply.detail or f"{kind} failed"
    reason = opened.reason or _own_words(reply)
    how = f"signal {-reply.status}" if reply.status < 0 else f"status {reply.status}"
    return f"{kind} ended with {how}" + (f": {reason}" if reason else "")


# --- one per format --------------------------------------------------------------------------------------


def _open_claude(output: str, _: Reply) -> _Opened:
    """One object, which has to say that it is no error: its `subtype` says success even of errors."""
    value = _json_in(output)
    messages = value if type(value) is list else [value]  # with --verbose every message is listed, the result last
    result = _mapping(messages[-1] if messages else None)
    if result.get("type") != "result" or type(result.get("is_error")) is not bool:
        raise _NotUnderstood("not a result")
    usage, structured = _usage_of_claude(result), result.get("structured_output")
    if tools := [name for message in messages for name in _tools_of_claude(_mapping_or_empty(message))]:
        return _Opened(usage=usage, tools=tuple(tools))
    text, subtype = _text_of(result.get("result")), _text_of(result.get("subtype"))
    if result["is_error"] or subtype.startswith("error"):
        status = result.get("api_error_status")
        http = f"HTTP {status}: " if type(status) is int else ""
        return _Opened(reason=http + (text or subtype or "an error"), usage=usage)
    if reason := _CUT_OFF.get(_text_of(result.get("stop_reason")), ""):
        return _Opened(reason=reason, usage=usage)
    return _Opened(text, "", usage, structured if isinstance(structured, dict) else None)


def _tools_of_claude(message: Json) -> list[str]:
    """Return the tools that a message calls or was denied; the form for the answer is no tool."""
    content = _mapping_or_empty(message.get("message")).get("content")
    denied = message.get("permission_denials")
    parts = [_mapping_or_empty(part) for part in content] if type(content) is list else []
    calls = [part.get("name") for part in parts if part.get("type") == "tool_use"]
    calls += [_mapping_or_empty(part).get("tool_name") for part in denied] if type(denied) is list else []
    return [_text_of(name) or "unknown" for name in calls if name != "StructuredOutput"]


def _usage_of_claude(result: Json) -> Usage:
    """By model where that is said: the other place leaves calls out that were tried again."""
    models = _mappings(result.get("modelUsage"))
    taken = _total(models, "inputTokens", "cacheReadInputTokens", "cacheCreationInputTokens")
    given = _total(models, "outputTokens")
    if taken is None:
        whole = {"": _mapping_or_empty(result.get("usage"))}
        taken = _total(whole, "input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")
        given = _total(whole, "output_tokens")
    if taken is None:
        return Usage(model=_busiest(models, "outputTokens"))
    return Usage(taken, given, _cost_of(result.get("total_cost_usd")), _busiest(models, "outputTokens"))


def _open_codex(output: str, reply: Reply) -> _Opened:
    """A line for every event. `error` is said of warnings too; how the turn ended decides.

    An item that is no message, reasoning or warning is a call of a tool; one that failed is only on standard error.
    """
    text, error, end, usage = "", "", "", UNKNOWN
    tools = [call[1] for call in _FAILED_CALL.finditer(reply.complaint)]
    for event in _events(output):
        item = _mapping_or_empty(event.get("item"))
        if "item" in event and item.get("type") not in _WORDS_OF_CODEX:
            tools.append(_text_of(item.get("type")) or "unknown")
        match event.get("type"):
            case "turn.started":
                text = end = ""
            case "item.completed":
                text = _text_of(item.get("text")) if item.get("type") == "agent_message" else text
            case "error":
                error = _text_of(event.get("message"))
            case "turn.completed":
                end, usage = "completed", _usage(event.get("usage"))
            case "turn.failed":
                end, error = "failed", _text_of(_mapping_or_empty(event.get("error")).get("message")) or error
    reason = "" if end == "completed" else error or ("its turn failed" if end else "its turn never ended")
    return _Opened("" if reason else text, reason, usage, tools=tuple(tools))


def _open_agy(output: str, _: Reply) -> _Opened:
    """A line for every event. Its status is 0 whatever its result says; a step of a tool is a call."""
    events = _events(output)
    steps = [_mapping_or_empty(event.get("step_update")) for event in events]
    tools = tuple(_text_of(step.get("tool_name")) or "unknown" for step in steps if step.get("step_type") == "tool")
    results = [_mapping_or_empty(event.get("result")) for event in events if event.get("event") == "result"]
    if not results:
        return _Opened(reason="its turn never ended", tools=tools)
    result, usage = results[-1], _usage(results[-1].get("usage"))
    if result.get("status") != "SUCCESS":
        reason = _text_of(result.get("error")) or _text_of(result.get("status")) or "no success"
        return _Opened(reason=reason, usage=usage, tools=tools)
    return _Opened(_text_of(result.get("response")), "", usage, tools=tools)


def _open_gemini(output: str, reply: Reply) -> _Opened:
    """One object on standard output; if it fails, one at the end of standard error instead.

    A stream that broke off leaves half an answer: then an error was counted, or more requests than tools account for,
    because older versions put a half answer and the next one into one response. A tool that was denied did nothing.
    """
    if not output.strip():
        return _Opened(reason=_error_of_gemini(_last_object(reply.complaint)) or _own_words(reply))
    result = _mapping(_json_in(output))
    stats = _mapping_or_empty(result.get("stats"))
    models, calls = _mappings(stats.get("models")), _mapping_or_empty(stats.get("tools"))
    usage = _usage_of_gemini(models)
    if reason := _error_of_gemini(result):
        return _Opened(reason=reason, usage=usage)
    if type(result.get("response")) is not str:
        raise _NotUnderstood("no response")
    by_name = _mappings(calls.get("byName"))
    if tools := [_name_of(name) for name, call in by_name.items() if _ran_of_gemini(call)]:
        return _Opened(usage=usage, tools=tuple(tools))
    if errors := [error for model in models.values() for error in _errors_of_gemini(model)]:
        return _Opened(reason=f"the answer broke off ({', '.join(errors)})", usage=usage)
    main = {
        name: _mapping_or_empty(_mapping_or_empty(model.get("roles")).get("main")) for name, model in models.items()
    }
    if (_total(main, "totalRequests") or 0) > 1 + (_total({"": calls}, "totalCalls") or 0):
        return _Opened(reason="the answer broke off and was asked for again", usage=usage)
    return _Opened(_text_of(result["response"]), "", usage)


def _ran_of_gemini(call: Json) -> bool:
    """Return True if a tool ran, with success or not; one that does not exist was never accepted."""
    accepted = {"": _mapping_or_empty(call.get("decisions"))}
    return bool(_total({"": call}, "success") or _total(accepted, "accept", "auto_accept", "modify"))


def _errors_of_gemini(model: Json) -> list[str]:
    """Errors of a model that was to answer; one that only chose the model does not matter."""
    api, roles = _mapping_or_empty(model.get("api")), _mapping_or_empty(model.get("roles"))
    if (roles and "main" not in roles) or api.get("totalErrors") in (None, 0):
        return []
    return list(_mapping_or_empty(api.get("errorsByType"))) or ["an error"]


def _usage_of_gemini(models: Mapping[str, Json]) -> Usage:
    tokens = {name: _mapping_or_empty(model.get("tokens")) for name, model in models.items()}
    main = {name: count for name, count in tokens.items() if "main" in _mapping_or_empty(models[name].get("roles"))}
    taken = _total(tokens, "prompt")
    given = _total(tokens, "candidates", "thoughts") if taken else None
    return Usage(taken, given, "", _busiest(main or tokens, "candidates"))


def _error_of_gemini(result: Json) -> str:
    """The reason in `{"error": {"type", "message", "code"}}`, whose message may be such an object again, as text."""
    if "error" not in result:
        return ""
    error = _mapping_or_empty(result["error"])
    message, code = _text_of(error.get("message")), error.get("code")
    inner = _mapping_or_empty(_mapping_or_empty(_json_or_none(message)).get("error"))
    http = f"HTTP {code}: " if type(code) is int and 400 <= code < 600 else ""
    return http + (_text_of(inner.get("message")) or message or _text_of(error.get("type")) or "an error")


def _last_object(complaint: str) -> Json:
    """The object that a complaint ends with."""
    start = len(complaint)
    for _ in range(DEEPEST):
        start = complaint.rfind("\n{", 0, start)
        found = _mapping_or_empty(_json_or_none(complaint[start + 1 :]))
        if found or start < 0:
            return found
    return {}


def _open_openai(output: str, reply: Reply) -> _Opened:
    """The body of a chat completion, which many servers give: its first choice, if neither refused nor cut off."""
    body = _mapping(_json_in(output))
    usage = _usage(body.get("usage"), "prompt_tokens", "completion_tokens", body.get("model"))
    if body.get("error") or reply.outcome != ANSWERED:
        http = _own_words(reply).partition(":")[0]
        return _Opened(reason=": ".join(part for part in (http, _error_of_server(body)) if part), usage=usage)
    choices = body.get("choices")
    choice = _mapping(choices[0] if type(choices) is list and choices else None)
    message = _mapping(choice.get("message"))
    if refusal := _text_of(message.get("refusal")):
        return _Opened(reason=f"it refused: {refusal}", usage=usage)
    if reason := _CUT_OFF.get(_text_of(choice.get("finish_reason")), ""):
        return _Opened(reason=reason, usage=usage)
    content = message.get("content")
    if type(content) is list:  # of parts, some of which are texts
        content = "".join(_text_of(_mapping_or_empty(part).get("text")) for part in content)
    return _Opened(_text_of(content), "", usage)


def _open_api(output: str, _: Reply) -> _Opened:
    """What our own caller of vendors' APIs prints: `{"text", "usage": {"input_tokens", "output_tokens"}, "model"}`."""
    body = _mapping(_json_in(output))
    reason = _error_of_server(body) if body.get("error") else ""
    usage = _usage(body.get("usage"), model=body.get("model"))
    return _Opened("" if reason else _text_of(body.get("text")), reason, usage)


def _error_of_server(body: Json) -> str:
    """Servers differ: `error` is an object or a text, and some say `message` or `detail`."""
    error = body.get("error")
    stated = _mapping_or_empty(error)
    texts = (*map(stated.get, ("message", "code", "type")), error, body.get("message"), body.get("detail"))
    return next((text for text in map(_text_of, texts) if text), "an error")


_READERS: Mapping[str, Callable[[str, Reply], _Opened]] = {
    "agy": _open_agy,
    "api": _open_api,
    "claude": _open_claude,
    "codex": _open_codex,
    "gemini": _open_gemini,
    "openai": _open_openai,
}


# --- parts, which may be anything ------------------------------------------------------------------------


def _events(output: str) -> list[Json]:
    events = [_mapping(_json_in(line)) for line in output.split("\n") if line.lstrip().startswith("{")]
    if not events:
        raise _NotUnderstood("no events")
    return events


def _usage(stated: Any, taken: str = "input_tokens", given: str = "output_tokens", model: Any = "") -> Usage:
    """The counts; cached input and reasoning are in them already."""
    counts = {"": _mapping_or_empty(stated)}
    tokens = _total(counts, taken)
    return Usage(tokens, _total(counts, given) if tokens else None, "", _name_of(model))


def _output_of(reply: Reply) -> str:
    """What came on standard output, as text."""
    if len(reply.output) > LARGEST * (2 if reply.encoding == "base64" else 1):
        raise _NotUnderstood(f"longer than {LARGEST} characters")
    if reply.encoding == "utf-8":
        return reply.output
    try:
        return b64decode(reply.output).decode()
    except ValueError:
        raise _NotUnderstood("not UTF-8 text") from None


def _json_in(text: str) -> Any:
    """The value in a JSON text."""
    try:
        value = parsed_json(text)
    except DocumentError:
        raise _NotUnderstood("not valid JSON") from None
    level = [value]
    for _ in range(DEEPEST):
        around = [
            inner.values() if isinstance(inner, dict) else inner for inner in level if isinstance(inner, dict | list)
        ]
        level = [inner for values in around for inner in values]
    if level:
        raise _NotUnderstood(f"nested deeper than {DEEPEST} levels")
    return value


def _json_or_none(text: str) -> Any:
    try:
        return _json_in(text[:LARGEST])
    except _NotUnderstood:
        return None


def _mapping(value: Any) -> Json:
    """The object that has to be there."""
    if not isinstance(value, dict):
        raise _NotUnderstood("not an object")
    return value


def _mapping_or_empty(value: Any) -> Json:
    return value if isinstance(value, dict) else {}


def _mappings(value: Any) -> dict[str, Json]:
    """An object of objects."""
    return {name: _mapping_or_empty(inner) for name, inner in _mapping_or_empty(value).items()}


def _text_of(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _name_of(value: Any) -> str:
    """A model's name as it may be shown."""
    return _cleaned(_text_of(value))[:_LONGEST_NAME]


def _total(records: Mapping[str, Json], *keys: str) -> int | None:
    """The sum of the counts that are stated; None if there are none, or nothing but zeros."""
    counts = [record.get(key) for record in records.values() for key in keys]
    return sum(count for count in counts if type(count) is int and 0 < count < _MOST_TOKENS) or None


def _busiest(models: Mapping[str, Json], key: str) -> str:
    """The model that said most."""
    return _name_of(max(models, key=lambda name: _total({name: models[name]}, key) or 0, default=""))


def _cost_of(value: Any) -> str:
    """An amount as exact text; empty if it is none."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal) or not 0 <= value < _MOST_TOKENS:
        return ""
    exponent = Decimal(value).as_tuple().exponent
    return format(Decimal(value), "f") if isinstance(exponent, int) and exponent >= -_FINEST_COST else ""


def _own_words(reply: Reply) -> str:
    """What a program says of itself where it has no envelope to say it in."""
    said = _OWN_LINE.search(reply.complaint[-LARGEST:])
    return said[0] if said else ""


def _cleaned(text: str) -> str:
    """One line that steers no terminal."""
    text = _ESCAPE.sub("", text[: 20 * _LONGEST_LINE])
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
