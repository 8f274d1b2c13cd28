"""How often a tie is negated: once is a prohibition, twice is none."""

from typing import NamedTuple

from quorate.limits import flags as f
from quorate.limits.clauses import ConditionClause, Sentence, after_in_clause
from quorate.limits.english.words import vocabulary
from quorate.limits.ties import Tie

_NEAR = 24
_CHAINED = 6
_MEANS = frozenset(("by", "and", "while", "for", "with", "through"))
_TAKEN_UP = vocabulary(
    "attempt attempts tries try trying tried ability right permission authority power plan plans request requests "
    "proposal proposals option way ways command anyone order instruction instructions able going decision decisions "
    "intention"
)
_INSTEAD = ("insteadof", "ratherthan")


class _Count(NamedTuple):
    """How many negations were met, whether one was a plain one, and whether a verb such as "report" was."""

    number: int = 0
    is_plain: bool = False
    is_guarded: bool = False


def negations(tie: Tie, sentence: Sentence) -> int:
    """How many words forbid it, prevent it, undo it or turn one of these round."""
    clause = sentence.clauses[sentence.clause_of[tie.verb]]
    return _before(tie, sentence) + _inside(tie, sentence) + int(_is_forbidden_behind(tie, sentence, clause))


def _before(tie: Tie, sentence: Sentence) -> int:
    number = sentence.clause_of[tie.start]
    clause = sentence.clauses[number]
    count = _counted(tie, sentence, clause, tie.start)
    total = count.number
    # a prohibition reaches over "or", and over "," and "and" from one forbidden deed to the next
    for _ in range(_CHAINED):
        if count.is_plain or clause.parent >= number or not _carries(sentence, number):
            break
        number, clause = clause.parent, sentence.clauses[clause.parent]
        count = _counted(tie, sentence, clause, _first_verb(sentence, clause))
        total += count.number
    return total


def _carries(sentence: Sentence, number: int) -> bool:
    """True for "never disable X, bypass Y or skip Z", false for "do not wait, disable X"."""
    clause = sentence.clauses[number]
    if clause.link in ("or", "nor"):
        return True
    if clause.link not in (",", "and"):
        return False
    flags = [sentence.flags[place] for place in sentence.clauses[clause.parent].places]
    if not any(flag & f.OFF and not flag & f.AUX for flag in flags):
        return False
    if clause.link == "and":
        return any(flag & f.TARGET for flag in flags)
    return any(later.link in ("or", "nor") for later in sentence.clauses[number : number + 4])


def _first_verb(sentence: Sentence, clause: ConditionClause) -> int:
    for place in clause.places:
        flag = sentence.flags[place]
        if flag & (f.OFF | f.VERB) and not flag & (f.AUX | f.FORBIDS | f.PERMITS):
            return place
    return clause.places[-1] + 1 if clause.places else 0


def _counted(tie: Tie, sentence: Sentence, clause: ConditionClause, stop: int) -> _Count:
    places = [place for place in clause.places if stop - _NEAR <= place < stop]
    is_why_not = clause.link == "why" and bool(clause.places) and bool(sentence.flags[clause.places[0]] & f.NOT)
    count = _Count(int(is_why_not))
    for place in places:
        count = _counted_at(tie, sentence, place, count)
    return count


def _counted_at(tie: Tie, sentence: Sentence, place: int, count: _Count) -> _Count:
    flag, word = sentence.flags[place], sentence.words[place]
    if flag & f.COLON:
        is_heading = any(earlier & f.FORBIDDEN for earlier in sentence.flags[max(0, place - _NEAR) : place])
        return _Count(int(is_heading), is_heading)
    if word in _INSTEAD:
        return _Count(1, True, True)
    if _is_plain(tie, sentence, place):
        return count._replace(number=count.number + 1, is_plain=True)
    if flag & f.FLIPS and (count.number or word == "why"):
        return count._replace(number=count.number + 1)
    if flag & (f.GUARDS | f.UNDOES | f.ASKS) and not count.is_guarded and _reaches(tie, sentence, place):
        return count._replace(number=count.number + 1, is_guarded=True)
    return count


def _is_plain(tie: Tie, sentence: Sentence, place: int) -> bool:
    """Not, no, without, forbidden to; of "nobody and nothing" only the last."""
    flag = sentence.flags[place]
    if flag & (f.NOT | f.NO):
        ahead = sentence.flags[place + 1 : place + 3]
        return not (len(ahead) == 2 and ahead[0] & (f.AND | f.OR) and ahead[1] & (f.NOT | f.NO))
    if flag & f.WITHOUT and place != tie.start:
        return True
    return bool(flag & f.FORBIDS or (flag & f.FORBIDDEN and sentence.words[place + 1 : place + 2] == ["to"]))


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
        return bool(flags[place] & (f.GUARDS | f.UNDOES)) and before not in _MEANS
    if tie.form == "passive":
        is_means = not _MEANS.isdisjoint(words[max(place, tie.start - 3) : tie.start])
        return "being" in words[tie.start : tie.verb] and not is_means
    if tie.form == "lack":
        wanted = f.GUARDS | f.UNDOES if flags[tie.verb] & f.BOUNDLESS else f.GUARDS
        return bool(flags[place] & wanted) and not flags[place] & f.GOES_ON
    return tie.form == "active" and words[tie.start - 1] in _TAKEN_UP


def _inside(tie: Tie, sentence: Sentence) -> int:
    if tie.form != "passive":
        return 0
    inside = [sentence.flags[place] for place in after_in_clause(sentence, tie.start) if place < tie.verb]
    count = sum(1 for flag in inside if flag & f.NOT)
    return count + sum(1 for flag in inside if flag & f.FLIPS and count)


class _Behind(NamedTuple):
    """What was met behind a tie so far."""

    has_aux: bool = False
    has_not: bool = False


def _is_forbidden_behind(tie: Tie, sentence: Sentence, clause: ConditionClause) -> bool:
    """True where what follows forbids it: "is forbidden", "is not allowed", "will be reported"."""
    met = _Behind()
    for place in clause.places:
        if place < tie.stop or place > tie.stop + _NEAR:
            continue
        flag = sentence.flags[place]
        if _forbids_behind(tie, sentence, place, met):
            return True
        if flag & f.NOT:
            met = met._replace(has_not=True)
        elif flag & f.AUX:
            met = met._replace(has_aux=True)
    return False


def _forbids_behind(tie: Tie, sentence: Sentence, place: int, met: _Behind) -> bool:
    flag, word = sentence.flags[place], sentence.words[place]
    if flag & (f.NOT | f.NO):
        return tie.form == "lack" and bool(sentence.flags[tie.verb] & f.WITHOUT)
    if met.has_not:
        return bool(flag & f.PERMITS or (_is_noun(tie, sentence) and flag & f.ON))
    if (flag & f.FORBIDDEN and met.has_aux) or word in ("impossible", "punishable"):
        return True
    is_attempt = not _TAKEN_UP.isdisjoint(sentence.words[max(0, tie.start - 2) : tie.start])
    if is_attempt and flag & (f.GUARDS | f.UNDOES):
        return True
    is_undone = flag & f.UNDOES and (met.has_aux or word.endswith("s"))
    return _is_noun(tie, sentence) and bool(is_undone)


def _is_noun(tie: Tie, sentence: Sentence) -> bool:
    return tie.form == "noun" or (tie.form == "active" and sentence.words[tie.verb].endswith("ing"))
