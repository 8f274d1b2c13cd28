"""What Quorate says to people, in each language, keyed by codes: one catalogue per language, found in one place."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from quorate.core.errors import UnknownName
from quorate.protocols import protocol_named
from quorate.reports.language.catalogue import Catalogue

LANGUAGES = ("en", "ja")


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

    def __call__(self, key: str, **values: object) -> str:
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
