"""A condition as folded text, sentences and words: one spelling for everything that means the same."""

import re

from quorate.protocols._hard_limits.phrases import FOLDS, OFF

# zero-width and other invisible characters, soft hyphens, combining accents, control characters
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f\u00ad\u0300-\u036f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+"
)
_LOOKALIKES = (
    {
        ord(sign): plain
        for sign, plain in zip(
            "ıаеёорсухіјѕһԁԛԝмтнвкαειονρτυχκ⁄∕٪٫→⇒➔", "iaeeopcyxijshdqwmthbkaeiovptuxk//%.:::", strict=True
        )
    }
    | dict.fromkeys(map(ord, "‐‑‒–—―−⁃"), "-")
    | {ord("∞"): " infinite "}
)
_QUOTES = str.maketrans("", "", "'’‘`´ʼ＇")

_TURN_OFF = re.compile(rf"\b(?:turn|switch|shut|power|toggle|flip)((?:s|es|d|ed|ing|ting|ped|ping)?){OFF}")
_SENTENCE_END = re.compile(r"[.!?](?=\s|$)|[;。！？]")
_DATE_TIME_OR_VERSION = (
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{1,2}/[0-9]{1,2}/[0-9]{2,4}|[0-9]{1,2}:[0-9]{2}(?![0-9])|[0-9]+(?:\.[0-9]+){2,}"
)
NUMBER = (
    r"-?(?:[0-9]{1,6}/[0-9]{1,6}|[1-9][0-9]{0,2}(?:,[0-9]{3})+(?![0-9])|(?:[0-9]+(?:[.,][0-9]+)?|\.[0-9]+)"
    r"(?:e-?[0-9]{1,3}(?![a-z0-9]))?)(?:\s?%)?"
)
_WORD = re.compile(rf"(?<![a-z0-9.])(?:{_DATE_TIME_OR_VERSION}|{NUMBER})|[a-z][a-z0-9]*|[^\W0-9_a-z]+|[,:=<>≤≥]")
_VAGUE = re.compile(r"\W*+(?:[0-9]+\W*+)?(?:please )?(?:maybe|perhaps|try|trying|consider|considering)\b")
_VAGUE_JAPANESE = re.compile(r"\W*+(?:たぶん|多分|もしかし|ひょっとし|おそらく|恐らく|試しに)")


def folded(condition: str) -> str:
    """Unicode, case, invisible characters, hyphens and fixed phrases folded into one plain spelling."""
    text = _INVISIBLE.sub("", condition)
    if not text.isascii():
        text = _plain_characters(text)
    text = text.casefold().translate(_QUOTES)
    for pattern, replacement in FOLDS:
        text = pattern.sub(replacement, text)
    return _TURN_OFF.sub(_disable, text).strip()


def _plain_characters(text: str) -> str:
    from unicodedata import normalize

    bare = _INVISIBLE.sub("", normalize("NFKD", text))
    bare = normalize("NFKC", bare).casefold().translate(_LOOKALIKES)
    return re.sub(r"\d", lambda digit: str(int(digit[0])), bare)


def _disable(found: re.Match[str]) -> str:
    ending, between = found.groups()
    verb = {"s": "disables", "d": "disabled"}.get(ending[-1:], "disable")
    return f"{verb} {between}"


def sentences(text: str) -> list[list[str]]:
    """The words, numbers and meaningful signs of each sentence of a folded text."""
    return [_WORD.findall(sentence) for sentence in _SENTENCE_END.split(text)]


def is_vague(text: str) -> bool:
    """True for a condition that begins with maybe, perhaps, try or consider."""
    return bool(_VAGUE.match(text) or _VAGUE_JAPANESE.match(text))
