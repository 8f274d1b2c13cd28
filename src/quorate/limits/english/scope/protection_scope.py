"""How often what governs a protection turns it round, in English: once is weakened, twice is not.

What stands before a word governs it ("lift the ban on skipping the check" turns it round three times), and so does
what is said of it behind ("is not optional" turns it round twice).
"""

from quorate.limits import flags as f
from quorate.limits.english.clauses import Sentence, before_in_clause
from quorate.limits.english.mentions import IGNORES, Mention
from quorate.limits.english.quantities import is_adjusted, is_made_less
from quorate.limits.english.scope.complements import complement_of
from quorate.limits.english.scope.predicates import predicate_of
from quorate.limits.english.scope.turns import BEYOND, CURES, FIRM, MAY, WEAK, Scope, named
from quorate.limits.english.scope.walk import DELAYS, ClauseWalk
from quorate.limits.english.words import vocabulary

_STOPS = vocabulary(
    "stop stops stopped halt halted block blocks blocked reject rejects rejected refuse refuses refused pause paused "
    "suspend suspended kill prevent prevents forbid forbids prohibit ban avoid deny denied terminate quarantine abort"
)
_HELPS = vocabulary(
    "let help make please go flag option setting switch parameter variable argument button command toggle mode"
)
_FEEDS = vocabulary(
    "send sends sending sent feed feeds feeding ship shipping forward forwards forwarding push pushing connect "
    "connects "
    "connecting connected subscribe register export exporting stream streaming submit submitting expose report "
    "reporting"
)
_TURNS = f.OFF | f.FREES | f.FORBIDS | f.OFF_DONE | f.FORBIDDEN
_ACTS = (
    f.VERB | f.OFF | f.ON | f.NOT | f.AUX | f.WITHOUT | f.NO | f.OFF_NOUN | f.PERMITS | f.FORBIDS | f.COMMA | f.TROUBLE
)


def scope_of(sentence: Sentence, mention: Mention) -> Scope:
    """What the words of its clause make of a protection."""
    target, start = mention.place, mention.place
    scope = named(target, mention.is_weak)
    made = None if mention.is_weak else complement_of(sentence, target)
    before = before_in_clause(sentence, target)
    if made is not None:
        scope, start = scope.turned(made), min(made, target)
    elif _is_inside_subject(sentence, target):
        said = predicate_of(sentence, target, mention.is_weak, False)
        is_beyond = any(sentence.words[place] in BEYOND for place in before[:4])
        return scope.turned(said.verb) if is_beyond and said.value == FIRM else scope
    else:
        permits = any(sentence.words[place] in MAY for place in before)
        scope = scope.joined(predicate_of(sentence, target, mention.is_weak, permits))
    scope = _VerbWalk(sentence, mention, scope).back_from(start)
    return scope.turned(scope.last) if scope.is_cured and scope.value == WEAK else scope


def _is_inside_subject(sentence: Sentence, target: int) -> bool:
    """True for the limit of "requests above the limit are skipped": what follows is said of the requests."""
    link, has_noun = "", False
    places = sentence.clauses[sentence.clause_of[target]].places
    if not sentence.flags[places[0]] and len(places) > 1 and sentence.flags[places[1]] & f.DET:
        return False
    for place in before_in_clause(sentence, target):
        flag = sentence.flags[place]
        if flag & f.PREPOSITION and not link:
            link = sentence.words[place]
        elif flag & _ACTS and not (place == 0 and sentence.words[place].endswith("s")):
            return False
        elif link and not flag & (f.DET | f.ADVERB | f.TIME | f.FLIPS | f.PREPOSITION):
            has_noun = True
    return has_noun and link not in ("", "of", "with")


class _VerbWalk(ClauseWalk):
    """The same walk, with what each verb does to its object."""

    def verb(self, place: int) -> None:
        """Turns the protection round, keeps it, looks at it, or leaves it."""
        word, flag = self.sentence.words[place], self.sentence.flags[place]
        if self._is_passive(place):
            self.is_done = True
        elif self.is_subject and not flag & (f.FORBIDS | f.FORBIDDEN):
            self._pass_noun(place)
        elif self._is_idle(place):
            self.has_verb = True
        else:
            self.has_verb = True
            self._act(place)
            self.lets = self.lets or word in ("let", "allow", "permit", "lets")
            if not flag & f.ADVERB and self._step_beyond(place):
                self.is_neutral = False
            self._leave_verb(place)

    def _is_passive(self, place: int) -> bool:
        """True for the removed of "once it is removed the limits apply"."""
        flag, before = self.sentence.flags[place], self._flag(place - 1) if place else 0
        is_participle = flag & f.OFF_DONE and not flag & f.OFF and not self.link
        return bool(is_participle and before & f.AUX) and self.sentence.words[place - 1] not in (
            "had",
            "has",
            "have",
            "having",
        )

    def _is_idle(self, place: int) -> bool:
        """True for the excuse of "no excuse" and the free of "feel free to"."""
        word, before = self.sentence.words[place], self._flag(place - 1) if place else 0
        if word in ("excuse", "excuses"):
            return bool(before & (f.NO | f.DET))
        is_freed = self._flag(place + 1) & (f.DET | f.PRONOUN) or self.sentence.words[place + 1] in ("of", "from")
        return word == "free" and not is_freed

    def _act(self, place: int) -> None:
        word, flag = self.sentence.words[place], self.sentence.flags[place]
        is_open = not self.link or (self.link == "of" and word.endswith("ing"))
        keeps = flag & (f.ON | f.PROTECTS) and not self.is_neutral and is_open
        feeds = word in _FEEDS and self.link in ("to", "into")
        if self._turns(place):
            self._turn(place)
        elif self._observes(place):
            self.scope = self.scope._replace(is_observed=True).over(place)
        elif not self.scope.value and (feeds or keeps):
            self.scope = self.scope.kept(place)
        elif not self.scope.value:
            self.is_neutral = self.is_neutral or not flag & f.PERMITS
            self.is_done = self.is_done or bool(self.link and self.link not in {"from", "off", "to"} | BEYOND)

    def _leave_verb(self, place: int) -> None:
        """What stands before a finite verb is its subject; what stands before "to" or "-ing" still governs."""
        word, before = self.sentence.words[place], self._flag(place - 1) if place else 0
        self.link, self.has_noun, self.has_article = "", False, False
        is_finite = not word.endswith(("ing", "ed")) and place > 0 and self.sentence.words[place - 1] != "to"
        if is_finite and before & ~f.ADVERB:
            governs = f.AUX | f.NOT | f.AND | f.COMMA | f.PREPOSITION | f.FLIPS
            self.is_subject = not before & governs and self.sentence.words[place - 1] not in _HELPS

    def _turns(self, place: int) -> bool:
        word, flag, value = self.sentence.words[place], self.sentence.flags[place], self.scope.value
        if word in DELAYS and value == FIRM:
            return True
        if word in CURES:
            return value == WEAK
        if value == WEAK:
            return self._turns_back(place)
        if flag & f.LOWERS and not value:
            return is_made_less(self.sentence, place, self.target)
        if not flag & _TURNS or flag & (f.COPULA | f.OVERSTEPS):
            return False
        return bool(value) or self._takes_away(place)

    def _turns_back(self, place: int) -> bool:
        """Whether a verb turns a weakening round; to "lower it to zero" says it but once."""
        word, flag = self.sentence.words[place], self.sentence.flags[place]
        is_value = self.scope.last > self.target and self.sentence.words[self.scope.last - 1] in ("to", "at")
        if is_value and flag & (f.LOWERS | f.OFF) and not self.link:
            return False
        if self.is_around:
            return word in _STOPS
        if flag & _TURNS and not flag & (f.COPULA | f.OVERSTEPS | f.LOWERS):
            return True
        return bool(flag & f.UNDOES and flag & f.VERB and not flag & f.ASKS)

    def _takes_away(self, place: int) -> bool:
        """Whether a verb has the protection as its object, or frees something from it."""
        word, flag, link = self.sentence.words[place], self.sentence.flags[place], self.link
        if flag & (f.OFF | f.FREES | f.FORBIDS) and self._step_beyond(place):
            return self.has_noun
        if self.is_neutral or (not link and self.is_crossed):
            return False
        if is_adjusted(self.sentence, place, self.target):
            self.is_done = True
            return False
        if not link or link in ("from", "off") or (link in ("of", "on") and word in IGNORES):
            return True
        if link == "of":
            return bool(flag & f.FREES or not self.has_noun)
        self.is_done = not (link == "to" and self.has_noun)
        return not self.is_done

    def _observes(self, place: int) -> bool:
        """Whether somebody looks at a weakening; "collect data with the breaker off" looks at nothing."""
        word, flag = self.sentence.words[place], self.sentence.flags[place]
        looks = flag & (f.ASKS | f.GUARDS | f.PROTECTS) and flag & f.VERB
        if self.scope.value != WEAK or not looks or flag & (f.ON | f.GOES_ON | f.OFF | f.FREES):
            return False
        is_said = self.scope.last > self.target and not self.is_group
        return not (is_said and (self.link == "with" or word.startswith(("raise", "treat"))))
