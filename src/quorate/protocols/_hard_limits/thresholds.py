"""Finds the risk and coherence thresholds that a sentence names, and compares them exactly."""

import re
from collections.abc import Iterable, Iterator, Set
from decimal import Decimal
from typing import NamedTuple

from quorate.protocols._hard_limits.text import NUMBER
from quorate.protocols._hard_limits.words import vocabulary

_RULES = {
    "risk": ("risk threshold",),
    "coherence": ("coherence threshold",),
    "riskandcoherence": ("risk threshold", "coherence threshold"),
}
_MOST_RISK, _LEAST_COHERENCE, _MOST_COHERENCE = Decimal("0.90"), Decimal("0.1"), Decimal("1.0")

_NAMES = vocabulary("threshold thresholds limit limits cap caps ceiling max maximum min minimum bound cutoff floor")
_MEASURES = vocabulary("score scores level levels value index metric exposure tolerance appetite rating estimate")
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
_CONNECTING = _BETWEEN | _NAMES | _MEASURES
_AHEAD = (_ARTICLES | _NAMES) - {"of"}
_FROM_A_NAME = _ARTICLES | {"and", "or", *_RULES}
_TO_A_NAME = _MEASURES | {"and", "or", *_RULES}
_AFTER_A_THRESHOLD = vocabulary(
    "for and or on in at until when if as to while with during per by before after across throughout is must "
    "only then but unless because so risk coherence threshold from the than max maximum limit inclusive "
    "exclusive now today temporarily riskandcoherence , : = < > ≤ ≥ を に は で と まで とする"
)
_UNITS = vocabulary(
    "h hr hrs hour hours m min mins minute minutes s sec secs second seconds ms day days week weeks month "
    "months year years time times x st nd rd th am pm 時間 分間 分 秒 日 回 件 名"
)
_NUMBERED_THINGS = vocabulary("agent step phase round version plugin node task ticket stage tier class in since on")
_CHANGE = re.compile("(?:lower|reduc|decreas|rais|increas|chang|bring|mov|adjust|tighten|drop)(?:e|es|s|ed|ing|ping)?")
_MOVES = vocabulary("drop drops fall falls rise rises change changes vary varies decline declines decrease increase")
_NUMBER = re.compile(NUMBER)
_THOUSANDS = re.compile("-?[1-9][0-9]{0,2}(?:,[0-9]{3})+")


class Number(NamedTuple):
    """An amount that is `value / scale`, kept apart so that comparing stays exact."""

    value: Decimal
    scale: Decimal
    is_whole: bool


# numbers in words are not read, but those that can only be too much for a risk are not let through either
_SPELLED = {word: Number(Decimal("0.91"), Decimal(1), False) for word in ("ninety", "hundred")}


def broken_by(words: list[str]) -> set[str]:
    """The thresholds that a sentence sets outside their bounds."""
    if _RULES.keys().isdisjoint(words):
        return set()
    return {rule for subject, number in _settings(words) for rule in _RULES[subject] if _is_outside(rule, number)}


def _is_outside(rule: str, number: Number) -> bool:
    if rule == "risk threshold":
        return number.value.copy_abs() > _MOST_RISK * number.scale
    return not _LEAST_COHERENCE * number.scale <= number.value <= _MOST_COHERENCE * number.scale


def _settings(words: list[str]) -> Iterator[tuple[str, Number]]:
    """Every number with the subjects it may belong to."""
    changes = any(map(_CHANGE.fullmatch, words))
    named = _named(words)
    taken: set[int] = set()
    subject = connected = None
    for place, word in enumerate(words):
        number = _number(word)
        if word in _RULES:
            subject = connected = place
        elif number is None:
            connected = connected if word in _CONNECTING else None
            subject = subject if subject in named else connected
        elif _may_be_a_threshold(words, place, number) and not (changes and _is_old_value(words, place)):
            ahead = _subject_ahead(words, place, number, named)
            for owner in _owners(subject, connected, ahead, taken):
                taken.add(owner)
                yield words[owner], number


def _owners(subject: int | None, connected: int | None, ahead: int | None, taken: set[int]) -> Iterator[int]:
    """The subject before a number, and the one ahead of it unless the one before is close and has no number yet."""
    if ahead is not None and (connected is None or connected in taken):
        yield ahead
    if subject is not None and (ahead is None or subject not in taken):
        yield subject


def _named(words: list[str]) -> set[int]:
    """The places of what is called a threshold outright: `risk score limit`, `threshold for the risk`."""
    before = _follows_a_name(words, _FROM_A_NAME)
    after = reversed([*_follows_a_name(reversed(words), _TO_A_NAME)])
    return {place for place, is_named in enumerate(map(max, before, after)) if is_named}


def _follows_a_name(words: Iterable[str], between: Set[str]) -> Iterator[bool]:
    follows = False
    for word in words:
        yield follows
        follows = word in _NAMES or (follows and word in between)


def _subject_ahead(words: list[str], place: int, number: Number, named: set[int]) -> int | None:
    """The subject in "0.95 as the risk threshold", "up to 95% risk"; but not in "2 risk meetings"."""
    ahead = next((here for here in range(place + 1, len(words)) if words[here] not in _AHEAD), place)
    if words[ahead] not in _RULES or (number.is_whole and ahead not in named):
        return None
    return ahead


def _number(word: str) -> Number | None:
    if word in _SPELLED:
        return _SPELLED[word]
    if not _NUMBER.fullmatch(word):
        return None
    top, _, bottom = word.rstrip("% ").partition("/")
    digits = top.replace(",", "" if _THOUSANDS.fullmatch(top) else ".")
    scale = Decimal(bottom or 1) * (100 if word.endswith("%") else 1)
    return Number(Decimal(digits), scale, digits.isdecimal() and top == word)


def _may_be_a_threshold(words: list[str], place: int, number: Number) -> bool:
    """False for durations, counts, differences and the numbers of things."""
    before, after = words[place - 1 : place], words[place + 1 : place + 2]
    if not _UNITS.isdisjoint(after) or before + after == ["within", "of"] or _is_difference(words, place):
        return False
    if not number.is_whole:
        return True
    is_level = before == ["level"] and number.value < 10
    return _AFTER_A_THRESHOLD.issuperset(after) and _NUMBERED_THINGS.isdisjoint(before) and not is_level


def _is_difference(words: list[str], place: int) -> bool:
    """The 0.05 in "raise it by at least 0.05" and "may not drop more than 0.05"."""
    before = words[place - 3 : place]
    return "by" in before or (before[1:] == ["more", "than"] and before[0] in _MOVES)


def _is_old_value(words: list[str], place: int) -> bool:
    """The 0.95 in "lower it from 0.95 to 0.6"; in a mere range both ends count."""
    is_range = words[place - 1 : place] + words[place + 1 : place + 2] == ["from", "to"]
    return is_range and place + 2 < len(words) and _number(words[place + 2]) is not None
