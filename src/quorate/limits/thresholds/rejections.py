"""Whether a number is one that a threshold shall not have: an old value, a rejected one, one that is only reported."""

import re
from itertools import pairwise

from quorate.limits.thresholds import words as w
from quorate.limits.thresholds.numerals import Number, number_at

_NEAR = 8
_FALLS = frozenset(("down", "up", "back", "all", "the", "way", "again"))
_JAPANESE_BOUND = re.compile(
    "(?:を|より)?(?:超え|越え|上回|上げ|上に|引き上げ|大き|高|下回|下げ|低|小さ|未満)(?!なけれ|[^、。]{0,8}(?:ても|"
    "でも|なけれ|なくて|ないと))[^、。]{0,14}?"
    "(?:ない(?!わけ|限り|なら(?!ない))|ならな|いけ|ません|ぬ|不可|禁|場合|たら|れば|とき|時は)"
)
_JAPANESE_EVENT = re.compile(
    "(?:を超え|を上回|に|へ|まで|と)[^、。]{0,8}?(?:された|した|なった|変わった|上がった|され|なっ|変わっ|上がっ|"
    "しよう(?:と)?し)た?"
    "(?:場合|とき|時|際|ら|なら)[^。]{0,20}?(?:通知|報告|連絡|止め|停止|警告|知らせ|中断|戻|拒否|却下|通報|呼)"
)
_JAPANESE_PAST = re.compile(
    "(?:だった|であった|に(?:設定|変更)されていた|になっていた)|(?:に|へ|まで)[^、。]{0,8}?(?:上げ|下げ|し|され|"
    "なっ|変え)(?:てい)?た"
    "(?:担当|者|人|理由|経緯|原因|の[はがを]|か[を、]|こと|事実|履歴|件|日|誰|期間|セッション|エージェント)|"
    "(?:に|へ|と|まで)の?[^、。]{0,8}?(?:ては(?:なら|いけ)な|[はをも](?:認めな|許さな|禁|不可|却下|拒否))(?!いわけ|"
    "いことはな)"
)
_JAPANESE_REJECTION = re.compile(
    "(?:という値|とするの|とすること|にするの|にすること)?(?:ではな[くい](?!か)|でな[くい]|(?:は|を|も|が)[^、。]{0,8}?"
    "(?:(?:認め|許さ|許可し|受け入れ|許容し|容認し|承認し|使わ|採用し)(?:られ)?(?:ない|ず|ません)|不可|禁止|却下|"
    "拒否|高すぎ|論外)"
    "(?!わけ|こと[はも]な|とは|限り|かぎり|で(?:は)?な))"
)


def is_bounded(after: str) -> bool:
    """True for a Japanese bound that holds, or that is feared: "may not exceed", "if it exceeds"."""
    return _JAPANESE_BOUND.match(after) is not None


def is_old_value(words: list[str], place: int, number: Number, changes: bool) -> bool:
    """The 0.95 in "lower it from 0.95 to 0.6" and "0.8, down from 0.95"; in a mere range both ends count."""
    stop = place + number.length
    if words[stop : stop + 1] == ["から"]:
        return (
            stop + 1 < len(words)
            and number_at(words, stop + 1) is not None
            and "の間" not in "".join(words[stop + 2 : stop + 4])
        )
    if words[place - 1 : place] != ["from"]:
        return False
    if words[max(0, place - 2) : place - 1] == ["down"] and any(
        number_at(words, here) for here in range(max(0, place - _NEAR), place - 2)
    ):
        return True
    after = stop
    while after < len(words) and words[after] in _FALLS:
        after += 1
    changes = changes or words[max(0, place - 2) : place - 1] == ["down"] or w.RANGES.isdisjoint(words[:place])
    is_range = words[after : after + 1] == ["to"] and after + 1 < len(words)
    return is_range and (changes or after > stop) and number_at(words, after + 1) is not None


def is_ruled_out(words: list[str], subject: int, place: int, number: Number) -> bool:
    """True for "do not set the risk threshold to 0.95" and "find out who set it to 0.95"."""
    first = min(subject, place)
    before, between = words[max(0, first - _NEAR) : first], words[first:place]
    if words[max(0, place - 4) : place - 1][:2] == ["after", "being"] or words[place - 3 : place - 1] == [
        "after",
        "being",
    ]:
        return True
    if not w.ASKS.isdisjoint(before) and not w.ASKING.isdisjoint([*before, *between]):
        return True
    if is_feared(words, place, place + number.length):
        return True
    if _is_past(words, before, between, place) or _is_rejected(words, subject, place, place + number.length):
        return True
    if not w.FORBIDS.isdisjoint(between) and not w.SETS.isdisjoint(between) and w.BOUNDS.isdisjoint(between):
        return True
    if subject < place and _turns_to_another(words, subject, place):
        return True
    return _is_forbidden(before) and not w.BOUNDS.intersection(between)


def is_feared(words: list[str], place: int, stop: int) -> bool:
    """True for "alert when somebody sets it to 0.95", false for "if the queue grows, set it to 0.95"."""
    after = "".join(words[stop : stop + 3])
    if _JAPANESE_EVENT.match(after) or _JAPANESE_PAST.match(after):
        return True
    ifs = [here for here in range(max(0, place - 12), place) if words[here] in w.IFS]
    if not ifs:
        return False
    between = words[ifs[-1] : place]
    return "," not in between and not w.FINITE.isdisjoint(between) and not w.NAMES.isdisjoint(between)


def _is_forbidden(before: list[str]) -> bool:
    """True for "never set" and "do not accept", false for "never mind, accept"."""
    if w.FORBIDS.isdisjoint(before):
        return False
    takes = any(first in w.FORBIDS and second in w.TAKES for first, second in pairwise(before))
    return takes or not w.SETS.isdisjoint(before)


def _is_past(words: list[str], before: list[str], between: list[str], place: int) -> bool:
    """True for "it was 1 yesterday" and "it had been set to 1 in error", where nothing keeps it so."""
    if w.PAST.isdisjoint(between):
        return False
    if not w.PAST_TIMES.isdisjoint(words[place + 1 : place + 5]):
        return True
    if any(number_at(words, here) for here in range(place + 1, len(words))):
        return True
    is_perfect = "had" in between and (not w.SETS.isdisjoint(between) or "been" in between)
    return is_perfect and w.KEEPS.isdisjoint(before) and w.KEEPS.isdisjoint(words[place + 1 :])


def _is_rejected(words: list[str], subject: int, place: int, stop: int) -> bool:
    """True for "0.95 is not acceptable", "not 0.95 but", "instead of 0.95", "0.95 is too high"."""
    earlier = words[max(0, place - 3) : place]
    if earlier[-1:] in (["insteadof"], ["ratherthan"]):
        return True
    if (earlier[-1:] == ["not"] or earlier[-2:] in (["not", "be"], ["never", "be"])) and "why" not in earlier:
        return w.WAYS_OUT.isdisjoint(words[stop:])
    if stop < len(words) and _JAPANESE_REJECTION.match("".join(words[stop : stop + 2])):
        return True
    return _is_said_to_be_bad(words, words[subject], stop)


def _is_said_to_be_bad(words: list[str], measure: str, stop: int) -> bool:
    if not w.WAYS_OUT.isdisjoint(words[stop:]):
        return False
    here = stop
    while here < len(words) and words[here] in w.IS:
        here += 1
    if here == stop:
        return False
    is_negated = words[here : here + 1] in (["not"], ["never"], ["nolonger"])
    while is_negated and here + 1 < len(words) and words[here + 1] in w.IS:
        here += 1
    said = words[here + is_negated : here + is_negated + 2]
    if is_negated:
        return bool(said) and said[0] in w.GOOD
    if said[:1] == ["too"]:
        return said[-1] in (w.TOO_MUCH if measure != "coherence" else w.TOO_MUCH | w.TOO_LITTLE)
    return bool(said) and said[0] in w.BAD


def _turns_to_another(words: list[str], subject: int, place: int) -> bool:
    """True for the 95 of "risk threshold at 0.8 and the batch size at 95"."""
    joints = [here for here in range(max(subject, place - 7), place) if words[here] in ("and", "with", "while", "but")]
    if not joints:
        return False
    rest = words[joints[-1] + 1 : place]
    return any(word.isascii() and word.isalpha() and not word.endswith("ly") and word not in w.OWN for word in rest)
