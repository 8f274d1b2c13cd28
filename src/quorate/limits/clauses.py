"""An English sentence as clauses: which words belong together, and how one clause hangs on another.

An aside between commas belongs to the clause around it, so "monitoring, for now, is disabled" is one clause, and so is
a list. A new one begins where a new predicate does: "disable the plugin, monitoring stays on".
"""

from bisect import bisect_left
from typing import NamedTuple

from quorate.limits.english_words import (
    ADVERB,
    AND,
    AUX,
    BREAK,
    COLON,
    COMMA,
    COPULA,
    DET,
    EXCEPT,
    FLAGS,
    FREES,
    GENERIC,
    IF,
    MODIFIER,
    NO,
    NOT,
    NUMBER,
    OFF,
    OFF_DONE,
    OFF_STATE,
    ON,
    ON_STATE,
    OR,
    OVERSTEPS,
    PARTICIPLE,
    PREPOSITION,
    PRONOUN,
    PROTECTS,
    QUESTION,
    RELATIVE,
    TARGET,
    TIME,
    VERB,
    WEAK,
    WITHOUT,
)

REACH = 20
_AHEAD = 9
_SUBORDINATE = IF | EXCEPT | BREAK | RELATIVE | QUESTION
_PREDICATE = VERB | AUX | OFF | ON | COPULA | FREES | OVERSTEPS
NOUN_OR_VERB = frozenset(
    "process request call page log test write read rate resource report review check release change set run use "
    "deploy alert list plan work start need show name".split()
)
_MAY_JOIN = frozenset("after before since as".split())
_BARE = frozenset("except save besides barring excepting excluding".split())
EXCEPTS = _BARE | {"unless"}


class Sentence(NamedTuple):
    """Words, what each of them can do, and the clause of each; a clause is its link, its parent and its words."""

    words: list[str]
    flags: list[int]
    clause_of: list[int]
    clauses: list["Clause"]


class Clause(NamedTuple):
    """How it is linked to its parent ("" at the beginning), the parent, and the places of its words."""

    link: str
    parent: int
    places: list[int]


def sentence_of(words: list[str]) -> Sentence:
    """The sentence, taken apart."""
    flags = [FLAGS.get(word, 0) or _guess(word) for word in words]
    for place, flag in enumerate(flags):
        if flag & TARGET or (flag & WEAK and _is_noun(words, flags, place)):
            flags[place] = flag & ~VERB | TARGET
        elif words[place] == "outside" and place and flags[place - 1] & (NO | DET | WITHOUT):
            flags[place] = MODIFIER
        elif words[place] == "but" and _is_except(words, flags, place):
            flags[place], words[place] = EXCEPT, "except"
    clauses = _Splitter(words, flags).split()
    clause_of = [-1] * len(words)
    for number, clause in enumerate(clauses):
        for place in clause.places:
            clause_of[place] = number
    return Sentence(words, flags, clause_of, clauses)


def _is_except(words: list[str], flags: list[int], place: int) -> bool:
    """True for the but of "all agents but this one"."""
    if flags[place - 1] & COMMA or place + 1 >= len(words) or not flags[place + 1] & (DET | PREPOSITION):
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
        return NUMBER
    return ADVERB if word.endswith("ly") else 0


def _is_noun(words: list[str], flags: list[int], place: int) -> bool:
    """True for the limit of "the rate limit", false for "limit the rate"."""
    before = flags[place - 1] if place else COMMA
    after = flags[place + 1] if place + 1 < len(flags) else COMMA
    if before & (NO | WITHOUT | MODIFIER | TARGET | DET) and not before & (RELATIVE | PRONOUN):
        return True
    if words[place] in ("safety", "checks", "gates"):
        return bool(before & (OFF | OFF_DONE | NOT | ON | FREES)) or bool(
            after & (AUX | COLON | OFF_STATE | OFF_DONE | NOT | ON_STATE)
        )
    if before & (OFF | FREES) and not before & AUX:
        return not after & (DET | PRONOUN)
    return bool(after & COLON) or (before == 0 and bool(after & (AUX | COMMA | OFF_STATE | OFF_DONE)))


class _Splitter:
    """Walks through the words once; `now` is the clause that the next word belongs to."""

    def __init__(self, words: list[str], flags: list[int]) -> None:
        self.words, self.flags = words, flags
        self.clauses = [Clause("", 0, [])]
        self.now = 0

    def split(self) -> list[Clause]:
        for place, flag in enumerate(self.flags):
            if flag & COMMA:
                self._comma(place)
            elif flag & (AND | OR):
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
        if clause.link not in _RELATIVES or not self.flags[place] & AUX:
            return False
        return len(clause.places) > 1 and not self.flags[place - 1] & (AUX | NOT | ADVERB | PRONOUN) and self._has_predicate(clause)

    def _open(self, link: str) -> None:
        self.clauses.append(Clause(link, self.now, []))
        self.now = len(self.clauses) - 1

    def _opens(self, place: int) -> bool:
        """Whether a word such as "if" or "that" begins a clause of its own."""
        word, flag = self.words[place], self.flags[place]
        if word in ("until", "till"):
            return self._has_finite_ahead(place + 1)
        if word in _BARE:
            return False
        if word in _MAY_JOIN:
            return self._has_finite_ahead(place + 1)
        if word == "that":
            return bool(self.clauses[self.now].places) and (
                self._has_finite_ahead(place + 1) or bool(self._flag(place + 1) & _PREDICATE)
            )
        if word == "so":
            return self._begins_predicate(place + 1)
        return bool(flag & _SUBORDINATE)

    def _comma(self, place: int) -> None:
        clause = self.clauses[self.now]
        is_list = self._continues_list(place)
        if FLAGS.get(clause.link, 0) & (_SUBORDINATE | PREPOSITION) and clause.link not in _MAIN_LINKS and not is_list:
            self.now = clause.parent
            clause = self.clauses[self.now]
            if not self._flag(place + 1) & (AUX | COPULA) and self._has_finite_ahead(place + 1):
                self._open(",")
                return
        if self._continues(clause, place + 1) or not (
            self._has_predicate(clause) and self._begins_predicate(place + 1)
        ):
            self.clauses[self.now].places.append(place)
        else:
            self._open(",")

    def _continues(self, clause: Clause, place: int) -> bool:
        """True for the "is" of "disabling it, even for a minute, is forbidden"."""
        if not self._flag(place) & AUX or self.words[place] in _IMPERATIVES:
            return False
        return not any(
            self.flags[here] & AUX and self.words[here] not in ("being", "having") for here in clause.places[-REACH:]
        )

    def _join(self, place: int) -> None:
        if self._has_predicate(self.clauses[self.now]) and self._begins_predicate(place + 1):
            self._open(self.words[place])
        else:
            self.clauses[self.now].places.append(place)

    def _continues_list(self, place: int) -> bool:
        """True for the first comma of "if tests fail, hang or stop"; no finite verb of its own follows."""
        ahead = self.flags[place + 1 : place + 4]
        return any(flag & OR for flag in ahead) and not any(flag & (AUX | PRONOUN) for flag in ahead)

    def _has_predicate(self, clause: Clause) -> bool:
        return any(self.flags[place] & _PREDICATE for place in clause.places[-REACH:])

    def _begins_predicate(self, place: int) -> bool:
        """True where a verb follows, or a subject with its verb."""
        flags, words = self.flags, self.words
        while place < len(words) and flags[place] & (ADVERB | COMMA) and not flags[place] & (VERB | NOT):
            place += 1
        if place >= len(words):
            return False
        flag = flags[place]
        if flag & (AUX | NOT) and not flag & DET:
            return True
        if flag & _SUBORDINATE and not flag & DET:
            return False
        if flag & (VERB | FREES | OFF) and not flag & (TARGET | MODIFIER) and not self._is_noun_here(place):
            return True
        return self._has_finite_ahead(place)

    def _flag(self, place: int) -> int:
        return self.flags[place] if place < len(self.flags) else 0

    def _is_noun_here(self, place: int) -> bool:
        after = self.flags[place + 1] if place + 1 < len(self.flags) else 0
        return self.words[place] in NOUN_OR_VERB and bool(after & (TARGET | COMMA | AND | AUX))

    def _has_finite_ahead(self, place: int) -> bool:
        """Whether a subject and its verb follow before anything else begins."""
        for here in range(place, min(len(self.flags), place + _AHEAD)):
            flag = self.flags[here]
            if flag & (AUX | COPULA) or (flag & NOT and here > place):
                return True
            if flag & (COMMA | AND | OR) or (flag & _SUBORDINATE and not flag & DET):
                return False
            if here > place and self.words[here - 1] != "otherwise" and self._is_finite(here):
                return True
        return False

    def _is_finite(self, place: int) -> bool:
        flag, word, before = self.flags[place], self.words[place], self.flags[place - 1]
        if flag & TARGET or before & (DET | PREPOSITION | MODIFIER):
            return False
        if flag & (ON_STATE | OFF_DONE) and not flag & PREPOSITION:
            return not before & (OFF | ON)
        return bool(flag & (VERB | PROTECTS) and word[-3:] != "ing" and before & (TARGET | GENERIC | PRONOUN | RELATIVE | NO)) or (
            bool(flag & VERB) and word.endswith("s") and not flag & GENERIC
        )


_ALL = frozenset("all every everything everyone anything each".split())
_IMPERATIVES = frozenset("do let lets be".split())
_RELATIVES = frozenset("that which who whose whom".split())
_MAIN_LINKS = frozenset("but then so however".split())
