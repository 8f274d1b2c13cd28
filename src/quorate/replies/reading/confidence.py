"""How sure a voter says that it is: on the scale that was asked for, or on another, which is noted."""

import re
from decimal import Context, Decimal
from typing import Any, NamedTuple

from quorate.core.confidence import LABELS, Confidence
from quorate.core.exact import MOST_DIGITS
from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.deliberation.events import BallotNote
from quorate.replies.characters import bare

_NUMBER = lazy_pattern(r"([0-9]{1,40}(?:\.[0-9]{0,40})?|\.[0-9]{1,40})\s*(%|/\s*100)?")
_TOPS = frozenset(map(Decimal, (1, 5, 10, 100)))
_END = r"([0-9]{1,3}(?:\.[0-9]{0,10})?)\s*%?"
_RANGE = lazy_pattern(
    rf"[^0-9-]{{0,60}}{_END}\s*(?:-|–|—|~|〜|～|\.{{2,3}}|…|\bto\b|\band\b|から)\s*{_END}[^0-9]{{0,60}}"
)
_BLANK = lazy_pattern(
    r"<[^<>]*>|\{[^{}]*\}|\[[^\[\]]*\]|\$\{?\w+\}?|[nx]{1,3}%?|#+|_+|\?+|\.{2,}|…"
    r"|(?:an? |any |some |your )?(?:number|integer|int|float|percentage|percent|score|value|confidence|any|todo|tbd)"
    r"(?: (?:here|between|from|in)\b.*)?"
    r"|.*\b(?:example|placeholder|for instance)\b.*",
    re.IGNORECASE,
)
_EXACTLY = Context(prec=100)
_APART = lazy_pattern(r"[\s_-]+")
# every word that is understood, and what it stands for; a word that is not here is no confidence at all
_HIGH = (
    "high, very high, extremely high, highest, quite high, strong, very strong, certain, very certain, quite certain,"
    " absolutely certain, almost certain, nearly certain, sure, very sure, absolutely sure, confident, very confident,"
    " highly confident, extremely confident, definite, 高, 高い, 高め, かなり高い, とても高い, 非常に高い, 極めて高い,"
    " きわめて高い, 最高, 確実, ほぼ確実, 確信"
)
_MEDIUM = (
    "medium, med, mid, middle, moderate, moderately high, fair, fairly high, fairly sure, fairly certain,"
    " fairly confident, somewhat sure, somewhat confident, moderately sure, moderately confident, reasonable,"
    " reasonably sure, reasonably confident, average, 中, 中程度, 中位, 中くらい, 普通, ある程度, やや高い"
)
_LOW = (
    "low, very low, extremely low, lowest, quite low, fairly low, weak, very weak, slight, tentative, unsure, not sure,"
    " uncertain, very uncertain, not confident, not very confident, not very sure, 低, 低い, 低め, かなり低い,"
    " とても低い, 非常に低い, 極めて低い, やや低い, 最低, 不確実, 不確か, 自信なし, 自信がない"
)
_WORDS = {
    word.strip(): name
    for name, listed in (("HIGH", _HIGH), ("MEDIUM", _MEDIUM), ("LOW", _LOW))
    for word in listed.split(",")
}


TAKEN, REFUSED = CONFIDENCE_FOUND = ("confidence_taken", "confidence_refused")


class StatedConfidence(NamedTuple):
    """A confidence on the protocol's own scale; what was none is the least there is, and not `is_allowed`."""

    value: Any
    note: BallotNote | None = None
    is_allowed: bool = True


def percent(value: Any) -> StatedConfidence:
    """From 0 to 100, rounded half up; never rescaled."""
    if word := label_in(value):
        return _taken(value, LABELS[word])
    number, _ = _number(value)
    if number is None:
        return _refused(value, 0, "0-100")
    rounded = _half_up(number)
    return StatedConfidence(rounded) if number == rounded else _taken(value, rounded)


def unit(value: Any) -> StatedConfidence:
    """From 0 to 1, exactly; above 1 it is a percentage."""
    word = label_in(value)
    number, is_percent = (Decimal(LABELS[word]), True) if word else _number(value)
    if number is None or len(number.as_tuple().digits) > MOST_DIGITS:
        return _refused(value, 0, "0-1")
    if not is_percent and number <= 1:
        return StatedConfidence(number)
    number = number.scaleb(-2, _EXACTLY).normalize(_EXACTLY)
    return _taken(value, number)


def label(value: Any) -> StatedConfidence:
    """HIGH, MEDIUM or LOW; below 1 a number is a fraction, above 1 a percentage, and 1 may be either: LOW."""
    if word := label_in(value):
        is_same = bare(value).upper() == word
        return StatedConfidence(word) if is_same else _taken(value, word)
    number, is_percent = _number(value)
    if number is None:
        return _refused(value, "LOW", "HIGH, MEDIUM, LOW")
    if number < 1 and not is_percent:
        number = number.scaleb(2, _EXACTLY)
    # rounding down crosses no border between two labels
    word = "LOW" if number == 1 else Confidence(int(number)).label
    return _taken(value, word)


def _taken(value: Any, taken: Any) -> StatedConfidence:
    return StatedConfidence(taken, BallotNote(TAKEN, {"said": _shown(value), "taken": str(taken)}))


def _refused(value: Any, taken: Any, allowed: str) -> StatedConfidence:
    values = {"said": _shown(value), "taken": str(taken), "allowed": allowed}
    return StatedConfidence(taken, BallotNote(REFUSED, values), is_allowed=False)


def label_in(value: Any) -> str:
    """HIGH, MEDIUM or LOW for one of the words that are understood, else nothing."""
    if type(value) is not str or len(value) > 100:
        return ""
    word = _APART.sub(" ", bare(value).casefold()).strip()
    return _WORDS.get(word) or _WORDS.get(word.removesuffix(" confidence"), "")


def is_range(value: Any) -> bool:
    """True for a whole scale, `0-100`, `0.0 to 1.0` or `HIGH | MEDIUM | LOW`: a template says what may be filled in."""
    if type(value) is not str or len(value) > 200:
        return False
    parts = [part for part in re.split(r"\s*(?:[|/,]|\bor\b)\s*", value.strip(" <>[](){}")) if part]
    if len(parts) > 1 and all(map(label_in, parts)):
        return True
    found = _RANGE.fullmatch(value.strip())
    return found is not None and Decimal(found[1]) <= 1 and Decimal(found[2]) in _TOPS


def is_blank(value: Any) -> bool:
    """True for what stands where a number is to be filled in: `<number>`, `NN`, `85 (example)`."""
    if isinstance(value, list):
        return len(value) == 1 and (is_range(value[0]) or is_blank(value[0]))
    return type(value) is str and len(value) <= 100 and bool(_BLANK.fullmatch(value.strip()))


def _number(value: Any) -> tuple[Decimal | None, bool]:
    """The number and whether a percent sign says its scale; None for what is none from 0 to 100."""
    found = _NUMBER.fullmatch(value.strip()) if type(value) is str else None
    number = Decimal(found[1]) if found else None
    if not found or number is None or number > 100:
        return None, False
    return number, bool(found[2])


def _half_up(number: Decimal) -> int:
    whole = int(number)
    return whole + (2 * (number - whole) >= 1)


def _shown(value: Any) -> str:
    text = value if type(value) is str else "nothing" if value is None else repr(value)
    text = "".join(sign if sign.isprintable() else "?" for sign in text[:41])
    return text if len(text) <= 40 else text[:39] + "…"
