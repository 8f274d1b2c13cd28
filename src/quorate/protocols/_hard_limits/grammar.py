"""Finds the sentences that switch a protection off, and spares those that forbid to.

Every pattern runs over one letter per word; `words` says which letter stands for what.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from quorate.protocols._hard_limits.words import (
    ASKING,
    BEFORE_NOW,
    CURES,
    GOES_ON,
    GUARDS,
    HARMLESS_WITHOUT_LIMIT,
    KINDS,
    RISKY,
    TAKING_AWAY,
    letters_of,
)

_TARGET = "(?:T|(?<=[DqVWPYFnw=])[HJ]|[HJ](?=[AmN=]))"
# but not in "requests above the limit are skipped"
_SUBJECT = f"(?<!o)(?<!o[Dq])(?<!o[Dq][Dq]){_TARGET}"
_NOUN = "[Dq#]{0,5}"
_PASS = "[Dq#xidfsckVWHJ]"
_STAYS_ON = "(?:[AmN]{1,3}[Kk]|K)"
_OF_SOMETHING = f"(?:[psf]{_NOUN}[xci]{{0,3}}){{0,2}}"

# such as "disable monitoring", "remove the cap on spending", "disable logging and monitoring", "exempt from limits"
_ACTIVE = re.compile(
    f"V=?{_NOUN}{_TARGET}"
    f"|V=?{_PASS}{{1,8}}?{_TARGET}(?!{_STAYS_ON})"
    f"|V{_PASS}{{0,8}}(?:[C,R]{{1,2}}{_PASS}{{0,5}}){{0,3}}?[C,R]{{1,2}}{_NOUN}{_TARGET}(?!{_STAYS_ON})"
    f"|(?<![Dq])[WY]{_NOUN}x?{_TARGET}(?!f?A+P|t#|{_STAYS_ON})"
    f"|(?:F{_PASS}{{0,6}}|P)f{_NOUN}{_TARGET}"
    f"|(?<![AKDq])P{_NOUN}{_TARGET}(?!{_STAYS_ON})"
)
# such as "monitoring is disabled", "limits for the agent may be lifted", "monitoring: off"
_PASSIVE = re.compile(
    f"{_SUBJECT}(?:{_OF_SOMETHING}(?:k|x(?=[Am=]))?[AmtdcNhfqz=]{{1,6}}(?:[xeoP]R)?|k)?K?(?:(?<!t)P|P(?![xc])|[OZ])"
    f"|{_SUBJECT}(?:V(?=[zkA,C]|\\Z)|=[VW]|,[PO]\\Z|mAo|pZ|[Am]{{1,2}}W(?=[pBC,IE]|\\Z)|[psf]{_NOUN}[xci]{{1,3}}[PO]\\Z)"
)
# such as "do not enable monitoring", "without running the safety check", "limits do not apply", "do not monitor"
_NOT_ON = re.compile(f"[Nw][Amcdt]{{0,5}}K{_NOUN}x?{_NOUN}{_TARGET}(?![Am=tf]{{0,4}}[PO])")
_NEVER_ON = re.compile(f"{_SUBJECT}{_OF_SOMETHING}x?[Amtdc=]{{0,5}}N[Amtdc]{{0,4}}[Kkj]")
_NOT_WATCHED = re.compile("N[Amct]{0,5}J(?!e)|[Nw][Amct]{0,5}j(?!t)")
# such as "without monitoring", "no circuit breaker"; but not "no limit breaches", "no limit may be removed"
_LACK = re.compile(f"(?:[nwZ][Dqk]{{0,5}}(?:x{_NOUN})?|N){_TARGET}(?![eKV]|[Amd]{{0,3}}[Poe]|f?A+P)")
_ALL_BUT = re.compile(f"[Kk][DqxicTHJAm]{{0,6}}S{_NOUN}{_TARGET}")
_NONE = re.compile(f"{_SUBJECT}k?=n(?![a-zA-Z])|X")
# such as "unlimited risk"; but not "revoke unlimited access", where the group stays empty
_UNLIMITED = re.compile("(?<!N)[VWYa][DqxB]{0,3}[Uu]|([Uu])")
# a setting such as "disable_monitoring: false"; but not "ignore disable_monitoring: false"
_FALSE_SETTING = re.compile(f"(?:\\A|(?<=[,C]))([^,CVWPYFTHJ]{{0,8}})[VW]{_NOUN}{_TARGET}=[OZn](?=[,C]|\\Z)")

_LINK = "[AmcDtfz]"
_OBJECT = "[^CRBKNnwEIShr,;]{0,8}"
_VERB_OF_A_LIST = f"[VWKxi]{_OBJECT}"
_LIST_COMMA = re.compile(f",(?={_VERB_OF_A_LIST}(?:,{_VERB_OF_A_LIST}){{0,3}},?R{_LINK}{{0,3}}[VW])")
_DIRECT_NEGATION = re.compile(
    f"(?:[NwyaY]|n(?:x{{1,2}}(?=[mA]))?){_LINK}*(?:{_VERB_OF_A_LIST}(?:,?R|;){_LINK}*){{0,4}}\\Z"
)
_SUBCLAUSE = re.compile("[C,BIrES=]")
_NEGATORS = re.compile("[NnwyaYh]")
_NEGATED_STATE = re.compile("N(?=.*[POZ]\\Z)")
_TURNED_ROUND = re.compile("[qh]")
_WAY_OUT = re.compile("[ES]")
_ONLY_PARTLY = re.compile(f"L|w(?!{_NOUN}[THJ])")
_FORBIDDEN_AFTER = re.compile("\\A[^C,BIERS]{0,6}?[Am]{1,3}d?(?:y|N[Amd]{0,3}z)")
_NOT_GOING_ON = re.compile("(?:N|n[xc]{1,2}(?=[mA]))[Amcdt]{0,4}(?=([^VWPYahESNr]*)\\Z)")
_NO_DEED = re.compile("n[xcKk]{1,3}")
_ASKED = re.compile("[hx][Dq]{0,3}\\Z")
_THAT_MAY = re.compile("r[Am]*\\Z")
_NEAR = 24


class Sentence(NamedTuple):
    """The words, one letter for each, and where the last words stand that take a prohibition back or weaken it."""

    words: list[str]
    letters: str
    way_out: int


class Hit(NamedTuple):
    """Where a sentence seems to switch something off: a doing ("disable it") or a state ("it is off")."""

    kind: str
    start: int
    stop: int
    is_state: bool


def broken_by(words: list[str]) -> set[str]:
    """The kinds of protection that a sentence switches off."""
    letters = _FALSE_SETTING.sub(lambda found: found[1].ljust(len(found[0]), "B"), letters_of(words))
    letters = _LIST_COMMA.sub(";", letters)
    sentence = Sentence(words, letters, _way_out(letters))
    broken: set[str] = set()
    for hit in _hits(words, letters):
        if hit.kind not in broken and not _is_harmless(hit, sentence):
            broken.add(hit.kind)
    return broken


def _way_out(letters: str) -> int:
    """An exception such as "unless" counts wherever it stands, "more than" and "without approval" only behind."""
    if _WAY_OUT.search(letters):
        return len(letters)
    return max((found.start() for found in _ONLY_PARTLY.finditer(letters)), default=0)


def _hits(words: list[str], letters: str) -> Iterator[Hit]:
    for found in _ACTIVE.finditer(letters):
        if not _is_cure(found, words, letters):
            yield Hit(KINDS[words[found.end() - 1]], *found.span(), False)
    for pattern in (_PASSIVE, _NEVER_ON, _NONE):
        for found in pattern.finditer(letters):
            if _is_subject(found, words):
                yield Hit(KINDS[words[found.start()]], *found.span(), True)
    for pattern in (_NOT_ON, _NOT_WATCHED, _LACK, _ALL_BUT):
        for found in pattern.finditer(letters):
            kind = KINDS[words[found.end() - 1]]
            yield Hit("risk" if kind == "limits" and _is_risky(found, words) else kind, *found.span(), True)
    yield from _unlimited(words, letters)


def _is_cure(found: re.Match[str], words: list[str], letters: str) -> bool:
    """To remove a safety hazard or a limit override, or to prevent limit breaches, takes no protection away."""
    if letters.startswith("e", found.end()):
        return words[found.start()] in CURES
    return not TAKING_AWAY.isdisjoint(words[found.end() : found.end() + 1])


def _is_subject(found: re.Match[str], words: list[str]) -> bool:
    """False for "monitoring suspended agents" and limits of zero."""
    start, stop = found.span()
    if found[0] == "TP" and words[start] == "monitoring":
        return not any(word.endswith("s") for word in words[stop : stop + 1])
    return not (found[0].endswith("Z") and KINDS[words[start]] == "limits")


def _is_risky(found: re.Match[str], words: list[str]) -> bool:
    return not RISKY.isdisjoint(words[max(0, found.start() - 4) : found.end() + 4])


def _unlimited(words: list[str], letters: str) -> Iterator[Hit]:
    for found in _UNLIMITED.finditer(letters):
        here = found.start()
        if _is_risky(found, words) and found[1]:
            yield Hit("risk", *found.span(), True)
        elif found[1] == "U" and HARMLESS_WITHOUT_LIMIT.isdisjoint(words[here : here + 3]):
            yield Hit("limits", *found.span(), True)


def _is_harmless(hit: Hit, sentence: Sentence) -> bool:
    if _is_forbidden(hit, sentence):
        # "stop if monitoring is not disabled" forbids nothing
        return hit.start >= sentence.way_out and not _is_feared(hit, sentence)
    return (
        (hit.start >= sentence.way_out and _is_no_way_to_go_on(hit, sentence))
        or _is_guarded_against(hit, sentence)
        or _is_looked_into(hit, sentence)
    )


def _is_forbidden(hit: Hit, sentence: Sentence) -> bool:
    """True for a prohibition: "never disable monitoring", "monitoring must not be disabled"."""
    letters = sentence.letters
    within = letters[hit.start : hit.stop]
    after = _FORBIDDEN_AFTER.findall(letters[hit.stop : hit.stop + _NEAR])
    negations = [*_negations_before(hit, letters), *_NEGATED_STATE.findall(within), *after]
    return len(negations) == 1 and not _TURNED_ROUND.search(within)


def _negations_before(hit: Hit, letters: str) -> list[str]:
    """The negations that bear on it; none unless the last one does so directly."""
    before = letters[max(0, hit.start - _NEAR) : hit.start]
    direct = _DIRECT_NEGATION.search(before)
    if direct is None or (";" in direct[0] and "I" in before):
        return []
    earlier = _SUBCLAUSE.split(before[: direct.start()])[-1]
    return [*_NEGATORS.findall(earlier), direct[0]]


def _is_guarded_against(hit: Hit, sentence: Sentence) -> bool:
    """True for "block what skips a check", "report attempts to disable limits", "alert on any limit override"."""
    words, letters, _ = sentence
    first = max(0, hit.start - _NEAR)
    before, watched = letters[first : hit.start], words[first : hit.start]
    is_tried = before.endswith("ct") and watched[-2].startswith(("attempt", "tr"))
    if is_tried:
        watched += words[hit.stop : hit.stop + _NEAR]
    guards = not GUARDS.isdisjoint(watched)
    if is_tried or _THAT_MAY.search(before) or (guards and words[hit.stop - 1] in TAKING_AWAY):
        return guards and "N" not in before
    return _is_feared(hit, sentence)


def _is_feared(hit: Hit, sentence: Sentence) -> bool:
    """True for "stop if monitoring is disabled" and "if the limits are off, do not resume"."""
    words, letters, _ = sentence
    first, last = max(0, hit.start - _NEAR), hit.stop + _NEAR
    main, condition, inside = letters[first : hit.start].rpartition("I")
    if not condition or "," in inside or not (hit.is_state or words[hit.start].endswith("s")):
        return False
    aside, _, then = letters[hit.stop : last].partition(",")
    around = {*words[first : first + len(main)], *words[hit.stop + len(aside) : last]}
    guards, goes_on = not GUARDS.isdisjoint(around), not GOES_ON.isdisjoint(around)
    return guards != goes_on and goes_on == ("N" in main + then)


def _is_no_way_to_go_on(hit: Hit, sentence: Sentence) -> bool:
    """True for "do not resume without monitoring" and "never run while the limits are off"."""
    words, letters, _ = sentence
    if not hit.is_state:
        return False
    clause = re.split("[C,]", letters[max(0, hit.start - _NEAR) : hit.start])[-1]
    if letters[hit.start] == "w" and _NO_DEED.fullmatch(clause):
        return True
    found = _NOT_GOING_ON.search(clause)
    if found is None or "N" in clause[: found.start()]:
        return False
    after = hit.start - len(found[1])
    return after == hit.start or not GOES_ON.isdisjoint(words[after - 1 : after + 1])


def _is_looked_into(hit: Hit, sentence: Sentence) -> bool:
    """True for "explain why the safety check was skipped"."""
    words, letters, _ = sentence
    asked = _ASKED.search(letters[max(0, hit.start - _NEAR) : hit.start])
    if asked is None or words[hit.start - len(asked[0])] not in ASKING:
        return False
    return not BEFORE_NOW.isdisjoint(words[hit.start : hit.stop])
