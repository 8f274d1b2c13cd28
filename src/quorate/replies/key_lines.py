"""A block that is neither valid YAML nor JSON, line by line: `key: value` and list items at the outermost indentation.

The nonce proves that the block was written for this call, so a stray colon in a text costs nobody the vote.
"""

from textwrap import dedent
from typing import Any

from quorate.core.text.lazy_pattern import lazy_pattern

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
