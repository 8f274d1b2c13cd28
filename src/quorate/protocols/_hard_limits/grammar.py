"""Finds the sentences that switch a protection off, and spares those that forbid to.

Every pattern runs over one letter per word; `words` says which letter stands for what.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from quorate.protocols._hard_limits.words import (
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
    f"{_TARGET}(?:{_OF_SOMETHING}(?:k|x(?=[Am=]))?[AmtdcNhfqz=]{{1,6}}(?:[xeoP]R)?|k)?K?(?:(?<!t)P|P(?![xc])|[OZ])"
    f"|{_TARGET}(?:V(?=[zkA,C]|\\Z)|=[VW]|,[PO]\\Z|mAo|pZ|[Am]{{1,2}}W(?=[pBC,IE]|\\Z)|[psf]{_NOUN}[xci]{{1,3}}[PO]\\Z)"
)
# such as "do not enable monitoring", "without running the safety check", "limits do not apply", "do not monitor"
_NOT_ON = re.compile(f"[Nw][Amcdt]{{0,5}}K{_NOUN}x?{_NOUN}{_TARGET}(?![Am=tf]{{0,4}}[PO])")
_NEVER_ON = re.compile(f"{_TARGET}{_OF_SOMETHING}x?[Amtdc=]{{0,5}}N[Amtdc]{{0,4}}[Kkj]")
_NOT_WATCHED = re.compile("N[Amct]{0,5}J(?!e)|[Nw][Amct]{0,5}j(?!t)")
# such as "without monitoring", "no circuit breaker"; but not "no limit breaches", "no limit may be removed"
_LACK = re.compile(f"(?:[nwZ][Dqk]{{0,5}}(?:x{_NOUN})?|N){_TARGET}(?![eKV]|[Amd]{{0,3}}[Poe]|f?A+P)")
_ALL_BUT = re.compile(f"[Kk][DqxicTHJAm]{{0,6}}S{_NOUN}{_TARGET}")
_NONE = re.compile(f"{_TARGET}k?=n(?![a-zA-Z])|X")
_UNLIMITED = re.compile("[Uu]")
# a setting such as "disable_monitoring: false"
_FALSE_SETTING = re.compile(f"[VW]{_NOUN}{_TARGET}=[OZn]")

_LINK = "[AmcDtfz]"
_OBJECT = "[^CRBKNnwEIShr,;]{0,8}"
_VERB_OF_A_LIST = f"[VWKxi]{_OBJECT}"
_LIST_COMMA = re.compile(f",(?={_VERB_OF_A_LIST}(?:,{_VERB_OF_A_LIST}){{0,3}},?R{_LINK}{{0,3}}[VW])")
_DIRECT_NEGATION = re.compile(
    f"(?:[NwyaY]|n(?:x{{1,2}}(?=[mA]))?){_LINK}*(?:{_VERB_OF_A_LIST}(?:,?R|;){_LINK}*){{0,4}}\\Z"
)
_SUBCLAUSE = re.compile("[C,BIrES=]")
_NEGATORS = re.compile("[NnwyaYh]")
_WAY_OUT = re.compile("[ES]")
_ONLY_PARTLY = re.compile(f"L|w(?!{_NOUN}[THJ])")
_FORBIDDEN_AFTER = re.compile("[^C,BIERS]{0,6}?[Am]{1,3}d?(?:y|N[Amd]{0,3}z)")
_NOT_GOING_ON = re.compile("(?:N|n[xc]{1,2}(?=[mA]))[Amcdt]{0,4}(?=([^VWPYahESNr]*)\\Z)")
_NO_DEED = re.compile("n[xcKk]{1,3}")
_REPLACED = re.compile("(?<!N)[VWYa][DqxB]{0,3}\\Z")
_NEAR = 24


class Sentence(NamedTuple):
    """The words, one letter for each, and whether it names an exception such as "unless" anywhere."""

    words: list[str]
    letters: str
    has_way_out: bool


class Hit(NamedTuple):
    """Where a sentence seems to switch something off: a doing ("disable it") or a state ("it is off")."""

    kind: str
    start: int
    stop: int
    is_state: bool


def broken_by(words: list[str]) -> set[str]:
    """The kinds of protection that a sentence switches off."""
    letters = _LIST_COMMA.sub(";", letters_of(words))
    sentence = Sentence(words, letters, bool(_WAY_OUT.search(letters)))
    broken: set[str] = set()
    for hit in _hits(words, letters):
        if hit.kind not in broken and not _is_harmless(hit, sentence):
            broken.add(hit.kind)
    return broken


def _hits(words: list[str], letters: str) -> Iterator[Hit]:
    for found in _ACTIVE.finditer(letters):
        if not _FALSE_SETTING.match(letters, found.start()) and not _is_cure(found, words, letters):
            yield Hit(KINDS[words[found.end() - 1]], *found.span(), False)
    for pattern in (_PASSIVE, _NEVER_ON, _NONE):
        for found in pattern.finditer(letters):
            if _is_subject(found, words, letters):
                yield Hit(KINDS[words[found.start()]], *found.span(), True)
    for pattern in (_NOT_ON, _NOT_WATCHED, _LACK, _ALL_BUT):
        for found in pattern.finditer(letters):
            yield Hit(_kind_or_risk(found, words), *found.span(), True)
    yield from _unlimited(words, letters)


def _is_cure(found: re.Match[str], words: list[str], letters: str) -> bool:
    """To remove a safety hazard or a limit override, or to prevent limit breaches, takes no protection away."""
    after = words[found.end()] if found.end() < len(words) else ""
    return after in TAKING_AWAY or (letters.startswith("e", found.end()) and words[found.start()] in CURES)


def _is_subject(found: re.Match[str], words: list[str], letters: str) -> bool:
    """False for "requests above the limit are skipped", "monitoring suspended agents" and limits of zero."""
    start, stop = found.span()
    before = letters[max(0, start - 6) : start]
    if before.rstrip("Dq").endswith("o") or _FALSE_SETTING.search(before + found[0]):
        return False
    if found[0] == "TP" and words[start] == "monitoring" and stop < len(words):
        return not words[stop].endswith("s")
    if found[0].endswith("V") and (found[0][-2] != "=" and words[stop - 1] not in TAKING_AWAY):
        return False
    return not (found[0].endswith("Z") and KINDS[words[start]] == "limits")


def _kind_or_risk(found: re.Match[str], words: list[str]) -> str:
    kind = KINDS[words[found.end() - 1]]
    around = words[max(0, found.start() - 3) : found.end() + 3]
    return "risk" if kind == "limits" and not RISKY.isdisjoint(around) else kind


def _unlimited(words: list[str], letters: str) -> Iterator[Hit]:
    for found in _UNLIMITED.finditer(letters):
        here = found.start()
        is_risk = not RISKY.isdisjoint(words[max(0, here - 4) : here + 4])
        counts = is_risk or (found[0] == "U" and HARMLESS_WITHOUT_LIMIT.isdisjoint(words[here : here + 3]))
        if counts and not _REPLACED.search(letters[max(0, here - 5) : here]):
            yield Hit("risk" if is_risk else "limits", here, here + 1, True)


def _is_harmless(hit: Hit, sentence: Sentence) -> bool:
    return (
        _is_forbidden(hit, sentence)
        or _is_guarded_against(hit, sentence)
        or _is_no_way_to_go_on(hit, sentence)
        or _is_looked_into(hit, sentence)
    )


def _is_forbidden(hit: Hit, sentence: Sentence) -> bool:
    """True for a prohibition without a way out: "never disable monitoring", "monitoring must not be disabled"."""
    letters = sentence.letters
    if sentence.has_way_out or "q" in letters[hit.start : hit.stop]:
        return False
    if _ONLY_PARTLY.search(letters, hit.start + 1, hit.stop + _NEAR):
        return False
    after = bool(_FORBIDDEN_AFTER.match(letters, hit.stop))
    return _negations_before(hit, letters) + _negations_within(hit, letters) + after == 1


def _negations_before(hit: Hit, letters: str) -> int:
    """How many negations bear on it; none unless the last one does so directly."""
    before = letters[max(0, hit.start - _NEAR) : hit.start]
    direct = _DIRECT_NEGATION.search(before)
    if direct is None or (";" in direct[0] and "I" in before):
        return 0
    earlier = _SUBCLAUSE.split(before[: direct.start()])[-1]
    return 1 + len(_NEGATORS.findall(earlier))


def _negations_within(hit: Hit, letters: str) -> int:
    # what lacks a protection begins with a negation of its own, which does not count
    within = letters[hit.start : hit.stop]
    if not hit.is_state or within[-1] not in "POZ":
        return 0
    return within.count("N") + 2 * within.count("h")


def _is_guarded_against(hit: Hit, sentence: Sentence) -> bool:
    """True for "stop if monitoring is disabled", "block what skips a check", "report attempts to disable limits"."""
    words, letters, _ = sentence
    first = max(0, hit.start - _NEAR)
    before = letters[first : hit.start]
    if before.rstrip("Am").endswith("r"):
        return "N" not in before and not GUARDS.isdisjoint(words[first : hit.start])
    if before.endswith("ct") and words[hit.start - 2].startswith(("attempt", "tr")):
        return "N" not in before and not GUARDS.isdisjoint(words[first : hit.stop + _NEAR])
    if words[hit.stop - 1] in TAKING_AWAY and not GUARDS.isdisjoint(words[first : hit.start]):
        return "N" not in before
    condition = before.rfind("I")
    if condition < 0 or "," in before[condition:] or not (hit.is_state or words[hit.start].endswith("s")):
        return False
    comma = letters.find(",", hit.stop, hit.stop + _NEAR)
    then = slice(comma, comma + _NEAR) if comma >= 0 else slice(0)
    main = {*words[first : first + condition], *words[then]}
    guards, goes_on = not GUARDS.isdisjoint(main), not GOES_ON.isdisjoint(main)
    is_negated = "N" in before[:condition] + letters[then]
    return guards != goes_on and goes_on == is_negated


def _is_no_way_to_go_on(hit: Hit, sentence: Sentence) -> bool:
    """True for "do not resume without monitoring" and "never run while the limits are off"."""
    words, letters, has_way_out = sentence
    if not hit.is_state or has_way_out:
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
    asked = hit.start - 1
    while asked >= 0 and letters[asked] in "Dq":
        asked -= 1
    return asked >= 0 and words[asked] in ("why", "how") and not {"was", "were"}.isdisjoint(words[hit.start : hit.stop])
