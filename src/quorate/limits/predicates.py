"""What is said of a protection that is a subject: that it is disabled, off, optional, not required."""

from quorate.limits import flags as f
from quorate.limits.clauses import NOUN_OR_VERB, REACH, Sentence, after_in_clause, before_in_clause
from quorate.limits.english.words import KINDS, vocabulary
from quorate.limits.roles import Role, ends_phrase

_COVERS = vocabulary("concern pertain affect include extend reach touch govern restrict bother matter count")
_HOLDS = vocabulary("block stop prevent halt hold delay hinder restrain interrupt")
_TRIPS = vocabulary("trip open fire")
_TRIPS_AT = (["on"], ["at"], ["before"], ["below"], ["for"], ["because"], ["twice"], ["more"])
_PERMITS = vocabulary("let allow permit")
_MAY = vocabulary("may can could might allowed")
_ENDS_ITSELF = ("stop", "ceas", "end", "halt", "paus", "quit", "laps", "expir", "terminat", "void")
_FILLS = (
    f.ADVERB | f.DET | f.MODIFIER | f.GENERIC | f.NUMBER | f.TIME | f.COMMA | f.AND | f.OR | f.TARGET | f.FLIPS
    | f.ON_STATE
)  # fmt: skip
# what a word decides: nothing, or that there is no such predicate; a place is one that was found
_OPEN, _NONE = 0, -1


def predicate_of(sentence: Sentence, target: int, role: Role) -> int | None:
    """Where the word stands that says so of a protection."""
    if role.preposition not in ("", "with", "of", "for", "on"):
        return None
    if role.preposition and role.verb >= 0 and role.preposition != "with":
        return None
    found = _PredicateScan(sentence, target, role).find()
    return found if found > 0 else None


def is_lack(sentence: Sentence, target: int, predicate: int) -> bool:
    """True where the predicate is one of being on that is negated: "does not apply"."""
    if sentence.flags[predicate] & (f.ON | f.ON_STATE | f.PROTECTS | f.NOT):
        return True
    return sentence.words[predicate] in _COVERS | _TRIPS or _is_toothless(sentence, target, predicate)


class _PredicateScan:
    """Reads on from a subject, word by word, until something decides."""

    def __init__(self, sentence: Sentence, target: int, role: Role) -> None:
        self.sentence, self.target = sentence, target
        self.has_aux = self.has_noun = self.in_phrase = False
        before = before_in_clause(sentence, target)
        said = [sentence.words[place] for place in before[:3]]
        lets = any(word in _PERMITS for word in said)
        self.negated = lets and any(sentence.flags[place] & f.NOT for place in before[:4])
        self.permitted = any(sentence.words[place] in _PERMITS for place in before)
        is_object = role.verb >= 0 and not role.preposition
        self.is_taken_away = is_object and bool(sentence.flags[role.verb] & (f.OFF | f.FREES))

    def find(self) -> int:
        aside = _NONE
        for place in after_in_clause(self.sentence, self.target):
            if place < aside:
                continue
            if self.sentence.flags[place] & f.COMMA:
                aside = _end_of_aside(self.sentence, place)
            found = self._state(place) or self._verb(place)
            if found:
                return found
        return self._denied_at_the_end()

    def _denied_at_the_end(self) -> int:
        """The not of "limits hold for most; for administrators they do not"."""
        last = len(self.sentence.words) - 1
        is_denied = self.sentence.words[last - 1 :] in (["do", "not"], ["does", "not"]) and last == self.target + 2
        return last if is_denied else _NONE

    def _state(self, place: int) -> int:
        """Disabled, off, infinite, or exceeded where that is permitted."""
        flag, before = self.sentence.flags[place], self.sentence.flags[place - 1]
        of_limits = KINDS[self.sentence.words[self.target]] == "limits"
        if flag & f.ADVISORY and _is_said_to_be(self.sentence, self.target, place):
            return place
        is_value = before & f.COLON or (self.sentence.words[place - 1] == "to" and ends_phrase(self.sentence, place))
        if flag & f.NO and is_value and not self.has_noun:
            return place
        if flag & (f.OFF_DONE | f.OFF_STATE | f.ZERO) and self._is_said(place):
            return _NONE if flag & f.ZERO and of_limits else place
        if flag & f.BOUNDLESS and of_limits and (self.has_aux or self.sentence.words[place - 1] in ("to", "as")):
            return place
        if flag & f.OVERSTEPS and flag & f.PARTICIPLE:
            return place if self.permitted and not self.negated else _NONE
        return _OPEN

    def _is_said(self, place: int) -> bool:
        """True for the off of "set to off", false for "in off hours" and "finds disabled accounts"."""
        flags, words = self.sentence.flags, self.sentence.words
        if (
            words[place] == "down"
            and (flags[place - 1] | (flags[place + 2] if place + 2 < len(flags) else 0)) & f.NUMBER
        ):
            return False
        if flags[place - 1] & f.PREPOSITION and words[place - 1] not in ("to", "at", "as"):
            return False
        if self.has_aux and not flags[place] & f.COPULA:
            return True
        return ends_phrase(self.sentence, place) and not self.has_noun

    def _verb(self, place: int) -> int:
        flag = self.sentence.flags[place]
        if flag & f.NOT:
            self.negated = self.has_aux = True
            return _OPEN
        if flag & (f.AUX | f.COPULA | f.COLON):
            self.has_aux = True
            self.permitted = self.permitted or self.sentence.words[place] in _MAY
            return _NONE if flag & f.AUX and self.is_taken_away else _OPEN
        if self._denies(place) or (flag & f.OFF and self._ends_itself(place)):
            return place
        if self.in_phrase and not self.has_aux and self.sentence.words[place] in NOUN_OR_VERB:
            return _OPEN
        return self._kept(place) or self._other(place)

    def _denies(self, place: int) -> bool:
        if self.negated and KINDS[self.sentence.words[self.target]] == "breaker" and self._trips(place):
            return True
        covers = self.sentence.words[place] in _COVERS or _is_toothless(self.sentence, self.target, place)
        return self.negated and covers

    def _trips(self, place: int) -> bool:
        """True for "must never trip", false for "must not trip on a single error"."""
        return self.sentence.words[place] in _TRIPS and self.sentence.words[place + 1 : place + 2] not in _TRIPS_AT

    def _ends_itself(self, place: int) -> bool:
        """True for "monitoring will cease", "checks: skip"; false for "monitoring can stop the agent"."""
        word = self.sentence.words[place]
        if self.sentence.flags[place - 1] & f.COLON:
            return True
        if not ends_phrase(self.sentence, place) or not word.startswith(_ENDS_ITSELF):
            return False
        return self.has_aux or word.endswith("s")

    def _kept(self, place: int) -> int:
        """On, required, monitored: no harm unless it is negated."""
        flag = self.sentence.flags[place]
        if not flag & (f.ON | f.ON_STATE | f.PROTECTS):
            return _OPEN
        if flag & f.PREPOSITION and not (self.has_aux and ends_phrase(self.sentence, place)):
            return _OPEN
        after = self.sentence.flags[place + 1] if place + 1 < len(self.sentence.flags) else 0
        if flag & f.ON_STATE and (after & f.COLON or self._is_set_off(place)):
            return _OPEN
        return place if self.negated else _otherwise(self.sentence, place)

    def _is_set_off(self, place: int) -> bool:
        """True for the enabled of "set monitoring_enabled to 0", false for "applied to batch jobs"."""
        ahead = self.sentence.flags[place + 2] if place + 2 < len(self.sentence.flags) else 0
        return self.sentence.words[place + 1 : place + 2] == ["to"] and bool(ahead & (f.ZERO | f.OFF_STATE | f.NO))

    def _other(self, place: int) -> int:
        flag = self.sentence.flags[place]
        is_verb = flag & f.VERB and not flag & (f.PARTICIPLE | f.GENERIC | f.MODIFIER | f.TARGET | f.ON | f.ON_STATE)
        if is_verb and not self.in_phrase:
            return _NONE
        if flag & f.PREPOSITION:
            self.in_phrase = True
        elif not flag & _FILLS and not self.in_phrase:
            self.has_noun = True
        return _OPEN


def _is_toothless(sentence: Sentence, target: int, place: int) -> bool:
    """True for "a failed check shall not stop the agent"."""
    if KINDS[sentence.words[target]] == "monitoring" or sentence.words[place] not in _HOLDS:
        return False
    return place + 1 < len(sentence.words) and bool(sentence.flags[place + 1] & (f.DET | f.PRONOUN))


def _is_said_to_be(sentence: Sentence, target: int, place: int) -> bool:
    """True for the guidance of "limits are guidance", false for "limits are set in the guidance"."""
    flags, words = sentence.flags, sentence.words
    for here in range(place - 1, max(target, place - 6), -1):
        flag = flags[here]
        if flag & (f.AUX | f.COPULA | f.COLON | f.NOT) or words[here] == "as":
            return True
        if flag & (f.PREPOSITION | f.PARTICIPLE | f.VERB | f.FORBIDS | f.COMMA) and not flag & f.MODIFIER:
            return False
    return False


def _otherwise(sentence: Sentence, place: int) -> int:
    """The skipped of "checks run when there is time, otherwise skipped"; the off of "on by day and off at night"."""
    flags = sentence.flags
    for here in range(place + 1, min(len(flags), place + REACH)):
        is_joined = flags[here - 1] & f.AND or sentence.words[here - 1] in ("but", ",")
        ahead = flags[here + 1] if here + 1 < len(flags) else 0
        if is_joined and flags[here] & (f.OFF_STATE | f.OFF_DONE) and ahead & f.PREPOSITION and not ahead & f.TIME:
            return here
    after = after_in_clause(sentence, place)
    words = [sentence.words[here] for here in after]
    if "otherwise" not in words:
        return _NONE
    rest = after[words.index("otherwise") :]
    return next((here for here in rest if sentence.flags[here] & (f.OFF_DONE | f.OFF_STATE)), _NONE)


def _end_of_aside(sentence: Sentence, comma: int) -> int:
    """Where the sentence goes on behind "monitoring, effective immediately, is off"."""
    flags = sentence.flags
    for place in range(comma + 1, min(len(flags) - 1, comma + REACH)):
        if flags[place] & f.COMMA:
            goes_on = flags[place + 1] & (f.AUX | f.COPULA | f.NOT | f.OFF_DONE | f.OFF_STATE)
            return place if goes_on else _NONE
    return _NONE
