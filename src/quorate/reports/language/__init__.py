"""What Quorate says to people, in each language, keyed by codes: one catalogue per language, found in one place."""

from collections.abc import Iterable
from typing import NamedTuple

from quorate.core.errors import UnknownName
from quorate.reports.language.catalogue import Catalogue

LANGUAGES = ("en", "ja")


class Language(NamedTuple):
    """One language: its phrases by code, and its words for a list."""

    code: str
    catalogue: Catalogue

    def __call__(self, key: str, **values: object) -> str:
        """The phrase with its values; with n=1 the singular where the language has one."""
        phrase = self.catalogue.find(key)
        if values.get("n") == 1:
            phrase = self.catalogue.find(f"{key}.one") or phrase
        if phrase is None:
            raise KeyError(key)
        return phrase.format_map(values)

    def phrase(self, key: str) -> str:
        """The phrase with its holes, for a text with marks in it."""
        return self.catalogue.find(key) or key

    def knows(self, key: str) -> bool:
        """True when there is such a phrase."""
        return self.catalogue.find(key) is not None

    def word(self, kind: str, code: str) -> str:
        """The word for a code; a code that nobody foresaw is shown as it is."""
        return self.catalogue.find(f"{kind}.{code}") or code

    def listed(self, items: Iterable[str]) -> str:
        """A list as people write it."""
        return self("list.comma").join(items)


def language(code: str) -> Language:
    """The language of that code."""
    if code not in LANGUAGES:
        raise UnknownName("language", code, LANGUAGES)
    return Language(code, Catalogue(code))
