"""A block's text as plain values, by the strict rules of documents, with every number as it was written."""

import json
import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, NamedTuple

import yaml

from quorate.core.errors import DocumentError, Path, Problem
from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.documents.container import refuse
from quorate.documents.strict_yaml import Builder

LARGEST_BLOCK = 64 * 1024
DEEPEST = 8
MOST_VALUES = 5_000
_MALFORMED = "YAML or JSON"
_MARKS = ("no anchors", "no aliases", "no tags")
_BOLD_KEY = lazy_pattern(
    r"^([ \t]*)\*\*([A-Za-z][A-Za-z _-]{0,30})(?:\*\*[ \t]*:|:[ \t]*\*\*)(?=[ \t]|$)", re.MULTILINE
)
_BOLD_VALUE = lazy_pattern(r"^([ \t]*[A-Za-z_]+[ \t]*:[ \t]+)(\*{1,3})([^*\n]+)\2[ \t]*$", re.MULTILINE)


class Content(NamedTuple):
    """What a block holds. `fault` says why it cannot be had; a forbidden one spoils the whole reply.

    `is_marked` says that nothing is forbidden in it but anchors, aliases and tags, which may be signs in a text;
    `is_mended`, that it is valid only without what makes keys and values bold.
    """

    value: Any = None
    fault: str = ""
    is_forbidden: bool = False
    is_marked: bool = False
    is_mended: bool = False


def content(text: str, *, with_emphasis: bool = True) -> Content:
    """The value in a block. Bold keys and values are taken as plain ones, unless `with_emphasis` is False."""
    if len(text.encode(errors="surrogatepass")) > LARGEST_BLOCK:
        return Content(fault=f"a block is larger than {LARGEST_BLOCK} bytes", is_forbidden=True)
    try:
        mended: list[str] = []
        value = _parsed(text, mended if with_emphasis else None)
        return Content(value, is_mended=bool(mended))
    except DocumentError as error:
        forbidden = [one for one in error.problems if one.allowed != _MALFORMED]
        first = (forbidden or error.problems)[0]
        is_marked = bool(forbidden) and all(one.allowed in _MARKS for one in forbidden)
        return Content(None, f"found {first.found}; allowed: {first.allowed}", bool(forbidden), is_marked)


def as_written(value: Any) -> Content:
    """A structured answer in the same way: numbers as text, few levels, whole characters."""
    try:
        written = _whole_characters(_walked(value, 0, [MOST_VALUES]))
    except (DocumentError, ValueError) as error:
        return Content(None, f"the structured answer is too deep, too large or not text: {str(error)[:80]}", True)
    return Content(written)


def _walked(value: Any, level: int, left: list[int]) -> Any:
    left[0] -= 1
    if left[0] < 0 or (level >= DEEPEST and isinstance(value, Mapping | list | tuple)):
        refuse("nesting that is too deep, or too many values", f"{DEEPEST} levels, {MOST_VALUES} values")
    if isinstance(value, Mapping):
        return {str(key): _walked(one, level + 1, left) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_walked(one, level + 1, left) for one in value]
    return value if value is None or isinstance(value, bool | str) else str(value)


def _parsed(text: str, mended: list[str] | None) -> Any:
    if text.lstrip()[:1] == "{":
        try:
            return _whole_characters(_walked(_DECODER.decode(text), 0, [MOST_VALUES]))
        except RecursionError:
            refuse("nesting that is too deep", f"at most {DEEPEST} levels")
        except json.JSONDecodeError:
            pass  # flow style, or JSON with a slip that YAML allows
    return _yaml(text, mended)


def _whole_characters(value: Any) -> Any:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        refuse("half of a surrogate pair", "whole characters")
    return value


def _yaml(text: str, mended: list[str] | None) -> Any:
    """Keeps the text in `mended` where it is valid only without emphasis, which is None where that is not tried."""
    try:
        return _AsWritten().build(text)
    except DocumentError as error:
        plain = _BOLD_VALUE.sub(r"\1\3", _BOLD_KEY.sub(r"\1\2:", text))
        if mended is None or plain == text or any(one.allowed != _MALFORMED for one in error.problems):
            raise
        mended.append(plain)
        return _AsWritten().build(plain)


class _AsWritten(Builder):
    """Keeps a number's own digits: 8.5e1 and 85.0 are not the same to the reader of a confidence."""

    def _node(self, event: Any, path: Path) -> Any:
        if len(path) >= DEEPEST and isinstance(event, yaml.CollectionStartEvent):
            raise DocumentError(
                [*self.problems, Problem(path, "nesting that is too deep", f"at most {DEEPEST} levels")]
            )
        if len(self.lines) > MOST_VALUES:
            raise DocumentError([*self.problems, Problem(path, "too many values", f"at most {MOST_VALUES}")])
        value = super()._node(event, path)
        return event.value if type(value) in (int, Decimal) else value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        refuse("a key a second time", "each key once")
    return value


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_int=str, parse_float=str, parse_constant=str)
