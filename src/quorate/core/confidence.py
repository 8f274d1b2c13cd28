"""One exact confidence for three scales: 0 to 100, 0.0 to 1.0, and HIGH / MEDIUM / LOW."""

from fractions import Fraction
from typing import Annotated, NamedTuple

from quorate.core.codec.declaration import Key
from quorate.core.errors import InputError
from quorate.core.exact import Exact, exact, plain

PERCENT, UNIT, LABEL = "percent", "unit", "label"
LABELS = {"HIGH": 80, "MEDIUM": 60, "LOW": 40}


class Confidence(NamedTuple):
    """How sure a voter is, in exact percent, and the scale in which that was said."""

    percent: Annotated[Exact, Key("confidence")]
    scale: Annotated[str, Key(schema={"enum": [PERCENT, UNIT, LABEL]})] = PERCENT

    @property
    def label(self) -> str:
        """HIGH from 70, MEDIUM from 50, LOW below."""
        return "HIGH" if self.percent >= 70 else "MEDIUM" if self.percent >= 50 else "LOW"

    @property
    def written(self) -> str:
        """The exact number or word on the scale in which it was said."""
        if self.scale == LABEL:
            return self.label
        return str(plain(Fraction(self.percent, 100)) if self.scale == UNIT else self.percent)


def in_percent(value: object) -> Confidence:
    """A confidence said as 0 to 100: `in_percent(1)` is one percent."""
    if type(value) is int and 0 <= value <= 100:
        return _WHOLE[value]
    return _scaled(value, 100, PERCENT)


def in_unit(value: object) -> Confidence:
    """A confidence said as 0.0 to 1.0: `in_unit(1)` is a hundred percent."""
    return _scaled(value, 1, UNIT)


def in_label(word: object) -> Confidence:
    """A confidence said as HIGH, MEDIUM or LOW."""
    if not isinstance(word, str) or word not in LABELS:
        raise InputError(f"confidence: found {word!r}; allowed: HIGH, MEDIUM or LOW")
    return Confidence(LABELS[word], LABEL)


def _scaled(value: object, top: int, scale: str) -> Confidence:
    number = exact(value)
    if number is None or not 0 <= number <= top:
        # Python refuses to print integers of thousands of digits
        what = "a number of many digits" if isinstance(value, int) and value.bit_length() > 200 else repr(value)
        raise InputError(f"confidence: found {what}; allowed: an exact number from 0 to {top}")
    return Confidence(plain(number * (100 // top)), scale)


_WHOLE = tuple(Confidence(percent) for percent in range(101))  # what people and engines say, made once
