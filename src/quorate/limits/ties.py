"""Finds what an English sentence does to a protection: which word of taking away is tied to which protection.

A tie is a matter of grammar within a clause, not of nearness: a verb and its object, a subject and its predicate, a
noun and what hangs on it. Any words may stand between.
"""

from collections.abc import Iterator
from typing import NamedTuple

from quorate.limits import flags as f
from quorate.limits.clauses import EXCEPTS, REACH, ConditionClause, Sentence, after_in_clause, before_in_clause
from quorate.limits.complements import complement_of
from quorate.limits.english.words import ASIDE, HARMLESS_BOUNDLESS, KINDS, RISKY, vocabulary
from quorate.limits.predicates import is_lack, predicate_of
from quorate.limits.roles import IGNORES, Role, ends_phrase, is_off_noun, role_of

_REMOVES_FROM = vocabulary(
    "remove removes removing removed delete deleted take taken withdraw withdraws withdrawn detach disconnect "
    "disconnected pull pulls pulled pulling drop dropped unsubscribe strip omit omitted disengage lift lifted "
    "unregister deregister refrain refrains abstain abstains desist"
)
_ADJUSTS = vocabulary("drop drops cut cuts lift lifts relax relaxes loosen curtail raise")
_CURES = vocabulary(
    "stop stops stopping halt end prevent block avoid remove removes removing eliminate eliminating cease reject "
    "preventing avoiding dismiss"
)
# protections that are numbers: less of them is more protection
_QUANTITIES = vocabulary(
    "limit limits cap caps quota quotas ceiling ceilings threshold thresholds ratelimit ratelimits bound bounds"
)
_PARTS = vocabulary("half two three thirds quarters")
_AMOUNTS = vocabulary("amount number level degree extent intensity scope rigour rigor of")
_LESS_OF = vocabulary("governance monitoring safety")
_RELEASES = vocabulary("resume deploy ship launch proceed merge golive release")
_DECIDES = vocabulary("decide decides chooses judges")
_REFUSALS = vocabulary("stop cease quit stops refuse decline postpone postpones delay delays defer defers")
_TRIPS = vocabulary("trips tripped opens opened fires fired")
_MOVES = ("exceed", "reach", "trip", "hit", "increas", "chang", "rais")
_SPURIOUS = vocabulary("duplicate duplicated false spurious repeated stale outdated old obsolete")
# "no alerts" is good news
_NOT_LACKED = vocabulary("alerts alarms alert alarm audits gates check")
_LACKS_LIMIT = vocabulary("unlimited limitless uncapped unrestricted unfettered unthrottled unbounded")
_KEPT = f.ON | f.ON_STATE | f.COPULA | f.PROTECTS


class Tie(NamedTuple):
    """A protection that something is done to: its kind, where the word of taking away stands, and the whole of it.

    `form` says how: active, passive, noun ("a bypass"), adjective ("the disabled check"), lack ("no check", "not
    checked"), exception ("on except at night"), despite ("even if it fails").
    """

    kind: str
    form: str
    verb: int
    start: int
    stop: int


def ties(sentence: Sentence) -> Iterator[Tie]:
    """Every protection that something in the sentence takes away, denies or lacks."""
    for place, flag in enumerate(sentence.flags):
        if flag & f.TARGET and not _is_aside(sentence, place):
            yield from _ties_of(sentence, place)
        if flag & f.PROTECTS and not flag & f.TARGET:
            yield from _not_protected(sentence, place)
        if flag & f.BOUNDLESS:
            yield from _boundless(sentence, place)
        if flag & f.UNGUARDED:
            yield Tie(KINDS[sentence.words[place]], "lack", place, place, place + 1)


def _ties_of(sentence: Sentence, target: int) -> Iterator[Tie]:
    role = role_of(sentence, target)
    predicate = predicate_of(sentence, target, role)
    if predicate is not None:
        if _is_false_setting(sentence, target, role, predicate):
            return
        form = "lack" if is_lack(sentence, target, predicate) else "passive"
        start = _negated_from(sentence, target, predicate) if form == "lack" else target
        yield Tie(KINDS[sentence.words[target]], form, predicate, start, predicate + 1)
    yield from _dependent(sentence, target, role, predicate)
    made = complement_of(sentence, target)
    if made is not None:
        yield Tie(KINDS[sentence.words[target]], "active", made, min(made, target), max(made, target) + 1)
    yield from _left_out(sentence, target, role)
    yield from _overridden(sentence, target)


def _negated_from(sentence: Sentence, target: int, predicate: int) -> int:
    """Where a lack begins: at the "not" of "do not let the breaker stop it", which is no prohibition of it."""
    if any(sentence.flags[place] & f.NOT for place in after_in_clause(sentence, target) if place < predicate):
        return target
    before = [place for place in before_in_clause(sentence, target)[:4] if sentence.flags[place] & f.NOT]
    return before[0] if before else target


def _dependent(sentence: Sentence, target: int, role: Role, predicate: int | None) -> Iterator[Tie]:
    """The tie to what stands before a protection, or to the noun right behind it."""
    kind, flags = KINDS[sentence.words[target]], sentence.flags
    after = flags[target + 1] if target + 1 < len(flags) else 0
    if after & f.OFF_NOUN and predicate != target + 1:
        yield Tie(kind, "noun", target + 1, target, target + 2)
    elif predicate is None and role.no >= 0 and _is_lacked(sentence, target):
        yield Tie(_risk_or(kind, sentence, role.no, target), "lack", role.no, role.no, target + 1)
    elif role.verb >= 0:
        yield from _object_ties(sentence, target, role, predicate is not None)
    elif target and flags[target - 1] & f.NOT:
        yield Tie(kind, "lack", target - 1, target - 1, target + 1)


def _object_ties(sentence: Sentence, target: int, role: Role, has_predicate: bool) -> Iterator[Tie]:
    verb, flag, kind = role.verb, sentence.flags[role.verb], KINDS[sentence.words[target]]
    if role.preposition and is_off_noun(sentence, verb):
        yield Tie(kind, "noun", verb, verb, target + 1)
    elif _makes_less(sentence, verb, target):
        yield Tie(kind, "active", verb, verb, target + 1)
    elif _takes_away(sentence, role) and not _is_cure(sentence, verb, target):
        is_adjective = flag & f.PARTICIPLE and not flag & (f.OFF | f.FREES)
        yield Tie(kind, "adjective" if is_adjective else "active", verb, verb, target + 1)
    elif flag & f.ON and not role.preposition and not has_predicate and not _is_no_keeping(sentence, target, verb):
        no = _negation_of(sentence, verb)
        if no >= 0:
            yield Tie(kind, "lack", no, no, target + 1)


def _is_no_keeping(sentence: Sentence, target: int, verb: int) -> bool:
    """True where the verb keeps no protection on: "hold the breaker closed", "use a threshold of 0.95"."""
    return complement_of(sentence, target) == verb or _is_one_value(sentence, target)


def _is_one_value(sentence: Sentence, target: int) -> bool:
    """True for "never use a threshold of 0.95": one value is ruled out, and the threshold is kept."""
    words, flags = sentence.words, sentence.flags
    if words[target] not in _QUANTITIES or target + 2 >= len(words):
        return False
    return bool(flags[target + 1] & f.PREPOSITION and flags[target + 2] & f.NUMBER)


def _takes_away(sentence: Sentence, role: Role) -> bool:
    flag, word = sentence.flags[role.verb], sentence.words[role.verb]
    if role.preposition:
        frees = flag & f.FREES or word in _REMOVES_FROM
        return bool(frees) and role.preposition in ("from", "of", "to")
    return bool(flag & (f.OFF | f.OFF_DONE)) and not flag & f.OVERSTEPS


def _makes_less(sentence: Sentence, verb: int, target: int) -> bool:
    """True for "lower the monitoring" and "reduce the number of safety checks", false for "lower the limit"."""
    words, flags = sentence.words, sentence.flags
    is_less = flags[verb] & f.LOWERS and KINDS[words[target]] in _LESS_OF and words[target] not in _NOT_LACKED
    if not is_less or not ends_phrase(sentence, target):
        return False
    between = range(verb + 1, target)
    return all(flags[place] & (f.DET | f.ADVERB | f.MODIFIER) or words[place] in _AMOUNTS for place in between)


def _is_cure(sentence: Sentence, verb: int, target: int) -> bool:
    """To prevent limit breaches, or to drop the rate limit to 5, takes no protection away."""
    words, flags = sentence.words, sentence.flags
    after = flags[target + 1] if target + 1 < len(words) else 0
    if words[verb] in _CURES and after & f.TROUBLE:
        return True
    if words[verb] not in _ADJUSTS or target + 2 >= len(words) or words[target] not in _QUANTITIES:
        return False
    link, value = words[target + 1], flags[target + 2]
    if link == "in":
        return words[target + 2] in _PARTS
    if link == "from":
        return bool(value & f.NUMBER) and "to" in words[target + 3 : target + 6]
    return link in ("to", "by") and not value & (f.ZERO | f.NO | f.BOUNDLESS)


def _is_false_setting(sentence: Sentence, target: int, role: Role, predicate: int) -> bool:
    """True for "disable_monitoring: false", where nothing before it takes that back."""
    flags = sentence.flags
    is_setting = role.verb >= 0 and role.verb == target - 1 and flags[predicate - 1] & f.COLON
    if not is_setting or not flags[role.verb] & f.OFF:
        return False
    earlier = flags[max(0, role.verb - REACH) : role.verb]
    return not any(flag & (f.OFF | f.UNGUARDED) for flag in earlier)


def _left_out(sentence: Sentence, target: int, role: Role) -> Iterator[Tie]:
    """Everything on except the circuit breaker; monitoring on except at night."""
    words, flags = sentence.words, sentence.flags
    kind, number = KINDS[words[target]], sentence.clause_of[target]
    around = [*before_in_clause(sentence, target), target, *after_in_clause(sentence, target)]
    if any(flags[place] & (f.OFF | f.NOT | f.NO) for place in around):
        return
    is_kept = flags[role.verb] & f.ON if role.verb >= 0 else not role.preposition
    if not is_kept and not any(flags[place] & _KEPT for place in around):
        return
    if any(
        child.link in EXCEPTS and child.parent == number and not _is_tripped(sentence, child, kind)
        for child in sentence.clauses
    ):
        yield Tie(kind, "exception", target, target, target + 1)
    excepted = [place for place in around if words[place] in EXCEPTS]
    if excepted:
        first, last = sorted((excepted[0], target))
        yield Tie(kind, "exception", excepted[0], first, last + 1)


def _is_tripped(sentence: Sentence, clause: ConditionClause, kind: str) -> bool:
    """True for "keep the breaker closed unless it trips", which is what it is for."""
    return kind == "breaker" and any(sentence.words[place] in _TRIPS for place in clause.places)


def _overridden(sentence: Sentence, target: int) -> Iterator[Tie]:
    """Proceed even if the safety check fails; deploy before the check; let the agent decide whether to run it."""
    words, flags, kind = sentence.words, sentence.flags, KINDS[sentence.words[target]]
    clause = sentence.clauses[sentence.clause_of[target]]
    parent = sentence.clauses[clause.parent].places
    if _is_concession(sentence, target):
        fails = [place for place in after_in_clause(sentence, target)[:4] if flags[place] & f.OVERSTEPS]
        if fails:
            yield Tie(kind, "despite", fails[0], target, fails[0] + 1)
    main = {words[place] for place in parent}
    if clause.link == "whether" and main & {"agent", "itself"} and main & _DECIDES:
        yield Tie(kind, "lack", target, target, target + 1)
    if "whatever" in words[max(0, target - 2) : target] and words[target + 1 : target + 2] in (["says"], ["say"]):
        yield Tie(kind, "lack", target, target, target + 2)
    before = [place for place in before_in_clause(sentence, target)[:3] if words[place] == "before"]
    if before and kind == "safety" and any(words[place] in _RELEASES for place in clause.places if place < before[0]):
        yield Tie(kind, "lack", before[0], before[0], target + 1)


def _is_concession(sentence: Sentence, target: int) -> bool:
    """True for what follows "proceed even if" and "resume although"."""
    clause = sentence.clauses[sentence.clause_of[target]]
    parent = sentence.clauses[clause.parent].places
    is_even = clause.link == "if" and any(sentence.words[place] == "even" for place in parent[-1:])
    goes_on = any(sentence.flags[place] & f.GOES_ON for place in parent if place < target)
    return goes_on and (is_even or clause.link in ("although", "though"))


def _is_aside(sentence: Sentence, place: int) -> bool:
    """True where the protection's name only stands before what is meant: monitoring data, limit breaches."""
    words, flags = sentence.words, sentence.flags
    if place and KINDS[words[place]] == "monitoring" and words[place - 1] in _SPURIOUS:
        return True
    if place + 1 >= len(words) or sentence.clause_of[place + 1] != sentence.clause_of[place]:
        return False
    after, word = flags[place + 1], words[place + 1]
    is_let = word == "trip" and not {"let", "lets"}.isdisjoint(words[max(0, place - 3) : place])
    is_trouble = after & f.TROUBLE and not after & (f.TARGET | f.OFF_NOUN) and not is_let
    return word in ASIDE or bool(is_trouble and IGNORES.isdisjoint(words[max(0, place - 4) : place]))


def _is_lacked(sentence: Sentence, target: int) -> bool:
    """False for "no alerts" and "no limit is exceeded"."""
    words, flags = sentence.words, sentence.flags
    if words[target] in _NOT_LACKED:
        return False
    for place in after_in_clause(sentence, target)[:5]:
        flag = flags[place]
        if flag & (f.OFF_DONE | f.OFF_STATE | f.OFF_NOUN | f.TROUBLE | f.OFF):
            return False
        if flag & (f.PREPOSITION | f.COMMA | f.AND):
            break
        if words[place].startswith(_MOVES):
            return False
    return True


def _not_protected(sentence: Sentence, place: int) -> Iterator[Tie]:
    """The agent is not monitored, nobody supervises it, all but one are watched."""
    words, flags = sentence.words, sentence.flags
    if words[place + 1 : place + 2] == ["to"]:
        return
    around = before_in_clause(sentence, place) + after_in_clause(sentence, place)
    excepted = [here for here in around if words[here] in EXCEPTS]
    if excepted and not any(flags[here] & (f.NOT | f.OFF) for here in around):
        first, last = sorted((excepted[0], place))
        yield Tie(KINDS[words[place]], "exception", excepted[0], first, last + 1)
    no = _negation_of(sentence, place)
    links = f.AUX | f.ADVERB | f.COPULA | f.DET | f.PREPOSITION | f.ON | f.PRONOUN
    if no >= 0 and all(flag & links or not flag for flag in flags[no + 1 : place]):
        yield Tie(KINDS[words[place]], "lack", no, no, place + 1)


def _negation_of(sentence: Sentence, verb: int) -> int:
    """Where the word stands that negates a verb of keeping on: "do not run", "without running"; -1 for none."""
    links = f.AUX | f.ADVERB | f.DET | f.PREPOSITION | f.COPULA | f.ON
    for place in before_in_clause(sentence, verb):
        flag = sentence.flags[place]
        if flag & (f.NOT | f.WITHOUT) or (sentence.words[place] in _REFUSALS and place >= verb - 2):
            return place
        if not flag & links and flag & (f.VERB | f.OFF | f.COMMA | f.AND):
            return -1
    return -1


def _boundless(sentence: Sentence, place: int) -> Iterator[Tie]:
    words = sentence.words
    is_said = place and sentence.flags[place - 1] & (f.AUX | f.COPULA)
    if not RISKY.isdisjoint(words[max(0, place - (8 if is_said else 4)) : place + 5]):
        yield Tie("risk", "lack", place, place, place + 1)
    elif words[place] in _LACKS_LIMIT and HARMLESS_BOUNDLESS.isdisjoint(words[place : place + 3]):
        yield Tie("limits", "lack", place, place, place + 1)


def _risk_or(kind: str, sentence: Sentence, start: int, stop: int) -> str:
    near = sentence.words[max(0, start - 8) : stop + 6]
    return "risk" if kind == "limits" and not RISKY.isdisjoint(near) else kind
