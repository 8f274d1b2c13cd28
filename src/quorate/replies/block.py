"""The fenced blocks of a reply, as Markdown has them, and the values inside one.

A block inside an HTML comment, a quotation, a list item or another block is not one of the reply's own.
"""

import json
from collections.abc import Mapping
from decimal import Decimal
from textwrap import dedent
from typing import Any, NamedTuple

import yaml

from quorate.core.errors import DocumentError, Path, Problem
from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.deliberation.events import BallotNote
from quorate.documents.container import refuse
from quorate.documents.strict_yaml import Builder


class YamlAsWritten(Builder):
    """Keeps a number's own digits: 8.5e1 and 85.0 are not the same to the reader of a confidence."""

    def _node(self, event: Any, path: Path) -> Any:
        if len(path) >= DEEPEST and isinstance(event, yaml.CollectionStartEvent):
            problem = Problem(path, "nesting that is too deep", f"at most {DEEPEST} levels")
            raise DocumentError([*self.problems, problem])
        if len(self.lines) > MOST_VALUES:
            raise DocumentError([*self.problems, Problem(path, "too many values", f"at most {MOST_VALUES}")])
        value = super()._node(event, path)
        return event.value if type(value) in (int, Decimal) else value


MOST_LINES = 2_000
_KEY = lazy_pattern(r"[\"'*`]{0,3}([A-Za-z][A-Za-z _-]{0,40}?)[\"'*`]{0,3}[ \t]*:[\"'*`]{0,3}(?:[ \t]+(.*))?")
_ITEM = lazy_pattern(r"[ \t]*[-*•][ \t]+(.*)")
# with a bracket at the end of a line, or alone on it, nothing tells inner keys from outer ones
_BRACKET = lazy_pattern(r"[{\[][\s,]*(?://.*|#.*)?$|^[\s,]*[{}\]][\s,{}\]]*$")
_LITERAL, _FOLDED = ("|", "|-", "|+"), (">", ">-", ">+")


def values_by_line(body: str) -> dict[str, Any] | None:
    """Return the keys with their texts and lists, both values of a key that occurs twice; None if a line is neither."""
    lines = [line.rstrip() for line in dedent(body.expandtabs(4)).split("\n") if line.strip(" \t,")]
    if lines and lines[0].strip(" ,") == "{" and lines[-1].strip(" ,") == "}":
        lines = lines[1:-1]
    if not lines or len(lines) > MOST_LINES or any(map(_BRACKET.search, lines)):
        return None
    sections = list[tuple[str, list[str]]]()
    for line in lines:
        key = _KEY.fullmatch(line)
        if key:
            sections.append((key[1].strip().casefold(), [key[2] or ""]))
        elif sections and (line.startswith(" ") or _ITEM.match(line)):
            sections[-1][1].append(line)
        else:
            return None
    values = dict[str, list[Any]]()
    for name, (first, *rest) in sections:
        values.setdefault(name, []).append(_value(first.strip(), rest))
    return {name: listed[0] if len(listed) == 1 else listed for name, listed in values.items()}


def _value(first: str, rest: list[str]) -> Any:
    """Return the text or the list that belongs to a key."""
    if first in (*_LITERAL, *_FOLDED):
        return ("\n" if first in _LITERAL else " ").join(line.strip() for line in rest)
    items = list[list[str]]()
    lead = [first] if first else []
    for line in rest:
        item = _ITEM.match(line)
        if item:
            items.append([item[1]])
        elif items:
            items[-1].append(line.strip())
        else:
            lead.append(line.strip())
    text = _unquoted(" ".join(lead))
    if not items:
        return text
    values = [_item(item) for item in items]
    return [text, *values] if text else values


def _item(lines: list[str]) -> Any:
    """Return a list item: a mapping if every line of it is a key with a value, else a text."""
    pairs = [_KEY.fullmatch(line) for line in lines]
    if len(lines) > 1 and all(pairs):
        return {pair[1].strip().casefold(): _unquoted(pair[2] or "") for pair in pairs if pair}
    return _unquoted(" ".join(lines))


def _unquoted(text: str) -> str:
    text = text.strip().removesuffix(",")
    is_quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'"
    return text[1:-1] if is_quoted else text


LARGEST_BLOCK = 64 * 1024
DEEPEST, MOST_VALUES = 8, 5_000
TAGS = frozenset({"", "yaml", "yml", "json"})
QUOTED = "quoted"
"""The tag of a block in a list item: its fence closes with the item, so it is easily taken for another one."""
_FENCE = lazy_pattern(r" {0,3}((?:(?:[-*+]|[0-9]{1,9}[.)]) {1,4})*)(`{3,}|~{3,})[ \t]*([^\n]*)")
_HAS_MARK = lazy_pattern(r"[`~<>]|--")
_COMMENT_MARK = lazy_pattern(r"<!--|-->")
_QUOTE_MARK = lazy_pattern(r"<(/?)blockquote\b")


class Block(NamedTuple):
    """A fenced block: its tag in lower case, and what is inside."""

    tag: str
    body: str


class Blocks(NamedTuple):
    """The blocks of a reply, and the text `after` the last of them.

    `unclosed` is what follows a fence that is never closed, `hidden` the text of comments and quotations, `prose`
    all other text.
    """

    closed: tuple[Block, ...]
    after: str
    unclosed: str
    hidden: str
    prose: str


class Content(NamedTuple):
    """The mapping in a block, or the reason why there is none. `is_by_line`: it is neither valid YAML nor JSON."""

    values: Mapping[str, Any]
    fault: BallotNote | None = None
    is_by_line: bool = False


def blocks_of(text: str) -> Blocks:
    """Find the fenced blocks of a reply whose lines end with a line feed."""
    lines = text.split("\n")
    spans = list[tuple[str, int, int]]()
    hidden, prose = list[str](), list[str]()
    fence = tag = ""
    start = quotes = item = 0
    in_comment = False
    for number, line in enumerate(lines):
        mark = _FENCE.fullmatch(line) if "```" in line or "~~~" in line else None
        if fence and item and line.strip() and len(line) - len(line.lstrip(" ")) < item:
            spans.append((tag, start, number))
            fence = ""  # the list item ends, and with it the block
        if fence:
            if (mark or item) and _closes(line[item:], fence):
                spans.append((tag, start, number))
                fence = ""
            continue
        if mark and not in_comment and quotes <= 0 and not (mark[2][0] == "`" and "`" in mark[3]):
            fence, start, item = mark[2], number + 1, mark.start(2) if mark[1] else 0
            tag = QUOTED if item else mark[3].split()[0].lower() if mark[3].strip() else ""
            continue
        is_quoted = in_comment or quotes > 0 or line.lstrip().startswith(">")
        (hidden if is_quoted else prose).append(line)
        if not _HAS_MARK.search(line):
            continue
        for comment_mark in _COMMENT_MARK.findall(line):
            in_comment = comment_mark == "<!--"
        for closing in _QUOTE_MARK.findall(line.lower()):
            quotes = max(0, quotes - 1) if closing else quotes + 1
    closed = tuple(Block(tag, "\n".join(lines[first:last])) for tag, first, last in spans)
    after = "\n".join(lines[spans[-1][2] + 1 :]) if spans else text
    unclosed = "\n".join(lines[start:]) if fence else ""
    return Blocks(closed, after, unclosed, "\n".join(hidden), "\n".join(prose))


def _closes(line: str, fence: str) -> bool:
    mark = _FENCE.fullmatch(line)
    return bool(mark and not mark[1] and mark[2].startswith(fence) and not mark[3].strip())


def content_of(body: str) -> Content:
    """Read a block strictly as YAML or JSON, else line by line."""
    if len(body.encode(errors="surrogatepass")) > LARGEST_BLOCK:
        return Content({}, BallotNote("block_too_large", {"limit": str(LARGEST_BLOCK)}))
    try:
        values = strict_values(body)
    except DocumentError as error:
        problem = error.problems[0]
        by_line = values_by_line(body)
        if by_line is None:
            return Content({}, BallotNote("block_malformed", {"found": problem.found[:80], "allowed": problem.allowed}))
        return Content(by_line, is_by_line=True)
    if not isinstance(values, Mapping):
        return Content({}, BallotNote("block_malformed", {"found": "no keys", "allowed": "key: value"}))
    return Content(values)


def strict_values(text: str) -> Any:
    """Return the value in strict YAML or JSON, every number as it was written. Raises DocumentError."""
    if text.lstrip()[:1] == "{":
        try:
            return as_written(_DECODER.decode(text.strip()))
        except RecursionError:
            refuse("nesting that is too deep", f"at most {DEEPEST} levels")
        except json.JSONDecodeError:
            pass  # YAML in flow style also begins with a brace

    return YamlAsWritten().build(text)


def as_written(value: Any) -> Any:
    """Return a JSON value with its numbers as text. Raises DocumentError if it is too deep or too large."""
    left = MOST_VALUES

    def copy(value: Any, level: int) -> Any:
        nonlocal left
        left -= 1
        if left < 0 or (level >= DEEPEST and isinstance(value, Mapping | list | tuple)):
            refuse("nesting that is too deep, or too many values", f"{DEEPEST} levels, {MOST_VALUES} values")
        if isinstance(value, Mapping):
            return {str(key): copy(inner, level + 1) for key, inner in value.items()}
        if isinstance(value, list | tuple):
            return [copy(inner, level + 1) for inner in value]
        return value if value is None or isinstance(value, bool | str) else str(value)

    written = copy(value, 0)
    try:
        json.dumps(written, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        refuse("half of a surrogate pair", "whole characters")
    return written


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        refuse("a key a second time", "each key once")
    return value


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_int=str, parse_float=str, parse_constant=str)
