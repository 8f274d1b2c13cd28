"""Characters that hide something: invisible ones, those that turn the direction, and those that look like others."""

import re
from collections.abc import Mapping
from unicodedata import normalize

from quorate.core.text.lazy_pattern import lazy_pattern

# right-to-left and other direction marks: what is shown is not what is written
TURNS = lazy_pattern("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
INVISIBLE = lazy_pattern(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2060-\u2064"
    "\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
AROUND = " \t\r\n\"'`*“”‘’「」『』"
CLOSING = ".,;:!。、！．"
_PICTURE = "[\u231a-\u23ff\u25aa\u25ab\u25b6\u25c0\u25fb-\u25fe\u2600-\u27bf\u2b05-\u2b55\U0001f300-\U0001faff]"
EMOJI = lazy_pattern(f"{_PICTURE}[\ufe0f\U0001f3fb-\U0001f3ff]*(?:\u200d{_PICTURE}[\ufe0f\U0001f3fb-\U0001f3ff]*)*")
_LOOKALIKES = str.maketrans(
    "аеёорсухіјѕһԁԛԝмтнвкгАВЕКМНОРСТУХІЈЅαεικνορτυχβΑΒΕΖΗΙΚΜΝΟΡΤΥΧıɑɡ∣ǀ",
    "aeeopcyxijshdqwmthbkrABEKMHOPCTYXIJSaeiknoptuxbABEZHIKMNOPTYXiag||",
)


def plain_letters(word: str) -> str:
    """A word as it looks: full-width, accented, Cyrillic and Greek letters as the Latin ones that they resemble."""
    bare = INVISIBLE.sub("", normalize("NFKD", word).translate(_LOOKALIKES))
    return re.sub("[\u0300-\u036f]", "", bare).translate(_LOOKALIKES).casefold()


def without_emoji(text: str) -> str:
    """The text without its pictures."""
    return text if text.isascii() else EMOJI.sub(" ", text)


def bare(value: str) -> str:
    """Without white space, quotes, asterisks, closing punctuation and emoji around it."""
    pictures = [*EMOJI.finditer(value)] if not value.isascii() else []
    start = _first_place(value, {one.start(): one.end() for one in pictures})
    stop = _last_place(value, start, {one.end(): one.start() for one in pictures})
    return value[start:stop]


def _first_place(value: str, pictures: Mapping[int, int]) -> int:
    """Where the first character is that counts. Places, and no shorter copies: a value may be nothing but emoji."""
    place = 0
    while place < len(value):
        if value[place] in AROUND:
            place += 1
        elif place in pictures:
            place = pictures[place]
        else:
            break
    return place


def _last_place(value: str, start: int, pictures: Mapping[int, int]) -> int:
    """The place behind the last character that counts."""
    place = len(value)
    while place > start:
        if value[place - 1] in AROUND + CLOSING:
            place -= 1
        elif place in pictures:
            place = pictures[place]
        else:
            break
    return place
