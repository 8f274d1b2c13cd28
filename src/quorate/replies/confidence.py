"""The confidence that a ballot states, on its protocol's own scale."""

import re
from collections.abc import Callable, Mapping
from decimal import Context, Decimal
from typing import Any, NamedTuple

from quorate.core.confidence import LABEL, LABELS, PERCENT, UNIT, Confidence
from quorate.core.exact import MOST_DIGITS
from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.deliberation.events import BallotNote
from quorate.replies.choice import bare

_NUMBER = lazy_pattern(r"([0-9]{1,40}(?:\.[0-9]{0,40})?|\.[0-9]{1,40})\s*(%|/\s*100)?")
_END = r"[0-9]{1,3}(?:\.[0-9]{0,10})?\s*%?"
_RANGE = lazy_pattern(rf"{_END}\s*(?:-|–|—|~|〜|～|\.{{2,3}}|…|\bto\b)\s*{_END}")
_EXACTLY = Context(prec=100)


class StatedConfidence(NamedTuple):
    """A confidence on the protocol's own scale, with a note if it was converted, or if there was none to be had."""

    value: Any
    note: BallotNote | None = None


def read_confidence(value: Any, scale: str) -> StatedConfidence:
    """Return what a ballot states; a value that is missing or unusable is the least there is, with a note."""
    return _SCALES[scale](value)


def is_range(value: Any) -> bool:
    """Return whether the value is a whole scale, `0-100` or `HIGH | MEDIUM | LOW`, as only a template has it."""
    if type(value) is not str or len(value) > 100:
        return False
    parts = [part for part in re.split(r"\s*(?:[|/,]|\bor\b)\s*", value.strip(" <>[](){}")) if part]
    return bool(_RANGE.fullmatch(value.strip(" <>[](){}"))) or (len(parts) > 1 and all(map(_label, parts)))


def _percent(value: Any) -> StatedConfidence:
    """From 0 to 100, rounded half up; never rescaled."""
    if word := _label(value):
        return _taken(value, LABELS[word])
    number, _ = _number(value)
    if number is None:
        return _refused(value, 0, "0-100")
    whole = int(number)
    rounded = whole + (2 * (number - whole) >= 1)
    return StatedConfidence(rounded) if number == rounded else _taken(value, rounded)


def _unit(value: Any) -> StatedConfidence:
    """From 0 to 1, exactly; above 1 it is a percentage."""
    word = _label(value)
    number, is_percent = (Decimal(LABELS[word]), True) if word else _number(value)
    if number is None or len(number.as_tuple().digits) > MOST_DIGITS:
        return _refused(value, 0, "0-1")
    if not is_percent and number <= 1:
        return StatedConfidence(number)
    return _taken(value, number.scaleb(-2, _EXACTLY).normalize(_EXACTLY))


def _label_scale(value: Any) -> StatedConfidence:
    """HIGH, MEDIUM or LOW; a number is a percentage."""
    if word := _label(value):
        return StatedConfidence(word)
    number, _ = _number(value)
    if number is None:
        return _refused(value, "LOW", "HIGH, MEDIUM, LOW")
    return _taken(value, Confidence(int(number)).label)


_SCALES: Mapping[str, Callable[[Any], StatedConfidence]] = {PERCENT: _percent, UNIT: _unit, LABEL: _label_scale}


def _label(value: Any) -> str:
    word = bare(value).upper() if type(value) is str and len(value) <= 100 else ""
    return word if word in LABELS else ""


def _number(value: Any) -> tuple[Decimal | None, bool]:
    """Return the number, None if there is none from 0 to 100, and whether a percent sign states its scale."""
    match = _NUMBER.fullmatch(value.strip()) if type(value) is str else None
    number = Decimal(match[1]) if match else None
    if not match or number is None or number > 100:
        return None, False
    return number, bool(match[2])


def _taken(value: Any, taken: Any) -> StatedConfidence:
    return StatedConfidence(taken, BallotNote("confidence_taken", {"said": _shown(value), "taken": str(taken)}))


def _refused(value: Any, taken: Any, allowed: str) -> StatedConfidence:
    if value in (None, ""):
        return StatedConfidence(taken, BallotNote("confidence_missing", {"taken": str(taken)}))
    values = {"said": _shown(value), "taken": str(taken), "allowed": allowed}
    return StatedConfidence(taken, BallotNote("confidence_refused", values))


def _shown(value: Any) -> str:
    text = value if type(value) is str else repr(value)
    text = "".join(sign if sign.isprintable() else "?" for sign in text[:41])
    return text if len(text) <= 40 else text[:39] + "…"
