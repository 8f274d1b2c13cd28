"""Exact rationals: how they are read, compared and shown. Floats never take part in a decision."""

from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

from quorate.core.text.lazy_pattern import lazy_pattern

Exact = int | Fraction

TWO_THIRDS = Fraction(2, 3)
HALF = Fraction(1, 2)
_WRITTEN_TWO_THIRDS = frozenset({Fraction(67, 100), Fraction(667, 1000), Fraction(6667, 10000)})
_WRITTEN = lazy_pattern(r"[0-9]{1,20}(/[0-9]{1,20}|\.[0-9]{1,20})?")
MOST_DIGITS = 40
DENOMINATORS_BELOW = 10_000
_LARGEST_EXPONENT = 40


def exact(value: object) -> Exact | None:
    """A number as it is written, exactly; None for anything else, NaN and infinities included."""
    if type(value) is int:
        return value
    if isinstance(value, bool):
        return None
    if isinstance(value, int | Fraction):
        return value
    if isinstance(value, float):
        value = Decimal(float.__repr__(value))  # subclasses, such as numpy's, show themselves otherwise
    if isinstance(value, Decimal) and value.is_finite():
        _, digits, exponent = value.as_tuple()
        if len(digits) > MOST_DIGITS or not isinstance(exponent, int) or abs(exponent) > _LARGEST_EXPONENT:
            return None
        return plain(Fraction(value))
    return None


def plain(value: Exact) -> Exact:
    """A whole fraction as an int, so that sums of whole numbers stay cheap."""
    return value.numerator if value.denominator == 1 else value


def fraction_text(text: str) -> Exact | None:
    """`2/3`, `0.25` or `7` as an exact number; None if the text is none of these."""
    if not _WRITTEN.fullmatch(text):
        return None
    try:
        return plain(Fraction(text))
    except ZeroDivisionError:
        return None


def is_short(value: Exact) -> bool:
    """True for decimals and for fractions of which a whole panel's sum can still be written out."""
    bottom = value.denominator
    return bottom < DENOMINATORS_BELOW or 10**MOST_DIGITS % bottom == 0


def as_threshold(value: Exact) -> Exact:
    """The threshold that was meant: 0.67, 0.667 and 0.6667 are ways to write two thirds."""
    return TWO_THIRDS if value in _WRITTEN_TWO_THIRDS else value


def ratio(top: Exact, bottom: Exact) -> Exact:
    """top / bottom, exactly; 0 when there is nothing to divide by."""
    if type(top) is int and type(bottom) is int:
        return _ratio_of_heads(top, bottom)
    return plain(Fraction(top, bottom)) if bottom else 0


@lru_cache(maxsize=4096)
def _ratio_of_heads(top: int, bottom: int) -> Exact:
    """Panels are small: the same shares come again and again."""
    return plain(Fraction(top, bottom)) if bottom else 0


def reaches(part: Exact, share: Exact, whole: Exact) -> bool:
    """True where a part is at least that share of the whole; whole numbers are compared as such."""
    top, bottom = share.as_integer_ratio()
    return part * bottom >= top * whole


def exceeds(part: Exact, share: Exact, whole: Exact) -> bool:
    """True where a part is more than that share of the whole."""
    top, bottom = share.as_integer_ratio()
    return part * bottom > top * whole


def rounded(value: Exact, decimals: int = 1) -> Decimal:
    """Half up, for show only."""
    scaled = value * 10**decimals
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    return Decimal(whole).scaleb(-decimals)


def shown(value: Exact) -> float:
    """Rounded half up to one decimal, as a JSON number, for show only."""
    top, bottom = value.as_integer_ratio()
    return (20 * top + bottom) // (2 * bottom) / 10


def percent(share: Exact) -> float:
    """A share as a percentage with one decimal, for show only."""
    top, bottom = share.as_integer_ratio()
    return (2000 * top + bottom) // (2 * bottom) / 10


def unit(share: Exact) -> float:
    """A share from 0 to 1 with three decimals, for show only: one division, so that 0.714 is not 0.7140000000000001."""
    top, bottom = share.as_integer_ratio()
    return (2000 * top + bottom) // (2 * bottom) / 1000


def in_digits(value: Exact, decimals: int = 6) -> str:
    """The number as digits with a point, cut off behind so many: an amount of money is never made larger."""
    whole, rest = divmod(value.numerator * 10**decimals // value.denominator, 10**decimals)
    return f"{whole}.{rest:0{decimals}d}".rstrip("0").rstrip(".")
