"""What a protection is in its clause: the object of which verb, under which preposition, denied by which "no"."""

from typing import NamedTuple

from quorate.limits import flags as f
from quorate.limits.clauses import EXCEPTS, Sentence, before_in_clause
from quorate.limits.english.words import ASIDE, vocabulary

IGNORES = vocabulary(
    "override overrides overriding overrule ignore ignores ignoring disregard disregards disregarding suppress "
    "overlook forge forges fake fakes"
)
_NOUNS_IN_ING = vocabulary("logging reporting testing tracing writing reading posting working running")
_NOWHERE = -1


class Role(NamedTuple):
    """The preposition ("" for none), and the places of the verb and of the "no"; -1 where there is none."""

    preposition: str = ""
    verb: int = _NOWHERE
    no: int = _NOWHERE


def role_of(sentence: Sentence, target: int) -> Role:
    """Walks back from a protection to what it depends on."""
    return _NounWalk(sentence, target).role()


class _NounWalk:
    """A walk back; `crossed` once a second noun phrase was met, which a preposition before it would belong to."""

    def __init__(self, sentence: Sentence, target: int) -> None:
        self.sentence, self.target = sentence, target
        self.preposition, self.no = "", _NOWHERE
        self.has_article = self.crossed = False

    def role(self) -> Role:
        for place in before_in_clause(self.sentence, self.target):
            found = self._ends_at(place)
            if found is not None:
                return found
            self._pass(place)
        return self._found()

    def _found(self, verb: int = _NOWHERE) -> Role:
        return Role(self.preposition, verb, self.no)

    def _ends_at(self, place: int) -> Role | None:
        """The role, if this word decides it."""
        flag = self.sentence.flags[place]
        if flag & f.COLON:
            is_verb = place > 0 and self.sentence.flags[place - 1] & (f.OFF | f.FREES)
            return self._found(place - 1 if is_verb else _NOWHERE)
        if flag & f.WITHOUT and not self.preposition:
            return Role(no=place)
        if self.sentence.words[place] in EXCEPTS:
            return Role("except")
        if flag & (f.NO | f.PREPOSITION | f.AND | f.OR | f.COMMA):
            return None
        if _governs(self.sentence, place, self.preposition):
            is_subject = self.crossed and not ends_phrase(self.sentence, self.target)
            return self._found(_NOWHERE if is_subject else place)
        is_verb = flag & (f.AUX | f.NOT | f.COPULA) and not flag & (f.DET | f.ADVERB)
        return self._found() if is_verb else None

    def _pass(self, place: int) -> None:
        flag = self.sentence.flags[place]
        if flag & f.NO and not self.preposition and not self.crossed:
            self.no = place
        elif flag & f.PREPOSITION:
            self._pass_preposition(place)
        elif flag & (f.AND | f.OR | f.COMMA):
            self.has_article = False
        elif flag & f.DET:
            self.has_article = True
        elif flag & f.TIME or not flag & (f.ADVERB | f.MODIFIER | f.NUMBER):
            begins_phrase = self.has_article or bool(flag & f.TIME)
            self.crossed = self.crossed or (begins_phrase and not self.preposition)

    def _pass_preposition(self, place: int) -> None:
        word = self.sentence.words[place]
        if self.crossed:
            self.crossed = self.has_article = False
        elif word == "of" and _is_transparent(self.sentence, place - 1):
            self.has_article = False
        else:
            self.preposition = self.preposition or word


def _is_transparent(sentence: Sentence, place: int) -> bool:
    """True for "any kind of monitoring", "all of the limits": they are meant themselves."""
    if place < 0 or not IGNORES.isdisjoint(sentence.words[max(0, place - 3) : place]):
        return True
    is_other = sentence.flags[place] & (f.TROUBLE | f.OFF_NOUN | f.FREES | f.OFF_DONE)
    return not is_other and sentence.words[place] not in ASIDE


def _governs(sentence: Sentence, place: int, preposition: str) -> bool:
    """Whether a word is the verb or the noun that a protection hangs on."""
    flag, word = sentence.flags[place], sentence.words[place]
    if preposition and is_off_noun(sentence, place):
        return True
    if (
        word == "lower"
        and sentence.flags[place + 1] & (f.DET | f.TARGET | f.MODIFIER)
        and _may_be_told(sentence, place)
    ):
        return True
    if flag & f.TARGET or word in ("failing", "failed") or (flag & (f.MODIFIER | f.GENERIC) and not flag & f.OFF):
        return False
    if _is_passive(sentence, place) and not preposition:
        return False
    if flag & (f.OFF | f.OFF_DONE | f.FREES | f.ON | f.OVERSTEPS):
        return not flag & f.PREPOSITION
    return bool(flag & f.VERB) and not flag & f.PARTICIPLE and word not in _NOUNS_IN_ING


def _may_be_told(sentence: Sentence, place: int) -> bool:
    """True for the first word, and behind "may", "to" or "and"; a "lower" elsewhere is an adjective."""
    before = sentence.flags[place - 1] if place else f.AUX
    return bool(before & (f.AUX | f.COMMA | f.AND | f.COLON | f.NOT)) or sentence.words[place - 1] in ("to", "agent")


def _is_passive(sentence: Sentence, place: int) -> bool:
    before = sentence.flags[place - 1] if place else 0
    is_participle = sentence.flags[place] & f.OFF_DONE and not sentence.flags[place] & f.OFF
    return bool(is_participle and before & (f.AUX | f.COPULA | f.NOT))


def is_off_noun(sentence: Sentence, place: int) -> bool:
    """True for the bypass of "allow a bypass", false for "bypass the check"."""
    flag, before = sentence.flags[place], sentence.flags[place - 1] if place else 0
    if not flag & f.OFF:
        return bool(flag & f.OFF_NOUN)
    is_noun = flag & f.OFF_NOUN or sentence.words[place].endswith("ing")
    return bool(is_noun and before & (f.DET | f.NO | f.MODIFIER | f.OFF | f.ON | f.PERMITS))


def ends_phrase(sentence: Sentence, place: int) -> bool:
    """True for the disabled of "monitoring disabled at night", false for "monitoring disabled accounts"."""
    if place + 1 >= len(sentence.flags) or sentence.clause_of[place + 1] != sentence.clause_of[place]:
        return True
    ends = f.PREPOSITION | f.ADVERB | f.COMMA | f.AND | f.OR | f.TIME | f.AUX | f.COLON | f.OFF_STATE | f.WITHOUT
    return bool(sentence.flags[place + 1] & (ends | f.EXCEPT))
