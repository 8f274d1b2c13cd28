"""What the environment says. The only module that reads it."""

import os
from collections.abc import Mapping

LANGUAGES = ("en", "ja")


def language(environment: Mapping[str, str] = os.environ) -> str:
    """The language of reports: QUORATE_LANG, else the locale's, else English."""
    for name in ("QUORATE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if said := environment.get(name):
            short = said[:2].lower()
            return short if short in LANGUAGES else "en"
    return "en"


def colour_is_welcome(environment: Mapping[str, str] = os.environ) -> bool:
    """False where NO_COLOR is set, or the terminal is said to know none."""
    return not environment.get("NO_COLOR") and environment.get("TERM") != "dumb"


def columns(environment: Mapping[str, str] = os.environ) -> int | None:
    """The width that COLUMNS asks for, if it does."""
    said = environment.get("COLUMNS", "")
    return int(said) if said.isascii() and said.isdigit() and 0 < int(said) <= 10_000 else None


def debugging(environment: Mapping[str, str] = os.environ) -> bool:
    """True where QUORATE_DEBUG asks for tracebacks."""
    return environment.get("QUORATE_DEBUG", "") not in ("", "0")
