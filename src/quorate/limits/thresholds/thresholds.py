"""Finds the risk and coherence thresholds that a sentence names, and compares them exactly."""

from collections.abc import Iterable, Iterator, Set
from fractions import Fraction
from typing import NamedTuple

from quorate.limits.thresholds import words as w
from quorate.limits.thresholds.numerals import Number, number_at
from quorate.limits.thresholds.rejections import is_bounded, is_old_value, is_ruled_out


class Setting(NamedTuple):
    """A number that belongs to a subject, and where both stand."""

    subject: int
    place: int
    number: Number


def in_english(text: str) -> str:
    """A Japanese text with the words for the two measures and their thresholds in English."""
    for pattern, word in w.TO_ENGLISH:
        text = pattern.sub(word, text)
    return text


def crossed_by(words: list[str]) -> dict[str, str]:
    """The thresholds that a sentence sets outside their bounds, with the words that do."""
    if w.LIMITS.keys().isdisjoint(words):
        return {}
    words = _with_extremes(words)
    crossed: dict[str, str] = {}
    for subject, place, number in _settings(words):
        for limit in w.LIMITS[words[subject]]:
            if limit not in crossed and (_is_outside(limit, number.value) or _is_beyond(words, place, number, limit)):
                first, last = sorted((subject, place))
                crossed[limit] = " ".join(words[first : last + number.length])
    return crossed


def _with_extremes(words: list[str]) -> list[str]:
    """The words with "to the maximum" and "as high as possible" as the number at that end of the scale."""
    replaced = [*words, "to", "1"] if not w.MAXIMISES.isdisjoint(words) else list(words)
    for place, word in enumerate(words):
        if word not in w.EXTREMES:
            continue
        before, after = words[max(0, place - 2) : place], words[place + 1 : place + 3]
        is_end = before[:1] in (["to"], ["at"]) and before[1:] in (["the"], ["its"]) and after[:1] in w.AFTER_EXTREME
        if is_end or (before[-1:] == ["as"] and after == ["as", "possible"]):
            replaced[place] = w.EXTREMES[word]
    return replaced


def _is_outside(limit: str, value: Fraction) -> bool:
    if limit == "risk threshold":
        return abs(value) > w.MOST_RISK
    return not w.LEAST_COHERENCE <= value <= w.MOST_COHERENCE


def _is_beyond(words: list[str], place: int, number: Number, limit: str) -> bool:
    """True for "any risk threshold above 0.9", which is open towards what is not allowed."""
    stop = place + number.length
    if not w.NAMES.intersection(words[max(0, place - 5) : place]) or not w.FEARS.isdisjoint(
        words[max(0, place - 9) : place]
    ):
        return False
    before, after = words[max(0, place - 2) : place], "".join(words[stop : stop + 2])
    if is_bounded(after):
        return False
    if not w.ABOVE.isdisjoint(before) or after.startswith(w.JAPANESE_ABOVE):
        return number.value >= (w.MOST_RISK if limit == "risk threshold" else w.MOST_COHERENCE)
    is_below = not w.BELOW.isdisjoint(before) or after.startswith(w.JAPANESE_BELOW)
    return limit != "risk threshold" and is_below and number.value <= w.LEAST_COHERENCE


def _settings(words: list[str]) -> Iterator[Setting]:
    """Every number with the subjects it may belong to."""
    changes = any(word.startswith(w.CHANGES) for word in words)
    named = _named(words)
    taken: set[int] = set()
    subject = connected = None
    place = 0
    while place < len(words):
        word = words[place]
        number = number_at(words, place)
        if number is None:
            if word in w.LIMITS:
                subject = connected = place
            else:
                connected = connected if word in w.CONNECTING else None
                subject = _still(words, place, subject if subject in named else connected)
            place += 1
            continue
        is_another = subject in taken and _is_of_another(words, place, number)
        if (
            _may_be_a_threshold(words, place, number)
            and not is_another
            and not is_old_value(words, place, number, changes)
        ):
            ahead = _subject_ahead(words, place + number.length - 1, number, named)
            for owner in _owners(subject, connected, ahead, taken):
                taken.add(owner)
                if not is_ruled_out(words, owner, place, number):
                    yield Setting(owner, place, number)
        place += number.length


def _is_of_another(words: list[str], place: int, number: Number) -> bool:
    """True for the 99 of "risk threshold 0.7, response rate 99 %": a second number behind another noun."""
    here = place - 1
    while here >= 0 and number_at(words, here) is None and not words[here].endswith("%"):
        here -= 1
    between, after = words[here + 1 : place], words[place + number.length : place + number.length + 1]
    if any(word.startswith(w.CHANGES) or word in w.REACHES for word in between):
        return False
    if any(w.JAPANESE_NOUN.search(word) and not w.JAPANESE_LINK.search(word) for word in between):
        return True
    if not any(word == "," for word in between):
        return False
    follows = bool(after) and after[0].isascii() and after[0].isalpha() and after[0] not in w.OWN | w.AFTER_NUMBER
    return follows or any(word.isascii() and word.isalpha() and word not in w.OWN | w.AFTER_NUMBER for word in between)


def _still(words: list[str], place: int, subject: int | None) -> int | None:
    """The subject, unless a new verb or another measure takes over: "and require 2 approvals", "coverage above 95%"."""
    word, before = words[place], words[place - 1] if place else ""
    if word in w.VERBS and before in ("and", ",", "or", "then", "but", "also"):
        return None
    return None if word in w.OTHER_MEASURES and word not in w.MEASURES else subject


def _owners(subject: int | None, connected: int | None, ahead: int | None, taken: set[int]) -> Iterator[int]:
    """The subject before a number, and the one ahead of it unless the one before is close and has no number yet."""
    if ahead is not None and (connected is None or connected in taken):
        yield ahead
    if subject is not None and (ahead is None or subject not in taken):
        yield subject


def _named(words: list[str]) -> set[int]:
    """The places of what is called a threshold outright: `risk score limit`, `threshold for the risk`."""
    before = _follows_a_name(words, w.FROM_A_NAME)
    after = reversed([*_follows_a_name(reversed(words), w.TO_A_NAME)])
    return {place for place, is_named in enumerate(map(max, before, after)) if is_named}


def _follows_a_name(words: Iterable[str], between: Set[str]) -> Iterator[bool]:
    follows = False
    for word in words:
        yield follows
        follows = word in w.NAMES or (follows and word in between)


def _subject_ahead(words: list[str], place: int, number: Number, named: set[int]) -> int | None:
    """The subject in "0.95 as the risk threshold", "up to 95% risk"; but not in "2 risk meetings"."""
    is_said = words[place + 1 : place + 2] != [] and words[place + 1] in w.IS_SAID
    for ahead in range(place + 1, min(len(words), place + 12)):
        word = words[ahead]
        if word in w.LIMITS:
            return None if number.is_whole and ahead not in named else ahead
        if word in w.AHEAD or w.JAPANESE_AHEAD.fullmatch(word):
            continue
        # "0.99 is, in short, what we take as the threshold": any word of the predicate, but no other clause or measure
        if not is_said or word in w.ENDS_PREDICATE or word in w.OTHER_MEASURES or not word.isascii():
            return None
    return None


def continued(words: list[str], topic: str) -> list[str]:
    """The words with the threshold that was named before: "use 0.8", where the sentence before was about one."""
    is_measured = topic.endswith(" threshold")
    if not is_measured or not w.LIMITS.keys().isdisjoint(words):
        return words
    first = next((place for place, word in enumerate(words) if word not in w.USES), len(words))
    if first == len(words) or number_at(words, first) is None:
        return words
    return [*topic.split(), *words]


def _may_be_a_threshold(words: list[str], place: int, number: Number) -> bool:
    """False for durations, counts, differences and the numbers of things."""
    stop = place + number.length
    before, after = words[place - 1 : place], words[stop : stop + 1]
    if before and before[0].endswith("第"):
        return False
    if _is_share(words, stop) or _is_unit(after) or before + after == ["within", "of"] or _is_difference(words, place):
        return False
    if not number.is_whole:
        return True
    is_level = before == ["level"] and number.value < 10
    return w.NUMBERED_THINGS.isdisjoint(before) and not is_level and not _counts(after)


def _is_share(words: list[str], stop: int) -> bool:
    """True for "95% of the traffic"."""
    if words[stop : stop + 1] and words[stop].startswith("の") and len(words[stop]) > 1:
        return not words[stop].startswith(("の値", "の水準", "のまま"))
    return words[stop : stop + 1] == ["of"] and w.WHOLES.isdisjoint(words[stop + 1 : stop + 4])


def _is_unit(after: list[str]) -> bool:
    return bool(after) and (after[0] in w.UNITS or after[0].startswith(w.JAPANESE_UNITS))


def _counts(after: list[str]) -> bool:
    """Whether what follows a whole number is what it counts: 3 retries, 2件."""
    if not after or not after[0].isalpha():
        return False
    word = after[0]
    return word.endswith("s") and not word.endswith(("ss", "us", "is")) and word not in w.AFTER and len(word) > 3


def _is_difference(words: list[str], place: int) -> bool:
    """The 0.05 in "raise it by at least 0.05" and "may not drop more than 0.05"."""
    before = words[max(0, place - 3) : place]
    is_by = (
        "by" in before
        and "to" not in before[before.index("by") :]
        and not any(word[0].isdigit() for word in before[before.index("by") :])
    )
    return is_by or (before[1:] == ["more", "than"] and before[0] in w.MOVES)
