"""Numbers as people write them, exactly: digits, percent, fractions, English words, kanji."""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_WORDS = (
    {word: value for value, word in enumerate(_ONES.split())}
    | {"nil": 0, "nought": 0, "naught": 0}
    | {word: 10 * value for value, word in enumerate(_TENS.split(), 2)}
)
_SCALES = {"hundred": 100, "thousand": 1000}
_PARTS = {
    "half": 2, "halves": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fourths": 4, "fifth": 5, "fifths": 5,
    "sixths": 6, "sevenths": 7, "eighth": 8, "eighths": 8, "ninths": 9, "tenth": 10, "tenths": 10, "twentieths": 20,
    "hundredth": 100, "hundredths": 100, "thousandths": 1000,
}  # fmt: skip
_PERCENT = frozenset(("percent", "pct", "percentage", "%", "パーセント"))
_DIGITS = re.compile(r"-?(?:[0-9]+(?:[.,][0-9]+)?|\.[0-9]+)(?:e-?[0-9]{1,3})?")
_THOUSANDS = re.compile("-?[1-9][0-9]{0,2}(?:,[0-9]{3})+")
_SPELLED = _WORDS.keys() | _SCALES.keys()
_LONGEST = 6

_KANJI = {digit: value for value, digit in enumerate("〇一二三四五六七八九")} | {"零": 0, "壱": 1, "弐": 2, "参": 3}
_KANJI_SCALES = {"十": 10, "百": 100, "千": 1000, "万": 10000}


class Number(NamedTuple):
    """A value, how many words it took, and whether it is a bare whole number, which may count things."""

    value: Fraction
    length: int
    is_whole: bool


def number_at(words: Sequence[str], place: int) -> Number | None:
    """The number that begins at a word, with the percent sign or the fraction that belongs to it."""
    if words[place] in ("minus", "negative"):
        rest = number_at(words, place + 1) if place + 1 < len(words) else None
        return rest and Number(-rest.value, rest.length + 1, rest.is_whole)
    found = _plain_at(words, place)
    if found is None:
        return None
    value, length, is_whole = found
    after = words[place + length : place + length + 3]
    if after and after[0] in _PERCENT:
        return Number(value / 100, length + 1, False)
    if after[:2] == ["per", "cent"]:
        return Number(value / 100, length + 2, False)
    if after and after[0] in _PARTS and is_whole:
        return Number(value / _PARTS[after[0]], length + 1, False)
    if (after and after[0] in ("bps",)) or after[:2] == ["basis", "points"]:
        return Number(value / 10000, length + 1 + (after[0] == "basis"), False)
    return _share(words, place, found, after) or found


def _share(words: Sequence[str], place: int, found: Number, after: Sequence[str]) -> Number | None:
    """19 out of 20, nine in ten."""
    skip = 2 if after[:2] == ["out", "of"] else int(after[:1] in (["of"], ["in"], ["over"]))
    whole = _plain_at(words, place + found.length + skip) if skip and found.is_whole else None
    if whole is None or not whole.is_whole or whole.value < 2 or whole.value < found.value:
        return None
    return Number(found.value / whole.value, found.length + skip + whole.length, False)


def _plain_at(words: Sequence[str], place: int) -> Number | None:
    if place >= len(words):
        return None
    written = _written(words[place])
    if written is not None:
        return written
    return _spelled_at(words, place)


def _written(word: str) -> Number | None:
    if not word or not (word[-1].isdigit() or word[-1] in "%‰"):
        return None
    bare = word.rstrip("%‰")
    top, _, bottom = bare.partition("/")
    scale = 100 if word.endswith("%") else 1000 if word.endswith("‰") else 1
    value = _decimal(top)
    if value is None or (bottom and not int(bottom)):
        return None
    is_whole = top == word and value.denominator == 1 and top.lstrip("-").isdigit()
    return Number(value / (int(bottom or 1) * scale), 1, is_whole)


def _decimal(digits: str) -> Fraction | None:
    if _THOUSANDS.fullmatch(digits):
        return Fraction(digits.replace(",", ""))
    if not _DIGITS.fullmatch(digits):
        return None
    mantissa, _, exponent = digits.replace(",", ".").partition("e")
    return Fraction(mantissa) * Fraction(10) ** int(exponent or 0)


def _spelled_at(words: Sequence[str], place: int) -> Number | None:
    """Ninety-five, one hundred, zero point nine five, point nine."""
    total, here = 0, place
    while here < min(len(words), place + _LONGEST) and words[here] in _SPELLED:
        word = words[here]
        total = (total or 1) * _SCALES[word] if word in _SCALES else total + _WORDS[word]
        here += 1
    digits = _spelled_digits(words, here + 1) if words[here : here + 1] in (["point"], ["dot"]) else []
    if digits:
        return Number(Fraction(f"{total}.{''.join(digits)}"), here - place + 1 + len(digits), False)
    return Number(Fraction(total), here - place, True) if here > place else None


def _spelled_digits(words: Sequence[str], place: int) -> list[str]:
    digits: list[str] = []
    for word in words[place : place + _LONGEST]:
        if _WORDS.get(word, 10) > 9 and not (word.isdecimal() and word.isascii()):
            break
        digits.append(str(_WORDS.get(word, word)))
    return digits


_KANJI_NUMBER = re.compile(
    "(?P<parts>[0-9〇零一二三四五六七八九十百千]{1,12})分の(?P<share>[0-9〇零一二三四五六七八九十百千]{1,12})"
    "|(?P<tenths>[0-9〇零一二三四五六七八九十]{1,12})割(?:(?P<hundredths>[0-9一二三四五六七八九]{1,12})分)?"
    "|(?P<whole>[〇零一二三四五六七八九十百千]{1,12})[点・.](?P<digits>[〇零一二三四五六七八九0-9]{1,12})"
    "|(?P<number>[〇零一二三四五六七八九十百千]{1,12})(?=パーセント|%|プロセント|に(?!つ|関)|と(?:する|し|設)|へ|"
    "まで|以上|以下|を?超)"
    "|(?P<half>半分)"
)


def kanji_folded(text: str) -> str:
    """Kanji numerals, tenths and fractions of a Japanese text as digits."""
    return _KANJI_NUMBER.sub(_digits_of, text)


def _digits_of(found: re.Match[str]) -> str:
    kind = found.lastgroup
    if found["parts"]:
        return f"{_kanji(found['share'])}/{max(1, _kanji(found['parts']))}"
    if found["tenths"]:
        return f"{_kanji(found['tenths']) * 10 + _kanji(found['hundredths'] or '0')}%"
    if found["whole"]:
        digits = "".join(str(_kanji(digit)) for digit in found["digits"])
        return f"{_kanji(found['whole'])}.{digits}"
    return "50%" if kind == "half" else str(_kanji(found["number"]))


def _kanji(text: str) -> int:
    if text.isascii():
        return int(text[:9])
    total = now = 0
    for sign in text[:12]:
        if sign in _KANJI_SCALES:
            total, now = total + (now or 1) * _KANJI_SCALES[sign], 0
        else:
            now = now * 10 + _KANJI.get(sign, int(sign) if sign.isdigit() else 0)
    return total + now
