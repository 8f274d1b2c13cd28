"""Finds the risk and coherence thresholds that a sentence names, and compares them exactly."""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from quorate.protocols._hard_limits.text import NUMBER
from quorate.protocols._hard_limits.words import vocabulary

_RULES = {"risk": "risk threshold", "coherence": "coherence threshold"}
_MOST_RISK, _LEAST_COHERENCE, _MOST_COHERENCE = Decimal("0.90"), Decimal("0.1"), Decimal("1.0")

_NAMES = vocabulary("threshold thresholds limit limits cap caps ceiling max maximum min minimum bound cutoff floor")
_MEASURES = vocabulary("score scores level levels value index metric exposure tolerance appetite rating estimate")
_PAIRED = frozenset(("and", "or", *_RULES))
_ARTICLES = vocabulary(
    "for on of to the a an as any new its allowed acceptable permitted tolerated total overall upper lower agent"
)
_BETWEEN = vocabulary(
    "as low high to at of is are be must should shall may can will stay stays remain remains keep kept below under "
    "above over exceed exceeds exceeding reach reaches less more than equal equals up no not greater higher lower "
    "most least set from between and or the a an new now increased raised lowered goes go gets rises rise "
    "falls fall drops drop within around about approximately currently by increases climbs hits passes : = < > "
    "≤ ≥ を は が に の も"
)
_AFTER_A_THRESHOLD = vocabulary(
    "for and or on in at until when if as to while with during per by before after across throughout is must "
    "only then but unless because so risk coherence threshold from the than max maximum limit inclusive "
    "exclusive now today temporarily , : = < > ≤ ≥ を に は で と まで とする"
)
_UNITS = vocabulary(
    "h hr hrs hour hours m min mins minute minutes s sec secs second seconds ms day days week weeks month "
    "months year years time times x st nd rd th am pm 時間 分間 分 秒 日 回 件 名"
)
_NUMBERED_THINGS = vocabulary("agent step phase round version plugin node task ticket stage tier class in since on")
_CHANGE = re.compile("(?:lower|reduc|decreas|rais|increas|chang|bring|mov|adjust|tighten|drop)(?:e|es|s|ed|ing|ping)?")
_MOVES = vocabulary("drop drops fall falls rise rises change changes vary varies decline declines decrease increase")
_NUMBER = re.compile(NUMBER)
_DIGITS = "-.0123456789"


class Number(NamedTuple):
    """An amount that is `value / scale`, kept apart so that comparing stays exact."""

    value: Decimal
    scale: Decimal
    is_whole: bool


class Subject(NamedTuple):
    """A mention of risk or coherence; `is_named` where it is called a threshold outright."""

    rules: frozenset[str]
    is_named: bool


# numbers in words are not read, but those that can only be too much for a risk are not let through either
_SPELLED = {word: Number(Decimal("0.91"), Decimal(1), False) for word in ("ninety", "hundred")}


def broken_by(words: list[str]) -> set[str]:
    """The thresholds that a sentence sets outside their bounds."""
    if _RULES.keys().isdisjoint(words):
        return set()
    return {rule for subject, number in _settings(words) for rule in subject.rules if _is_outside(rule, number)}


def _is_outside(rule: str, number: Number) -> bool:
    if rule == "risk threshold":
        return number.value.copy_abs() > _MOST_RISK * number.scale
    return not _LEAST_COHERENCE * number.scale <= number.value <= _MOST_COHERENCE * number.scale


def _settings(words: list[str]) -> Iterator[tuple[Subject, Number]]:
    """Every number with the subject it belongs to: the one before it, or one that follows and has none yet."""
    changes = any(_CHANGE.fullmatch(word) for word in words)
    subject: Subject | None = None
    connected, served, served_place = False, False, -1
    for place, word in enumerate(words):
        if word in _RULES:
            subject, connected, served = _subject(words, place), True, place == served_place
            continue
        number = _number(word)
        if number is None:
            connected = connected and (word in _BETWEEN or word in _NAMES or word in _MEASURES)
        elif _may_be_a_threshold(words, place, number) and not (changes and _is_old_value(words, place)):
            ahead = _subject_ahead(words, place, number)
            if subject and (subject.is_named or connected) and not (served and ahead):
                served = True
                yield subject, number
            elif ahead:
                served_place = ahead
                yield _subject(words, ahead), number


def _subject(words: list[str], place: int) -> Subject:
    group = [word for word in words[max(0, place - 2) : place + 3 : 2] if word in _RULES]
    paired = len(group) > 1 and not _PAIRED.isdisjoint((*words[place - 1 : place], *words[place + 1 : place + 2]))
    rules = frozenset(_RULES[word] for word in (group if paired else [words[place]]))
    return Subject(rules, _is_named_after(words, place) or _is_named_before(words, place))


def _is_named_after(words: list[str], place: int) -> bool:
    """`risk threshold`, `risk score limit`, `risk and coherence thresholds`."""
    rest = words[place + 1 : place + 6]
    return next((word in _NAMES for word in rest if word not in _MEASURES and word not in _PAIRED), False)


def _is_named_before(words: list[str], place: int) -> bool:
    """`maximum risk`, `threshold for the risk score`; but not `limit risk reviews to 10`."""
    after = next((word for word in words[place + 1 : place + 4] if word not in _MEASURES), None)
    if after is not None and after not in _BETWEEN and after not in _AFTER_A_THRESHOLD and _number(after) is None:
        return False
    before = words[max(0, place - 6) : place]
    return next((word in _NAMES for word in reversed(before) if word not in _ARTICLES and word not in _PAIRED), False)


def _subject_ahead(words: list[str], place: int, number: Number) -> int | None:
    """The subject in "0.95 as the risk threshold", "up to 95% risk"."""
    for ahead in range(place + 1, min(place + 6, len(words))):
        if words[ahead] in _RULES:
            return None if number.is_whole and not _subject(words, ahead).is_named else ahead
        if words[ahead] == "of" or not (words[ahead] in _ARTICLES or words[ahead] in _NAMES):
            return None
    return None


def _number(word: str) -> Number | None:
    if word in _SPELLED:
        return _SPELLED[word]
    if word[0] not in _DIGITS or not _NUMBER.fullmatch(word):
        return None
    digits = word.rstrip("% ")
    scale = 100 if word.endswith("%") else 1
    if "/" in digits:
        top, bottom = digits.split("/")
        return Number(Decimal(top), Decimal(bottom) * scale, False) if int(bottom) else None
    if re.fullmatch(r"-?[1-9][0-9]{0,2}(?:,[0-9]{3})+", digits):
        digits = digits.replace(",", "")
    is_whole = digits.lstrip("-").isdecimal() and scale == 1
    return Number(Decimal(digits.replace(",", ".")), Decimal(scale), is_whole)


def _may_be_a_threshold(words: list[str], place: int, number: Number) -> bool:
    """False for durations, counts, differences and the numbers of things."""
    before = words[place - 1] if place else ""
    after = words[place + 1] if place + 1 < len(words) else ","
    if after in _UNITS or (before == "within" and after == "of") or _is_difference(words, place):
        return False
    if not number.is_whole:
        return True
    is_level = before in ("level", "levels") and number.value < 10
    return after in _AFTER_A_THRESHOLD and before not in _NUMBERED_THINGS and not is_level


def _is_difference(words: list[str], place: int) -> bool:
    """The 0.05 in "raise it by at least 0.05" and "may not drop more than 0.05"."""
    before = words[max(0, place - 3) : place]
    return "by" in before or (before[1:] == ["more", "than"] and before[0] in _MOVES)


def _is_old_value(words: list[str], place: int) -> bool:
    """The 0.95 in "lower it from 0.95 to 0.6"; in a mere range both ends count."""
    if words[place - 1] != "from" or words[place + 1 : place + 2] != ["to"]:
        return False
    return place + 2 < len(words) and _number(words[place + 2]) is not None
