"""Whether prose can be taken at its word: not too long, and with nothing hidden in it."""

import re

from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.replies.characters import INVISIBLE, TURNS, plain_letters
from quorate.replies.prose.english.english_words import BETWEEN, CONDITIONS, FAMILY, NEGATIONS, words

LONGEST_PROSE = 12_000
LONGEST_LINE = 2_000
MOST_LINES = 1_000
_LONG = lazy_pattern(rf"[^.!?;。！？\n]{{{LONGEST_LINE}}}")
_WORD = lazy_pattern(r"[^\W\d_]+")
_NONCE = lazy_pattern(r"^\W{0,6}nonce\W{0,4}:\W{0,4}([\w-]+)", re.MULTILINE | re.IGNORECASE)
_KNOWN = (frozenset(FAMILY) | NEGATIONS | CONDITIONS | words("go hold yes no vote i")) - BETWEEN


def is_too_long(prose: str) -> bool:
    """True for more than anybody writes as an answer; it is not looked at."""
    if len(prose) > LONGEST_PROSE:
        return True
    lines = prose.split("\n")
    return len(lines) > MOST_LINES or any(len(line) > LONGEST_LINE and _LONG.search(line) for line in lines)


def unfit(prose: str, nonce: str) -> str:
    """Why no position may be read from it; empty where one may."""
    if is_too_long(prose):
        return f"its prose is longer than {LONGEST_PROSE} characters, or runs on without an end"
    if TURNS.search(prose):
        return "its text changes direction"
    if nonce and any(found != nonce for found in _NONCE.findall(prose)):
        return "it carries another nonce"
    if prose != _unmasked(prose):
        return "it has a word that only looks like another"
    return ""


def hidden_in(prose: str) -> int:
    """How many characters hide something."""
    return len(INVISIBLE.findall(prose)) + len(TURNS.findall(prose))


def as_it_may_look(prose: str, known: frozenset[str] = frozenset()) -> tuple[str, str]:
    """The text without what hides something: with the gaps closed, and with the gaps open."""
    closed, opened = (INVISIBLE.sub(gap, TURNS.sub(gap, prose)) for gap in ("", " "))
    plain = _unmasked(closed, known)
    return plain, plain if closed == opened else _unmasked(opened, known)


def _unmasked(prose: str, known: frozenset[str] = frozenset()) -> str:
    """Words that only look like one that matters, as that word."""
    if prose.isascii():
        return prose
    matter = _KNOWN | known
    as_seen = {word: _plain(word, matter) for word in set(_WORD.findall(prose))}
    return _WORD.sub(lambda found: as_seen[found[0]], prose)


def _plain(word: str, matter: frozenset[str]) -> str:
    if word.isascii():
        return word
    plain = plain_letters(word)
    return plain if plain in matter else word
