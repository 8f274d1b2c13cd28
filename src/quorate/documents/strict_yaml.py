"""YAML events to plain values: no anchors, aliases, tags, merge or duplicate keys, one document, few levels."""

import re
from decimal import Decimal
from typing import Any

import yaml

from quorate.core.errors import DocumentError, Path, Problem
from quorate.core.shape import found
from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.documents.findings import Findings, Places

DEEPEST = 32
MOST_VALUES = 200_000
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_WHOLE = lazy_pattern(r"[-+]?(0|[1-9][0-9]{0,39})")
_DECIMAL = lazy_pattern(r"[-+]?([0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE]))([eE][-+]?[0-9]{1,6})?")
_BEGINS_A_NUMBER = frozenset("+-.0123456789")
_TAG_DIRECTIVE = r"(?:^|[\r\n\x85\u2028\u2029])%TAG"
_HALF = lazy_pattern("[\ud800-\udfff]")
_WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}


class Builder:
    """Builds the value of one document, remembering lines and every problem."""

    def __init__(self) -> None:
        self.lines = Places()
        self.problems = Findings()
        self.value: Any = None

    def build(self, text: str) -> Any:
        """The value in the text; all problems together where there are some."""
        if "%TAG" in text and (directive := re.search(_TAG_DIRECTIVE, text)):
            line = text.count("\n", 0, directive.end()) + 1
            raise DocumentError([Problem((), "the directive %TAG", "no directives", line)])
        try:
            self.events = yaml.parse(text, Loader=_LOADER)
            self.value = self._document()
        except yaml.YAMLError as error:
            what = getattr(error, "problem", None) or str(error).splitlines()[0]
            self.problems.append(Problem((), what.removeprefix("found "), "YAML or JSON", _line(error, text)))
        if self.problems:
            raise DocumentError(self.problems)
        return self.value

    def _document(self) -> Any:
        value, documents = None, 0
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    self._problem((), event, "a second document", "one document")
                    return value
                value = self._node(next(self.events), ())
        return value

    def _node(self, event: Any, path: Path) -> Any:
        self.lines.setdefault(path, event.start_mark.line + 1)
        if len(self.lines) > MOST_VALUES:
            self._problem((), event, "too many values", f"at most {MOST_VALUES} in YAML; use JSON for more")
            raise DocumentError(self.problems)
        if isinstance(event, yaml.AliasEvent):
            self._problem(path, event, f"the alias *{event.anchor}", "no aliases")
            return None
        if event.anchor:
            self._problem(path, event, f"the anchor &{event.anchor}", "no anchors")
        if event.tag:
            self._problem(path, event, f"the tag {found(event.tag)}", "no tags")
        if isinstance(event, yaml.ScalarEvent):
            return self._text(event, path) if event.style else _plain(event.value)
        if len(path) >= DEEPEST:
            self._problem(path, event, "nesting that is too deep", f"at most {DEEPEST} levels")
            raise DocumentError(self.problems)
        return self._sequence(path) if isinstance(event, yaml.SequenceStartEvent) else self._mapping(path)

    def _text(self, event: Any, path: Path) -> str:
        value = str(event.value)
        # only the loader without libyaml lets an escape through that is half of a pair
        if event.style == '"' and not value.isascii() and _HALF.search(value):
            self._problem(path, event, "half of a surrogate pair", "whole characters")
        return value

    def _sequence(self, path: Path) -> list[Any]:
        values: list[Any] = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            values.append(self._node(event, (*path, len(values))))
        return values

    def _mapping(self, path: Path) -> dict[str, Any]:
        values: dict[str, Any] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            key = self._key(event, path)
            self.lines.setdefault((*path, key), event.start_mark.line + 1)
            if key in values:
                self._problem((*path, key), event, f"the key {found(key)} a second time", "each key once")
            values[key] = self._node(next(self.events), (*path, key))
        return values

    def _key(self, event: Any, path: Path) -> str:
        if not isinstance(event, yaml.ScalarEvent):
            self._problem(path, event, "a key that is not text", "text as keys")
            raise DocumentError(self.problems)
        key = str(event.value)
        if key == "<<" and not event.style:
            self._problem((*path, key), event, "the merge key <<", "no merge keys")
        if event.anchor or event.tag:
            self._problem((*path, key), event, "an anchor or tag on a key", "plain keys")
        return key

    def _problem(self, path: Path, event: Any, found: str, allowed: str) -> None:
        self.problems.append(Problem(path, found, allowed, event.start_mark.line + 1))


def _line(error: yaml.YAMLError, text: str) -> int | None:
    if mark := getattr(error, "problem_mark", None):
        return int(mark.line) + 1
    if isinstance(error, yaml.reader.ReaderError):
        return text.encode()[: error.position].count(b"\n") + 1
    return None


def _plain(text: str) -> Any:
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _BEGINS_A_NUMBER:
        return text
    if _WHOLE.fullmatch(text):
        return int(text)
    return Decimal(text) if _DECIMAL.fullmatch(text) else text
