"""What is said of a protection behind it: that it is off, optional, not required, exceeded, only a hint."""

from quorate.limits import flags as f
from quorate.limits.english.clauses import REACH, Sentence, after_in_clause, ends_phrase
from quorate.limits.english.scope.turns import CURES, DOES, FIRM, MAY, TRIPS, WEAK, Scope, named
from quorate.limits.english.words import KINDS, vocabulary

_WARNS = vocabulary(
    "warn warns log logs advise advises inform informs notify notifies record records alert alerts note"
)
_TRIPS_AT = (["on"], ["at"], ["before"], ["below"], ["for"], ["because"], ["twice"], ["more"])
_RANKS = vocabulary("count counts serve serves act acts rank ranks")
_LOWERED = vocabulary("lowered reduced halved diminished minimised minimized")
_OFF = vocabulary("off disabled down inactive")
_KEPT = f.ON_STATE | f.ON | f.PROTECTS | f.PERMITS | f.GOES_ON
_FILLS = f.ADVERB | f.DET | f.MODIFIER | f.GENERIC | f.NUMBER | f.TIME | f.AND | f.OR | f.TARGET


def predicate_of(sentence: Sentence, target: int, is_weak: bool, permits: bool) -> Scope:
    """What follows, as a scope of its own; an unfinished "not" takes back whatever stands before."""
    return _Reading(sentence, target, is_weak, permits).read()


class _Reading:
    """Reads on, word by word, until something decides."""

    def __init__(self, sentence: Sentence, target: int, is_weak: bool, permits: bool) -> None:
        self.sentence, self.target, self.is_weak, self.permits = sentence, target, is_weak, permits
        self.of_limits = KINDS.get(sentence.words[target]) == "limits"
        self.scope = named(target)
        self.nots = 0
        self.has_aux = self.in_phrase = self.has_noun = self.is_merely = False

    def read(self) -> Scope:
        for place in after_in_clause(self.sentence, self.target):
            found = self._links(place) if self._is_link(place) else self._at(place)
            if found is not None:
                return found
        if self.nots % 2 == 0:
            return self.scope
        last = len(self.sentence.words) - 1
        # "limits hold for most; for administrators they do not"
        if self.sentence.words[last] in ("not", "nothing", "never"):
            is_own = self.sentence.clause_of[last] == self.sentence.clause_of[self.target]
            return self.scope.turned(last) if is_own else self.scope
        return self.scope._replace(is_cured=True)

    def _flag(self, place: int) -> int:
        return self.sentence.flags[place] if place < len(self.sentence.flags) else 0

    def _is_link(self, place: int) -> bool:
        flag = self.sentence.flags[place]
        if flag & (f.NOT | f.COMMA) and not flag & f.DET:
            return True
        if flag & (f.AUX | f.COPULA | f.COLON):
            return not (self.has_aux and flag & f.OFF_DONE) and not self._is_noun(place)
        return bool(flag & f.PREPOSITION) and not (flag & (f.OFF_STATE | f.ON_STATE) and self.has_aux)

    def _is_noun(self, place: int) -> bool:
        flag = self.sentence.flags[place]
        return bool(flag & f.OFF_NOUN) and place == self.target + 1 and not flag & f.AUX and not self.is_weak

    def _links(self, place: int) -> Scope | None:
        word, flag = self.sentence.words[place], self.sentence.flags[place]
        if flag & f.COMMA:
            self.in_phrase = False
        elif flag & (f.NOT | f.AUX | f.COPULA | f.COLON):
            self.nots += bool(flag & f.NOT)
            self.has_aux, self.in_phrase = True, False
            self.permits = self.permits or word in MAY
        elif self.is_weak:
            return self.scope
        else:
            self.in_phrase = word not in ("to", "at", "as")
            self.has_noun = self.has_noun and word != "to"
        return None

    def _at(self, place: int) -> Scope | None:
        flag, before = self.sentence.flags[place], self.sentence.words[place - 1]
        if self._is_noun(place):
            return self._nominal(place)
        if self.is_weak and place == self.target + 1 and self._flag(place + 1) & (f.AUX | f.COPULA):
            return None  # what is unlimited
        if flag & f.NO and before == ",":
            self.nots += 1
            self.has_aux = True
        elif flag & f.FLIPS and not flag & (f.ON | f.OFF):
            self.is_merely = True
            self.nots -= bool(self.nots)
        elif not self.in_phrase or self._ends_phrase(place):
            return self._said(place)
        return None

    def _ends_phrase(self, place: int) -> bool:
        """True for the ends of "oversight of build-7 ends" and the off of "monitoring for this agent off"."""
        word, flag = self.sentence.words[place], self.sentence.flags[place]
        if not ends_phrase(self.sentence, place):
            return False
        is_verb = flag & f.OFF and word.endswith("s") and not self.sentence.flags[place - 1] & (f.DET | f.PREPOSITION)
        return bool(is_verb) or (bool(flag & f.OFF_STATE) and word in _OFF)

    def _nominal(self, place: int) -> Scope:
        """A monitoring blackout, which may be undone: "the limit override is revoked"."""
        rest = predicate_of(self.sentence, place, True, self.permits)
        scope = self.scope.turned(place)
        return scope.turned(rest.verb) if rest.value == WEAK else scope._replace(is_observed=rest.is_observed)

    def _is(self, place: int, value: int) -> Scope:
        scope = self.scope.turned(place) if value == WEAK else self.scope.kept(place)
        return scope.turned(place) if self.nots % 2 else scope

    def _said(self, place: int) -> Scope | None:
        word, flag = self.sentence.words[place], self.sentence.flags[place]
        if word in _RANKS and not self.nots:
            return None
        if word in CURES and flag & f.PARTICIPLE and self.has_aux:
            return self.scope._replace(is_cured=not self.nots, last=place)
        if self._is_state(place) or (self.is_merely and word in _WARNS):
            return self._is(place, WEAK)
        if self._is_looked_at(place):
            return self.scope._replace(is_observed=True)
        return self._acts(place) or self._keeps(place) or self._ends(place)

    def _is_looked_at(self, place: int) -> bool:
        word, flag = self.sentence.words[place], self.sentence.flags[place]
        is_passive = flag & f.PARTICIPLE and self.has_aux and not self.nots
        return (
            bool(is_passive and flag & (f.ASKS | f.GUARDS))
            and not flag & (f.ON_STATE | f.OFF_DONE)
            and word != "treated"
        )

    def _acts(self, place: int) -> Scope | None:
        """Exceeded where that is permitted; a breaker that may not trip, but not "on a single error"."""
        word, flag = self.sentence.words[place], self.sentence.flags[place]
        if flag & f.OVERSTEPS and flag & f.PARTICIPLE:
            return self._is(place, WEAK) if self.permits and not self.nots else self.scope
        if word not in TRIPS or not self.nots or KINDS.get(self.sentence.words[self.target]) != "breaker":
            return None
        return self.scope if self.sentence.words[place + 1 : place + 2] in _TRIPS_AT else self._is(place, FIRM)

    def _keeps(self, place: int) -> Scope | None:
        """On, required, monitored: no harm unless it is negated."""
        word, flag = self.sentence.words[place], self.sentence.flags[place]
        is_kept = flag & _KEPT and (flag & f.ON_STATE or not flag & (f.GENERIC | f.MODIFIER))
        is_near = not self.has_noun and (place == self.target + 1 or not flag & (f.PARTICIPLE | f.ON_STATE))
        does = word in DOES and self.nots and (not flag & f.OFF or self._has_object(place))
        if not does and not (is_kept and (self.has_aux or is_near)):
            return None
        if flag & f.ON_STATE and self._is_setting(place):
            return None
        return self._is(place, WEAK if _is_off_otherwise(self.sentence, place) else FIRM)

    def _ends(self, place: int) -> Scope | None:
        """ "Monitoring stops at night"; but "monitoring stops the agent" is what it is for."""
        word, flag = self.sentence.words[place], self.sentence.flags[place]
        if self.of_limits and flag & f.OFF and self._is_adjusted(place):
            return self.scope
        is_off = flag & f.OFF and not flag & (f.ZERO | f.TARGET) and (self.has_aux or word.endswith("s"))
        if is_off and not self._has_object(place):
            return self._is(place, WEAK)
        if flag & f.VERB and not flag & (f.GENERIC | f.MODIFIER | f.PARTICIPLE) and not self.has_noun:
            return self.scope
        self.has_noun = self.has_noun or not flag & _FILLS
        return None

    def _is_setting(self, place: int) -> bool:
        """True for the enabled of "monitoring_enabled: false" and "set monitoring_enabled to 0"."""
        is_to = self.sentence.words[place + 1 : place + 2] == ["to"]
        is_off = self._flag(place + 2) & (f.ZERO | f.OFF_STATE | f.NO)
        return bool(self._flag(place + 1) & f.COLON or (is_to and is_off))

    def _is_adjusted(self, place: int) -> bool:
        """True for "drops from 1.0 to 0.5"."""
        value = self._flag(place + 2)
        is_value = bool(value & f.NUMBER and not value & f.ZERO)
        return is_value and self.sentence.words[place + 1 : place + 2] in (["from"], ["to"], ["by"])

    def _is_state(self, place: int) -> bool:
        """Off, optional, forbidden, none; unlimited, for a limit."""
        word, flag, before = self.sentence.words[place], self.sentence.flags[place], self.sentence.words[place - 1]
        if flag & (f.ADVISORY | f.FORBIDDEN):
            return self.has_aux or before == "as" or word == "impossible"
        if flag & f.NO and before in ("to", "=", ":"):
            return ends_phrase(self.sentence, place)
        if flag & f.BOUNDLESS and self.of_limits and not self.is_weak:
            return self.has_aux or before in ("to", "as", "at")
        if word in _LOWERED and not self.has_noun:
            is_less = KINDS.get(self.sentence.words[self.target]) in ("monitoring", "safety", "governance")
            return is_less and (self.has_aux or ends_phrase(self.sentence, place))
        if flag & f.ZERO:
            return not self.of_limits and (self.has_aux or before in ("to", "at"))
        is_out = word == "out" and place == self.target + 1 and self.sentence.words[place + 1 : place + 2] == ["of"]
        return is_out or self._is_off(place)

    def _is_off(self, place: int) -> bool:
        word, flag, before = self.sentence.words[place], self.sentence.flags[place], self.sentence.flags[place - 1]
        is_off = flag & (f.OFF_DONE | f.OFF_STATE) and not flag & f.COPULA
        if not is_off and not (word == "left" and self.has_aux):
            return False
        if before & f.PREPOSITION and self.sentence.words[place - 1] not in ("to", "at", "as"):
            return False
        if (self.of_limits and self._is_adjusted(place)) or (word == "down" and before & f.NUMBER):
            return False
        return self.has_aux or (ends_phrase(self.sentence, place) and not self.has_noun)

    def _has_object(self, place: int) -> bool:
        if (
            place + 1 >= len(self.sentence.flags)
            or self.sentence.clause_of[place + 1] != self.sentence.clause_of[place]
        ):
            return False
        ahead = self.sentence.flags[place + 1]
        is_noun = ahead & (f.DET | f.PRONOUN | f.MODIFIER | f.TARGET | f.GENERIC) or not ahead
        return bool(is_noun) and not ahead & f.ADVERB


def _is_off_otherwise(sentence: Sentence, place: int) -> bool:
    """True for "run when there is time, otherwise skipped" and "on by day and off at night"."""
    flags, off = sentence.flags, f.OFF_STATE | f.OFF_DONE
    for here in range(place + 1, min(len(flags) - 1, place + REACH)):
        is_joined = flags[here - 1] & f.AND or sentence.words[here - 1] in ("but", ",")
        if is_joined and flags[here] & off and flags[here + 1] & f.PREPOSITION and not flags[here + 1] & f.TIME:
            return True
    after = after_in_clause(sentence, place)
    words = [sentence.words[here] for here in after]
    if "otherwise" not in words:
        return False
    return any(flags[here] & off for here in after[words.index("otherwise") :])
