"""What Quorate says to people, in each language, keyed by codes."""

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import NamedTuple

from quorate.core.errors import UnknownName

LANGUAGES = ("en", "ja")


class Language(NamedTuple):
    """Phrases by code, and how a list is joined."""

    code: str
    phrases: Mapping[str, str]
    comma: str

    def __call__(self, key: str, **values: object) -> str:
        """The phrase with its values; with n=1 the singular where the language has one."""
        if values.get("n") == 1:
            key = f"{key}.one" if f"{key}.one" in self.phrases else key
        return self.phrases[key].format_map(values)

    def knows(self, key: str) -> bool:
        """True when there is such a phrase."""
        return key in self.phrases

    def word(self, kind: str, code: str) -> str:
        """The word for a code; a code that nobody foresaw is shown as it is."""
        return self.phrases.get(f"{kind}.{code}", code)

    def listed(self, items: Iterable[str]) -> str:
        """A list as people write it."""
        return self.comma.join(items)


def language(code: str, documents: bool = False, deliberation: bool = False, analysis: bool = False) -> Language:
    """The language of that code; more words come with reports that are kept, and with whole deliberations."""
    if code not in LANGUAGES:
        raise UnknownName("language", code, LANGUAGES)
    module = import_module(f"{__name__}.{code}")
    phrases: Mapping[str, str] = module.PHRASES
    whole = ("deliberation", "rounds", "register")
    further = (documents, "documents"), *((deliberation, more) for more in whole), (analysis, "analysis")
    for is_wanted, more in further:
        if is_wanted:
            phrases = {**phrases, **import_module(f"{__name__}.{code}_{more}").PHRASES}
    return Language(code, phrases, module.COMMA)
