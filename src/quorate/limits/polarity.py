"""Whether a tie is harmless: forbidden, undone, looked into, feared, or named as no way to go on."""

from quorate.limits import flags as f
from quorate.limits.clauses import ConditionClause, Sentence
from quorate.limits.english.words import FLAGS, vocabulary
from quorate.limits.negations import negations
from quorate.limits.ties import Tie

_NEAR = 24
_PAST_TIMES = vocabulary("yesterday ago earlier previously formerly last recently before incident")
_PAST_VERBS = vocabulary("was were had did ran went operated worked wasnt werent didnt came ended became")
_STAYS = vocabulary("stay stays remain remains keep keeps leave leaves")
_REASONS = vocabulary("because since after although though")
_ATTEMPTS = vocabulary("attempt attempts tries tried trying try asked told ordered instructed requested")


def is_harmless(tie: Tie, sentence: Sentence) -> bool:
    """True for what is no violation after all."""
    if _is_looked_into(tie, sentence) and not _stays_so(tie, sentence):
        return True
    if negations(tie, sentence) == 1 and not _is_partial(tie, sentence):
        return not _has_way_out(tie, sentence) and not _is_feared(tie, sentence)
    return _is_feared(tie, sentence) or _hangs_on_guard(tie, sentence)


def _is_partial(tie: Tie, sentence: Sentence) -> bool:
    """True for "do not disable all monitoring" and "not all agents may disable it"."""
    if tie.form in ("lack", "noun"):
        return False
    first = max(0, tie.start - 6)
    near = sentence.flags[first : tie.stop]
    negation = next((place for place, flag in enumerate(near) if flag & f.NOT), len(near))
    return any(flag & f.PARTLY for flag in near[negation:])


def _has_way_out(tie: Tie, sentence: Sentence) -> bool:
    """True where the sentence takes the prohibition back: unless, except at night, for more than an hour."""
    number = sentence.clause_of[tie.verb]
    for later, clause in enumerate(sentence.clauses):
        if FLAGS.get(clause.link, 0) & f.EXCEPT and (
            clause.parent == number or later < number or clause.parent == 0 == number
        ):
            return True
    places = sentence.clauses[number].places
    for place in places:
        if sentence.flags[place] & f.EXCEPT:
            return True
        if place >= tie.stop and (sentence.words[place] in ("than", "too") or sentence.flags[place] & f.WITHOUT):
            return True
    first = sentence.clauses[0].places[:1]
    return bool(first) and bool(sentence.flags[first[0]] & f.EXCEPT)


def _stays_so(tie: Tie, sentence: Sentence) -> bool:
    """True for what follows in "it was disabled last night and stays off"."""
    for place in range(tie.stop, len(sentence.words)):
        if sentence.words[place] not in _STAYS or sentence.flags[place - 1] & f.NOT:
            continue
        ahead = range(place + 1, min(len(sentence.words), place + 4))
        if any(sentence.flags[here] & (f.OFF_STATE | f.OFF_DONE) or sentence.words[here] == "so" for here in ahead):
            return True
    return False


def _is_looked_into(tie: Tie, sentence: Sentence) -> bool:
    """True for "find out who disabled monitoring" and "monitoring was disabled yesterday"."""
    words, flags = sentence.words, sentence.flags
    number = sentence.clause_of[tie.verb]
    clause = sentence.clauses[number]
    if not _is_past(tie, sentence, clause):
        return False
    said = {words[place] for place in clause.places}
    if not _PAST_TIMES.isdisjoint(said) or {"had", "been"} <= said:
        return True
    link = FLAGS.get(clause.link, 0)
    if clause.link in _REASONS:
        return True
    if (link & f.QUESTION and not link & f.RELATIVE) or clause.link == "who":
        return True
    parent = sentence.clauses[clause.parent]
    if clause.link == "while":
        return _is_asked(sentence, clause)
    if not link & (f.RELATIVE | f.QUESTION | f.IF):
        return False
    if clause.link == "that" and FLAGS.get(parent.link, 0) & f.QUESTION and parent.link not in ("who", "which"):
        return True
    verbs = [place for place in parent.places if flags[place] & (f.ASKS | f.GUARDS | f.UNDOES | f.ON)]
    return bool(verbs) and not any(flags[place] & f.NOT for place in parent.places)


def _is_asked(sentence: Sentence, clause: ConditionClause) -> bool:
    """True for "list what was done while it was off", false for "go on as you did while it was off"."""
    places = [place for place in range(len(sentence.words)) if place < clause.places[0]]
    asks = any(sentence.flags[place] & (f.ASKS | f.QUESTION | f.UNDOES) for place in places)
    goes_on = bool(places) and bool(sentence.flags[places[0]] & f.GOES_ON)
    return asks and not goes_on and not any(sentence.flags[place] & f.NOT for place in places)


def _is_past(tie: Tie, sentence: Sentence, clause: ConditionClause) -> bool:
    flags, words = sentence.flags, sentence.words
    if any(words[place] in _PAST_VERBS for place in clause.places if place < tie.stop):
        return True
    is_active = tie.form in ("adjective", "active") and flags[tie.verb] & f.OFF_DONE and not flags[tie.verb] & f.OFF
    return bool(is_active) and not any(flags[place] & f.AUX for place in clause.places if place < tie.verb)


def _is_feared(tie: Tie, sentence: Sentence) -> bool:
    """True for "stop if monitoring is disabled" and "do not resume while the limits are off"."""
    number = sentence.clause_of[tie.start]
    clause = sentence.clauses[number]
    if clause.link == "whoever":
        return sentence.words[tie.verb].endswith("s")
    if not FLAGS.get(clause.link, 0) & f.IF and clause.link != "while":
        return False
    is_inverted = clause.link == "ifever" and _is_bare_subject(tie, sentence, clause)
    tries = is_inverted or not _ATTEMPTS.isdisjoint(sentence.words[max(0, tie.start - 2) : tie.start])
    if tie.form == "active" and not tries and not sentence.words[tie.verb].endswith(("s", "ed")):
        return False
    rest = [other for place, other in enumerate(sentence.clauses) if place != number]
    rest.append(clause._replace(places=_paused_behind(tie, sentence, clause)))
    guards, goes_on, negated = _main(sentence, rest)
    return guards != goes_on and goes_on == negated


def _is_bare_subject(tie: Tie, sentence: Sentence, clause: ConditionClause) -> bool:
    """True for "should anyone disable it", false for "should the queue grow disable it"."""
    before = [place for place in clause.places if place < tie.verb]
    known = f.DET | f.PRONOUN | f.MODIFIER | f.GENERIC | f.ADVERB | f.PREPOSITION
    others = [place for place in before if not sentence.flags[place] & known]
    return len(others) <= 1 and all(not sentence.flags[place] for place in others)


def _paused_behind(tie: Tie, sentence: Sentence, clause: ConditionClause) -> list[int]:
    """What follows in the same clause where no comma ends it: "while monitoring is down the agent is paused"."""
    behind = [place for place in clause.places if place >= tie.stop]
    return [place for place in behind if sentence.flags[place] & f.PARTICIPLE]


def _main(sentence: Sentence, clauses: list[ConditionClause]) -> tuple[bool, bool, bool]:
    guards = goes_on = negated = False
    for clause in clauses:
        for place in clause.places:
            flag = sentence.flags[place]
            guards = guards or bool(flag & f.GUARDS)
            ahead = sentence.flags[place + 1] if place + 1 < len(sentence.flags) else 0
            is_stopped = sentence.words[place] == "be" and ahead & f.GUARDS
            is_going = flag & f.GOES_ON and not flag & (f.GUARDS | f.TARGET) and not is_stopped
            goes_on = goes_on or bool(is_going)
            negated = negated or bool(flag & f.NOT)
    return guards, goes_on, negated


def _is_verb(sentence: Sentence, place: int) -> bool:
    """False for the changes of "reject changes"."""
    before = sentence.flags[place - 1] if place else 0
    return bool(sentence.flags[place] & (f.VERB | f.GUARDS | f.ON)) and not before & (f.DET | f.GUARDS | f.VERB)


def _hangs_on_guard(tie: Tie, sentence: Sentence) -> bool:
    """True for "block any request that bypasses the safety check"."""
    number = sentence.clause_of[tie.start]
    clause = sentence.clauses[number]
    if clause.link not in ("that", "which", "who", "whose"):
        return False
    parent = [place for place in sentence.clauses[clause.parent].places if place < clause.places[0]][-_NEAR:]
    verbs = [sentence.flags[place] for place in parent if _is_verb(sentence, place)]
    is_negated = any(sentence.flags[place] & f.NOT for place in parent)
    return bool(verbs) and bool(verbs[-1] & f.GUARDS) and not is_negated
