"""What weakens a protection that is kept: an exception, a way out of a prohibition, going on although it has spoken."""

from quorate.limits import flags as f
from quorate.limits.english.clauses import EXCEPTS, ConditionClause, Sentence, after_in_clause, before_in_clause
from quorate.limits.english.words import FLAGS, KINDS, vocabulary

_RELEASES = vocabulary("resume deploy ship launch proceed merge golive release")
_DECIDES = vocabulary("decide decides choose chooses judges picks pick select selects determines")
_TRIPS = vocabulary("trips tripped opens opened fires fired")
_LATE = vocabulary("afterwards later retroactively retrospectively")
_EVENTS = vocabulary(
    "fail fails failed fire fires opens trips says say objects complains warns finds exceeded hit reached red "
    "unfinished incomplete missing"
)
_GOES = vocabulary(
    "continue continues proceed proceeds resume resumes go goes ship deploy release merge accept accepts reset run"
)
_MERELY = vocabulary("log warn note record report")
_DUTIES = vocabulary("requirement requirements rule rules order obligation condition demand duty")
_KEPT = f.ON | f.ON_STATE | f.COPULA | f.PROTECTS


def has_way_out(sentence: Sentence, verb: int, stop: int) -> bool:
    """True where the sentence takes a prohibition back: unless, except at night, for more than an hour."""
    number = sentence.clause_of[verb]
    for later, clause in enumerate(sentence.clauses):
        is_near = clause.parent == number or later < number or clause.parent == 0 == number
        if FLAGS.get(clause.link, 0) & f.EXCEPT and is_near:
            return True
    for place in sentence.clauses[number].places:
        is_behind = sentence.words[place] in ("than", "too") or sentence.flags[place] & f.WITHOUT
        if sentence.flags[place] & f.EXCEPT or (place >= stop and is_behind):
            return True
    first = sentence.clauses[0].places[:1]
    return bool(first) and bool(sentence.flags[first[0]] & f.EXCEPT)


def is_partial(sentence: Sentence, first: int, stop: int) -> bool:
    """True for "do not disable all monitoring" and "not all agents may disable it"."""
    near = sentence.flags[max(0, first - 6) : stop]
    negation = next((place for place, flag in enumerate(near) if flag & f.NOT), len(near))
    return any(flag & f.PARTLY for flag in near[negation:])


def is_undercut(sentence: Sentence, target: int) -> bool:
    """Whether a protection that nothing takes away is undercut all the same."""
    return (
        is_left_out(sentence, target)
        or _is_too_late(sentence, target)
        or _is_left_to_agent(sentence, target)
        or _is_gone_past(sentence, target)
        or is_relieved(sentence, target)
    )


def is_left_out(sentence: Sentence, target: int) -> bool:
    """Everything on except the circuit breaker; monitoring on except at night."""
    flags, number = sentence.flags, sentence.clause_of[target]
    around = [*before_in_clause(sentence, target), target, *after_in_clause(sentence, target)]
    if any(flags[place] & (f.OFF | f.NOT | f.NO) for place in around):
        return False
    has_preposition = any(flags[place] & f.PREPOSITION for place in before_in_clause(sentence, target))
    if has_preposition and not any(flags[place] & _KEPT for place in around):
        return False
    if any(sentence.words[place] in EXCEPTS for place in around):
        return True
    children = [clause for clause in sentence.clauses if clause.link in EXCEPTS and clause.parent == number]
    return any(not _is_tripped(sentence, clause, target) for clause in children)


def _is_tripped(sentence: Sentence, clause: ConditionClause, target: int) -> bool:
    """True for "keep the breaker closed unless it trips", which is what it is for."""
    is_breaker = KINDS[sentence.words[target]] == "breaker"
    return is_breaker and any(sentence.words[place] in _TRIPS for place in clause.places)


def _is_too_late(sentence: Sentence, target: int) -> bool:
    """True for "deploy before the check" and "deploy first, run the check afterwards"."""
    words = sentence.words
    if KINDS[words[target]] != "safety":
        return False
    if not _LATE.isdisjoint(words) and not _RELEASES.isdisjoint(words[:target]):
        return True
    before = [place for place in before_in_clause(sentence, target)[:3] if words[place] == "before"]
    places = sentence.clauses[sentence.clause_of[target]].places
    return bool(before) and any(words[place] in _RELEASES for place in places if place < before[0])


def _is_left_to_agent(sentence: Sentence, target: int) -> bool:
    """True for "the agent decides which checks to run" and "whatever the check says"."""
    words = sentence.words
    if "whatever" in words[max(0, target - 2) : target] and words[target + 1 : target + 2] in (["says"], ["say"]):
        return True
    clause = sentence.clauses[sentence.clause_of[target]]
    main = {words[place] for place in sentence.clauses[clause.parent].places}
    is_choice = clause.link in ("whether", "which", "what")
    return is_choice and bool(main & {"agent", "itself"}) and bool(main & _DECIDES)


def _is_gone_past(sentence: Sentence, target: int) -> bool:
    """True for "should the check fail, continue" and "resume before the check is finished"."""
    clause = sentence.clauses[sentence.clause_of[target]]
    rest = [place for place in range(len(sentence.words)) if sentence.clause_of[place] != sentence.clause_of[target]]
    main = {sentence.words[place] for place in rest if not place or not sentence.flags[place - 1] & f.DET}
    if any(sentence.flags[place] & (f.NOT | f.NO) for place in rest):
        return False
    said = {sentence.words[place] for place in clause.places}
    if clause.link == "before":
        return bool(main & _GOES and said & {"is", "are"}) and KINDS[sentence.words[target]] != "limits"
    is_concession = clause.link in ("although", "though") and bool(main & _GOES and said & _EVENTS)
    is_event = bool(FLAGS.get(clause.link, 0) & f.IF) or clause.link in ("where", "what")
    return is_concession or (is_event and _is_brushed_aside(sentence, rest, main, said))


def _is_brushed_aside(sentence: Sentence, rest: list[int], main: set[str], said: set[str]) -> bool:
    if "only" in main and main & _MERELY and said & _EVENTS:
        return True
    reacts = [place for place in rest if sentence.flags[place] & (f.GUARDS | f.ASKS)]
    if any(not sentence.flags[place] & f.GOES_ON for place in reacts):
        return False
    return bool(main & _GOES) and bool(said & _EVENTS or "ignoring" in main)


def is_relieved(sentence: Sentence, target: int) -> bool:
    """True for "withdraw the requirement that the agent be monitored"."""
    clause = sentence.clauses[sentence.clause_of[target]]
    parent = sentence.clauses[clause.parent].places
    if clause.link != "that" or not parent or sentence.words[parent[-1]] not in _DUTIES:
        return False
    turns = [place for place in parent if sentence.flags[place] & (f.OFF | f.NOT | f.FORBIDS)]
    return len(turns) % 2 == 1
