"""The hard limits in Japanese: every protection that a text names, and whether what follows weakens it."""

import re
from collections.abc import Iterator
from functools import lru_cache
from unicodedata import normalize

from quorate.limits.japanese import words as w
from quorate.limits.japanese.position import DESPITE, EVENT, FIRM, NOUN, WEAK, Standing
from quorate.limits.japanese.reader import JapaneseReader
from quorate.limits.japanese.risk import boundless

_WINDOW = 70
# a longer sentence is read in pieces that overlap, so that the time is linear in its length
_PIECE, _OVERLAP = 600, 3 * _WINDOW
_BORROWED = tuple((re.compile(pattern), word) for pattern, word in w.BORROWED)
_STOP = re.compile(r"\.(?=\s|$)")
_SENTENCE_END = re.compile(r"[。！？!?;\n()\[\]/]")
PROTECTION = re.compile("|".join(f"(?P<{kind}>{words})" for kind, words in w.PROTECTIONS.items()))
_UNPROTECTED = re.compile("|".join(f"(?P<{kind}>{words})" for kind, words in w.UNPROTECTED.items()))
_ASIDE = re.compile(w.ASIDE)
_SCREEN = re.compile(w.SCREENS)
_PROVISO = re.compile("。(?=ただし|但し)")
_WAY_OUT = re.compile(
    "(?<![り取削免])除[きくい]|以外|ただし|但し|限り|原則|承認な[しく]|許可な[しく]|無断|(?:時間|分|日|回|"
    "週間)を?(?:超え|以上)|"
    "より長く|までは|必要以上|むやみ|みだり|不必要"
)
_PAST = re.compile("(?:た|ました|だった|であった)(?:こと|もの)?$")
_PAST_TIME = re.compile(
    "先週|昨日|先月|昨年|去年|以前|当時|過去|前回|これまで|先日|昨夜|昨晩|一昨日|かつて|[0-9]+月[0-9]+日に|"
    "[一二三四五六七八九十]+月に"
)
_QUESTION = re.compile("(?:た|でした|だった)(?:の|ん)?(?:です|でしょう)?か$")
_ASKED_FOR = re.compile(
    "(?:申請|依頼|要求|要請|提案|指示|命令)(?:に|について)?は[^、。]{0,16}?"
    "(?:署名|承認|許可|同意|審査|レビュー|決裁)[^、。不無]{0,8}?(?:必要と?|要する|要し|必須|義務|求め|得る|経る|受け)(?!な|ず|ませ)"
)
_EXCEPTED = re.compile("を除[きくい]て?|以外")
_WEAKENED_ALREADY = re.compile(
    "(?:無効(?:化)?(?:に)?|停止|オフに|解除|省略|スキップ|中断|撤廃|削除|休止|切れ|止まっ)"
    "(?:された|した|されている|している|て(?:い)?る|てい?た|していた|されていた|た|中の|の)$"
)
_MENDED = re.compile(f"{w.UNDOES}|{w.ENABLES}|再開|解消|{w.OBSERVES}")
_STRANGE = re.compile("[をはがも](?!する(?:こと)?$|します$|行|お|こと$).{2,}")
_ADJUSTED = re.compile(w.ADJUSTS)
_HARMLESS = re.compile(f"{w.OBSERVES}|(?:ならない|いけない|禁止|不可|るな|すな)$")
# words worth finding again when a letter is missing, doubled, unvoiced or in the wrong place
_LONG = ("サーキットブレーカー", "ガバナンス", "モニタリング", "ガードレール", "ブレーカー", "セーフティチェック")
_DOUBLED = re.compile(r"([ァ-ヴ])\1+")
_KATAKANA = re.compile("[ァ-ヶー]{4,}")


def _slips(word: str) -> Iterator[str]:
    for place in range(1, len(word)):
        yield word[:place] + word[place + 1 :]
        yield word[:place] + normalize("NFD", word[place])[0] + word[place + 1 :]
        yield word[: place - 1] + word[place] + word[place - 1] + word[place + 1 :]


_SLIPS = {slip: word for word in _LONG for slip in _slips(word)}


def crossed_by(text: str) -> dict[str, str]:
    """The limits that a Japanese text crosses, each with the words that do."""
    for pattern, word in _BORROWED:
        text = pattern.sub(word, text)
    text = _KATAKANA.sub(lambda run: _SLIPS.get(run[0], run[0]), _DOUBLED.sub(r"\1", text))
    text = _PROVISO.sub("、", _STOP.sub("。", text).replace(" ", "")).replace("「", "").replace("」", "")
    crossed: dict[str, str] = {}
    for sentence in _SENTENCE_END.split(text):
        for start in range(0, max(1, len(sentence) - _OVERLAP), _PIECE - _OVERLAP):
            crossed = dict(_crossed_in(sentence[start : start + _PIECE])) | crossed
    return crossed


@lru_cache(maxsize=1024)
def _crossed_in(sentence: str) -> tuple[tuple[str, str], ...]:
    crossed: dict[str, str] = {}
    for reader in _readers(sentence):
        if reader.kind not in crossed and _is_weakened(reader):
            crossed[reader.kind] = reader.sentence[reader.start : reader.place]
    return tuple(crossed.items())


def _readers(sentence: str) -> Iterator[JapaneseReader]:
    for found in PROTECTION.finditer(sentence):
        is_screen = found[0] == "モニター" and _SCREEN.search(sentence[: found.start()])
        reader = JapaneseReader(sentence, str(found.lastgroup), found.start(), found.end(), Standing())
        if reader.now.value or not (is_screen or _ASIDE.match(sentence, found.end())):
            yield reader
    for found in _UNPROTECTED.finditer(sentence):
        yield JapaneseReader(sentence, str(found.lastgroup), found.start(), found.end(), Standing(WEAK, 1))
    for kind, start, end in boundless(sentence):
        yield JapaneseReader(sentence, kind, start, end, Standing(WEAK, 1))


def _is_weakened(reader: JapaneseReader) -> bool:
    reader.read()
    if reader.done is not None:
        return reader.done
    now = reader.now
    if now.value == WEAK:
        return _is_meant(reader)
    if now.mode == DESPITE:
        return now.goes_on
    if now.value == FIRM and now.turns >= 2:
        around = f"{_before(reader)}|{reader.sentence[reader.rest :]}"
        return now.mode != EVENT and _WAY_OUT.search(around) is not None
    return _is_strange(reader) or _is_left_out(reader) or _is_left_weakened(reader)


def _before(reader: JapaneseReader) -> str:
    return reader.sentence[max(0, reader.start - _WINDOW) : reader.start]


def _is_meant(reader: JapaneseReader) -> bool:
    """Whether a weakening is more than an event that is reacted to, a thing that is described, or the past."""
    now = reader.now
    is_described = now.mode in ("", NOUN) and reader.is_described and now.is_past
    if now.mode == EVENT or is_described:
        return now.goes_on
    is_asked = _QUESTION.search(reader.sentence) or _ASKED_FOR.search(reader.sentence, reader.end)
    if is_asked and now.mode != DESPITE:
        return False
    is_past = _PAST.search(reader.sentence) and _PAST_TIME.search(reader.sentence)
    return now.mode == DESPITE or not is_past


def _is_strange(reader: JapaneseReader) -> bool:
    """True where nothing known is done to a protection: what is not known to keep it may take it away."""
    if reader.now.value or reader.now.mode or reader.now.is_other or reader.has_number or reader.is_lack:
        return False
    rest = reader.sentence[reader.rest :]
    return _STRANGE.match(rest) is not None and not _ADJUSTED.search(rest[-9:]) and not _HARMLESS.search(rest)


def _is_left_out(reader: JapaneseReader) -> bool:
    """True for monitoring that goes on except at night, and for all that is checked except one thing."""
    is_firm, rest = reader.now.value == FIRM, reader.sentence[reader.end :]
    if reader.is_excepted:
        return is_firm
    if not _EXCEPTED.search(_before(reader)) or re.search("でき|られ", rest):
        return False
    return is_firm or re.match("を?(?:する|行|る)", rest) is not None


def _is_left_weakened(reader: JapaneseReader) -> bool:
    """True for a disabled check that nothing puts on again."""
    is_weakened = not reader.now.value and _WEAKENED_ALREADY.search(_before(reader)) is not None
    return is_weakened and not _MENDED.search(reader.sentence[reader.end :])
