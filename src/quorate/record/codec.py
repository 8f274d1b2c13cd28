"""Values as JSON text and back, by what their NamedTuples declare.

All fields are written, in their order. JSON has no word for a Decimal or a Fraction: they become `{"$decimal": "0.50"}`
and `{"$fraction": "2/3"}`, and a key of a mapping that begins with `$` gets a second one. Mappings keep their order;
tuples in them come back as lists.
A text that was redacted is `{"$redacted": HASH}`, with what is left of it beside, and is read as a text that says so.
Two keys are the record's own: `$asked_as` in a question, and `$essence` in a count; anywhere else they are refused.
"""

import json
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeVar, get_args

from quorate.access.streams import ACCESS_KINDS
from quorate.core.codec.declaration import Schema, closed
from quorate.core.codec.reader import reader
from quorate.core.codec.stored_style import StoredStyle
from quorate.core.codec.writer import writer
from quorate.core.errors import StoreError
from quorate.core.exact import Exact
from quorate.deliberation.events import Author, Counted, Event, Opened, Revised, Stored
from quorate.deliberation.redaction import in_place_of
from quorate.fleet.streams import AGENT_KINDS, DIALECTIC_KINDS
from quorate.gate.streams import GATE_KINDS
from quorate.record.rows import EventRow

_STORED_KINDS = (*get_args(Event), *AGENT_KINDS, *DIALECTIC_KINDS, *ACCESS_KINDS, *GATE_KINDS)
KINDS: Mapping[str, type[Any]] = {kind.__name__: kind for kind in _STORED_KINDS}
Value = TypeVar("Value", bound=tuple[Any, ...])

_ENCODER = json.JSONEncoder(separators=(",", ":"), check_circular=False, allow_nan=False)
_AS_THEY_ARE = frozenset({str, int, bool, float, type(None)})
REDACTED, LEFT, ASKED_AS, ESSENCE = "$redacted", "$left", "$asked_as", "$essence"
_OWN = (f'"{ASKED_AS}"', f'"{ESSENCE}"')
_ASKED = frozenset({Opened.__name__, Revised.__name__})
_MAY_BE_TAGGED = '"$'
_NEWER = "a newer Quorate wrote it; update Quorate to read it"
_NO_JSON = "a stored text is not valid JSON of Quorate; the record is damaged: restore a backup"


def encoded(value: tuple[Any, ...]) -> str:
    """A NamedTuple as one line of JSON in ASCII."""
    return encoded_and_plain(value)[0]


def encoded_and_plain(value: tuple[Any, ...]) -> tuple[str, Any]:
    """The same, with the plain values that it is the text of."""
    try:
        plain = _plain_record(value)
        return _ENCODER.encode(plain), plain
    except (RecursionError, ValueError) as error:  # nesting without end, NaN, integers of thousands of digits
        raise StoreError(f"{type(value).__name__} contains a value that cannot be stored: {error}") from None


def decoded(kind: type[Value], text: str) -> Value:
    """The NamedTuple that `encoded` wrote."""
    value: Value = reader(kind, STYLE)(parsed(text))
    return value


def text_of(plain: Any) -> str:
    """Plain values, Decimals and Fractions as they are written, as the store keeps them."""
    return _ENCODER.encode(plain)


def event_of(kind: str, body: str) -> Event:
    """A stored event."""
    if kind not in KINDS:
        raise StoreError(f"an event of the kind {kind!r}: {_NEWER}")
    is_plain = not any(key in body for key in _OWN)
    plain = parsed(body) if is_plain else _untagged_all(without_own_keys(kind, parsed(body, tagged=True)))
    declared: Any = KINDS[kind]
    event: Event = reader(declared, STYLE)(plain)
    return event


def stored_of(row: EventRow) -> Stored:
    """The event in a row."""
    author = Author(row.author, row.proof)
    return Stored(row.deliberation, row.position, row.at, author, event_of(row.kind, row.body), row.hash)


def _untagged_all(plain: Any) -> Any:
    try:
        return _without_tags(plain)
    except (RecursionError, ValueError, ArithmeticError):
        raise StoreError(_NO_JSON) from None


def without_own_keys(kind: str, body: Any) -> Any:
    """The body of an event as it would be without the keys that the record adds, where these belong."""
    if not isinstance(body, dict):
        return body
    plain = {key: one for key, one in body.items() if (kind, key) != (Counted.__name__, ESSENCE)}
    question = plain.get("question")
    if kind in _ASKED and isinstance(question, dict) and ASKED_AS in question:
        plain["question"] = {**question, "asked_as": question[ASKED_AS]}
        del plain["question"][ASKED_AS]
    return plain


def event_from_plain(kind: str, plain: Any, body: str) -> Event:
    """The event as it would come back from the store, from the plain values and the text that it was written as."""
    declared: Any = KINDS[kind]
    event: Event = reader(declared, STYLE)(_without_tags(plain) if _MAY_BE_TAGGED in body else plain)
    return event


def _without_tags(value: Any) -> Any:
    if isinstance(value, dict):
        return _untagged({key: _without_tags(one) for key, one in value.items()})
    return [_without_tags(one) for one in value] if isinstance(value, list) else value


def parsed(text: str, *, tagged: bool = False) -> Any:
    """The plain values in a stored text; with `tagged`, Decimals and Fractions are left as they are written."""
    try:
        return json.loads(text, object_hook=None if tagged else _untagged)
    except (RecursionError, ValueError, ArithmeticError):
        raise StoreError(_NO_JSON) from None


def _plain(value: Any) -> Any:
    kind = type(value)
    if kind in _AS_THEY_ARE:
        return value
    if hasattr(kind, "_fields"):
        return _plain_record(value)
    if kind is dict or isinstance(value, Mapping):
        return {_key(key): one if type(one) in _AS_THEY_ARE else _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [one if type(one) in _AS_THEY_ARE else _plain(one) for one in value]
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int | float):
        return value
    if isinstance(value, Decimal | Fraction):
        if isinstance(value, Fraction):
            return {"$fraction": str(value)}
        if not value.is_finite():
            raise StoreError(f"the number {value} cannot be stored; allowed: finite numbers")
        return {"$decimal": str(value)}
    raise StoreError(f"a value of the type {type(value).__name__} cannot be stored; allowed: JSON values")


def _plain_record(value: Any) -> Any:
    kind: Any = type(value)
    return writer(kind, STYLE)(value)


def _key(key: Any) -> str:
    if not isinstance(key, str):
        raise StoreError(f"a key of the type {type(key).__name__} cannot be stored; allowed: text")
    return "$" + key if key.startswith("$") else key


def _untagged(value: dict[str, Any]) -> Any:
    for key in value:
        if key[:1] == "$":
            break
    else:
        return value
    match value:
        case {"$fraction": str(text)} if len(value) == 1:
            return Fraction(text)
        case {"$decimal": str(text)} if len(value) == 1:
            return Decimal(text)
        case {"$redacted": str(text), "$left": str(left)} if len(value) == 2:
            return left
        case {"$redacted": str(text)} if len(value) == 1:
            return in_place_of(text)
    return {_plain_key(key): one for key, one in value.items()}


def _plain_key(key: str) -> str:
    if key.startswith("$") and not key.startswith("$$"):
        raise StoreError(f"a value marked {key!r}: {_NEWER}")
    return key.removeprefix("$")


def _number(value: Any) -> Exact:
    if type(value) is not int and type(value) is not Fraction:
        raise _damaged("a number")
    return value


def _damaged(what: str) -> StoreError:
    return StoreError(f"{what} is not as it was written; the record is damaged: restore a backup")


def _unknown(kind: str, field: str) -> StoreError:
    return StoreError(f"{kind} with the field {field!r}: {_NEWER}")


def _text_schema() -> Schema:
    text = {"type": "string"}
    return {"anyOf": [text, closed({REDACTED: text, LEFT: text}, [LEFT])]}


def _number_schema() -> Schema:
    return {"anyOf": [{"type": "integer"}, closed({"$fraction": {"type": "string"}})]}


STYLE = StoredStyle(_plain, _number, _damaged, _unknown, _text_schema, _number_schema)


def event_schema(kind: str) -> dict[str, Any]:
    """The JSON Schema of what is stored of an event of this kind, the record's own keys included."""
    from quorate.core.codec.schema import schema  # few programs ask for it

    body = schema(KINDS[kind], STYLE)
    own = {"type": "string", "pattern": "^sha256:[0-9a-f]{64}$"}
    if kind == Counted.__name__:
        body["properties"][ESSENCE] = own
    if kind in _ASKED:
        body["properties"]["question"]["properties"][ASKED_AS] = own
    return body
