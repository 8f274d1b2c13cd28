"""Finds the risk and coherence thresholds that a sentence names, and compares them exactly."""

import re
from collections.abc import Iterable, Iterator, Set
from fractions import Fraction
from typing import NamedTuple

from quorate.limits.numerals import Number, number_at

_MOST_RISK, _LEAST_COHERENCE, _MOST_COHERENCE = Fraction("0.90"), Fraction("0.1"), Fraction(1)
_LIMITS = {
    "risk": ("risk threshold",),
    "risks": ("risk threshold",),
    "coherence": ("coherence threshold",),
    "riskandcoherence": ("risk threshold", "coherence threshold"),
}


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_NAMES = _set(
    "threshold thresholds limit limits cap caps ceiling max maximum min minimum bound cutoff floor bar trigger "
    "gate maximal minimal 上限 下限 最大 最小 最大値 最小値"
)
_MEASURES = _set("score scores level levels value index metric exposure tolerance appetite rating estimate alarm alert")
_ARTICLES = _set(
    "for on of to the a an as any new its allowed acceptable permitted tolerated total overall upper lower agent default "
    "global hard soft current our your"
)
_BETWEEN = _set(
    "as low high to at of is are be must should shall may can will stay stays remain remains keep kept below under "
    "above over exceed exceeds exceeding reach reaches less more than equal equals up no not greater higher lower "
    "most least set from between and or the a an new now increased raised lowered goes go gets rises rise "
    "falls fall drops drop within around about approximately currently by increases climbs hits passes : = < > "
    "≤ ≥ を は が に の も once hereby beyond past until even right exactly nearly almost roughly temporarily"
)
_CONNECTING = _BETWEEN | _NAMES | _MEASURES
_AHEAD = (_ARTICLES | _NAMES | _MEASURES | _set("is becomes be shall will must を は が")) - {"of"}
_FROM_A_NAME = _ARTICLES | {"and", "or", *_LIMITS}
_TO_A_NAME = _MEASURES | {"and", "or", *_LIMITS}
_UNITS = _set(
    "h hr hrs hour hours m min mins minute minutes s sec secs second seconds ms d day days week weeks month months year "
    "years time times x st nd rd th am pm k kb mb gb usd eur jpy dollars euros yen 時間 分間 分 秒 秒間 日 日間 回 件 名 人 週 週間 "
    "か月 ヶ月 カ月 月 年 円 個 台 o'clock oclock point points steps retries approvals people reviewers agents requests "
    "tasks tests attempts errors calls items meetings reviews checks runs nodes alerts incidents samples trades retry approval person "
    "reviewer request task test attempt error call item meeting review check run node alert incident sample trade"
)
_JAPANESE_UNITS = (
    "時間", "分間", "分", "秒", "日", "回", "件", "名", "人", "週", "か月", "ヶ月", "カ月", "ヵ月", "月", "年", "円", "個", "台", "時", "段階", "票", "度", "つ",
    "番", "号", "倍", "ドル", "ポイント", "以内の",
)  # fmt: skip
_NUMBERED_THINGS = _set(
    "step phase round version plugin node task ticket stage tier class in since on agents agent day week page section "
    "rule item q sprint line port after every each another additional"
)
_CHANGES = ("lower", "reduc", "下げ", "引き", "に下げ", "に引き", "へ", "変更", "に変更", "に戻", "に改", "decreas", "rais", "increas", "chang", "bring", "mov", "adjust", "tighten", "drop", "revert", "restor", "return", "put", "set")
_MOVES = _set("drop drops fall falls rise rises change changes vary varies decline declines decrease increase")
_VERBS = _set(
    "require requires retry wait run keep ask get notify report review add need needs allow hold use send limit rate "
    "maintain ensure have repeat schedule cover covers stop pause"
)
_OTHER_MEASURES = _set(
    "coverage uptime availability cpu memory disk latency error errors accuracy precision recall utilization usage load "
    "budget traffic rollout success tests confidence sla throughput timeout size count number retries alert battery temperature "
    "canary users requests rate 稼働率 成功率 カバレッジ エラー率 使用率 精度 正答率"
)
_ASKS = _set("investigate explain document report why who whoever determine identify describe review clarify audit")
_PAST = _set("was were had previously formerly yesterday")


class Setting(NamedTuple):
    """A number that belongs to a subject, and where both stand."""

    subject: int
    place: int
    number: Number


_JAPANESE = (
    ("リスク|危険度", " risk "),
    ("閾値|しきい値|いき値|スレッショルド", " threshold "),
    ("コヒーレンス|一貫性|整合性", " coherence "),
    ("パーセント", "%"),
    ("上限値?|最大値?|限度|許容値", " limit "),
    ("下限値?|最小値?|最低", " limit "),
    ("以下", " 以下 "),
    ("(?<=[0-9%])(?=[ぁ-んァ-ヶ一-鿿])|(?<=[ぁ-んァ-ヶ一-鿿])(?=[0-9.])", " "),
)
_TO_ENGLISH = tuple((re.compile(pattern), word) for pattern, word in _JAPANESE)


def in_english(text: str) -> str:
    """A Japanese text with the words for the two measures and their thresholds in English."""
    for pattern, word in _TO_ENGLISH:
        text = pattern.sub(word, text)
    return text


def crossed_by(words: list[str]) -> dict[str, str]:
    """The thresholds that a sentence sets outside their bounds, with the words that do."""
    if _LIMITS.keys().isdisjoint(words):
        return {}
    crossed: dict[str, str] = {}
    for subject, place, number in _settings(words):
        for limit in _LIMITS[words[subject]]:
            if limit not in crossed and (_is_outside(limit, number.value) or _is_beyond(words, place, number, limit)):
                first, last = sorted((subject, place))
                crossed[limit] = " ".join(words[first : last + number.length])
    return crossed


def _is_outside(limit: str, value: Fraction) -> bool:
    if limit == "risk threshold":
        return abs(value) > _MOST_RISK
    return not _LEAST_COHERENCE <= value <= _MOST_COHERENCE


def _is_beyond(words: list[str], place: int, number: Number, limit: str) -> bool:
    """True for "any risk threshold above 0.9", which is open towards what is not allowed."""
    stop = place + number.length
    if not _NAMES.intersection(words[max(0, place - 5) : place]) or not _FEARS.isdisjoint(words[max(0, place - 9) : place]):
        return False
    before, after = words[max(0, place - 2) : place], "".join(words[stop : stop + 2])
    is_above = not _ABOVE.isdisjoint(before) or after.startswith(_JAPANESE_ABOVE)
    if is_above:
        return number.value >= (_MOST_RISK if limit == "risk threshold" else _MOST_COHERENCE)
    return limit != "risk threshold" and not _BELOW.isdisjoint(before) and number.value <= _LEAST_COHERENCE


_ABOVE = _set("above over beyond exceeding > higher greater more")
_BELOW = _set("below under < lower less")
_FEARS = _set("not never nobody no cannot mustnt if when whenever once unless")
_JAPANESE_ABOVE = ("超", "を超", "より高", "より大", "より上", "を上回")


def _settings(words: list[str]) -> Iterator[Setting]:
    """Every number with the subjects it may belong to."""
    changes = any(word.startswith(_CHANGES) for word in words)
    named = _named(words)
    taken: set[int] = set()
    subject = connected = None
    place = 0
    while place < len(words):
        word = words[place]
        number = number_at(words, place)
        if number is None:
            if word in _LIMITS:
                subject = connected = place
            else:
                connected = connected if word in _CONNECTING else None
                subject = _still(words, place, subject if subject in named else connected)
            place += 1
            continue
        if _may_be_a_threshold(words, place, number) and not (changes and _is_old_value(words, place, number)):
            ahead = _subject_ahead(words, place + number.length - 1, number, named)
            for owner in _owners(subject, connected, ahead, taken):
                taken.add(owner)
                if not _is_ruled_out(words, owner, place):
                    yield Setting(owner, place, number)
        place += number.length


def _still(words: list[str], place: int, subject: int | None) -> int | None:
    """The subject, unless a new verb or another measure takes over: "and require 2 approvals", "coverage above 95%"."""
    word, before = words[place], words[place - 1] if place else ""
    if word in _VERBS and before in ("and", ",", "or", "then", "but", "also"):
        return None
    return None if word in _OTHER_MEASURES and word not in _MEASURES else subject


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
    for ahead in range(place + 1, min(len(words), place + 12)):
        if words[ahead] in _LIMITS:
            return None if number.is_whole and ahead not in named else ahead
        if words[ahead] not in _AHEAD:
            return None
    return None


def _may_be_a_threshold(words: list[str], place: int, number: Number) -> bool:
    """False for durations, counts, differences and the numbers of things."""
    stop = place + number.length
    before, after = words[place - 1 : place], words[stop : stop + 1]
    if _is_share(words, stop) or _is_unit(after) or before + after == ["within", "of"] or _is_difference(words, place):
        return False
    if not number.is_whole:
        return True
    is_level = before == ["level"] and number.value < 10
    return _NUMBERED_THINGS.isdisjoint(before) and not is_level and not _counts(after)


def _is_share(words: list[str], stop: int) -> bool:
    """True for "95% of the traffic"."""
    if words[stop : stop + 1] and words[stop].startswith("の") and len(words[stop]) > 1:
        return not words[stop].startswith(("の値", "の水準", "のまま"))
    return words[stop : stop + 1] == ["of"] and _WHOLES.isdisjoint(words[stop + 1 : stop + 4])


_WHOLES = _set("maximum max scale total one full range risk coherence")


def _is_unit(after: list[str]) -> bool:
    return bool(after) and (after[0] in _UNITS or after[0].startswith(_JAPANESE_UNITS))


def _counts(after: list[str]) -> bool:
    """Whether what follows a whole number is what it counts: 3 retries, 2件."""
    if not after or not after[0].isalpha():
        return False
    word = after[0]
    return word.endswith("s") and not word.endswith(("ss", "us", "is")) and word not in _AFTER and len(word) > 3


_AFTER = _set("as is across always whereas unless thus this towards afterwards its plus minus days agents")


def _is_difference(words: list[str], place: int) -> bool:
    """The 0.05 in "raise it by at least 0.05" and "may not drop more than 0.05"."""
    before = words[max(0, place - 3) : place]
    return "by" in before or (before[1:] == ["more", "than"] and before[0] in _MOVES)


def _is_old_value(words: list[str], place: int, number: Number) -> bool:
    """The 0.95 in "lower it from 0.95 to 0.6"; in a mere range both ends count."""
    stop = place + number.length
    if words[stop : stop + 1] == ["から"]:
        return number_at(words, stop + 1) is not None
    is_range = words[place - 1 : place] + words[stop : stop + 1] == ["from", "to"]
    return is_range and number_at(words, stop + 1) is not None


def _is_ruled_out(words: list[str], subject: int, place: int) -> bool:
    """True for "do not set the risk threshold to 0.95" and "find out who set it to 0.95"."""
    first = min(subject, place)
    start = max(0, first - 8)
    before, between = words[start:first], words[first:place]
    if not _ASKS.isdisjoint(before) and not _ASKING.isdisjoint([*before, *between]):
        return True
    if not _PAST.isdisjoint(between) and not _PAST_TIMES.isdisjoint(words[place + 1 : place + 5]):
        return True
    if not _PAST.isdisjoint([*between]) and any(number_at(words, here) for here in range(place + 1, len(words))):
        return True
    if not _FORBIDS.isdisjoint(between) and not _SETS.isdisjoint(between) and _BOUNDS.isdisjoint(between):
        return True
    if subject < place and _turns_to_another(words, subject, place):
        return True
    forbids = not _FORBIDS.isdisjoint(before) and any(word in _SETS for word in before)
    return forbids and not _BOUNDS.intersection(between)


def _turns_to_another(words: list[str], subject: int, place: int) -> bool:
    """True for the 95 of "risk threshold at 0.8 and the batch size at 95"."""
    joints = [here for here in range(max(subject, place - 7), place) if words[here] in ("and", "with", "while", "but")]
    if not joints:
        return False
    rest = words[joints[-1] + 1 : place]
    return any(word.isascii() and word.isalpha() and not word.endswith("ly") and word not in _OWN for word in rest)


_OWN = _CONNECTING | _ARTICLES | frozenset(_LIMITS) | _set(
    "set raise raised put move moved then later it that this thereafter finally bring brought make made now let increase "
    "adjust change turn push have finally afterwards"
)
_PAST_TIMES = _set("last yesterday ago previously before earlier until formerly then")
_ASKING = _set("who why when how whether that was were")
_FORBIDS = _set("not never nobody dont cannot mustnt no avoid undo forbid forbidden revert cancel refuse without insteadof")
_SETS = _set("set raise raised increased moved changed configured pushed raising setting increase increasing put move change changing setting push configure raised raises")
_BOUNDS = _set("above over beyond exceed exceeding than unless except until")
