"""Parts of envelopes, which may be anything: JSON with limits, counts, amounts, and words that are safe to show."""

import re
from base64 import b64decode
from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Any, NamedTuple

from quorate.core.codec.declaration import TEXT_OR_NULL, Key, TextOrNull
from quorate.core.errors import DocumentError
from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.deliberation.events import Reply
from quorate.documents.container import parsed_json

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
TOOL_USE, RATE_LIMIT = "tool_use", "rate_limit"
CUT_OFF = {
    "max_tokens": "the answer was cut off at the token limit",
    "length": "the answer was cut off at the token limit",
    "model_context_window_exceeded": "the answer was cut off at the end of the context",
    "refusal": "it refused to answer",
    "content_filter": "the answer was blocked by a filter",
}

Json = Mapping[str, Any]


class NotUnderstood(Exception):
    """The envelope is not what the engine usually sends. It never leaves this package."""


class Usage(NamedTuple):
    """What a call used, as the engine says it: None or empty is unknown. `cost` is in US dollars, as exact text."""

    input_tokens: int | None = None
    output_tokens: int | None = None
    cost: Annotated[str, Key("cost_usd"), TEXT_OR_NULL] = ""
    model: TextOrNull = ""


UNKNOWN = Usage()


class OpenedEnvelope(NamedTuple):
    """An envelope that was understood. `reason` is why the engine has not answered, in its own words or ours.

    `tools` are the tools that the model called: a seat may use none.
    """

    text: str = ""
    reason: str = ""
    usage: Usage = UNKNOWN
    structured: Json | None = None
    tools: tuple[str, ...] = ()


def output_of(reply: Reply) -> str:
    """What came on standard output, as text."""
    if len(reply.output) > LARGEST * (2 if reply.encoding == "base64" else 1):
        raise NotUnderstood(f"longer than {LARGEST} characters")
    if reply.encoding == "utf-8":
        return reply.output
    try:
        return b64decode(reply.output).decode()
    except ValueError:
        raise NotUnderstood("not UTF-8 text") from None


def json_in(text: str) -> Any:
    """The value in a JSON text."""
    try:
        value = parsed_json(text)
    except DocumentError:
        raise NotUnderstood("not valid JSON") from None
    if _is_deep(value):
        raise NotUnderstood(f"nested deeper than {DEEPEST} levels")
    return value


def json_or_none(text: str) -> Any:
    """The same; None where not valid JSON."""
    try:
        return json_in(text[:LARGEST])
    except NotUnderstood:
        return None


def mapping(value: Any) -> Json:
    """The object that has to be there."""
    if not isinstance(value, dict):
        raise NotUnderstood("not an object")
    return value


def mapping_or_empty(value: Any) -> Json:
    """The object that may be there."""
    return value if isinstance(value, dict) else {}


def mappings(value: Any) -> dict[str, Json]:
    """An object of objects."""
    return {name: mapping_or_empty(one) for name, one in mapping_or_empty(value).items()}


def text_of(value: Any) -> str:
    """A text; empty where it is none."""
    return value if isinstance(value, str) else ""


def name_of(value: Any) -> str:
    """A model's name as it may be shown."""
    return cleaned(text_of(value))[:_LONGEST_NAME]


def total(records: Mapping[str, Json], *keys: str) -> int | None:
    """The sum of the counts that are stated; None where there are none, or nothing but zeros."""
    found = [one.get(key) for one in records.values() for key in keys]
    return sum(one for one in found if type(one) is int and 0 < one < _MOST_TOKENS) or None


def busiest(models: Mapping[str, Json], key: str) -> str:
    """The model that said most."""
    return name_of(max(models, key=lambda name: total({name: models[name]}, key) or 0, default=""))


def cost_of(value: Any) -> str:
    """An amount as exact text; empty where it is none."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal) or not 0 <= value < _MOST_TOKENS:
        return ""
    exponent = Decimal(value).as_tuple().exponent
    return format(Decimal(value), "f") if isinstance(exponent, int) and exponent >= -_FINEST_COST else ""


def own_words(reply: Reply) -> str:
    """What a program says of itself where it has no envelope to say it in."""
    said = _OWN_LINE.search(reply.complaint[-LARGEST:])
    return said[0] if said else ""


def cleaned(text: str) -> str:
    """One line that steers no terminal."""
    text = _ESCAPE.sub("", text[: 20 * _LONGEST_LINE])
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def sentence(text: str) -> str:
    """The same, and short."""
    said = cleaned(text)
    return said if len(said) <= _LONGEST_LINE else said[: _LONGEST_LINE - 1] + "…"


def _is_deep(value: Any) -> bool:
    level = [value]
    for _ in range(DEEPEST):
        around = [one.values() if isinstance(one, dict) else one for one in level if isinstance(one, dict | list)]
        level = [inner for one in around for inner in one]
        if not level:
            return False
    return True
