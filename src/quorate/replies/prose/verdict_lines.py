"""Explicit verdict lines: `Verdict: reject`, `**Position:** APPROVE`, a heading with the position below it."""

import re

from quorate.core.position import APPROVE, POSITIONS, REJECT
from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.replies.choice import read_position
from quorate.replies.prose.english.advice import whole_line
from quorate.replies.prose.english.english_words import CONDITIONS, FAMILY, words
from quorate.replies.prose.english.grammar import plain
from quorate.replies.prose.japanese.grammar import is_japanese, japanese_signals, strength_in
from quorate.replies.prose.signals import STATED, Signal, either, turned

_NOUN = either(
    "verdict, position, vote, decision, recommendation, answer, conclusion, stance, ballot, ruling, bottom line,"
    " tl;?dr, judge?ment, final call, call, resolution, outcome, 判定, 結論, 立場, 投票, 最終判断, 最終決定, 判断,"
    " 決定, 推奨, 評決, 回答, 意見, 見解, 採決"
)
_CONCLUDING = "so, therefore, thus, hence, consequently, accordingly"
_BEFORE = either(f"{_CONCLUDING}, and, correction, edit, update, 訂正, 修正")
_WHOSE = either("my, our, the, this, final, overall, official, own, short, simple, quick, 私の, 最終的な, 最終, 総合")
_ENDING = either(
    f"{_CONCLUDING}, final, overall, correction, in short, to sum up, in summary, in conclusion, to conclude, summary,"
    " all in all"
)
_LABEL = rf"(?:{_BEFORE}[,:]? )?(?:{_WHOSE} ?){{0,3}}(?:{_NOUN}|{_ENDING})"
_LINE = lazy_pattern(
    rf"^{_LABEL}\s*(?:[:：=|]|-+>?|\.{{2,}}|–|—|→|⇒|=>|\bis\b:?|は[、:]?)\s*(?P<value>\S.*)$", re.IGNORECASE
)
_ALONE = lazy_pattern(rf"^{_LABEL}\s*[:：]?$", re.IGNORECASE)
_OF_SOMEBODY = lazy_pattern(rf"^.{{1,60}}?\b{_NOUN}\b[^:：\n]{{0,30}}[:：=→|]\s*(?P<value>\S.*)$", re.IGNORECASE)
_NAMED = lazy_pattern(
    r"^[\w .'’()#-]{1,40}?\s*(?:[:：=→⇒|]|->|=>|—|–)\s*[\"'*(\[]*(?P<value>approve|reject|abstain|no-go|go|hold)\b",
    re.IGNORECASE,
)
_FILLER = either(
    "recommend, vote, am, to, for, is, should be, strong, strongly, clear, clearly, firm, a, an, full, hard, i, we"
)
_LEADING = lazy_pattern(
    rf"(?P<not>(?:{either('do not, not to, not, should not be, cannot be, cannot, never')} )?)"
    rf"(?:(?:(?:we |i )?(?:would )?{_FILLER}|,) ){{0,3}}"
    r"(?P<again>(?:not )?)(?P<word>[a-z-]+)\b(?P<rest>.*)"
)
_NEXT_CELL = lazy_pattern(r"\s*\|\s*(?=\w[\w ]{0,30}[:：])|\s*\|\s*$")
_ONLY_HERE = {"go": APPROVE, "nogo": REJECT, "hold": REJECT}
_GOING_ON = words(
    ", with this the it for because due as since on to that at from moving and but while given in immediately now all"
    " of proposal going adopting merging by using although though provided providing subject conditional"
)


# an approval with conditions; `once`, `if` and `when` promise one
_GRANTED = words("provided providing subject conditional")


def label_line(line: str) -> str | None:
    """What stands behind a label such as `Verdict:`; None where the line has no such label."""
    found = _LINE.match(line)
    return found["value"] if found else None


def is_label_alone(line: str) -> bool:
    """True for a line that only announces a verdict, which stands on the next one."""
    return bool(_ALONE.match(line))


def is_of_somebody(line: str) -> bool:
    """True for a verdict line under another name: `Codex's verdict: approve`, `Logos: APPROVE`."""
    if _LINE.match(line):
        return False
    found = _OF_SOMEBODY.match(line) or _NAMED.match(line)
    return bool(found and verdict_in(found["value"]))


def verdict_in(value: str) -> Signal | None:
    """The position that a verdict line's value begins with; None where it has none, or more than one."""
    value = _NEXT_CELL.split(value, maxsplit=1)[0]
    choice = read_position(value, tuple(POSITIONS))
    if choice.word:
        return Signal(POSITIONS[choice.word], STATED, True, 0, bool(choice.note) or "CONDITIONS" in choice.word)
    if choice.is_several:
        return None
    if is_japanese(value):
        return _japanese(value)
    first = re.split(r"(?<=[.!?;])\s|(?<=[.!?;])$", value, maxsplit=1)[0]
    return None if first.rstrip().endswith("?") else _english(plain(first).strip(" ,"))


def _english(text: str) -> Signal | None:
    if whole := whole_line(text):
        return whole
    found = _LEADING.match(text)
    named = (FAMILY | _ONLY_HERE).get(found["word"]) if found else None
    if not found or not named or not _goes_on_well(found["word"], named, found["rest"].split()):
        return None
    negations = bool(found["not"].strip()) + bool(found["again"].strip())
    position = turned(named, negations)
    if not position or (negations and named != APPROVE):  # what is not rejected is not approved yet
        return None
    conditional = not ({"conditions"} | _GRANTED).isdisjoint(found["rest"].split()[:4])
    return Signal(position, STATED, True, 0, position == APPROVE and conditional)


def _goes_on_well(word: str, position: str, rest: list[str]) -> bool:
    """True where the words behind a position explain it: `reject this plan`, `approve, because ...`."""
    conditions = CONDITIONS - _GRANTED if position == APPROVE else CONDITIONS
    if any(token in conditions or FAMILY.get(token, position) != position for token in rest):
        return False
    if not rest:
        return True
    return rest[0] in (",", "with") if word in _ONLY_HERE else rest[0] in _GOING_ON or rest[0].endswith("ly")


def _japanese(value: str) -> Signal | None:
    found = [one for one in japanese_signals(re.split("[。\n]", value, maxsplit=1)[0]) if one.is_real]
    if len({one.position for one in found}) != 1:
        return None
    conditional = any(one.is_conditional for one in found)
    return Signal(found[0].position, STATED, True, strength_in(value), conditional)
