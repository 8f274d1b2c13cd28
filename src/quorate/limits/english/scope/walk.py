"""A walk back from a protection over the words that govern it: signs, negations, prepositions and nouns."""

from quorate.limits import flags as f
from quorate.limits.english.clauses import Sentence, before_in_clause
from quorate.limits.english.mentions import Mention
from quorate.limits.english.quantities import is_lacked
from quorate.limits.english.scope.governors import BANS, KEEPING, is_noun_of_weakening, is_verb
from quorate.limits.english.scope.turns import BEYOND, DOES, FIRM, TRIPS, WEAK, Scope
from quorate.limits.english.words import vocabulary

DELAYS = vocabulary(
    "postpone postpones delay delays delaying defer defers deferring refuse decline undo undoes undoing revert reverts "
    "reverse reverses"
)
_PASSIVE = vocabulary("be been being get gets getting got")
_CAUSES = vocabulary("let lets have having")
# whoever makes one of these only looks at what it is of
_OBSERVED = vocabulary(
    "alert alerts alarm alarms test tests check checks warning warnings table tables list lists inventory overview "
    "register statistics map timeline danger dangers consequence consequences penalty penalties harm hazard hazards"
)
# nobody has to agree: that takes back nothing of what may be done
_CONSENT = vocabulary("approval approvals permission consent signoff reason reasons notice justification ticket excuse")
_NEEDED = vocabulary("needed required necessary need needs")
_HINDERS = DOES | TRIPS | vocabulary("interrupt slow hinder delay")


class ClauseWalk:
    """Walks back from a protection; `link` is the preposition that stands between it and the next word."""

    def __init__(self, sentence: Sentence, mention: Mention, scope: Scope) -> None:
        self.sentence, self.target, self.kind, self.scope = sentence, mention.place, mention.kind, scope
        self.link = ""
        self.has_noun = self.has_article = self.has_verb = self.is_crossed = False
        self.is_subject = self.is_around = self.is_neutral = self.is_group = False
        self.is_flipped = self.is_excepted = self.lets = self.is_done = False

    def back_from(self, start: int) -> Scope:
        for place in before_in_clause(self.sentence, start):
            self._pass(place)
            if self.is_done:
                break
        self._step_beyond(self.target)
        if self.is_excepted and self.scope.value:
            is_kept = self.scope.value == FIRM
            self.scope = self.scope._replace(value=-self.scope.value, turns=int(is_kept))
        return self.scope

    def _pass(self, place: int) -> None:
        for reads in (self._sign, self._frame, self._negation, self._preposition, self._noun, self._helper):
            if reads(place):
                return
        if is_verb(self.sentence, place):
            self.verb(place)
        elif self.link or not self.sentence.flags[place] & f.MODIFIER:
            self._pass_noun(place)

    def _flag(self, place: int) -> int:
        return self.sentence.flags[place] if 0 <= place < len(self.sentence.flags) else 0

    def _turn(self, place: int) -> None:
        self.scope = self.scope.turned(place)
        self.link, self.has_noun, self.is_neutral = "", False, False

    def _step_beyond(self, place: int) -> bool:
        """Whether the protection is left behind: "act outside governance", "spend over the limit"."""
        is_wide = self.kind == "limits" or self.link not in ("over", "above")
        if self.link not in BEYOND or self.scope.value or not is_wide:
            return False
        self.scope = self.scope.turned(place)
        return True

    def _sign(self, place: int) -> bool:
        word, flag = self.sentence.words[place], self.sentence.flags[place]
        if flag & f.COLON:
            heads = f.OFF | f.FREES | f.FORBIDDEN | f.NO | f.NOT | f.WITHOUT | f.OFF_DONE
            self.is_done = not (place and self._flag(place - 1) & heads)
        elif flag & (f.COMMA | f.AND | f.OR):
            self.has_article = False
        elif flag & f.EXCEPT and word not in ("until", "till", "unless"):
            self.is_excepted = True
        else:
            return False
        return True

    def _frame(self, place: int) -> bool:
        """What delays a return, what looks at a weakening, what turns the next negation round."""
        word, flag = self.sentence.words[place], self.sentence.flags[place]
        if word in DELAYS and self.scope.value == FIRM:
            self._turn(place)
        elif word in _OBSERVED and self.link in ("for", "on", "of", "with"):
            self.scope = self.scope._replace(is_observed=self.scope.value == WEAK)
        elif flag & f.FLIPS and not flag & (f.OFF | f.ON) and word not in ("why", "reason"):
            self.is_flipped = True
        else:
            return False
        return True

    def _negation(self, place: int) -> bool:
        word, flag = self.sentence.words[place], self.sentence.flags[place]
        if not flag & (f.NOT | f.NO | f.WITHOUT) and word not in ("insteadof", "ratherthan"):
            return False
        if self.is_flipped:
            self.is_flipped = False
        elif self.scope.is_observed:
            self.scope = self.scope._replace(is_observed=False)
        elif not self._is_empty(place):
            self._negate(place)
        return True

    def _is_empty(self, place: int) -> bool:
        """True for the first of "nobody and nothing", for "why not", "instead of 0.95", and "no approval is needed"."""
        clause = self.sentence.clauses[self.sentence.clause_of[place]]
        is_double = self._flag(place + 1) & (f.AND | f.OR) and self._flag(place + 2) & (f.NOT | f.NO)
        is_why = clause.link == "why" and clause.places[0] == place
        is_number = self.sentence.words[place] in ("insteadof", "ratherthan") and self._flag(place + 1) & f.NUMBER
        ahead = self.sentence.words[place + 1 : place + 7]
        near = [*self.sentence.words[max(0, place - 1) : place], *ahead]
        is_needless = not _CONSENT.isdisjoint(ahead[:3]) and not _NEEDED.isdisjoint(near)
        said = self.sentence.words[max(0, place - 3) : place]
        is_needless = is_needless or (not _CONSENT.isdisjoint(said) and not _NEEDED.isdisjoint(ahead[:2]))
        return bool(is_double or is_why or is_number or is_needless)

    def _negate(self, place: int) -> None:
        flag = self.sentence.flags[place]
        self._step_beyond(place)
        if not self.scope.value:
            ahead = self.sentence.words[self.target + 1 : self.target + 2]
            is_held = self.lets and self.kind != "monitoring" and not _HINDERS.isdisjoint(ahead)
            is_near = not self.link or (self.link in ("of", "to") and self.has_noun)
            if not is_held and (self.is_neutral or not is_near):
                return
            self.is_done = is_held or self._is_ellipsis(place) or not is_lacked(self.sentence, self.target)
            if not is_held and (self.is_done or (self.has_noun and not flag & (f.WITHOUT | f.NO))):
                return
        self._turn(place)
        self.is_around = self.is_around or bool(flag & f.WITHOUT)

    def _is_ellipsis(self, place: int) -> bool:
        """True for "cancel the run, not the safety check"."""
        clause = self.sentence.clauses[self.sentence.clause_of[place]]
        is_first = clause.places[0] == place and clause.link == "but"
        is_behind = is_first or bool(place and self._flag(place - 1) & f.COMMA)
        return self.sentence.words[place] == "not" and not self.has_verb and is_behind

    def _preposition(self, place: int) -> bool:
        word, flag, ahead = self.sentence.words[place], self.sentence.flags[place], self._flag(place + 1)
        if not flag & f.PREPOSITION:
            return False
        if word == "to" and ahead & (f.VERB | f.OFF | f.ON | f.AUX | f.PROTECTS) and not ahead & (f.DET | f.TARGET):
            return True
        self.is_around = self._step_beyond(place) or self.is_around
        if not self.link or self.scope.value == WEAK:
            self.link = word
            before = self.sentence.words[place - 1] if place else ""
            self.is_group = word == "with" and before.endswith("s") and not self._flag(place - 1) & (f.OFF | f.VERB)
        self.has_noun = self.has_article = False
        return True

    def _noun(self, place: int) -> bool:
        word, flag = self.sentence.words[place], self.sentence.flags[place]
        if word in KEEPING and self.link == "of" and not self.scope.value:
            self.scope = self.scope._replace(value=FIRM).over(place)
            self.link, self.has_noun = "", False
        elif (word in BANS and self.link) or is_noun_of_weakening(self.sentence, place, self.link):
            self._turn(place)
        elif flag & (f.DET | f.NUMBER) and not flag & (f.VERB | f.AUX):
            self.has_article = True
        else:
            return False
        return True

    def _helper(self, place: int) -> bool:
        """An auxiliary, before which the subject stands; "be" and "let" stand inside the predicate."""
        word, flag = self.sentence.words[place], self.sentence.flags[place]
        if word in _PASSIVE:
            return True
        if flag & f.AUX and word not in _CAUSES:
            self.is_subject = True
            return True
        return bool(flag & (f.ADVERB | f.AUX | f.COPULA)) and not is_verb(self.sentence, place)

    def _pass_noun(self, place: int) -> None:
        is_other = self.has_article and not self.link and not self.scope.turns
        self.is_crossed = self.is_crossed or (is_other and not self._flag(place) & (f.TARGET | f.PRONOUN))
        self.has_noun, self.has_article = True, False

    def verb(self, place: int) -> None:
        """What a verb does; a walk that knows no verbs passes it."""
        self._pass_noun(place)
