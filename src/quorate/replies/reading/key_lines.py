"""Text that is not valid YAML or JSON, line by line: keys at its outermost indentation, and what belongs to each.

Nothing nests here but the items of a list, and a value that cannot be taken apart is kept as text.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile
from textwrap import dedent
from typing import Any, NamedTuple

from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.replies.reading.block_values import content

_QUOTE = "[\"'*`]{0,3}"
_KEY = lazy_pattern(
    rf"(?:{_QUOTE}([A-Za-z][A-Za-z _-]{{0,30}}?){_QUOTE}[ \t]*:{_QUOTE}(?=[ \t]|$)"
    r"|[\"'](\w{1,40})[\"'][ \t]*:)[ \t]*(.*)"
)
_ITEM = lazy_pattern(r"[ \t]*[-*•](?:[ \t]+|$)")
_ITEM_KEY = lazy_pattern(r"[\"'*]{0,3}([A-Za-z][A-Za-z_]{0,30})[\"'*]{0,3}[ \t]*:(?:[ \t]+|$)(.*)")
_IN_FLOW = lazy_pattern(r"(?:^|,)\s*[\"']?([A-Za-z_]{1,30})[\"']?\s*:\s*")
_BETWEEN_TEXTS = lazy_pattern(r"[\"']\s*,\s*[\"']|,[ \t]*\n")
_BETWEEN_OBJECTS = lazy_pattern(r"\}\s*,?\s*\{")
_LITERAL, _FOLDED = frozenset({"|", "|-", "|+"}), frozenset({">", ">-", ">+"})


class KeySection(NamedTuple):
    """A key with the rest of its line, and the lines below that belong to it."""

    key: str
    first: str
    rest: tuple[str, ...] = ()


class KeyLines(NamedTuple):
    """The sections of a text. A stray line stands at the outermost indentation and is neither key nor item."""

    sections: tuple[KeySection, ...] = ()
    strays: tuple[str, ...] = ()


def is_key_line(line: str) -> bool:
    """True for a line that begins with a key."""
    return bool(_KEY.match(line.rstrip("\r\n")))


def key_lines(text: str, names: Iterable[str] = ()) -> KeyLines:
    """The sections of a text. Where braces hold all of it in one line, it is parted before the names."""
    sections: list[tuple[str, list[str]]] = []
    strays: list[str] = []
    is_open = text.lstrip()[:1] == "{"
    for line in dedent(_without_braces(text, names) if is_open else text).splitlines():
        found = _KEY.match(line)
        if found:
            sections.append((found[1] or found[2], [found[3]]))
            continue
        if line[:1].strip() and not _ITEM.match(line) and line.strip(" \t{}[],"):
            strays.append(line.strip())
        if sections and line.strip():
            sections[-1][1].append(line)
    ends = "," if is_open else ""
    parts = [KeySection(key, lines[0].rstrip().rstrip(ends), tuple(lines[1:])) for key, lines in sections]
    return KeyLines(tuple(parts), tuple(strays))


def values_in(text: str, names: Iterable[str] = ()) -> dict[str, Any] | None:
    """What the sections of a text come to; None where a key stands twice."""
    return values_of(key_lines(text, names).sections)


def values_of(sections: Sequence[KeySection]) -> dict[str, Any] | None:
    """Keys in lower case with their texts and lists; None where a key stands twice."""
    values = {section.key.casefold(): value_of(section) for section in sections}
    return values if len(values) == len(sections) else None


def value_of(section: KeySection) -> Any:
    """What stands at a key: a text, a list of items, or whatever valid YAML is in brackets."""
    first = section.first.strip()
    if first in _LITERAL or first in _FOLDED:
        return ("\n" if first in _LITERAL else " ").join(line.strip() for line in section.rest)
    if first[:1] in ("[", "{"):
        return _flow("\n".join((first, *section.rest)))
    lead = [*takewhile(lambda line: not _ITEM.match(line), section.rest)]
    items = [_item(lines) for lines in _items(section.rest[len(lead) :])]
    text = unquoted(" ".join([first, *(line.strip() for line in lead)]))
    if not items:
        return text
    return [text, *items] if text else items


def unquoted(text: str) -> str:
    """Without the quotes around it."""
    text = text.strip()
    is_quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'"
    return text[1:-1].replace('\\"', '"') if is_quoted else text


def _without_braces(text: str, names: Iterable[str]) -> str:
    inner = text.strip()[1:].rstrip().removesuffix("}")
    first, end, rest = inner.partition("\n")
    if not end or not rest.strip():
        known = "|".join(map(re.escape, names))
        return re.sub(rf",\s*(?=[\"'](?:{known})[\"']\s*:)", ",\n", inner.strip(), flags=re.IGNORECASE)
    below = min((line for line in rest.splitlines() if line.strip()), key=_indent)
    return f"{below[: _indent(below)]}{first.strip()}\n{rest}" if first.strip() else rest


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _items(lines: Sequence[str]) -> list[list[str]]:
    """The lines of each item; what is indented deeper than the first one's marker belongs to an item."""
    items: list[list[str]] = []
    base = _indent(lines[0]) if lines else 0
    for line in lines:
        marker = _ITEM.match(line)
        if marker and _indent(line) <= base:
            items.append([line[marker.end() :]])
        else:
            items[-1].append(line.strip())
    return items


def _item(lines: Sequence[str]) -> Any:
    """An item as a mapping where every line of it is a key with a value, else as text."""
    if lines[0][:1] == "{":
        return _flow("\n".join(lines))
    found = [_ITEM_KEY.match(line) for line in lines]
    pairs = [(one[1], unquoted(one[2])) for one in found if one]
    if len(pairs) == len(lines) and len(dict(pairs)) == len(pairs):
        return dict(pairs)
    return unquoted(" ".join(lines))


def _flow(text: str) -> Any:
    """What is in brackets or braces: as it is meant, where it is valid, else in pieces."""
    text = text.strip().removesuffix(",")
    held = content(text)
    if not held.fault:
        return held.value
    inner = text.strip("[] \t\n")
    if "{" in inner or text[:1] == "{":
        return [_object(one) for one in _BETWEEN_OBJECTS.split(inner) if one.strip(" \t\n{},")]
    pieces = [piece.strip(" \t\n,\"'") for piece in _BETWEEN_TEXTS.split(inner)]
    return [piece for piece in pieces if piece]


def _object(text: str) -> Any:
    parts = _IN_FLOW.split(text.strip(" \t\n{},"))
    pairs = [(key, unquoted(value)) for key, value in zip(parts[1::2], parts[2::2], strict=True)]
    if parts[0].strip() or len(dict(pairs)) != len(pairs):
        return text.strip(" \t\n{},")
    return dict(pairs)
