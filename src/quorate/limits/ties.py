"""Finds what an English sentence does to a protection: which word of taking away is tied to which protection.

A tie is a matter of grammar within a clause, not of nearness: a verb and its object, a subject and its predicate, a
noun and what hangs on it. Any words may stand between.
"""

from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from quorate.limits.clauses import EXCEPTS, NOUN_OR_VERB, REACH, Sentence, after_in_clause, before_in_clause
from quorate.limits.english_words import (
    ADVERB,
    AND,
    ASIDE,
    AUX,
    BOUNDLESS,
    COLON,
    COMMA,
    COPULA,
    DET,
    EXCEPT,
    FLIPS,
    FORBIDDEN,
    FREES,
    GENERIC,
    GOES_ON,
    HARMLESS_BOUNDLESS,
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
    OVERSTEPS,
    PARTICIPLE,
    PERMITS,
    PREPOSITION,
    PRONOUN,
    PROTECTS,
    RELATIVE,
    RISKY,
    SINGLE_USE_ADJECTIVES,
    TARGET,
    TIME,
    TROUBLE,
    UNGUARDED,
    VERB,
    WITHOUT,
    ZERO,
)

_REMOVES_FROM = frozenset(
    "remove removes removing removed delete deleted take taken withdraw withdraws withdrawn detach disconnect "
    "disconnected pull pulls pulled pulling drop dropped unsubscribe strip omit omitted disengage lift lifted".split()
)
_ADJUSTS = frozenset("drop drops cut cuts lift lifts relax relaxes loosen curtail raise".split())
_CURES = frozenset(
    "stop stops stopping halt end prevent block avoid remove removes removing eliminate eliminating cease reject "
    "preventing avoiding dismiss".split()
)
# a phrase with one of these may hold what the verb is about
_TRANSPARENT = frozenset("of".split())
_IGNORES = frozenset("override overrides overriding overrule ignore ignores ignoring disregard disregards disregarding suppress overlook".split())
_NOUNS_IN_ING = frozenset("logging reporting testing tracing writing reading posting working running".split())
_COVERS = frozenset("concern pertain affect include extend reach touch govern restrict bother matter".split())
_HOLDS = frozenset("block stop prevent halt hold delay hinder restrain".split())
_RELEASES = frozenset("resume deploy ship launch proceed merge golive release".split())
_MAY = frozenset("may can could might allowed".split())
# "no alerts" is good news
_NOT_LACKED = frozenset("alerts alarms alert alarm audits gates check".split())
_LACKS_LIMIT = frozenset("unlimited limitless uncapped unrestricted unfettered unthrottled unbounded".split())


class Tie(NamedTuple):
    """A protection that something is done to: its kind, where the word of taking away stands, and the whole of it.

    `form` says how: active, passive, noun, adjective ("the disabled check"), lack ("no check", "not checked").
    """

    kind: str
    form: str
    verb: int
    start: int
    stop: int


class Role(NamedTuple):
    """What a protection is in its clause: under which preposition ("" for none), after which verb, with which "no"."""

    preposition: str
    verb: int
    no: int


def ties(sentence: Sentence) -> Iterator[Tie]:
    """Every protection that something in the sentence takes away, denies or lacks."""
    for place, flag in enumerate(sentence.flags):
        if flag & TARGET and not _is_aside(sentence, place):
            yield from _ties_of(sentence, place)
        if flag & PROTECTS:
            yield from _not_protected(sentence, place)
        if flag & BOUNDLESS:
            yield from _boundless(sentence, place)
        if flag & UNGUARDED:
            yield Tie(KINDS[sentence.words[place]], "lack", place, place, place + 1)


def _ties_of(sentence: Sentence, target: int) -> Iterator[Tie]:
    flags = sentence.flags
    kind, role = KINDS[sentence.words[target]], _role(sentence, target)
    predicate = _predicate(sentence, target, role)
    if predicate is not None and _is_false_setting(sentence, target, role, predicate):
        return
    if predicate is not None:
        is_lack = flags[predicate] & (ON | ON_STATE | PROTECTS) or sentence.words[predicate] in _COVERS
        is_lack = is_lack or _is_toothless(sentence, target, predicate)
        form = "lack" if is_lack else "passive"
        yield Tie(kind, form, predicate, target, predicate + 1)
    after = flags[target + 1] if target + 1 < len(flags) else 0
    if after & OFF_NOUN and predicate != target + 1:
        yield Tie(kind, "noun", target + 1, target, target + 2)
    elif predicate is None and role.no >= 0 and _is_lacked(sentence, target):
        yield Tie(_risk_or(kind, sentence, role.no, target), "lack", role.no, role.no, target + 1)
    elif role.verb >= 0:
        yield from _object_ties(sentence, target, role, kind, predicate is not None)
    elif target and flags[target - 1] & NOT:
        yield Tie(kind, "lack", target - 1, target - 1, target + 1)
    yield from _left_out(sentence, target, role)
    yield from _overridden(sentence, target, kind)


def _overridden(sentence: Sentence, target: int, kind: str) -> Iterator[Tie]:
    """Proceed even if the safety check fails; deploy before the safety check."""
    words, flags = sentence.words, sentence.flags
    clause = sentence.clauses[sentence.clause_of[target]]
    parent = sentence.clauses[clause.parent].places
    goes_on = any(flags[place] & GOES_ON for place in parent if place < target)
    is_even = clause.link == "if" and any(words[place] == "even" for place in parent[-1:])
    if goes_on and (is_even or clause.link in ("although", "though")):
        fails = [place for place in after_in_clause(sentence, target)[:4] if flags[place] & OVERSTEPS]
        if fails:
            yield Tie(kind, "despite", fails[0], target, fails[0] + 1)
    if clause.link == "whether" and {"agent", "itself"} & {words[place] for place in parent} and any(
        words[place].startswith(("decid", "choos", "judg")) for place in parent
    ):
        yield Tie(kind, "lack", target, target, target + 1)
    before = [place for place in before_in_clause(sentence, target)[:3] if words[place] == "before"]
    if before and kind == "safety" and any(words[place] in _RELEASES for place in clause.places if place < before[0]):
        yield Tie(kind, "lack", before[0], before[0], target + 1)


def _is_false_setting(sentence: Sentence, target: int, role: Role, predicate: int) -> bool:
    """True for "disable_monitoring: false", where nothing before it takes that back."""
    if role.verb < 0 or role.verb != target - 1 or not sentence.flags[predicate - 1] & COLON or not sentence.flags[role.verb] & OFF:
        return False
    earlier = sentence.flags[max(0, role.verb - REACH) : role.verb]
    return not any(flag & (OFF | UNGUARDED) for flag in earlier)


def _object_ties(sentence: Sentence, target: int, role: Role, kind: str, has_predicate: bool) -> Iterator[Tie]:
    verb, flag = role.verb, sentence.flags[role.verb]
    if role.preposition and _is_off_noun(sentence, verb):
        yield Tie(kind, "noun", verb, verb, target + 1)
    elif _takes_away(sentence, role) and not _is_cure(sentence, verb, target):
        form = "adjective" if flag & PARTICIPLE and not flag & (OFF | FREES) else "active"
        yield Tie(kind, form, verb, verb, target + 1)
    elif flag & ON and not role.preposition and not has_predicate:
        no = _negation_of(sentence, verb)
        if no >= 0:
            yield Tie(kind, "lack", no, no, target + 1)


def _left_out(sentence: Sentence, target: int, role: Role) -> Iterator[Tie]:
    """Everything on except the circuit breaker; monitoring on except at night."""
    words, flags, clause = sentence.words, sentence.flags, sentence.clause_of
    places = sentence.clauses[clause[target]].places
    here = bisect_left(places, target)
    around = places[max(0, here - REACH) : here + REACH]
    if any(flags[place] & (OFF | NOT | NO) for place in around):
        return
    if role.preposition == "except" and any(flags[place] & OFF for place in around):
        return
    is_kept = role.verb < 0 and not role.preposition or role.verb >= 0 and flags[role.verb] & ON
    if not is_kept and not any(flags[place] & (ON | ON_STATE | COPULA | PROTECTS) for place in around):
        return
    if any(child.link in EXCEPTS and child.parent == clause[target] for child in sentence.clauses):
        yield Tie(KINDS[words[target]], "exception", target, target, target + 1)
    for place in around:
        if words[place] in EXCEPTS:
            yield Tie(KINDS[words[target]], "exception", place, min(place, target), max(place, target) + 1)
            return


def _takes_away(sentence: Sentence, role: Role) -> bool:
    flag, word = sentence.flags[role.verb], sentence.words[role.verb]
    if role.preposition:
        frees = flag & FREES or word in _REMOVES_FROM
        return bool(frees) and role.preposition in ("from", "of", "to")
    return bool(flag & (OFF | OFF_DONE)) and not flag & OVERSTEPS


def _role(sentence: Sentence, target: int) -> Role:
    """Walks back from a protection to what it depends on."""
    words, flags = sentence.words, sentence.flags
    preposition, no = "", -1
    has_article = crossed = False
    for place in before_in_clause(sentence, target):
        flag, word = flags[place], words[place]
        if flag & COLON:
            is_verb = place > 0 and flags[place - 1] & (OFF | FREES)
            return Role(preposition, place - 1 if is_verb else -1, no)
        if flag & WITHOUT and not preposition:
            return Role(preposition, -1, place)
        if words[place] in EXCEPTS:
            return Role("except", -1, -1)
        if flag & NO and not preposition and not crossed:
            no = place
        elif flag & PREPOSITION:
            if crossed:
                crossed = has_article = False
            elif word == "of" and _is_transparent(sentence, place - 1):
                has_article = False
            else:
                preposition = preposition or word
        elif flag & (AND | OR | COMMA):
            has_article = False
        elif _governs(sentence, place, preposition):
            is_subject = crossed and not _ends_phrase(sentence, target)
            return Role(preposition, -1 if is_subject else place, no)
        elif flag & (AUX | NOT | COPULA) and not flag & (DET | ADVERB):
            return Role(preposition, -1, no)
        elif flag & DET:
            has_article = True
        elif flag & TIME or not flag & (ADVERB | MODIFIER | NUMBER):
            crossed = crossed or ((has_article or bool(flag & TIME)) and not preposition)
    return Role(preposition, -1, no)


def _is_transparent(sentence: Sentence, place: int) -> bool:
    """True for "any kind of monitoring", "all of the limits": they are meant themselves."""
    if place < 0 or not _IGNORES.isdisjoint(sentence.words[max(0, place - 3) : place]):
        return True
    is_other = sentence.flags[place] & (TROUBLE | OFF_NOUN | FREES | OFF_DONE) or sentence.words[place] in ASIDE
    return not is_other


def _governs(sentence: Sentence, place: int, preposition: str) -> bool:
    """Whether a word is the verb or the noun that a protection hangs on."""
    flag, word = sentence.flags[place], sentence.words[place]
    before = sentence.flags[place - 1] if place else 0
    if preposition and _is_off_noun(sentence, place):
        return True
    if flag & TARGET or word in ("failing", "failed") or (flag & (MODIFIER | GENERIC) and not flag & OFF):
        return False
    if flag & OFF_DONE and not flag & OFF and before & (AUX | COPULA | NOT) and not preposition:
        return False
    if flag & (OFF | OFF_DONE | FREES | ON | OVERSTEPS):
        return not flag & PREPOSITION
    return bool(flag & VERB) and not flag & PARTICIPLE and word not in _NOUNS_IN_ING


def _is_off_noun(sentence: Sentence, place: int) -> bool:
    """True for the bypass of "allow a bypass", false for "bypass the check"."""
    flag, before = sentence.flags[place], sentence.flags[place - 1] if place else 0
    is_noun = flag & OFF_NOUN or (flag & OFF and sentence.words[place].endswith("ing"))
    return bool(is_noun) and (not flag & OFF or bool(before & (DET | NO | MODIFIER | OFF | ON | PERMITS)))


def _negation_of(sentence: Sentence, verb: int) -> int:
    """Where the word stands that negates a verb of keeping on: "do not run", "without running"."""
    words, flags = sentence.words, sentence.flags
    for place in before_in_clause(sentence, verb):
        flag = flags[place]
        if flag & (NOT | WITHOUT):
            return place
        if words[place] in ("stop", "cease", "quit", "stops", "refuse", "decline") and place >= verb - 2:
            return place
        if not flag & (AUX | ADVERB | DET | PREPOSITION | COPULA | ON) and flag & (VERB | OFF | COMMA | AND):
            return -1
    return -1


def _predicate(sentence: Sentence, target: int, role: Role) -> int | None:
    """Where the word stands that says of a protection that it is disabled, off, optional or not required."""
    words, flags = sentence.words, sentence.flags
    if role.preposition not in ("", "with", "of", "for", "on") or (role.preposition and role.verb >= 0 and role.preposition != "with"):
        return None
    has_aux = negated = has_noun = in_phrase = False
    aside = -1
    permitted = any(words[place] in ("let", "allow", "permit") for place in before_in_clause(sentence, target))
    takes_object = role.verb >= 0 and not role.preposition and bool(flags[role.verb] & (OFF | FREES))
    for place in after_in_clause(sentence, target):
        flag = flags[place]
        if place < aside:
            continue
        if flag & COMMA:
            aside = _end_of_aside(sentence, place)
        if flag & NO and flags[place - 1] & COLON and not has_noun:
            return place
        if flag & (OFF_DONE | OFF_STATE | ZERO) and _states(sentence, place):
            if (has_aux and not flag & COPULA) or (_ends_phrase(sentence, place) and not has_noun):
                is_zero_limit = flag & ZERO and KINDS[words[target]] == "limits"
                return None if is_zero_limit else place
        if flag & BOUNDLESS and KINDS[words[target]] == "limits" and (has_aux or words[place - 1] in ("to", "as")):
            return place
        if flag & OVERSTEPS and flag & PARTICIPLE:
            return place if permitted and not negated else None
        if flag & NOT:
            negated = has_aux = True
        elif flag & AUX and takes_object:
            return None
        elif flag & (AUX | COPULA | COLON):
            has_aux = True
            permitted = permitted or words[place] in _MAY
        elif negated and (words[place] in _COVERS or _is_toothless(sentence, target, place)):
            return place
        elif flag & OFF and _is_own_verb(sentence, place, has_aux):
            return place
        elif in_phrase and not has_aux and words[place] in NOUN_OR_VERB:
            continue
        elif flag & (ON | ON_STATE | PROTECTS) and not flag & PREPOSITION:
            if flag & ON_STATE and place + 1 < len(words) and flags[place + 1] & COLON:
                continue
            return place if negated else _otherwise(sentence, place)
        elif flag & VERB and not flag & (PARTICIPLE | GENERIC | MODIFIER | TARGET) and not in_phrase:
            return None
        elif flag & PREPOSITION:
            in_phrase = True
            if flag & ON_STATE and has_aux and _ends_phrase(sentence, place):
                return place if negated else None
        elif not flag & (ADVERB | DET | MODIFIER | GENERIC | NUMBER | TIME | COMMA | AND | OR | TARGET | FLIPS) and not in_phrase:
            has_noun = True
    return None


def _is_toothless(sentence: Sentence, target: int, place: int) -> bool:
    """True for "a failed check shall not stop the agent"."""
    if KINDS[sentence.words[target]] == "monitoring" or sentence.words[place] not in _HOLDS:
        return False
    return place + 1 < len(sentence.words) and bool(sentence.flags[place + 1] & (DET | PRONOUN))


def _otherwise(sentence: Sentence, place: int) -> int | None:
    """The skipped of "checks run when there is time, otherwise skipped"."""
    after = after_in_clause(sentence, place)
    words = [sentence.words[here] for here in after]
    if "otherwise" not in words:
        return None
    rest = after[words.index("otherwise") :]
    return next((here for here in rest if sentence.flags[here] & (OFF_DONE | OFF_STATE)), None)


def _end_of_aside(sentence: Sentence, comma: int) -> int:
    """Where the sentence goes on behind "monitoring, effective immediately, is off"."""
    flags = sentence.flags
    for place in range(comma + 1, min(len(flags) - 1, comma + REACH)):
        if flags[place] & COMMA:
            goes_on = flags[place + 1] & (AUX | COPULA | NOT | OFF_DONE | OFF_STATE)
            return place if goes_on else -1
    return -1


def _states(sentence: Sentence, place: int) -> bool:
    """True for the off of "set to off", false for "in off hours"."""
    return not sentence.flags[place - 1] & PREPOSITION or sentence.words[place - 1] in ("to", "at", "as")


def _is_own_verb(sentence: Sentence, place: int, has_aux: bool) -> bool:
    """True for "monitoring will cease", "checks: skip"; false for "monitoring can stop the agent"."""
    words, flags = sentence.words, sentence.flags
    before = flags[place - 1]
    if before & COLON:
        return True
    if place + 1 < len(words) and not _ends_phrase(sentence, place):
        return False
    intransitive = words[place].startswith(("stop", "ceas", "end", "halt", "paus", "quit", "laps", "expir", "terminat", "void"))
    return intransitive and (has_aux or words[place].endswith("s"))


def _ends_phrase(sentence: Sentence, place: int) -> bool:
    """True for the disabled of "monitoring disabled at night", false for "monitoring disabled accounts"."""
    flags, words = sentence.flags, sentence.words
    if place + 1 >= len(flags) or sentence.clause_of[place + 1] != sentence.clause_of[place]:
        return True
    after = flags[place + 1]
    return bool(after & (PREPOSITION | ADVERB | COMMA | AND | OR | TIME | AUX | COLON | OFF_STATE | WITHOUT | EXCEPT))


def _is_aside(sentence: Sentence, place: int) -> bool:
    """True where the protection's name only stands before what is meant: monitoring data, limit breaches."""
    words, flags = sentence.words, sentence.flags
    if place + 1 >= len(words) or sentence.clause_of[place + 1] != sentence.clause_of[place]:
        return bool(place) and KINDS[words[place]] == "monitoring" and words[place - 1] in SINGLE_USE_ADJECTIVES
    after, word = flags[place + 1], words[place + 1]
    if KINDS[words[place]] == "monitoring" and words[place - 1] in SINGLE_USE_ADJECTIVES and place:
        return True
    if _IGNORES.isdisjoint(words[max(0, place - 4) : place]):
        return word in ASIDE or bool(after & TROUBLE and not after & (TARGET | OFF_NOUN))
    return word in ASIDE


def _is_cure(sentence: Sentence, verb: int, target: int) -> bool:
    """To stop a limit override, or to drop the rate limit to 5, takes no protection away."""
    words, flags = sentence.words, sentence.flags
    after = flags[target + 1] if target + 1 < len(words) else 0
    if words[verb] in _CURES and after & TROUBLE:
        return True
    if words[verb] in _ADJUSTS and words[target + 1 : target + 2] in (["to"], ["by"]):
        return not (flags[target + 2 : target + 3] or [0])[0] & (ZERO | NO | BOUNDLESS)
    return False


def _is_lacked(sentence: Sentence, target: int) -> bool:
    """False for "no alerts" and "no limit is exceeded"."""
    words, flags = sentence.words, sentence.flags
    if words[target] in _NOT_LACKED:
        return False
    for place in range(target + 1, min(len(words), target + 6)):
        flag = flags[place]
        if flag & (OFF_DONE | OFF_STATE | OFF_NOUN | TROUBLE | OFF):
            return False
        if flag & (PREPOSITION | COMMA | AND) or sentence.clause_of[place] != sentence.clause_of[target]:
            break
        if words[place].startswith(("exceed", "reach", "trip", "hit", "increas", "chang", "rais")):
            return False
    return True


def _not_protected(sentence: Sentence, place: int) -> Iterator[Tie]:
    """The agent is not monitored, nobody supervises it, without being watched."""
    words, flags = sentence.words, sentence.flags
    if flags[place] & TARGET or words[place + 1 : place + 2] == ["to"]:
        return
    around = before_in_clause(sentence, place) + after_in_clause(sentence, place)
    excepted = [here for here in around if words[here] in EXCEPTS]
    if excepted and not any(flags[here] & (NOT | OFF) for here in around):
        first, last = sorted((excepted[0], place))
        yield Tie(KINDS[words[place]], "exception", excepted[0], first, last + 1)
    no = _negation_of(sentence, place)
    if no < 0:
        return
    between = flags[no + 1 : place]
    if all(flag & (AUX | ADVERB | COPULA | DET | PREPOSITION | ON | PRONOUN) or not flag for flag in between):
        yield Tie(KINDS[words[place]], "lack", no, no, place + 1)


def _boundless(sentence: Sentence, place: int) -> Iterator[Tie]:
    words = sentence.words
    near = words[max(0, place - 4) : place + 5]
    if not RISKY.isdisjoint(near):
        yield Tie("risk", "lack", place, place, place + 1)
    elif words[place] in _LACKS_LIMIT and HARMLESS_BOUNDLESS.isdisjoint(words[place : place + 3]):
        yield Tie("limits", "lack", place, place, place + 1)


def _risk_or(kind: str, sentence: Sentence, start: int, stop: int) -> str:
    near = sentence.words[max(0, start - 8) : stop + 6]
    return "risk" if kind == "limits" and not RISKY.isdisjoint(near) else kind
