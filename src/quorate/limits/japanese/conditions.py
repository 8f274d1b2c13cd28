"""The same limits in Japanese: a protection, what is done to it, and how the sentence ends."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from quorate.limits.japanese import patterns as p
from quorate.limits.japanese.words import BORROWED

_WINDOW = 70
_WELCOME_LESS = ("アラート", "アラート通知", "警報", "アラーム")
_OBJECT_MARKS = ("を", "は", "が", "も")
# a longer sentence is read in pieces that overlap, so that the time is linear in its length
_PIECE, _OVERLAP = 600, 2 * _WINDOW


def is_reported_setting(sentence: str) -> bool:
    """True for a sentence that asks who set a threshold, or when, or why."""
    setting = p.FORBIDDEN_SETTING.search(sentence)
    if setting is not None and p.PROHIBITED.match(sentence, setting.end()):
        return True
    found = p.REPORTED_SETTING.search(sentence)
    return found is not None and bool(p.ASKS.search(sentence, found.end() - 2))


def without_reports(text: str) -> str:
    """The text without the sentences that only ask about a threshold of the past."""
    pieces = p.SENTENCE.findall(text)
    return "".join(sentence for sentence in pieces if not is_reported_setting(sentence))


class JapaneseTie(NamedTuple):
    """A protection, and where the word that takes it away begins and ends."""

    kind: str
    start: int
    verb: int
    stop: int


def crossed_by(text: str) -> dict[str, str]:
    """The limits that a Japanese text crosses, each with the words that do."""
    for pattern, word in BORROWED:
        text = pattern.sub(word, text)
    crossed: dict[str, str] = {}
    for sentence in p.SENTENCE_END.split(p.ALSO.sub("、", text.replace(" ", ""))):
        for start in range(0, max(1, len(sentence) - _OVERLAP), _PIECE - _OVERLAP):
            for kind, words in _crossed_in(sentence[start : start + _PIECE]):
                crossed.setdefault(kind, words)
    return crossed


@lru_cache(maxsize=1024)
def _crossed_in(sentence: str) -> tuple[tuple[str, str], ...]:
    return tuple(
        {tie.kind: sentence[tie.start : tie.stop] for tie in _ties(sentence) if not _is_harmless(sentence, tie)}.items()
    )


def _ties(sentence: str) -> Iterator[JapaneseTie]:
    for found in p.TARGET.finditer(sentence):
        tie = _tie(sentence, str(found.lastgroup), found.start(), found.end())
        if tie is not None:
            yield tie
        yield from _again(sentence, str(found.lastgroup), found.start(), found.end())
    for found in p.UNPROTECTED.finditer(sentence):
        yield JapaneseTie(str(found.lastgroup), found.start(), found.start(), found.end())
    for found in p.RISK.finditer(sentence):
        yield JapaneseTie("risk", found.start(), found.start(), found.end())
    yield from _adjectives(sentence)
    yield from _boundless(sentence)


def _adjectives(sentence: str) -> Iterator[JapaneseTie]:
    """A disabled check that nothing puts on again."""
    for found in p.ADJECTIVE.finditer(sentence):
        target = p.TARGET.match(sentence, found.end())
        if target is not None and not p.ON.search(sentence, target.end(), target.end() + _WINDOW):
            yield JapaneseTie(str(target.lastgroup), found.start(), found.start(), target.end())


def _boundless(sentence: str) -> Iterator[JapaneseTie]:
    for found in p.BOUNDLESS.finditer(sentence):
        near = sentence[max(0, found.start() - 12) : found.end() + 12]
        is_undone = p.BOUNDLESS_UNDONE.match(sentence, found.end(), found.end() + 24)
        if not is_undone and not p.HARMLESS_BOUNDLESS.search(near):
            yield JapaneseTie("limits", found.start(), found.start(), found.end())


def _again(sentence: str, kind: str, start: int, end: int) -> Iterator[JapaneseTie]:
    """What a later clause does to the same protection for a part, or once more, without naming it."""
    limit = min(len(sentence), end + _WINDOW)
    is_object = sentence[end : end + 1] in _OBJECT_MARKS
    found = p.AGAIN.search(sentence, end, limit) if is_object else None
    if found is None or p.TARGET.search(sentence, found.start(), found.start("verb")):
        return
    is_plain = found["scope"] in p.PLAIN_SCOPES and not p.EXCEPT.search(sentence, 0, found.start())
    if not (is_plain and p.AMBIGUOUS.match(found["verb"])):
        yield JapaneseTie(kind, start, found.start("verb"), found.end())


def _tie(sentence: str, kind: str, start: int, end: int) -> JapaneseTie | None:
    limit = min(len(sentence), end + _WINDOW)
    direct = p.NOT_DONE.match(sentence, end, limit)
    if direct is not None:
        return JapaneseTie(kind, start, direct.start(), direct.end())
    special = p.ONLY_FOR.get(kind, p.NOT_RESTORED).match(sentence, end, limit) or p.NOT_RESTORED.match(
        sentence, end, limit
    )
    if special is not None:
        return JapaneseTie(kind, start, end, special.end())
    if _is_left_out(sentence, end, limit):
        return JapaneseTie(kind, start, end, limit)
    if p.EXCEPTED.match(sentence, end, limit):
        return None
    for pattern in (p.GOES_DESPITE, p.FREED, p.RESULT_IGNORED):
        found = pattern.match(sentence, end, limit)
        if found is not None:
            return JapaneseTie(kind, start, end, found.end())
    if p.ASIDE.match(sentence, end, limit) or p.ADVERBIAL.match(sentence, end, limit):
        return None
    return _verb(sentence, kind, start, end)


def _verb(sentence: str, kind: str, start: int, end: int) -> JapaneseTie | None:
    """The tie to the first verb that may be meant; only the first few are looked at."""
    verbs = islice(p.OFF.finditer(sentence, end, min(len(sentence), end + _WINDOW)), 3)
    for found in verbs:
        # to end a check is to complete it
        is_completed = kind == "safety" and found[0][0] == "終"
        # to lower a limit is to tighten it, and fewer alarms are good news
        is_lowered = found[0][0] == "減" and (kind == "limits" or sentence[start:end] in _WELCOME_LESS)
        is_needless = found[0].startswith(("必要", "義務"))
        if is_completed or is_lowered:
            continue
        if is_needless or _is_between(sentence[end : found.start()]):
            return JapaneseTie(kind, start, found.start(), found.end())
    return None


def _is_left_out(sentence: str, end: int, limit: int) -> bool:
    """True for monitoring that goes on except at night, and for all that stays on except monitoring."""
    after = sentence[end:limit]
    if p.EXCEPTED.match(after):
        return bool(p.ON.search(after)) and not p.OFF.search(after)
    before = sentence[max(0, end - _WINDOW) : end]
    if not p.EXCEPT.search(before + after) or p.OFF.search(before + after.split("、")[0]):
        return False
    return bool(p.ON.search(after) or p.IS_DONE.match(after))


def _is_between(between: str) -> bool:
    """Whether the words between a protection and a verb leave them tied."""
    between = p.DOING.sub("", between)
    if p.DESPITE.search(between) or p.ELSE.search(between):
        return True
    if p.HINDERS.search(between) or p.UNTIL_RESTORED.match(between):
        return False
    kept = [found.end() for found in p.ON.finditer(between)]
    if kept and not p.NOMINALISED.search(between[kept[-1] :]):
        return False
    return _is_own_object(p.NO_OBJECT.sub("", between))


def _is_own_object(between: str) -> bool:
    """False where something else is the object of the verb."""
    objects = [found.end() for found in p.OBJECT.finditer(between)]
    if len(objects) > 1:
        return bool(p.GENERIC_OBJECT.search(between[objects[0] :]) or p.NOMINALISED.search(between))
    if objects and between[0] in "はがも" and not p.SUBJECT_TOO.match(between):
        return bool(p.GENERIC_OBJECT.search(between))
    return True


def _is_harmless(sentence: str, tie: JapaneseTie) -> bool:
    limit = min(len(sentence), tie.stop + _WINDOW)
    if p.PROHIBITED.match(sentence, tie.stop, limit) or _is_never_so(sentence, tie, limit):
        return not p.WAY_OUT.search(_without(sentence, tie))
    is_boundless = tie.start == tie.verb and tie.kind in ("limits", "risk")
    if is_boundless and p.NEVER_RISK.match(sentence, tie.stop, limit):
        return True
    if p.RESTORED.match(sentence, tie.stop, limit) or p.INSTEAD.match(sentence, tie.stop, limit):
        return True
    return (
        _is_undone(sentence, tie.stop, limit, p.RELATIVE)
        or _is_undone(sentence, tie.stop, limit, p.UNDOES)
        or _is_looked_into(sentence, tie.stop, limit)
        or _is_feared(sentence, tie.stop, limit)
    )


def _is_never_so(sentence: str, tie: JapaneseTie, limit: int) -> bool:
    """True where a state without protection is forbidden: 監視なしで動かさない."""
    is_state = p.LACKING.search(sentence, tie.verb, tie.stop)
    return is_state is not None and p.NEVER_SO.match(sentence, tie.stop, limit) is not None


def _without(sentence: str, tie: JapaneseTie) -> str:
    """The sentence but for the tie itself, whose words may look like a way out."""
    return sentence[max(0, tie.start - _WINDOW) : tie.start] + "|" + sentence[tie.stop : tie.stop + _WINDOW]


def _is_undone(sentence: str, stop: int, limit: int, pattern: re.Pattern[str]) -> bool:
    found = pattern.match(sentence, stop, limit)
    return found is not None and not p.NEGATED.match(sentence, found.end(), limit)


def _is_looked_into(sentence: str, stop: int, limit: int) -> bool:
    told = p.PAST.match(sentence, stop, limit)
    if told is not None and p.PAST_TIME.search(sentence, max(0, stop - _WINDOW), limit):
        return True
    past = told or p.NOUN_LOOKED_AT.match(sentence, stop, limit)
    if past is None:
        return False
    rest = sentence[past.end() : limit]
    asks = p.ASKS.search(rest)
    return asks is not None and not p.NOT_ASKED.match(rest[asks.end() :])


def _is_feared(sentence: str, stop: int, limit: int) -> bool:
    condition = p.IF.match(sentence, stop, limit)
    if condition is None:
        return False
    then = sentence[condition.end() : limit]
    stays = p.STAYS.search(then)
    return bool(p.GUARDS.search(then) or stays) and not p.GOES_ON.search(then)
