"""Strict YAML and JSON: text to plain values with exact numbers, or every reason why not.

Refused: anchors, aliases, tags, merge keys, duplicate keys, several documents, deep nesting, NaN and infinities,
invalid UTF-8 and lone surrogates. In YAML only `true`, `false`, `null` and decimal numbers are special, so that
an option called `no` stays a text.
"""

import json
from collections.abc import Callable
from decimal import Decimal
from typing import Any, NoReturn

from quorate.core.errors import DocumentError, Path, Problem
from quorate.core.text.lazy_pattern import lazy_pattern

LARGEST = 16 * 1024 * 1024
_SURROGATE_ESCAPE = lazy_pattern(r"\\u[dD][89a-fA-F]")
_LIKE_JSON = lazy_pattern(r'\s*[{\[]\s*["{\[\]}]')

Lines = Callable[[Path], int | None]


def refuse(found: str, allowed: str, line: int | None = None) -> NoReturn:
    """Raises the one problem that makes the rest unreadable."""
    raise DocumentError([Problem((), found, allowed, line)])


def decoded(data: bytes) -> str:
    """Bytes as text, if they are UTF-8 and not too many."""
    if len(data) > LARGEST:
        refuse("a document that is too large", f"at most {LARGEST} bytes")
    try:
        return data.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        refuse(f"the byte 0x{data[error.start]:02x}, which is not UTF-8", "UTF-8 text", line)


def whole_text(text: str) -> str:
    """A text that could have come as bytes: not too long, whole characters, no byte order mark."""
    if len(text) > LARGEST:
        refuse("a document that is too large", f"at most {LARGEST} bytes")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        refuse("half of a surrogate pair", "whole characters", text.count("\n", 0, error.start) + 1)
    return text.removeprefix("\ufeff")


def parsed(text: str) -> tuple[Any, Lines]:
    """The value in a text, and where each part of it stands. What begins like JSON is tried as JSON first."""
    if text.lstrip()[:1] not in ("{", "["):
        return parsed_yaml(text)
    try:
        value = parsed_json(text)
    except DocumentError as error:
        return _as_flow_yaml(text, error)
    return value, _lines_in_json(text)


def parsed_json(text: str) -> Any:
    """The value in a JSON text."""
    try:
        value = _DECODER.decode(text)
        if _SURROGATE_ESCAPE.search(text):
            try:
                json.dumps(value, ensure_ascii=False, default=str).encode()
            except UnicodeEncodeError:
                refuse("half of a surrogate pair", "whole characters")
    except RecursionError:
        refuse("nesting that is too deep", "fewer levels")
    except json.JSONDecodeError as error:
        refuse(f"a syntax error at column {error.colno}: {error.msg}", "JSON", error.lineno)
    except ValueError:  # Python reads no integers of thousands of digits
        refuse("a number of thousands of digits", "shorter numbers")
    except ArithmeticError:  # nor exponents of twenty digits
        refuse("a number with a very large exponent", "smaller numbers")
    return value


def parsed_yaml(text: str) -> tuple[Any, Lines]:
    """The value in a YAML text, and the line of each part."""
    from quorate.documents.strict_yaml import Builder  # JSON lines never need YAML

    builder = Builder()
    value = builder.build(text)
    return value, builder.lines.line_of


def read_all_the_same(text: str) -> tuple[Any, Lines]:
    """What a refused text says nevertheless, so that its other problems can be named too; None where nothing can."""
    from quorate.documents.json_walk import Walk, is_json
    from quorate.documents.strict_yaml import Builder

    if is_json(text):
        try:
            return json.loads(text, parse_float=Decimal, parse_constant=Decimal), Walk(text).line_of
        except (ArithmeticError, RecursionError, ValueError):
            return None, lambda _: None
    builder = Builder()
    try:
        builder.build(text)
    except DocumentError:
        return builder.value, builder.lines.line_of
    return None, builder.lines.line_of


def _as_flow_yaml(text: str, json_error: DocumentError) -> tuple[Any, Lines]:
    """YAML may begin with a brace too; but JSON that is refused for what it says is not tried as YAML."""
    from quorate.documents.json_walk import Walk, is_json

    if is_json(text):
        raise DocumentError(Walk(text).problems() or json_error.problems) from None
    try:
        return parsed_yaml(text)
    except DocumentError as error:
        looks_like_json = _LIKE_JSON.match(text) and json_error.problems[0].line
        raise json_error if looks_like_json else error from None


def _lines_in_json(text: str) -> Lines:
    known: list[Lines] = []

    def line_of(path: Path) -> int | None:
        if not known:
            from quorate.documents.json_walk import Walk  # only an error asks for lines

            known.append(Walk(text).line_of)
        return known[0](path)

    return line_of


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        refuse(f"the key {twice[:60]!r} a second time", "each key once")
    return value


def _no_constant(word: str) -> NoReturn:
    refuse(word, "finite numbers")


_DECODER = json.JSONDecoder(object_pairs_hook=_unique_keys, parse_float=Decimal, parse_constant=_no_constant)
