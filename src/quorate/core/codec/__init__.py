"""One codec: the declaration of a value gives its JSON, its reader and its JSON Schema.

A verdict as JSON and back: the same bytes wherever it is asked for.
"""

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from quorate.core.codec.declaration import Form, Schema, or_null

if TYPE_CHECKING:
    from quorate.core.verdict import Verdict

# characters that steer a terminal or reorder text; JSON itself escapes only those below U+0020
_STEERING = "[\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"

_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False)


def to_json(verdict: "Verdict", document_id: str | int | None = None) -> str:
    """One line of JSON; in a batch it begins with the document's id."""
    plain_verdict = to_plain(verdict)
    return json_line(plain_verdict if document_id is None else {"id": document_id, **plain_verdict})


def json_line(value: Mapping[str, Any]) -> str:
    """Plain values as one line of JSON in which nothing steers a terminal."""
    text = _ENCODER.encode(value)
    if text.isascii() and "\x7f" not in text:
        return text
    return re.sub(_STEERING, lambda match: f"\\u{ord(match[0]):04x}", text)


def json_line_around(value: Mapping[str, Any], written: Mapping[str, str]) -> str:
    """The same, where the values of some keys are JSON already, which replaces what `value` has for them."""
    parts: list[str] = []
    between: dict[str, Any] = {}
    for key, one in value.items():
        if key not in written:
            between[key] = one
            continue
        if between:
            parts.append(json_line(between)[1:-1])
            between = {}
        parts.append(f"{_ENCODER.encode(key)}:{written[key]}")
    if between:
        parts.append(json_line(between)[1:-1])
    return f"{{{','.join(parts)}}}"


def from_json(text: str) -> "Verdict":
    """The verdict that `to_json` wrote."""
    return from_plain(json.loads(text))


def shown(value: tuple[Any, ...]) -> dict[str, Any]:
    """A value as plain JSON values, as it declares itself."""
    return writer_of(type(value))(value)


@cache
def writer_of(kind: type) -> Callable[[Any], dict[str, Any]]:
    """What turns a value of this type into plain JSON values."""
    from quorate.core.codec.writer import writer  # nobody who reads a verdict on a terminal needs it

    return writer(kind)


def shown_line(value: tuple[Any, ...]) -> str:
    """The same as one line of JSON."""
    return json_line(shown(value))


def to_plain(verdict: "Verdict") -> dict[str, Any]:
    """The verdict as plain JSON values, keys in the documented order; its exact confidence stands in the receipt."""
    plain = shown(verdict)
    if verdict.confidence is not None:
        plain["receipt"]["confidence"] = str(verdict.confidence)
    return plain


def from_plain(value: Mapping[str, Any]) -> "Verdict":
    """The verdict in plain JSON values."""
    from quorate.core.codec.reader import reader
    from quorate.core.exact import Exact
    from quorate.core.verdict import Verdict  # it is declared by what is here, and few programs read one

    exact = value["receipt"]["confidence"]
    verdict: Verdict = reader(Verdict)({**value, "confidence": None})
    return verdict if exact is None else verdict._replace(confidence=reader(Exact)(exact))


def _verdict_schema() -> Schema:
    from quorate.core.codec.schema import schema
    from quorate.core.verdict import Verdict  # as above

    return or_null(schema(Verdict))


VERDICT = Form(
    lambda verdict: None if verdict is None else to_plain(verdict),
    lambda plain: None if plain is None else from_plain(plain),
    _verdict_schema,
)
"""A verdict inside of another value, or none."""
