"""A block with this call's nonce that is not valid YAML or JSON: what its lines say, where they say one thing.

It was written for this call, so a slip in a text costs nobody the vote. But what was forbidden stays so.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.protocols import protocol_named
from quorate.replies.characters import plain_letters
from quorate.replies.choice import SHORT, Choice, meanings, naming
from quorate.replies.reading.block_values import DEEPEST, MOST_VALUES
from quorate.replies.reading.content import text_of
from quorate.replies.reading.expectation import Expected, choice_key
from quorate.replies.reading.key_lines import KeyLines, KeySection, key_lines, values_of
from quorate.replies.reading.keys import NONCE, BallotKeys, choice_names, choice_of, keys_of, plain_key, schema_of
from quorate.replies.reading.vote import confidence_in

CANNOT_BE_READ = "a block with the nonce cannot be read"
NAMES_ANOTHER = "another line of the ballot names another choice"
_COMMENT = lazy_pattern(r"(?:^|\s)#.*$")
_MERGED = lazy_pattern(r"(?:^|[{,])[ \t]*(?:-[ \t]+)*[\"']?<<[\"']?[ \t]*:", re.MULTILINE)
_DIRECTIVE = lazy_pattern(r"^%(?:TAG|YAML)", re.MULTILINE)
_NEXT_DOCUMENT = lazy_pattern(r"^(?:---|\.\.\.)(?:[ \t]|$)", re.MULTILINE)
_AT_VALUE = r"(?:^[ \t]*(?:-[ \t]+)*|[\[{,][ \t]*|:[ \t]+|-[ \t]+)"
_ANCHOR = lazy_pattern(rf"{_AT_VALUE}&([A-Za-z0-9_-]+)", re.MULTILINE)
_ALIAS = lazy_pattern(rf"{_AT_VALUE}\*([A-Za-z0-9_-]+)(?![\w*-])", re.MULTILINE)
_TAG = lazy_pattern(rf"{_AT_VALUE}!(?:!(?=[A-Za-z])|<)", re.MULTILINE)
_ESCAPED_KEY = lazy_pattern(r"\\[uUx][0-9a-fA-F]{2}[^:\n]{0,40}[\"'][ \t]*:")
_OPENS = lazy_pattern(r"[ \t]*((?:-[ \t]+)*)(?:[^\s:#][^:\n]{0,60}:(?:[ \t]|$))?")
_LOST = lazy_pattern(r"(?:^|\s)(#[^\s#]\S{0,60})")
_BEHIND_TEXT = "\"',]}"
_DECORATION = " \t-*•>#\"'`{[("


class Repaired(NamedTuple):
    """The keys of a block that was read line by line; `fault` is why it cannot be read, `strays` are other lines."""

    keys: BallotKeys = BallotKeys({}, {})
    fault: str = ""
    strays: str = ""


def repaired(body: str, expected: Expected) -> Repaired:
    """The keys of a block with the nonce, by its lines."""
    if fault := forbidden(body):
        return Repaired(fault=fault)
    lines = key_lines(body, known_names(expected))
    values = values_of([_plain(section, expected) for section in lines.sections])
    if values is None:
        return Repaired(fault="a key occurs twice in a block")
    keys = keys_of(values, expected)
    if keys.fault or choice_key(expected) not in keys.said:
        return Repaired(fault=keys.fault or CANNOT_BE_READ)
    choice = choice_of(keys, expected)
    fault = _spoilt(keys, choice, lines, expected)
    return Repaired(keys, fault, "\n".join(lines.strays))


def known_names(expected: Expected) -> tuple[str, ...]:
    """The keys that a ballot may have."""
    return (NONCE, *choice_names(expected), *schema_of(expected), "rationale", "reasoning", *expected.also)


def forbidden(body: str) -> str:
    """Why lines that are no YAML are not read either: what spoils a valid block spoils a broken one."""
    if _MERGED.search(body):
        return "found the merge key <<; allowed: no merge keys"
    if _DIRECTIVE.search(body):
        return "found a directive; allowed: no directives"
    if any(body[: mark.start()].strip() for mark in _NEXT_DOCUMENT.finditer(body)):
        return "found a second document; allowed: one document"
    if shared := set(_ANCHOR.findall(body)) & set(_ALIAS.findall(body)):
        return f"found the alias *{min(shared)[:40]}; allowed: no aliases"
    if _TAG.search(body):
        return "found a tag; allowed: no tags"
    if _ESCAPED_KEY.search(body):
        return "found a key in escapes; allowed: plain keys"
    return _too_much(body)


def loses_text(body: str, value: Mapping[str, Any], expected: Expected) -> bool:
    """True where a `#123` in a text was taken for a comment, so that valid YAML has only half of what was written."""
    if "#" not in body:
        return False
    said = text_of(value)
    return any(token not in said for section in key_lines(body).sections for token in _marked(section, expected))


def _marked(section: KeySection, expected: Expected) -> Iterator[str]:
    if plain_key(section.key) in _not_text(expected):
        return
    for line in (section.first, *(line for line in section.rest if not line.lstrip().startswith("#"))):
        yield from (found.rstrip(_BEHIND_TEXT) for found in _LOST.findall(line))


def _not_text(expected: Expected) -> set[str]:
    confidence = protocol_named(expected.protocol).vote_keys.confidence
    return {plain_key(name) for name in (NONCE, confidence, *choice_names(expected))}


def _plain(section: KeySection, expected: Expected) -> KeySection:
    """Without the comment behind a word or a number; in a text `#` is text."""
    if plain_key(section.key) not in _not_text(expected):
        return section
    return section._replace(first=_COMMENT.sub("", section.first))


def _spoilt(keys: BallotKeys, choice: Choice, lines: KeyLines, expected: Expected) -> str:
    if choice.is_template or not choice.word:
        return ""  # what its choice is worth is told where all ballots are
    said = confidence_in(keys, expected)
    if said and said.note and not said.is_allowed:
        found = said.note.values
        return f"{CANNOT_BE_READ}: confidence {found['said']} is not one of {found['allowed']}"
    protocol = protocol_named(expected.protocol)
    confidence = protocol.vote_keys.confidence
    # where it is required, a ballot without it is only advice, and is told so
    if confidence and said is None and confidence not in protocol.form().required:
        return f"{CANNOT_BE_READ}: it states no confidence"
    return NAMES_ANOTHER if _names_other(choice, lines, expected) else ""


def _names_other(choice: Choice, lines: KeyLines, expected: Expected) -> bool:
    """True where a line that begins with the choice's key or with a choice names another than the one that was read."""
    words = meanings(expected.protocol, expected.choices)
    begins = _begins_with([*choice_names(expected), *words])
    others = naming(word for word, meant in words.items() if meant != words[choice.word])
    rest = [line for section in lines.sections for line in _below(section, expected)]
    return any(begins.match(line) and others.search(line) for line in map(_bare_line, rest))


def _below(section: KeySection, expected: Expected) -> tuple[str, ...]:
    """The lines of a section that are not the choice itself."""
    own = {plain_key(name) for name in choice_names(expected)}
    return section.rest if plain_key(section.key) in own else (f"{section.key}: {section.first}", *section.rest)


def _bare_line(line: str) -> str:
    line = line.lstrip(_DECORATION)[:2000]
    return line if line.isascii() else plain_letters(line)


def _begins_with(words: list[str]) -> re.Pattern[str]:
    """A short id such as `A` begins a line only where a sign follows it, for it may be a word."""
    long = "|".join(re.escape(word) for word in words if len(word) > SHORT)
    short = "|".join(re.escape(word) for word in words if len(word) <= SHORT)
    ends = rf"|(?:{short})[\"'*`]{{0,3}}\s*(?:[:=.,)|/]|$)" if short else ""
    return re.compile(rf"(?:(?:{long})(?!\w){ends})", re.IGNORECASE)


def _too_much(body: str) -> str:
    lines = body.splitlines()
    if len(lines) > MOST_VALUES:
        return f"found too many lines; allowed: at most {MOST_VALUES}"
    if _brackets(body) > DEEPEST or _levels(lines) > DEEPEST:
        return f"found nesting that is too deep; allowed: at most {DEEPEST} levels"
    return ""


def _brackets(body: str) -> int:
    depth = deepest = 0
    for sign in re.findall(r"[\[\]{}]", body):
        depth = depth + 1 if sign in "[{" else max(depth - 1, 0)
        deepest = max(deepest, depth)
    return deepest


def _levels(lines: list[str]) -> int:
    """How many indentations are open at once, with the items that begin in one line."""
    deepest, open_at = 0, list[int]()
    for line in lines:
        found = _OPENS.match(line)
        if not found or not found[0].strip():
            continue
        indent = len(line) - len(line.lstrip())
        while open_at and open_at[-1] >= indent:
            open_at.pop()
        open_at.append(indent)
        deepest = max(deepest, len(open_at) + found[1].count("-"))
    return deepest
