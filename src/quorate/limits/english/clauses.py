"""An English sentence as clauses: which words belong together, and how one clause hangs on another.

An aside between commas belongs to the clause around it, so "monitoring, for now, is disabled" is one clause, and so is
a list. A new one begins where a new predicate does: "disable the plugin, monitoring stays on".
"""

from bisect import bisect_left
from typing import NamedTuple

from quorate.limits import flags as f
from quorate.limits.english.words import FLAGS, vocabulary

REACH = 20
_AHEAD = 9
_SUBORDINATE = f.IF | f.EXCEPT | f.BREAK | f.RELATIVE | f.QUESTION
_PREDICATE = f.VERB | f.AUX | f.OFF | f.ON | f.COPULA | f.FREES | f.OVERSTEPS
NOUN_OR_VERB = vocabulary(
    "process request call page log test write read rate resource report review check release change set run use "
    "deploy alert list plan work start need show name"
)
_MAY_JOIN = vocabulary("after before since as")
_BARE = vocabulary("except save besides barring excepting excluding")
EXCEPTS = _BARE | {"unless"}


class Sentence(NamedTuple):
    """Words, what each of them can do, and the clause of each; a clause is its link, its parent and its words."""

    words: list[str]
    flags: list[int]
    clause_of: list[int]
    clauses: list["ConditionClause"]


class ConditionClause(NamedTuple):
    """How it is linked to its parent ("" at the beginning), the parent, and the places of its words."""

    link: str
    parent: int
    places: list[int]


def sentence_of(words: list[str]) -> Sentence:
    """The sentence, taken apart."""
    flags = [FLAGS.get(word, 0) or _guess(word) for word in words]
    for place, flag in enumerate(flags):
        if flag & f.TARGET or (flag & f.WEAK and _is_noun(words, flags, place)):
            flags[place] = flag & ~f.VERB | f.TARGET
        elif words[place] == "outside" and place and flags[place - 1] & (f.NO | f.DET | f.WITHOUT):
            flags[place] = f.MODIFIER
        elif words[place] == "but" and _is_except(words, flags, place):
            flags[place], words[place] = f.EXCEPT, "except"
    clauses = _Splitter(words, flags).split()
    clause_of = [-1] * len(words)
    for number, clause in enumerate(clauses):
        for place in clause.places:
            clause_of[place] = number
    return Sentence(words, flags, clause_of, clauses)


def _is_except(words: list[str], flags: list[int], place: int) -> bool:
    """True for the but of "all agents but this one"."""
    if flags[place - 1] & f.COMMA or place + 1 >= len(words) or not flags[place + 1] & (f.DET | f.PREPOSITION):
        return False
    return not _ALL.isdisjoint(words[max(0, place - 4) : place])


def before_in_clause(sentence: Sentence, place: int) -> list[int]:
    """The words of the same clause before a word, nearest first, as far as they can matter."""
    places = sentence.clauses[sentence.clause_of[place]].places
    here = bisect_left(places, place)
    return places[max(0, here - REACH) : here][::-1]


def after_in_clause(sentence: Sentence, place: int) -> list[int]:
    """The words of the same clause after a word, as far as they can matter."""
    places = sentence.clauses[sentence.clause_of[place]].places
    here = bisect_left(places, place + 1)
    return places[here : here + REACH]


def _guess(word: str) -> int:
    if word[0].isdigit() or word[0] in "-.":
        return f.NUMBER
    return f.ADVERB if word.endswith("ly") else 0


def _is_noun(words: list[str], flags: list[int], place: int) -> bool:
    """True for the limit of "the rate limit", false for "limit the rate"."""
    before = flags[place - 1] if place else f.COMMA
    after = flags[place + 1] if place + 1 < len(flags) else f.COMMA
    earlier = flags[place - 2] if place > 1 else 0
    if (
        earlier & f.DET
        and not earlier & (f.RELATIVE | f.PRONOUN)
        and (not before or words[place - 1] in ("retry", "process", "log"))
    ):
        return True
    if before & (f.NO | f.WITHOUT | f.MODIFIER | f.TARGET | f.DET) and not before & (f.RELATIVE | f.PRONOUN):
        return True
    if words[place] in ("safety", "checks", "gates"):
        return bool(before & (f.OFF | f.OFF_DONE | f.NOT | f.ON | f.FREES)) or bool(
            after & (f.AUX | f.COLON | f.OFF_STATE | f.OFF_DONE | f.NOT | f.ON_STATE)
        )
    if before & (f.OFF | f.FREES) and not before & f.AUX:
        return not after & (f.DET | f.PRONOUN)
    return bool(after & f.COLON) or (before == 0 and bool(after & (f.AUX | f.COMMA | f.OFF_STATE | f.OFF_DONE)))


class _Splitter:
    """Walks through the words once; `now` is the clause that the next word belongs to."""

    def __init__(self, words: list[str], flags: list[int]) -> None:
        self.words, self.flags = words, flags
        self.clauses = [ConditionClause("", 0, [])]
        self.now = 0

    def split(self) -> list[ConditionClause]:
        for place, flag in enumerate(self.flags):
            if flag & f.COMMA:
                self._comma(place)
            elif flag & (f.AND | f.OR):
                self._join(place)
            elif self._opens(place):
                self._open(self.words[place])
            elif self._closes(place):
                self.now = self.clauses[self.now].parent
                self.clauses[self.now].places.append(place)
            else:
                self.clauses[self.now].places.append(place)
        return self.clauses

    def _closes(self, place: int) -> bool:
        """Whether the main clause goes on behind "plugins that fail the check"."""
        clause = self.clauses[self.now]
        if clause.link not in _RELATIVES or not self.flags[place] & f.AUX:
            return False
        return (
            len(clause.places) > 1
            and not self.flags[place - 1] & (f.AUX | f.NOT | f.ADVERB | f.PRONOUN)
            and self._has_predicate(clause)
        )

    def _open(self, link: str) -> None:
        self.clauses.append(ConditionClause(link, self.now, []))
        self.now = len(self.clauses) - 1

    def _opens(self, place: int) -> bool:
        """Whether a word such as "if" or "that" begins a clause of its own."""
        word, flag = self.words[place], self.flags[place]
        if word in ("until", "till"):
            return self._has_finite_ahead(place + 1)
        if word in _BARE:
            return False
        if word in _MAY_JOIN:
            is_state = word == "as" and self._flag(place + 1) & f.PARTICIPLE
            return (
                not is_state
                and not self._flag(place + 1) & (f.ADVISORY | f.OFF_STATE)
                and self._has_finite_ahead(place + 1)
            )
        if word == "that":
            is_done = self._flag(place + 1) & f.OFF_DONE and len(self.clauses[self.now].places) > 1
            return bool(self.clauses[self.now].places) and (
                self._has_finite_ahead(place + 1) or bool(self._flag(place + 1) & _PREDICATE or is_done)
            )
        if word == "so":
            return self._begins_predicate(place + 1)
        return bool(flag & _SUBORDINATE)

    def _comma(self, place: int) -> None:
        clause = self.clauses[self.now]
        is_list = self._continues_list(place)
        if (
            FLAGS.get(clause.link, 0) & (_SUBORDINATE | f.PREPOSITION)
            and clause.link not in _MAIN_LINKS
            and not is_list
        ):
            self.now = clause.parent
            clause = self.clauses[self.now]
            if not self._flag(place + 1) & (f.AUX | f.COPULA) and self._has_finite_ahead(place + 1):
                self._open(",")
                return
        if self._continues(clause, place + 1) or not (
            self._has_predicate(clause) and self._begins_predicate(place + 1)
        ):
            self.clauses[self.now].places.append(place)
        else:
            self._open(",")

    def _continues(self, clause: ConditionClause, place: int) -> bool:
        """True for the "is" of "disabling it, even for a minute, is forbidden"."""
        if not self._flag(place) & f.AUX or self.words[place] in _IMPERATIVES:
            return False
        return not any(
            self.flags[here] & f.AUX and self.words[here] not in ("being", "having") for here in clause.places[-REACH:]
        )

    def _join(self, place: int) -> None:
        if self._has_predicate(self.clauses[self.now]) and self._begins_predicate(place + 1):
            self._open(self.words[place])
        else:
            self.clauses[self.now].places.append(place)

    def _continues_list(self, place: int) -> bool:
        """True for the first comma of "if tests fail, hang or stop"; no finite verb of its own follows."""
        ahead = self.flags[place + 1 : place + 4]
        return any(flag & f.OR for flag in ahead) and not any(flag & (f.AUX | f.PRONOUN) for flag in ahead)

    def _has_predicate(self, clause: ConditionClause) -> bool:
        return any(self.flags[place] & _PREDICATE for place in clause.places[-REACH:])

    def _begins_predicate(self, place: int) -> bool:
        """True where a verb follows, or a subject with its verb."""
        flags, words = self.flags, self.words
        while place < len(words) and flags[place] & (f.ADVERB | f.COMMA) and not flags[place] & (f.VERB | f.NOT):
            place += 1
        if place >= len(words):
            return False
        flag = flags[place]
        if flag & (f.AUX | f.NOT) and not flag & f.DET:
            return True
        if flag & _SUBORDINATE and not flag & f.DET:
            return False
        if flag & (f.VERB | f.FREES | f.OFF) and not flag & (f.TARGET | f.MODIFIER) and not self._is_noun_here(place):
            return True
        return self._has_finite_ahead(place)

    def _flag(self, place: int) -> int:
        return self.flags[place] if place < len(self.flags) else 0

    def _is_noun_here(self, place: int) -> bool:
        after = self.flags[place + 1] if place + 1 < len(self.flags) else 0
        return self.words[place] in NOUN_OR_VERB and bool(after & (f.TARGET | f.COMMA | f.AND | f.AUX))

    def _has_finite_ahead(self, place: int) -> bool:
        """Whether a subject and its verb follow before anything else begins."""
        for here in range(place, min(len(self.flags), place + _AHEAD)):
            flag = self.flags[here]
            if flag & (f.AUX | f.COPULA) or (flag & f.NOT and here > place):
                return True
            if flag & (f.COMMA | f.AND | f.OR) or (flag & _SUBORDINATE and not flag & f.DET):
                return False
            if here > place and self.words[here - 1] != "otherwise" and self._is_finite(here):
                return True
        return False

    def _is_finite(self, place: int) -> bool:
        flag, word, before = self.flags[place], self.words[place], self.flags[place - 1]
        if flag & f.TARGET or before & (f.DET | f.PREPOSITION | f.MODIFIER):
            return False
        if flag & (f.ON_STATE | f.OFF_DONE) and not flag & f.PREPOSITION:
            return not before & (f.OFF | f.ON)
        return bool(
            flag & (f.VERB | f.PROTECTS)
            and word[-3:] != "ing"
            and before & (f.TARGET | f.GENERIC | f.PRONOUN | f.RELATIVE | f.NO)
        ) or (bool(flag & f.VERB) and word.endswith("s") and not flag & f.GENERIC)


_ALL = vocabulary("all every everything everyone anything each")
_IMPERATIVES = vocabulary("do let lets be")
_RELATIVES = vocabulary("that which who whose whom")
_MAIN_LINKS = vocabulary("but then so however")


def ends_phrase(sentence: Sentence, place: int) -> bool:
    """True for the disabled of "monitoring disabled at night", false for "monitoring disabled accounts"."""
    if place + 1 >= len(sentence.flags) or sentence.clause_of[place + 1] != sentence.clause_of[place]:
        return True
    ends = f.PREPOSITION | f.ADVERB | f.COMMA | f.AND | f.OR | f.TIME | f.AUX | f.COLON | f.OFF_STATE | f.WITHOUT
    return bool(sentence.flags[place + 1] & (ends | f.EXCEPT))
