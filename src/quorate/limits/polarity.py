"""Whether a tie is harmless: forbidden, undone, looked into, feared, or named as no way to go on."""

from quorate.limits.clauses import Clause, Sentence
from quorate.limits import flags as f
from quorate.limits.english_words import FLAGS, vocabulary
from quorate.limits.ties import Tie

_NEAR = 24
_PAST_TIMES = vocabulary("yesterday ago earlier previously formerly last recently before incident")
_PAST_VERBS = vocabulary("was were had did ran went operated worked wasnt werent didnt")
_REASONS = vocabulary("because since after although though")
_ATTEMPTS = vocabulary("attempt attempts tries tried trying try")
_TAKEN_UP = vocabulary("attempt attempts tries try trying tried ability right permission authority power plan plans request requests "
    "proposal proposals option way ways command anyone order instruction instructions able going decision decisions proposal intention")


def is_harmless(tie: Tie, sentence: Sentence) -> bool:
    """True for what is no violation after all."""
    if _is_looked_into(tie, sentence):
        return True
    if _negations(tie, sentence) == 1 and not _is_partial(tie, sentence):
        return not _has_way_out(tie, sentence) and not _is_feared(tie, sentence)
    return _is_feared(tie, sentence) or _hangs_on_guard(tie, sentence)


def _negations(tie: Tie, sentence: Sentence) -> int:
    """How many words forbid it, prevent it, undo it or turn one of these round."""
    clause = sentence.clauses[sentence.clause_of[tie.verb]]
    return _before(tie, sentence) + _inside(tie, sentence) + _behind(tie, sentence, clause)


def _before(tie: Tie, sentence: Sentence) -> int:
    number = sentence.clause_of[tie.start]
    count, has_not = _count(tie, sentence, sentence.clauses[number], tie.start)
    clause = sentence.clauses[number]
    # a prohibition reaches over "or", and over "," and "and" from one forbidden deed to the next
    for _ in range(6):
        if has_not or clause.link not in ("or", "nor", ",", "and") or not clause.parent < number:
            break
        parent = sentence.clauses[clause.parent]
        if clause.link in (",", "and") and not _carries(sentence, clause, parent):
            break
        more, has_not = _count(tie, sentence, parent, _first_verb(sentence, parent))
        count += more
        number, clause = clause.parent, parent
    return count


def _carries(sentence: Sentence, clause: Clause, parent: Clause) -> bool:
    """True for "never disable X, bypass Y or skip Z", false for "do not wait, disable X"."""
    deeds = [place for place in parent.places if sentence.flags[place] & f.OFF and not sentence.flags[place] & f.AUX]
    if not deeds:
        return False
    if clause.link == "and":
        return any(sentence.flags[place] & f.TARGET for place in parent.places)
    number = sentence.clauses.index(clause)
    return any(later.link in ("or", "nor") for later in sentence.clauses[number : number + 4])


def _first_verb(sentence: Sentence, clause: Clause) -> int:
    verbs = [place for place in clause.places if sentence.flags[place] & (f.OFF | f.VERB) and not sentence.flags[place] & (f.AUX | f.FORBIDS | f.PERMITS)]
    return verbs[0] if verbs else (clause.places[-1] + 1 if clause.places else 0)


def _count(tie: Tie, sentence: Sentence, clause: Clause, stop: int) -> tuple[int, bool]:
    words, flags = sentence.words, sentence.flags
    is_why_not = clause.link == "why" and bool(clause.places) and flags[clause.places[0]] & f.NOT
    count, has_not, guarded = int(bool(is_why_not)), False, False
    for place in clause.places:
        if place >= stop:
            break
        if place < stop - _NEAR:
            continue
        flag = flags[place]
        if flag & f.COLON:
            forbids = any(flags[here] & f.FORBIDDEN for here in clause.places if here < place)
            count, has_not = int(forbids), forbids
        elif flag & (f.NOT | f.NO) and _is_joined(sentence, place):
            continue
        elif flag & (f.NOT | f.NO) or (flag & f.WITHOUT and place != tie.start):
            count += 1
            has_not = True
        elif words[place] in ("insteadof", "ratherthan"):
            count, has_not, guarded = 1, True, True
        elif flag & f.FORBIDS or (flag & f.FORBIDDEN and words[place + 1 : place + 2] == ["to"]):
            count += 1
            has_not = True
        elif flag & f.FLIPS and (has_not or count or words[place] == "why"):
            count += 1
        elif flag & (f.GUARDS | f.UNDOES | f.ASKS) and not guarded and _reaches(tie, sentence, place):
            guarded = True
            count += 1
    return count, has_not


def _is_joined(sentence: Sentence, place: int) -> bool:
    """True for the nobody of "nobody and nothing may", which negates once."""
    ahead = sentence.flags[place + 1 : place + 3]
    return len(ahead) == 2 and bool(ahead[0] & (f.AND | f.OR) and ahead[1] & (f.NOT | f.NO))


def _reaches(tie: Tie, sentence: Sentence, place: int) -> bool:
    """Whether a verb such as "report" or "undo" has the tie as its object, and not as its purpose."""
    words, flags = sentence.words, sentence.flags
    if flags[place] & f.PARTICIPLE and not flags[place] & f.VERB:
        return False
    before = words[tie.start - 1] if tie.start else ""
    if tie.form in ("noun", "adjective"):
        return True
    if before == "to":
        return words[tie.start - 2] in _TAKEN_UP
    if words[tie.verb].endswith("ing") and tie.form == "active":
        return bool(flags[place] & (f.GUARDS | f.UNDOES)) and before not in ("by", "and", "while", "for")
    if tie.form == "lack":
        wanted = f.GUARDS | f.UNDOES if flags[tie.verb] & f.BOUNDLESS else f.GUARDS
        return bool(flags[place] & wanted) and not flags[place] & f.GOES_ON
    return tie.form == "active" and words[tie.start - 1] in _TAKEN_UP


def _inside(tie: Tie, sentence: Sentence) -> int:
    if tie.form != "passive":
        return 0
    inside = [place for place in range(tie.start + 1, tie.verb) if sentence.clause_of[place] == sentence.clause_of[tie.start]]
    count = sum(1 for place in inside if sentence.flags[place] & (f.NOT | f.FORBIDS & 0))
    return count + sum(1 for place in inside if sentence.flags[place] & f.FLIPS and count)


def _behind(tie: Tie, sentence: Sentence, clause: Clause) -> int:
    """1 where what follows forbids it: "is forbidden", "is not allowed", "will be reported"."""
    words, flags = sentence.words, sentence.flags
    has_aux = has_not = False
    is_noun = tie.form == "noun" or (tie.form == "active" and words[tie.verb].endswith("ing"))
    is_attempt = not _TAKEN_UP.isdisjoint(words[max(0, tie.start - 2) : tie.start])
    for place in clause.places:
        if place < tie.stop:
            continue
        if place > tie.stop + _NEAR:
            break
        flag = flags[place]
        if flag & (f.NOT | f.NO) and tie.form == "lack" and flags[tie.verb] & f.WITHOUT:
            return 1
        if flag & f.NOT:
            has_not = True
        elif flag & (f.FORBIDDEN) and has_aux and not has_not:
            return 1
        elif flag & f.PERMITS and has_not:
            return 1
        elif (is_attempt and flag & (f.GUARDS | f.UNDOES)) or words[place] in ("impossible", "punishable"):
            return 1
        elif is_noun and has_not and flag & f.ON:
            return 1
        elif is_noun and flag & f.UNDOES and (has_aux or words[place].endswith("s")):
            return 0 if has_not else 1
        elif flag & f.AUX:
            has_aux = True
    return 0


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
        if FLAGS.get(clause.link, 0) & f.EXCEPT and (clause.parent == number or later < number or clause.parent == 0 == number):
            return True
    places = sentence.clauses[number].places
    for place in places:
        if sentence.flags[place] & f.EXCEPT:
            return True
        if place >= tie.stop and (sentence.words[place] in ("than", "too") or sentence.flags[place] & f.WITHOUT):
            return True
    first = sentence.clauses[0].places[:1]
    return bool(first) and bool(sentence.flags[first[0]] & f.EXCEPT)


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
    if not link & (f.RELATIVE | f.QUESTION | f.IF):
        return False
    parent = sentence.clauses[clause.parent]
    verbs = [place for place in parent.places if flags[place] & (f.ASKS | f.GUARDS | f.UNDOES | f.ON)]
    return bool(verbs) and not any(flags[place] & f.NOT for place in parent.places)


def _is_past(tie: Tie, sentence: Sentence, clause: Clause) -> bool:
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
    tries = not _ATTEMPTS.isdisjoint(sentence.words[max(0, tie.start - 2) : tie.start])
    if tie.form == "active" and not tries and not sentence.words[tie.verb].endswith(("s", "ed")):
        return False
    rest = [other for place, other in enumerate(sentence.clauses) if place != number]
    rest.append(clause._replace(places=_paused_behind(tie, sentence, clause)))
    guards, goes_on, negated = _main(sentence, rest)
    return guards != goes_on and goes_on == negated


def _paused_behind(tie: Tie, sentence: Sentence, clause: Clause) -> list[int]:
    """What follows in the same clause where no comma ends it: "while monitoring is down the agent is paused"."""
    behind = [place for place in clause.places if place >= tie.stop]
    return [place for place in behind if sentence.flags[place] & f.PARTICIPLE]


def _main(sentence: Sentence, clauses: list[Clause]) -> tuple[bool, bool, bool]:
    guards = goes_on = negated = False
    for clause in clauses:
        for place in clause.places:
            flag = sentence.flags[place]
            guards = guards or bool(flag & f.GUARDS)
            goes_on = goes_on or bool(flag & f.GOES_ON and not flag & (f.GUARDS | f.TARGET))
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
