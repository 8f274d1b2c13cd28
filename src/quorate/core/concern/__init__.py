"""What kind of concern a voter has: safety, security or other, read by meaning from whatever word was used.

A warning of an unknown kind is never the mild one: it counts as safety, with a note of the word.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from quorate.core.ballot import Answer, Ballot, Concern
from quorate.core.concern.words import (
    FILLERS,
    FILLERS_JAPANESE,
    GRAVE,
    GRAVE_AS_WRITTEN,
    GRAVE_JAPANESE,
    GRAVE_PHRASES,
    HARMLESS_PHRASES,
    MILD,
    MILD_JAPANESE,
    MILD_PHRASES,
    NO_KIND,
    NO_SLIPS,
    WORDS_OF_PHRASES,
)
from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.core.text.names import folded
from quorate.core.verdict import Note

SAFETY, SECURITY, OTHER = KINDS = ("safety", "security", "other")
UNKNOWN_KIND = "unknown_concern_kind"
_LONGEST_PREFIX, _LONGEST_SHOWN, _LONGEST_KEPT = 40, 60, 200
_FEW_WORDS, _LONG = 3, 8
_WORD = lazy_pattern("[a-z]+")
_LETTER = lazy_pattern(r"[^\W\d_]")
_AROUND = " \t\n*_`\"'[](){}<>【】「」#-–—:."
_PREFIX = lazy_pattern(
    rf"""(?s:[\[(*_`"'【「]*([^\[\]():：*_`"'【】「」\n]{{1,{_LONGEST_PREFIX}}}?)"""
    r"""(?:[\])*_`"'】」]*(?:[ \t]*[:：\])】]|[ \t]+[-–—]+[ \t])|$)[*_ \t]*(.*))"""
)
_SEPARATORS = frozenset("])】:：-–—")
_APART = lazy_pattern("[-_]+")
_EXACT = lazy_pattern(r"(safety|security|other)(?: (?:concern|issue|risk))?")
_HARMLESS = lazy_pattern(HARMLESS_PHRASES)
_TOGETHER = lazy_pattern("|".join(phrase for _, phrase in GRAVE_PHRASES))


def concern_of(text: str, stated: str = "") -> Concern:
    """A concern as it counts. `stated` is its kind in the voter's own word; without one its text is read."""
    if stated in (SAFETY, SECURITY):
        return Concern(text, stated)
    if _states_nothing(stated):
        return _by_its_words(text)
    kind = kind_of(stated)
    if kind == OTHER and (named := _named(text, folded(text))) and named.kind != OTHER:
        return named
    if kind is None:
        return Concern(_with_kind(stated, text), SAFETY, stated.strip())
    return Concern(text if _plain(stated) in KINDS else _with_kind(stated, text), kind)


def with_kind(said: Any) -> Any:
    """A concern of a ballot with its kind in words, where it has none yet; what is no concern stays as it is."""
    stated = {"text": said} if isinstance(said, str) else said
    if not isinstance(stated, Mapping) or stated.keys() != {"text"} or not isinstance(stated["text"], str):
        return said
    concern = _by_its_words(stated["text"])
    return {"kind": concern.kind, "text": concern.text}


def kind_of(stated: str) -> str | None:
    """The kind that a word means; None where it is on no list."""
    plain = _plain(stated)
    if plain in KINDS:
        return plain
    found = [*_grave_words(plain), *_misspelt(plain)]
    if found:
        return min(found)[1]
    return OTHER if _is_mild(plain) else None


def notes_on_concerns(answers: Iterable[Answer]) -> Iterator[Note]:
    """A note for each kind of concern that is on no list, with the word."""
    for answer in answers:
        for concern in answer.concerns if isinstance(answer, Ballot) else ():
            if concern.stated:
                yield Note(UNKNOWN_KIND, answer.seat.name, concern.stated[:_LONGEST_SHOWN])


def _by_its_words(text: str) -> Concern:
    return _short_one(text) if len(text) <= _LONGEST_KEPT else _read(text)


@lru_cache(maxsize=1024)  # a document is read again for every count of it
def _short_one(text: str) -> Concern:
    return _read(text)


def _read(text: str) -> Concern:
    # each step looks for what it cannot do without before it compiles a pattern: most concerns are plain sentences
    plain = folded(text)
    if named := _named(text, plain):
        return named
    found = list(_grave_words(plain))
    return Concern(text, min(found)[1] if found else _kind_before(text))


def _named(text: str, plain: str) -> Concern | None:
    """A text that begins with the name of its kind, such as `safety: it may burn`, and goes on without it."""
    if text.isascii() and not _names_a_kind(plain):
        return None
    found = _PREFIX.fullmatch(text.strip())
    exact = _EXACT.fullmatch(folded(found[1])) if found else None
    return Concern(found[2].strip(), exact[1]) if found and exact else None


def _names_a_kind(plain: str) -> bool:
    return SAFETY in plain or SECURITY in plain or OTHER in plain


def _kind_before(text: str) -> str:
    """The kind that a misspelt word before a colon means: a slip in running text is no word of its own."""
    if _SEPARATORS.isdisjoint(text):
        return OTHER
    found = _PREFIX.fullmatch(text.strip())
    is_short = found and found[2] and len(found[1].split()) <= _FEW_WORDS
    return (kind_of(found[1]) or OTHER) if found and is_short else OTHER


def _plain(word: str) -> str:
    return folded(word).strip(_AROUND)


def _with_kind(stated: str, text: str) -> str:
    """The word is kept before the text, unless it is there already."""
    word = stated.strip()
    return text if text.startswith(word) else ": ".join(filter(None, (word, text)))


def _states_nothing(stated: str) -> bool:
    """True without a kind, and for one that was copied from where all of them are offered."""
    plain = _plain(stated) if stated else ""
    return plain in NO_KIND or ("|" in plain and set(KINDS) <= set(_WORD.findall(plain)))


def _grave_words(plain: str) -> Iterator[tuple[int, str]]:
    """Where words of safety and security are, and which of the two they mean."""
    apart = _APART.sub(" ", plain) if "-" in plain or "_" in plain else plain
    # what is harmless is looked for only where there is something to take away
    if _may_be_grave(apart) and any(_found_in(apart)):
        yield from _found_in(_HARMLESS.sub("", apart))


def _found_in(plain: str) -> Iterator[tuple[int, str]]:
    for means, phrase in GRAVE_PHRASES if _may_hold_phrases(plain) and _TOGETHER.search(plain) else ():
        if together := re.search(phrase, plain):
            yield together.start(), means
    for listed, means in () if plain.isascii() else GRAVE_JAPANESE.items():
        if (place := plain.find(listed)) >= 0:
            yield place, means
    for word in _WORD.finditer(plain):
        if kind := _meaning(word[0]):
            yield word.start(), kind


def _may_be_grave(plain: str) -> bool:
    """False for most plain sentences, at a glance: none of their words is listed, alone or in a phrase."""
    words = set(_WORD.findall(plain))
    is_unlisted = plain.isascii() and GRAVE.keys().isdisjoint(words) and GRAVE_AS_WRITTEN.keys().isdisjoint(words)
    return not is_unlisted or SAFETY in plain or SECURITY in plain or _may_hold_phrases(plain)


def _may_hold_phrases(plain: str) -> bool:
    return any(map(plain.__contains__, WORDS_OF_PHRASES))


def _meaning(word: str) -> str:
    """Safety or security where a word is listed or holds one of the two; nothing otherwise."""
    if listed := GRAVE.get(word) or GRAVE_AS_WRITTEN.get(word):
        return listed
    return SAFETY if SAFETY in word else SECURITY if SECURITY in word else ""


def _misspelt(plain: str) -> Iterator[tuple[int, str]]:
    for word in _WORD.finditer(plain):
        if word[0] not in MILD and (meant := _meant(word[0])):
            yield word.start(), GRAVE[meant]


def _is_mild(plain: str) -> bool:
    """True where nothing is said but mild kinds: one word that is on no list might be the warning."""
    rest = _APART.sub(" ", plain)
    for phrase in MILD_PHRASES:
        rest = rest.replace(phrase, " documentation ")
    for word in MILD_JAPANESE:
        rest = rest.replace(word, " other ")
    for word in FILLERS_JAPANESE:
        rest = rest.replace(word, " ")
    words = _WORD.findall(rest)
    mild = [word for word in words if word in MILD or _is_nearly_mild(word)]
    return bool(mild) and len(mild) + sum(word in FILLERS for word in words) == len(words) and _is_english(rest)


def _is_english(text: str) -> bool:
    return all(sign.isascii() for sign in _LETTER.findall(text))


@lru_cache(maxsize=1024)  # the same few words come back in every count
def _is_nearly_mild(word: str) -> bool:
    """True with one slip in a long word; a short one that is near to a mild word is another word."""
    if len(word) < _LONG or word in FILLERS or word in NO_SLIPS:
        return False
    return any(len(listed) >= _LONG and _slips(word, listed) <= 1 for listed in MILD)


@lru_cache(maxsize=1024)
def _meant(word: str) -> str | None:
    """The grave word that was meant: with one slip in five to seven letters, with two in longer ones."""
    if word in NO_SLIPS:
        return None
    slips = ((_slips(word, listed), listed) for listed in GRAVE if len(listed) >= 5 and listed[0] == word[0])
    near = [(count, listed) for count, listed in slips if count <= (1 if len(listed) < _LONG else 2)]
    return min(near)[1] if near else None


def _slips(one: str, other: str) -> int:
    """How many letters have to be added, left out, changed or swapped."""
    if abs(len(one) - len(other)) > 2:
        return 3
    above: list[int] = []
    row = list(range(len(other) + 1))
    for place, letter in enumerate(one, 1):
        before, above, row = above, row, [place]
        for at, wanted in enumerate(other, 1):
            cost = min(above[at] + 1, row[at - 1] + 1, above[at - 1] + (letter != wanted))
            if place > 1 and at > 1 and letter == other[at - 2] and one[place - 2] == wanted:
                cost = min(cost, before[at - 2] + 1)
            row.append(cost)
    return row[-1]
