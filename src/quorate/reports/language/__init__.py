"""What Quorate says to people, in each language, keyed by codes: one catalogue per language, found in one place."""

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import NamedTuple

from quorate.core.errors import UnknownName
from quorate.protocols import protocol_named

LANGUAGES = ("en", "ja")
# a catalogue is several files, and the first word of a code says in which one it is
COMMAND_LINE = "command_line"
_VERDICT = (
    "abstained act alternatives ask banner box choice concern condition conditions degraded detail do flag headline"
    " item kind label lens limit list more need needed note position reason receipt risk section severity state status"
    " title type"
)
_DOCUMENTS = "audit column evidence field heading judge madr no reversibility urgency yes"
_DELIBERATION = (
    "answer asked author closed decided event found head mode names notice part proof purpose round seat"
    " shared silenced stage standing trail usage voter"
)
_ROUNDS = "challenge changes deadlock debate final history news proposal stance trigger unasked"
_REGISTER = "came_true register tracked turn"
_LEARNING = "outcome record voters"
_ANALYSIS = "action chose chosen compare explain failed flip means requires result rule step"
TOPICS = {
    "verdict": _VERDICT,
    "documents": _DOCUMENTS,
    "deliberation": _DELIBERATION,
    "rounds": _ROUNDS,
    "register": _REGISTER,
    "analysis": _ANALYSIS,
    "fleet": "fleet",
    "learning": _LEARNING,
    "tools": "mcp",
    "access": "keys",
    "gate": "gate",
    "workflow": "synthesis",
    COMMAND_LINE: "cli",
}
_TOPIC_OF: dict[str, str] = {}
for _topic, _words in TOPICS.items():
    _TOPIC_OF |= dict.fromkeys(_words.split(), _topic)


def same(kind: str, codes: str) -> dict[str, str]:
    """Return the phrases of a kind that read like their codes."""
    return {f"{kind}.{code}": code.replace("_", " ") for code in codes.split()}


def headings(kind: str, codes: str) -> dict[str, str]:
    """Return the phrases of a kind that read like their codes, with a capital."""
    return {key: phrase[:1].upper() + phrase[1:] for key, phrase in same(kind, codes).items()}


class Catalogue:
    """Finds phrases. A file is read when a phrase is first looked for in it, so a short report reads one of them."""

    def __init__(self, code: str) -> None:
        self._code = code
        self._read: dict[str, Mapping[str, str]] = {}

    def find(self, key: str) -> str | None:
        """The phrase of that code, if there is one."""
        topic = _TOPIC_OF.get(key.partition(".")[0])
        return self.topic(topic).get(key) if topic else None

    def topic(self, name: str) -> Mapping[str, str]:
        """All phrases of one file."""
        if name not in self._read:
            phrases: Mapping[str, str] = import_module(f"{__package__}.{self._code}.{name}").PHRASES
            self._read[name] = _with_prefix(phrases) if name == COMMAND_LINE else phrases
        return self._read[name]

    def whole(self) -> dict[str, str]:
        """Every phrase of the language by its code."""
        phrases: dict[str, str] = {}
        for name in TOPICS:
            phrases |= self.topic(name)
        return phrases


def _with_prefix(phrases: Mapping[str, str]) -> dict[str, str]:
    """Codes of the command line are written in its file as its commands write them."""
    return {f"cli.{key}": said for key, said in phrases.items()}


class Language(NamedTuple):
    """One language: its phrases by code, those that a protocol from another package brings, its words for a list."""

    code: str
    catalogue: Catalogue
    own: Mapping[str, str] = {}

    def of(self, protocol: str) -> "Language":
        """With the phrases that a protocol brings, in English where it has none in this language."""
        try:
            phrases = protocol_named(protocol).phrases
        except UnknownName:  # a verdict may outlive the package that counted it
            return self
        return self._replace(own={**phrases.get("en", {}), **phrases.get(self.code, {})}) if phrases else self

    def _find(self, key: str) -> str | None:
        found = self.catalogue.find(key)
        return self.own.get(key) if found is None else found

    def __call__(self, key: str, /, **values: object) -> str:
        """The phrase with its values; with n=1 the singular where the language has one."""
        phrase = self._find(key)
        if values.get("n") == 1:
            phrase = self._find(f"{key}.one") or phrase
        if phrase is None:
            raise KeyError(key)
        return phrase.format_map(values)

    def phrase(self, key: str) -> str:
        """The phrase with its holes, for a text with marks in it."""
        return self._find(key) or key

    def knows(self, key: str) -> bool:
        """True when there is such a phrase."""
        return self._find(key) is not None

    def word(self, kind: str, code: str) -> str:
        """The word for a code; a code that nobody foresaw is shown as it is."""
        return self._find(f"{kind}.{code}") or code

    def listed(self, items: Iterable[str]) -> str:
        """A list as people write it."""
        return self("list.comma").join(items)


def language(code: str) -> Language:
    """The language of that code."""
    if code not in LANGUAGES:
        raise UnknownName("language", code, LANGUAGES)
    return Language(code, Catalogue(code))
