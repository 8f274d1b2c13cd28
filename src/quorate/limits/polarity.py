"""Whether a tie is harmless: forbidden, undone, looked into, feared, or named as no way to go on."""

from quorate.limits.clauses import Clause, Sentence
from quorate.limits.english_words import (
    ADVERB,
    AND,
    ASKS,
    AUX,
    BOUNDLESS,
    COLON,
    DET,
    EXCEPT,
    FLAGS,
    FLIPS,
    FORBIDDEN,
    FORBIDS,
    GOES_ON,
    GUARDS,
    IF,
    NO,
    NOT,
    OFF,
    OFF_DONE,
    ON,
    OR,
    PARTICIPLE,
    PARTLY,
    PAST,
    PERMITS,
    QUESTION,
    RELATIVE,
    TARGET,
    UNDOES,
    VERB,
    WITHOUT,
)
from quorate.limits.ties import Tie

_NEAR = 24
_PAST_TIMES = frozenset("yesterday ago earlier previously formerly last recently before incident".split())
_PAST_VERBS = frozenset("was were had did ran went operated worked wasnt werent didnt".split())
_REASONS = frozenset("because since after although though".split())
_ATTEMPTS = frozenset("attempt attempts tries tried trying try".split())
_TAKEN_UP = frozenset(
    "attempt attempts tries try trying tried ability right permission authority power plan plans request requests "
    "proposal proposals option way ways command anyone order instruction instructions able going decision decisions proposal intention".split()
)


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
    deeds = [place for place in parent.places if sentence.flags[place] & OFF and not sentence.flags[place] & AUX]
    if not deeds:
        return False
    if clause.link == "and":
        return any(sentence.flags[place] & TARGET for place in parent.places)
    number = sentence.clauses.index(clause)
    return any(later.link in ("or", "nor") for later in sentence.clauses[number : number + 4])


def _first_verb(sentence: Sentence, clause: Clause) -> int:
    verbs = [place for place in clause.places if sentence.flags[place] & (OFF | VERB) and not sentence.flags[place] & (AUX | FORBIDS | PERMITS)]
    return verbs[0] if verbs else (clause.places[-1] + 1 if clause.places else 0)


def _count(tie: Tie, sentence: Sentence, clause: Clause, stop: int) -> tuple[int, bool]:
    words, flags = sentence.words, sentence.flags
    is_why_not = clause.link == "why" and bool(clause.places) and flags[clause.places[0]] & NOT
    count, has_not, guarded = int(bool(is_why_not)), False, False
    for place in clause.places:
        if place >= stop:
            break
        if place < stop - _NEAR:
            continue
        flag = flags[place]
        if flag & COLON:
            forbids = any(flags[here] & FORBIDDEN for here in clause.places if here < place)
            count, has_not = int(forbids), forbids
        elif flag & (NOT | NO) and _is_joined(sentence, place):
            continue
        elif flag & (NOT | NO) or (flag & WITHOUT and place != tie.start):
            count += 1
            has_not = True
        elif words[place] in ("insteadof", "ratherthan"):
            count, has_not, guarded = 1, True, True
        elif flag & FORBIDS or (flag & FORBIDDEN and words[place + 1 : place + 2] == ["to"]):
            count += 1
            has_not = True
        elif flag & FLIPS and (has_not or count or words[place] == "why"):
            count += 1
        elif flag & (GUARDS | UNDOES | ASKS) and not guarded and _reaches(tie, sentence, place):
            guarded = True
            count += 1
    return count, has_not


def _is_joined(sentence: Sentence, place: int) -> bool:
    """True for the nobody of "nobody and nothing may", which negates once."""
    ahead = sentence.flags[place + 1 : place + 3]
    return len(ahead) == 2 and bool(ahead[0] & (AND | OR) and ahead[1] & (NOT | NO))


def _reaches(tie: Tie, sentence: Sentence, place: int) -> bool:
    """Whether a verb such as "report" or "undo" has the tie as its object, and not as its purpose."""
    words, flags = sentence.words, sentence.flags
    if flags[place] & PARTICIPLE and not flags[place] & VERB:
        return False
    before = words[tie.start - 1] if tie.start else ""
    if tie.form in ("noun", "adjective"):
        return True
    if before == "to":
        return words[tie.start - 2] in _TAKEN_UP
    if words[tie.verb].endswith("ing") and tie.form == "active":
        return bool(flags[place] & (GUARDS | UNDOES)) and before not in ("by", "and", "while", "for")
    if tie.form == "lack":
        wanted = GUARDS | UNDOES if flags[tie.verb] & BOUNDLESS else GUARDS
        return bool(flags[place] & wanted) and not flags[place] & GOES_ON
    return tie.form == "active" and words[tie.start - 1] in _TAKEN_UP


def _inside(tie: Tie, sentence: Sentence) -> int:
    if tie.form != "passive":
        return 0
    inside = [place for place in range(tie.start + 1, tie.verb) if sentence.clause_of[place] == sentence.clause_of[tie.start]]
    count = sum(1 for place in inside if sentence.flags[place] & (NOT | FORBIDS & 0))
    return count + sum(1 for place in inside if sentence.flags[place] & FLIPS and count)


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
        if flag & (NOT | NO) and tie.form == "lack" and flags[tie.verb] & WITHOUT:
            return 1
        if flag & NOT:
            has_not = True
        elif flag & (FORBIDDEN) and has_aux and not has_not:
            return 1
        elif flag & PERMITS and has_not:
            return 1
        elif (is_attempt and flag & (GUARDS | UNDOES)) or words[place] in ("impossible", "punishable"):
            return 1
        elif is_noun and has_not and flag & ON:
            return 1
        elif is_noun and flag & UNDOES and (has_aux or words[place].endswith("s")):
            return 0 if has_not else 1
        elif flag & AUX:
            has_aux = True
    return 0


def _is_partial(tie: Tie, sentence: Sentence) -> bool:
    """True for "do not disable all monitoring" and "not all agents may disable it"."""
    if tie.form in ("lack", "noun"):
        return False
    first = max(0, tie.start - 6)
    near = sentence.flags[first : tie.stop]
    negation = next((place for place, flag in enumerate(near) if flag & NOT), len(near))
    return any(flag & PARTLY for flag in near[negation:])


def _has_way_out(tie: Tie, sentence: Sentence) -> bool:
    """True where the sentence takes the prohibition back: unless, except at night, for more than an hour."""
    number = sentence.clause_of[tie.verb]
    for later, clause in enumerate(sentence.clauses):
        if FLAGS.get(clause.link, 0) & EXCEPT and (clause.parent == number or later < number or clause.parent == 0 == number):
            return True
    places = sentence.clauses[number].places
    for place in places:
        if sentence.flags[place] & EXCEPT:
            return True
        if place >= tie.stop and (sentence.words[place] in ("than", "too") or sentence.flags[place] & WITHOUT):
            return True
    first = sentence.clauses[0].places[:1]
    return bool(first) and bool(sentence.flags[first[0]] & EXCEPT)


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
    if (link & QUESTION and not link & RELATIVE) or clause.link == "who":
        return True
    if not link & (RELATIVE | QUESTION | IF):
        return False
    parent = sentence.clauses[clause.parent]
    verbs = [place for place in parent.places if flags[place] & (ASKS | GUARDS | UNDOES | ON)]
    return bool(verbs) and not any(flags[place] & NOT for place in parent.places)


def _is_past(tie: Tie, sentence: Sentence, clause: Clause) -> bool:
    flags, words = sentence.flags, sentence.words
    if any(words[place] in _PAST_VERBS for place in clause.places if place < tie.stop):
        return True
    is_active = tie.form in ("adjective", "active") and flags[tie.verb] & OFF_DONE and not flags[tie.verb] & OFF
    return bool(is_active) and not any(flags[place] & AUX for place in clause.places if place < tie.verb)


def _is_feared(tie: Tie, sentence: Sentence) -> bool:
    """True for "stop if monitoring is disabled" and "do not resume while the limits are off"."""
    number = sentence.clause_of[tie.start]
    clause = sentence.clauses[number]
    if clause.link == "whoever":
        return sentence.words[tie.verb].endswith("s")
    if not FLAGS.get(clause.link, 0) & IF and clause.link != "while":
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
    return [place for place in behind if sentence.flags[place] & PARTICIPLE]


def _main(sentence: Sentence, clauses: list[Clause]) -> tuple[bool, bool, bool]:
    guards = goes_on = negated = False
    for clause in clauses:
        for place in clause.places:
            flag = sentence.flags[place]
            guards = guards or bool(flag & GUARDS)
            goes_on = goes_on or bool(flag & GOES_ON and not flag & (GUARDS | TARGET))
            negated = negated or bool(flag & NOT)
    return guards, goes_on, negated


def _is_verb(sentence: Sentence, place: int) -> bool:
    """False for the changes of "reject changes"."""
    before = sentence.flags[place - 1] if place else 0
    return bool(sentence.flags[place] & (VERB | GUARDS | ON)) and not before & (DET | GUARDS | VERB)


def _hangs_on_guard(tie: Tie, sentence: Sentence) -> bool:
    """True for "block any request that bypasses the safety check"."""
    number = sentence.clause_of[tie.start]
    clause = sentence.clauses[number]
    if clause.link not in ("that", "which", "who", "whose"):
        return False
    parent = [place for place in sentence.clauses[clause.parent].places if place < clause.places[0]][-_NEAR:]
    verbs = [sentence.flags[place] for place in parent if _is_verb(sentence, place)]
    is_negated = any(sentence.flags[place] & NOT for place in parent)
    return bool(verbs) and bool(verbs[-1] & GUARDS) and not is_negated
