"""Finds what an English sentence does to a protection: which word of taking away is tied to which protection.

A tie is a matter of grammar, not of nearness: a verb looks ahead for its object, a protection for its predicate. Any
words may stand between that neither begin another clause nor make something else the object or the subject.
"""

from collections.abc import Iterator
from typing import NamedTuple

from quorate.limits.english_words import (
    ADVERB,
    AND,
    ASIDE,
    AUX,
    BOUNDLESS,
    BREAK,
    COLON,
    COMMA,
    COPULA,
    DET,
    EXCEPT,
    FLAGS,
    FLIPS,
    FREES,
    GENERIC,
    HARMLESS_BOUNDLESS,
    IF,
    KINDS,
    MODIFIER,
    NO,
    NOT,
    NUMBER,
    OFF,
    OFF_DONE,
    OFF_NOUN,
    OFF_STATE,
    ON,
    ON_STATE,
    OR,
    PARTICIPLE,
    PREPOSITION,
    PRONOUN,
    PROTECTS,
    QUESTION,
    RELATIVE,
    RISKY,
    TARGET,
    TIME,
    TROUBLE,
    UNPROTECTED,
    VERB,
    WEAK,
    WITHOUT,
    ZERO,
)

REACH = 16
_UNPROTECTED = frozenset(word for words in UNPROTECTED.values() for word in words.split())
_CLAUSE = IF | EXCEPT | BREAK | RELATIVE
_REMOVES_FROM = frozenset(
    "remove removes removing removed delete take withdraw withdraws detach disconnect drop unsubscribe hide strip "
    "leave omit exclude disengage release".split()
)
_ADJUSTS = frozenset("drop drops cut cuts lift lifts relax relaxes loosen lower reduce curtail".split())
_NOUN_OR_VERB = frozenset("process request call page log test write read rate resource report".split())
_CURES = frozenset(
    "stop stops stopping halt end prevent block avoid remove removes removing eliminate eliminating cease reject "
    "preventing avoiding fix dismiss".split()
)
_NOT_LACKED = frozenset("alerts alarms alert alarm audits gates check".split())


class Sentence(NamedTuple):
    """Words, and what each of them can do."""

    words: list[str]
    flags: list[int]


class Tie(NamedTuple):
    """A protection that something is done to: what is protected, and the words from the first to the last of it.

    `verb` is where the word stands that takes it away; a state ("it is off") has no doer.
    """

    kind: str
    verb: int
    start: int
    stop: int
    is_state: bool


def sentence_of(words: list[str]) -> Sentence:
    """The sentence with the flags of its words."""
    flags = [FLAGS.get(word, 0) or _guess(word) for word in words]
    for place, flag in enumerate(flags):
        if flag & WEAK and not flag & TARGET and _is_noun(words, flags, place):
            flags[place] |= TARGET
    return Sentence(words, flags)


def _guess(word: str) -> int:
    if word[0].isdigit() or word[0] in "-.":
        return NUMBER
    return ADVERB if word.endswith("ly") else 0


def _is_noun(words: list[str], flags: list[int], place: int) -> bool:
    """True for the limit of "the rate limit", false for "limit the rate"."""
    before = flags[place - 1] if place else COMMA
    after = flags[place + 1] if place + 1 < len(flags) else COMMA
    if before & (DET | NO | WITHOUT | MODIFIER | TARGET) or (before & ON and words[place - 1].endswith("ing")):
        return True
    if words[place] in ("safety", "checks", "gates"):
        return bool(before & (OFF | OFF_DONE | NOT | PREPOSITION | ON)) or bool(after & (AUX | COLON))
    if before & (OFF | FREES) and not before & AUX:
        return not after & (DET | PRONOUN)
    return bool(after & COLON) or (before == 0 and bool(after & (AUX | COMMA | ADVERB | OFF_STATE)))


def ties(sentence: Sentence) -> Iterator[Tie]:
    """Every protection that something in the sentence takes away, denies or lacks."""
    for place, flag in enumerate(sentence.flags):
        if flag & (OFF | FREES | OFF_DONE):
            yield from _active(sentence, place)
        if flag & OFF_NOUN:
            yield from _nominal(sentence, place)
        if flag & TARGET:
            yield from _predicate(sentence, place)
        if flag & (NOT | NO | WITHOUT | ZERO):
            yield from _lack(sentence, place)
        if flag & (BOUNDLESS | EXCEPT) or sentence.words[place] in _UNPROTECTED:
            yield from _state(sentence, place)


def _active(sentence: Sentence, place: int) -> Iterator[Tie]:
    words, flags = sentence
    if flags[place] & OFF_DONE and place and flags[place - 1] & (AUX | COPULA) and not flags[place] & OFF:
        frees = flags[place] & FREES
        if not frees and words[place] not in _REMOVES_FROM:
            return
    found = _object(sentence, place)
    if found is not None and not _is_cure(sentence, place, found):
        is_adjective = bool(flags[place] & PARTICIPLE and not flags[place] & OFF)
        yield Tie(KINDS[words[found]], place, place, found + 1, is_adjective)


def _object(sentence: Sentence, verb: int) -> int | None:
    """Where the object of a verb stands, if it is a protection."""
    words, flags = sentence
    frees = bool(flags[verb] & FREES)
    ready = not frees
    has_noun = in_phrase = False
    last = min(len(words), verb + REACH)
    for place in range(verb + 1, last):
        flag, word = flags[place], words[place]
        if flag & TARGET and ready and not (in_phrase and not (flags[place - 1] & DET and place > in_phrase + 2)):
            if _begins_clause(sentence, place):
                return None
            if not _is_aside(sentence, place):
                return place
            has_noun = True
        elif word in ("from", "of") and (frees or words[verb] in _REMOVES_FROM):
            ready, has_noun = True, False
        elif word == "of" or (word == ":" and place == verb + 1):
            continue
        elif word == "to" and words[verb] == "immune":
            ready = True
        elif flag & PREPOSITION and not flag & DET:
            if has_noun and not flags[place - 1] & GENERIC:
                return None if not (frees or words[verb] in _REMOVES_FROM) else _freed(sentence, verb, place)
            in_phrase = 0 if flags[place - 1] & GENERIC else place
        elif flag & (AND | OR | COMMA):
            if _turns_to_verb(sentence, place + 1):
                return None
            has_noun = in_phrase = False
        elif flag & _CLAUSE and not flag & DET:
            return None
        elif flag & DET and has_noun and not in_phrase:
            return None
        elif flag & (AUX | COPULA | NOT) and not flag & (DET | ADVERB):
            return None
        elif flag & VERB and not flag & (MODIFIER | GENERIC | PARTICIPLE | OFF_NOUN | WEAK):
            if not (word.endswith("ing") and flag & ON and place <= verb + 2) and word not in _NOUN_OR_VERB:
                return None
        elif not flag & (DET | ADVERB | MODIFIER | NUMBER | PARTICIPLE):
            has_noun = True
    return None


def _freed(sentence: Sentence, verb: int, place: int) -> int | None:
    """The protection in "exempt the agents in the pool from monitoring"."""
    words, flags = sentence
    for here in range(place, min(len(words), verb + REACH)):
        if flags[here] & (_CLAUSE | COMMA | AND):
            return None
        if words[here] == "from":
            for there in range(here + 1, min(len(words), here + 5)):
                if flags[there] & TARGET and not _is_aside(sentence, there):
                    return there
                if not flags[there] & (DET | MODIFIER):
                    return None
    return None


def _begins_clause(sentence: Sentence, place: int) -> bool:
    """True for the monitoring of "disable the plugin, monitoring stays on"."""
    words, flags = sentence
    if not place or not (flags[place - 1] & (COMMA | AND | OR | DET | MODIFIER)):
        return False
    here = place + 1
    while here < len(words) and flags[here] & (ADVERB | MODIFIER | GENERIC) and not flags[here] & ON_STATE:
        here += 1
    after = flags[here] if here < len(words) else 0
    follows = any(flags[back] & (COMMA | AND | OR) for back in range(max(0, place - 3), place))
    return follows and bool(after & (AUX | COPULA | ON_STATE) or (after & (ON | VERB) and words[here].endswith("s")) or (after & ON and not after & OFF))


def _is_aside(sentence: Sentence, place: int) -> bool:
    """True where the protection's name only stands before what is meant: monitoring data, limit breaches."""
    words, flags = sentence
    if place + 1 >= len(words):
        return False
    after, word = flags[place + 1], words[place + 1]
    return word in ASIDE or bool(after & TROUBLE and not after & TARGET)


def _is_cure(sentence: Sentence, verb: int, target: int) -> bool:
    """To stop a limit override, or to drop the rate limit to 5, takes no protection away."""
    words, flags = sentence
    after = flags[target + 1] if target + 1 < len(words) else 0
    if after & OFF_NOUN and not after & OFF:
        return True
    if words[verb] in _CURES and after & TROUBLE:
        return True
    if words[verb] in _ADJUSTS and words[target + 1 : target + 2] in (["to"], ["by"]):
        return not (flags[target + 2 : target + 3] or [0])[0] & (ZERO | NO | BOUNDLESS)
    return False


def _turns_to_verb(sentence: Sentence, place: int) -> bool:
    words, flags = sentence
    while place < len(words) and flags[place] & (ADVERB | COMMA) and not flags[place] & VERB:
        place += 1
    if place >= len(words):
        return True
    flag = flags[place]
    if words[place] in _NOUN_OR_VERB and place + 1 < len(words) and flags[place + 1] & TARGET:
        return False
    if flag & (TARGET | MODIFIER) and not flag & ON:
        return False
    if words[place].endswith("ing") and not flag & ON:
        return False
    return bool(flag & (VERB | AUX | COPULA | NOT | IF | EXCEPT | PRONOUN) and not flag & DET)


def _nominal(sentence: Sentence, place: int) -> Iterator[Tie]:
    """The bypass of a check, an exemption from limits, the circuit breaker override."""
    words, flags = sentence
    if place and flags[place - 1] & TARGET:
        yield Tie(KINDS[words[place - 1]], place, place - 1, place + 1, False)
        return
    if words[place + 1 : place + 2] not in (["of"], ["from"], ["for"], ["to"], ["on"], ["around"], ["in"]):
        return
    for here in range(place + 2, min(len(words), place + 9)):
        if flags[here] & TARGET and not _is_aside(sentence, here):
            yield Tie(KINDS[words[here]], place, place, here + 1, False)
            return
        if flags[here] & (_CLAUSE | COMMA | AUX) and not flags[here] & DET:
            return


def _predicate(sentence: Sentence, subject: int) -> Iterator[Tie]:
    """What a protection that is a subject is said to be: disabled, off, optional, not required."""
    words, flags = sentence
    if _is_object(sentence, subject) or _is_aside(sentence, subject):
        return
    has_aux = negated = in_aside = in_phrase = has_noun = False
    for place in range(subject + 1, min(len(words), subject + REACH)):
        flag, word = flags[place], words[place]
        if in_aside:
            in_aside = not flag & COMMA
            continue
        if flag & (OFF_DONE | OFF_STATE | ZERO) and (has_aux or _ends_phrase(sentence, place)):
            if not (has_aux or not has_noun):
                return
            if not (flag & ZERO and KINDS[words[subject]] == "limits"):
                yield Tie(KINDS[words[subject]], place, subject, place + 1, True)
            return
        if flag & (ON | ON_STATE | PROTECTS) and not flag & (PREPOSITION | COPULA):
            if negated and not flag & OFF:
                yield Tie(KINDS[words[subject]], place, subject, place + 1, True)
            if not (flag & ON and words[place] in ("made", "make")):
                return
        elif flag & NO and (flags[place - 1] & COLON) and place + 1 >= len(words):
            yield Tie(KINDS[words[subject]], place, subject, place + 1, True)
            return
        elif flag & NOT:
            negated = True
        elif flag & (AUX | COPULA | COLON):
            has_aux, has_noun, in_phrase = True, False, False
        elif flag & COMMA:
            closing = next((here for here in range(place + 1, min(len(words), place + REACH)) if flags[here] & COMMA), None)
            if closing is None or not _goes_on(sentence, closing + 1):
                if not (place + 1 < len(words) and flags[place + 1] & (OFF_DONE | OFF_STATE) and _ends_phrase(sentence, place + 1)):
                    if not _lists(sentence, place + 1):
                        return
            else:
                in_aside = True
        elif flag & (AND | OR):
            if _turns_to_verb(sentence, place + 1) and not has_aux:
                return
        elif flag & _CLAUSE and not flag & DET:
            if not (flag & RELATIVE and place == subject + 1):
                return
        elif flag & OFF and (flags[place - 1] & (AUX | COLON) or place + 1 >= len(words)) and not flag & AUX:
            if has_aux and flags[place - 1] & AUX and not flags[place - 1] & COLON:
                if _object(sentence, place) is None and _ends_phrase(sentence, place):
                    yield Tie(KINDS[words[subject]], place, subject, place + 1, True)
                return
            yield Tie(KINDS[words[subject]], place, subject, place + 1, True)
            return
        elif flag & PREPOSITION:
            in_phrase = True
        elif not flag & (ADVERB | DET | MODIFIER | GENERIC | NUMBER | TIME) and not in_phrase:
            has_noun = True


def _lists(sentence: Sentence, place: int) -> bool:
    """True where a list of subjects goes on: "monitoring, alerting and limits are off"."""
    flags = sentence.flags
    return place < len(flags) and bool(flags[place] & (TARGET | AND | DET | MODIFIER) or flags[place] == 0)


def _goes_on(sentence: Sentence, place: int) -> bool:
    """True where the main clause goes on behind an aside."""
    flags = sentence.flags
    return place < len(flags) and bool(flags[place] & (AUX | COPULA | OFF_DONE | OFF_STATE | NOT))


def _is_object(sentence: Sentence, place: int) -> bool:
    """True for the limits of "requests above the limits are dropped"."""
    words, flags = sentence
    here = place - 1
    while here >= 0 and flags[here] & (DET | MODIFIER) and not flags[here] & PREPOSITION:
        here -= 1
    if here < 0:
        return False
    if words[here] in ("with", "of", "for", "on") or flags[here] & ADVERB:
        return False
    exceeds = words[here].startswith(("exceed", "violat", "breach", "fail", "hit", "cross", "reach", "trip", "miss", "broke", "break"))
    return exceeds or bool(flags[here] & PREPOSITION)


def _ends_phrase(sentence: Sentence, place: int) -> bool:
    """True for the disabled of "monitoring disabled at night", false for "monitoring disabled accounts"."""
    flags = sentence.flags
    if place + 1 >= len(flags):
        return True
    after = flags[place + 1]
    return bool(after & (PREPOSITION | ADVERB | COMMA | AND | OR | _CLAUSE | TIME | AUX | COLON | DET | OFF_STATE | WITHOUT | IF))


def _lack(sentence: Sentence, place: int) -> Iterator[Tie]:
    """No monitoring, without any limits, do not run the safety check, nobody monitors the agent."""
    words, flags = sentence
    flag = flags[place]
    for here in range(place + 1, min(len(words), place + REACH)):
        now = flags[here]
        if now & TARGET:
            if not _is_lacked(sentence, place, here):
                return
            kind = KINDS[words[here]]
            near = words[max(0, place - 4) : here + 5]
            if kind == "limits" and not RISKY.isdisjoint(near):
                kind = "risk"
            yield Tie(kind, place, place, here + 1, True)
            return
        if now & PROTECTS and flag & (NOT | WITHOUT) and not now & TARGET:
            if words[here + 1 : here + 2] != ["to"]:
                yield Tie(KINDS[words[here]], place, place, here + 1, True)
            return
        if now & ON and flag & (NOT | WITHOUT):
            continue
        if now & (AUX | DET | ADVERB | MODIFIER | PRONOUN) or words[here] == "of":
            continue
        if now & OR or (now & AND and flag & (NO | WITHOUT)):
            continue
        if flag & (NO | WITHOUT) and now == 0 and not any(f & (ON | AUX) for f in flags[place + 1 : here]):
            if here + 1 < len(words) and (flags[here + 1] & TARGET or flags[here + 1] & (OR | AND | COMMA)):
                continue
        return


def _is_lacked(sentence: Sentence, no: int, target: int) -> bool:
    """False for "no limit breaches", "no limit may be removed", "never disable limits"."""
    words, flags = sentence
    if words[target] in _NOT_LACKED and flags[no] & (NO | WITHOUT):
        return False
    if _is_aside(sentence, target):
        return False
    verbs = [flags[here] for here in range(no + 1, target) if flags[here] & (ON | VERB)]
    if flags[no] & NOT:
        if not verbs or not all(flag & ON for flag in verbs):
            return bool(not verbs and words[target].endswith("ing") and target == no + 1)
    for here in range(target + 1, min(len(words), target + 6)):
        flag = flags[here]
        if flag & (OFF_DONE | OFF_STATE | OFF_NOUN | TROUBLE) or (flag & OFF and not flag & PREPOSITION):
            return False
        if flag & (PREPOSITION | COMMA | _CLAUSE | AND):
            break
        if not flag & (AUX | ADVERB | GENERIC | MODIFIER | ON_STATE):
            return words[here] not in ASIDE and not words[here].startswith(("exceed", "reach", "trip", "hit"))
    return True


def _state(sentence: Sentence, place: int) -> Iterator[Tie]:
    """Unlimited risk, unmonitored, everything on except the circuit breaker."""
    words, flags = sentence
    if words[place] in _UNPROTECTED:
        yield Tie(KINDS[words[place]], place, place, place + 1, True)
    elif flags[place] & BOUNDLESS:
        near = words[max(0, place - 4) : place + 5]
        if not RISKY.isdisjoint(near):
            yield Tie("risk", place, place, place + 1, True)
        elif words[place] in ("unlimited", "limitless", "uncapped", "unrestricted", "unfettered", "unthrottled") and HARMLESS_BOUNDLESS.isdisjoint(words[place : place + 3]):
            yield Tie("limits", place, place, place + 1, True)
    elif flags[place] & EXCEPT and words[place] not in ("unless", "until", "till"):
        yield from _left_out(sentence, place)


def _left_out(sentence: Sentence, place: int) -> Iterator[Tie]:
    words, flags = sentence
    before = flags[max(0, place - REACH) : place]
    keeps = any(flag & (ON | ON_STATE | COPULA) for flag in before) and not any(flag & OFF and not flag & ON for flag in before)
    if not keeps:
        return
    for here in range(place + 1, min(len(words), place + 6)):
        if flags[here] & TARGET:
            yield Tie(KINDS[words[here]], place, place, here + 1, True)
            return
        if not flags[here] & (DET | MODIFIER):
            return
