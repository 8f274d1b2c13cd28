"""What the command line says to people about a deliberation, in each language."""

from collections.abc import Mapping, Sequence

from quorate.surfaces.cli.terminal.catalogue.en import EN
from quorate.surfaces.cli.terminal.catalogue.ja import JA

__all__ = ["EN", "JA", "Words"]

_LANGUAGES: Mapping[str, Mapping[str, str]] = {"en": EN, "ja": JA}


class Words:
    """The phrases of one language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._phrases = _LANGUAGES[lang]

    def __call__(self, code: str, **values: object) -> str:
        """The phrase with its values."""
        return self._phrases[code].format_map(values)

    def word(self, kind: str, code: str) -> str:
        """The word for a code; a code that nobody foresaw is shown as it is."""
        return self._phrases.get(f"{kind}.{code}", code)

    def named(self, names: Sequence[str]) -> str:
        """Some names as a sentence lists them."""
        *some, last = names
        return self("and", some=", ".join(some), last=last) if some else last
