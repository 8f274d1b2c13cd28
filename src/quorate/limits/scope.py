"""How often what governs a protection turns it round, in English: once is weakened, twice is not.

What stands before a word governs it ("lift the ban on skipping the check" turns it round three times), and so does what is
said of it behind ("is not optional" turns it round twice).
"""

from typing import NamedTuple

from quorate.limits import flags as f
from quorate.limits.clauses import NOUN_OR_VERB, Sentence, after_in_clause, before_in_clause
from quorate.limits.complements import complement_of
from quorate.limits.english.words import KINDS, vocabulary
from quorate.limits.predicates import _otherwise
from quorate.limits.roles import IGNORES, ends_phrase

WEAK, FIRM = -1, 1
# what stands around a thing is not what is done to it
_AROUND = vocabulary(
    "with under in at during within by via through per after before on inside as using throughout following for near "
    "since upon behind between among like along across concerning regarding about of"
)
_BEYOND = vocabulary("beyond outside despite against past over above around")
_CURES = vocabulary(
    "fix fixes fixing fixed repair repairs repairing repaired resolve correct remedy reactivate reinstate reconnect "
    "reinstall reintroduce rearm recover restore restoring restored reenable undo undoes undoing undone revert reverts "
    "reverting reverted reverse reverses reversing reversed rollback retract overturn overturned plug close closes closing "
    "closed clear counter patch penalise penalize discipline quarantine isolate detect catch"
)
_DELAYS = vocabulary("postpone postpones delay delays delaying defer defers deferring refuse decline undo undoes undoing revert reverts reverse reverses")
_STOPS = vocabulary(
    "stop stops stopped halt halted block blocks blocked reject rejects rejected refuse refuses refused pause paused suspend "
    "suspended kill prevent prevents forbid forbids prohibit ban avoid deny denied terminate quarantine abort"
)
_WARNS = vocabulary("warn warns log logs advise advises inform informs notify notifies record records alert alerts note")
_BANS = vocabulary("ban bans prohibition prohibitions bar embargo veto interdiction injunction")
_DOES = vocabulary("apply applies hold holds bind block blocks stop prevent halt cover concern restrict matter count affect include")
_TRIPS = vocabulary("trip open fire")
_TRIPS_AT = (["on"], ["at"], ["before"], ["below"], ["for"], ["because"], ["twice"], ["more"])
_MAY = vocabulary("may can could might allowed let lets permitted")
_LESS = ("governance", "monitoring", "safety")
_NAMES_OF_PEOPLE = f.PRONOUN


_HELPS = vocabulary("let help make please go flag option setting switch parameter variable argument button command toggle mode")
_KEEPING = vocabulary("restoration reinstatement reactivation activation enforcement continuation resumption return application")
_RANKS = vocabulary("count counts serve serves act acts rank ranks")
_FEEDS = vocabulary(
    "send sends sending sent feed feeds feeding ship shipping forward forwards forwarding push pushing connect connects "
    "connecting connected subscribe register export exporting stream streaming submit submitting expose report reporting"
)
_PASSIVE = vocabulary("be been being get gets getting got")
_OBSERVED = vocabulary("alert alerts alarm alarms test tests check checks warning warnings table tables list lists inventory overview register statistics map timeline danger dangers consequence consequences penalty penalties harm hazard hazards")


class Scope(NamedTuple):
    """Weakened, firm or merely named (0); how often it was turned round; the words; whether it is only looked at."""

    value: int = 0
    turns: int = 0
    verb: int = -1
    first: int = 0
    last: int = 0
    is_observed: bool = False
    is_cured: bool = False

    def turned(self, place: int) -> "Scope":
        """Turned round by one more word."""
        value = -self.value if self.value else WEAK
        verb = self.verb if self.verb >= 0 else place
        return self._replace(value=value, turns=self.turns + 1, verb=verb).over(place)

    def joined(self, said: "Scope") -> "Scope":
        """With what is said behind."""
        value = said.value * self.value if said.value and self.value else said.value or self.value
        return self._replace(
            value=value, turns=self.turns + said.turns, verb=said.verb if self.verb < 0 else self.verb,
            last=max(self.last, said.last), is_observed=said.is_observed, is_cured=said.is_cured,
        )

    def over(self, place: int) -> "Scope":
        """With one more word in it."""
        return self._replace(first=min(self.first, place), last=max(self.last, place))


def scope_of(sentence: Sentence, target: int, value: int) -> Scope:
    """What the words of its clause make of a protection."""
    scope = Scope(value, 1 if value else 0, target if value else -1, target, target)
    start = target
    made = complement_of(sentence, target) if not value else None
    if made is not None:
        scope, start = scope.turned(made), min(made, target)
    elif _is_inside_subject(sentence, target):
        said = _Right(sentence, target, value, False).read()
        is_beyond = any(sentence.words[place] in _BEYOND for place in before_in_clause(sentence, target)[:4])
        is_let = is_beyond and said.value == FIRM
        return scope.turned(said.verb) if is_let else scope
    else:
        said = _Right(sentence, target, value, _is_permitted(sentence, target)).read()
        scope = scope.joined(said)
    scope = _Left(sentence, target, scope).before(start)
    return scope.turned(scope.last) if scope.is_cured and scope.value == WEAK else scope


def _is_permitted(sentence: Sentence, target: int) -> bool:
    return any(sentence.words[place] in _MAY for place in before_in_clause(sentence, target))


def _is_inside_subject(sentence: Sentence, target: int) -> bool:
    """True for the limit of "requests above the limit are skipped": what follows is said of the requests."""
    link, has_noun = "", False
    places = sentence.clauses[sentence.clause_of[target]].places
    if not sentence.flags[places[0]] and len(places) > 1 and sentence.flags[places[1]] & f.DET:
        return False
    for place in before_in_clause(sentence, target):
        flag, word = sentence.flags[place], sentence.words[place]
        if flag & f.PREPOSITION and not link:
            link = word
        elif flag & (f.VERB | f.OFF | f.ON | f.NOT | f.AUX | f.WITHOUT | f.NO | f.OFF_NOUN | f.PERMITS | f.FORBIDS | f.COMMA | f.TROUBLE) and not (place == 0 and word.endswith("s")):
            return False
        elif link and not flag & (f.DET | f.ADVERB | f.TIME | f.FLIPS | f.PREPOSITION):
            has_noun = True
    return has_noun and link not in ("", "of", "with")


class _Left:
    """Walks back from a protection."""

    def __init__(self, sentence: Sentence, target: int, scope: Scope) -> None:
        self.sentence, self.target, self.scope = sentence, target, scope
        self.kind = KINDS.get(sentence.words[target], "")
        self.link = ""
        self.has_noun = self.has_article = self.is_subject = self.is_around = False
        self.flips = self.is_neutral = self.is_excepted = self.permits = self.has_verb = False
        self.is_done = self.lets = self.is_entity = False

    def before(self, start: int) -> Scope:
        for place in before_in_clause(self.sentence, start):
            self._pass(place)
            if self.is_done:
                break
        if self.link in _BEYOND and not self.scope.value and self._may_be_beyond():
            self.scope = self.scope.turned(self.target)
        if self.is_excepted and self.scope.value:
            is_kept = self.scope.value == FIRM
            self.scope = self.scope._replace(value=WEAK if is_kept else FIRM, turns=int(is_kept))
        return self.scope

    def _may_be_beyond(self) -> bool:
        return self.kind == "limits" or self.link not in ("over", "above")

    def _pass(self, place: int) -> None:
        word, flag = self.sentence.words[place], self.sentence.flags[place]
        if flag & f.COLON:
            self._colon(place)
        elif flag & f.COMMA or flag & (f.AND | f.OR):
            self.has_article = False
        elif flag & f.EXCEPT and word not in ("until", "till", "unless"):
            self.is_excepted = True
        elif word in _DELAYS and self.scope.value == FIRM:
            self._turn(place)
        elif word in _OBSERVED and self.link in ("for", "on", "of", "with"):
            self.scope = self.scope._replace(is_observed=self.scope.value == WEAK)
        elif flag & f.FLIPS and not flag & (f.OFF | f.ON) and word not in ("why", "reason"):
            self.flips = True
        elif flag & (f.NOT | f.NO | f.WITHOUT) or word in ("insteadof", "ratherthan"):
            self._negation(place)
        elif flag & f.PREPOSITION and not (flag & f.WITHOUT):
            self._preposition(place)
        elif word in _KEEPING and self.link == "of" and not self.scope.value:
            self.scope = self.scope._replace(value=FIRM).over(place)
            self.link, self.has_noun = "", False
        elif word in _BANS and self.link:
            self._turn(place)
        elif flag & f.OFF_NOUN and self._is_noun(place):
            self._turn(place)
        elif flag & (f.DET | f.NUMBER) and not flag & (f.VERB | f.AUX):
            self.has_article = True
        elif word in _PASSIVE:
            return
        elif flag & f.AUX and word not in ("be", "been", "being", "get", "gets", "getting", "got", "let", "lets", "have", "having"):
            self.is_subject = True
            self.permits = self.permits or word in _MAY
        elif self._is_verb(place):
            self._verb(place)
        elif not flag & (f.ADVERB | f.AUX | f.COPULA) and (self.link or not flag & f.MODIFIER):
            self._noun(place)

    def _noun(self, place: int) -> None:
        if self.has_article and not self.link and not self.scope.turns and not self.sentence.flags[place] & (f.TARGET | f.PRONOUN):
            self.crossed = True
        self.has_noun = True
        self.has_article = False

    def _colon(self, place: int) -> None:
        flag = self.sentence.flags[place - 1] if place else 0
        self.is_done = not flag & (f.OFF | f.FREES | f.FORBIDDEN | f.NO | f.NOT | f.WITHOUT | f.OFF_DONE)

    def _negation(self, place: int) -> None:
        flag, word = self.sentence.flags[place], self.sentence.words[place]
        if self.flips:
            self.flips = False
            return
        after = self.sentence.flags[place + 1 : place + 3]
        if len(after) == 2 and after[0] & (f.AND | f.OR) and after[1] & (f.NOT | f.NO):
            return
        if self.scope.is_observed:
            self.scope = self.scope._replace(is_observed=False)
            return
        if not self.scope.value and self.link in _BEYOND and self._may_be_beyond():
            self.scope = self.scope.turned(place)
        if self.sentence.words[place] == "not" and self._is_why(place):
            return
        if word in ("insteadof", "ratherthan") and self.sentence.flags[place + 1] & f.NUMBER:
            return
        if not self.scope.value and self.lets and self._is_held_back():
            self._turn(place)
            self.is_done = True
            return
        if not self.scope.value:
            if self.is_neutral or (self.link and self.link not in ("of", "to")) or (self.link and not self.has_noun):
                return
            if self._is_ellipsis(place):
                self.is_done = True
                return
            if not self._is_lacked():
                self.is_done = True
                return
            if self.has_noun and not (flag & f.WITHOUT or flag & f.NO) :
                return
        self._turn(place)
        self.is_around = self.is_around or bool(flag & f.WITHOUT)

    def _is_why(self, place: int) -> bool:
        clause = self.sentence.clauses[self.sentence.clause_of[place]]
        return clause.link == "why" and clause.places[0] == place

    def _is_held_back(self) -> bool:
        """True for the breaker of "do not let the breaker trip"."""
        ahead = self.sentence.words[self.target + 1 : self.target + 2]
        return bool(ahead) and (ahead[0] in _DOES or ahead[0] in _TRIPS or ahead[0] in ("interrupt", "stop", "slow", "hinder", "delay", "hold")) and self.kind != "monitoring"

    def _is_ellipsis(self, place: int) -> bool:
        """True for "cancel the run, not the safety check"."""
        clause = self.sentence.clauses[self.sentence.clause_of[place]]
        before = self.sentence.flags[place - 1] if place else 0
        is_first = clause.places and clause.places[0] == place and clause.link == "but"
        return self.sentence.words[place] == "not" and not self.has_verb and bool(is_first or before & f.COMMA)

    def _is_lacked(self) -> bool:
        from quorate.limits.ties import _is_lacked

        return _is_lacked(self.sentence, self.target)

    def _preposition(self, place: int) -> None:
        word = self.sentence.words[place]
        ahead = self.sentence.flags[place + 1] if place + 1 < len(self.sentence.flags) else 0
        if word == "to" and ahead & (f.VERB | f.OFF | f.ON | f.AUX | f.PROTECTS) and not ahead & f.DET and not (ahead & f.TARGET):
            return
        if self.link in _BEYOND and not self.scope.value and self._may_be_beyond():
            self.scope = self.scope.turned(place)
            self.is_around = True
        if not self.link or self.scope.value == WEAK:
            self.link = word
            before = self.sentence.words[place - 1] if place else ""
            self.is_entity = word == "with" and before.endswith("s") and not self.sentence.flags[place - 1] & (f.OFF | f.VERB & ~f.PRONOUN)
        self.has_noun = self.has_article = False

    def _is_noun(self, place: int) -> bool:
        flag = self.sentence.flags[place]
        if not flag & (f.OFF | f.FREES):
            return True
        before = self.sentence.flags[place - 1] if place else 0
        return bool(before & (f.DET | f.NO | f.MODIFIER | f.OFF | f.ON | f.PERMITS | f.WITHOUT)) or bool(self.link and place and before == 0)

    def _is_verb(self, place: int) -> bool:
        flag, word = self.sentence.flags[place], self.sentence.words[place]
        before = self.sentence.flags[place - 1] if place else 0
        if word == "lower" and (not place or before & (f.AUX | f.AND | f.COMMA)):
            return True
        after = self.sentence.flags[place + 1] if place + 1 < len(self.sentence.flags) else 0
        if not place and flag & f.VERB and flag & (f.GENERIC | f.MODIFIER) and after & f.DET:
            return True
        if flag & f.TARGET or (flag & (f.MODIFIER | f.GENERIC) and not flag & (f.OFF | f.FREES)) or word in ("failing", "failed"):
            return False
        if word in NOUN_OR_VERB and before & (f.DET | f.MODIFIER | f.NO):
            return False
        is_noun = before & f.DET and not before & (f.RELATIVE | f.PRONOUN) or (before & f.PREPOSITION and self.sentence.words[place - 1] != "to" and not word.endswith("ing"))
        if word.endswith("ing") and after & (f.COMMA | f.AND | f.OR):
            return False
        if word.endswith("s") and not word.endswith("ss") and (before & (f.VERB | f.OFF | f.ON) and not before & (f.AUX | f.GENERIC | f.PRONOUN | f.TARGET)):
            return False
        if is_noun and not flag & (f.OFF | f.FREES | f.OFF_DONE) and not (flag & f.ON and word.endswith("ing")):
            return False
        if flag & f.PERMITS and not flag & (f.VERB | f.PARTICIPLE):
            return False
        is_any = flag & (f.VERB | f.OFF | f.FREES | f.FORBIDS | f.ON | f.OFF_DONE | f.FORBIDDEN | f.PERMITS | f.PARTICIPLE | f.OVERSTEPS | f.PROTECTS)
        return bool(is_any)

    def _verb(self, place: int) -> None:
        word, flag = self.sentence.words[place], self.sentence.flags[place]
        if flag & f.OFF_DONE and not flag & f.OFF and not self.link and place and self.sentence.flags[place - 1] & f.AUX and self.sentence.words[place - 1] not in ("had", "has", "have", "having"):
            self.is_done = True
            return
        if self.is_subject and not flag & (f.FORBIDS | f.FORBIDDEN):
            self._noun(place)
            return
        self.has_verb = True
        if word in ("excuse", "excuses") and place and self.sentence.flags[place - 1] & (f.NO | f.DET):
            return
        if word == "free" and self.sentence.words[place + 1 : place + 2] == ["to"]:
            return
        if self._turns(place):
            self._turn(place)
        elif self._observes(place):
            self.scope = self.scope._replace(is_observed=True).over(place)
        elif word in _FEEDS and self.link in ("to", "into") and not self.scope.value:
            self.scope = self.scope._replace(value=FIRM, verb=place).over(place)
        elif flag & (f.ON | f.PROTECTS) and not self.scope.value and not self.is_neutral and (not self.link or (self.link == "of" and word.endswith("ing"))):
            self.scope = self.scope._replace(value=FIRM, verb=place).over(place)
        elif not self.scope.value:
            if not flag & f.PERMITS:
                self.is_neutral = True
            if self.link and self.link not in ("from", "off", "to", *_BEYOND):
                self.is_done = True
        self.permits = self.permits or word in _MAY
        self.lets = self.lets or word in ("let", "allow", "permit", "lets")
        if self.link in _BEYOND and not self.scope.value and self._may_be_beyond() and not flag & f.ADVERB:
            self.scope = self.scope.turned(place)
            self.is_neutral = False
        self._past_verb(place)

    def _past_verb(self, place: int) -> None:
        word = self.sentence.words[place]
        before = self.sentence.words[place - 1] if place else ""
        self.link, self.has_noun, self.has_article = "", False, False
        if not word.endswith(("ing", "ed")) and before != "to" and place and self.sentence.flags[place - 1] & ~(f.ADVERB):
            self.is_subject = not self.sentence.flags[place - 1] & (f.AUX | f.NOT | f.AND | f.COMMA | f.PREPOSITION | f.FLIPS) and before not in _HELPS

    def _turns(self, place: int) -> bool:
        word, flag = self.sentence.words[place], self.sentence.flags[place]
        value = self.scope.value
        if word in _DELAYS and value == FIRM:
            return True
        if word in _CURES:
            return value == WEAK
        is_value = value == WEAK and self.scope.last > self.target and self.sentence.words[self.scope.last - 1] in ("to", "at")
        if is_value and flag & (f.LOWERS | f.OFF) and not self.link:
            return False
        if self.link in _BEYOND and not value and self._may_be_beyond() and flag & (f.OFF | f.FREES | f.FORBIDS):
            self.scope = self.scope.turned(place)
            return self.has_noun
        if self.is_around and value == WEAK:
            return word in _STOPS
        if flag & f.LOWERS and not value:
            return self.kind in _LESS and self._is_lower_less(place)
        is_flip = flag & (f.OFF | f.FREES | f.FORBIDS | f.OFF_DONE | f.FORBIDDEN) and not flag & (f.COPULA | f.OVERSTEPS)
        if not is_flip:
            return bool(value == WEAK and flag & f.UNDOES and flag & f.VERB and not flag & f.ASKS)
        if self.is_neutral and not value:
            return False
        if value == 0 and self._adjusts(place):
            self.is_done = True
            return False
        if not value and self.link:
            if self.link in ("from", "off"):
                return True
            if self.link in ("of", "on") and word in IGNORES:
                return True
            if self.link == "of":
                return bool(flag & f.FREES or not self.has_noun)
            is_sent = self.link == "to" and self.has_noun
            self.is_done = not is_sent
            return is_sent
        return not (getattr(self, "crossed", False) and not value)

    def _is_lower_less(self, place: int) -> bool:
        from quorate.limits.ties import _makes_less

        return _makes_less(self.sentence, place, self.target)

    def _adjusts(self, place: int) -> bool:
        from quorate.limits.ties import _is_cure

        return _is_cure(self.sentence, place, self.target)

    def _observes(self, place: int) -> bool:
        flag = self.sentence.flags[place]
        return self.scope.value == WEAK and bool(flag & (f.ASKS | f.GUARDS | f.PROTECTS)) and bool(flag & f.VERB) and not flag & (f.ON | f.GOES_ON | f.OFF | f.FREES) and not self._is_accompanied(place)

    def _is_accompanied(self, place: int) -> bool:
        """True for "collect data with the breaker off" and "treat limits as optional", which look at nothing."""
        is_said = self.scope.last > self.target and not self.is_entity
        return is_said and (self.link == "with" or self.sentence.words[place] in ("raise", "raises") or self.sentence.words[place].startswith("treat"))

    def _turn(self, place: int) -> None:
        self.scope = self.scope.turned(place)
        self.link, self.has_noun, self.is_neutral = "", False, False


class _Right:
    """Reads on behind a protection."""

    def __init__(self, sentence: Sentence, target: int, value: int, permits: bool) -> None:
        self.sentence, self.target = sentence, target
        self.kind = KINDS.get(sentence.words[target], "")
        self.is_free = bool(value)
        self.permits = permits
        self.nots = 0
        self.has_aux = self.in_phrase = self.has_noun = self.only = False

    def read(self) -> Scope:
        scope = Scope(0, 0, -1, self.target, self.target)
        for place in after_in_clause(self.sentence, self.target):
            found = self._at(place, scope)
            if found is not None:
                return found
        if self.nots % 2 and self.sentence.words[-1] not in ("not", "nothing"):
            return scope._replace(is_cured=True)
        last = len(self.sentence.words) - 1
        if self.nots % 2 and self.sentence.flags[last] & f.NOT and self.sentence.clause_of[last] == self.sentence.clause_of[self.target]:
            return scope.turned(last)
        return scope

    def _said(self, scope: Scope, place: int, is_weak: bool) -> Scope:
        scope = scope.turned(place) if is_weak else scope._replace(value=FIRM, verb=place, last=place)
        return scope.turned(place) if self.nots % 2 else scope

    def _at(self, place: int, scope: Scope) -> Scope | None:
        word, flag, before = self.sentence.words[place], self.sentence.flags[place], self.sentence.words[place - 1]
        if flag & f.NOT and not flag & f.DET:
            self.nots += 1
            self.has_aux, self.in_phrase = True, False
        elif flag & f.OFF_NOUN and place == self.target + 1 and not flag & f.AUX and not self.is_free:
            return self._nominal(place, scope)
        elif flag & (f.AUX | f.COPULA | f.COLON) and not (self.has_aux and flag & f.OFF_DONE):
            self.has_aux, self.in_phrase = True, False
            self.permits = self.permits or word in _MAY
        elif flag & f.COMMA:
            self.in_phrase = False
        elif flag & f.NO and before == "," :
            self.nots += 1
            self.has_aux = True
        elif flag & f.PREPOSITION and not (flag & (f.OFF_STATE | f.ON_STATE) and self.has_aux):
            if self.is_free:
                return scope
            self.in_phrase = word not in ("to", "at", "as")
            self.has_noun = self.has_noun and not word == "to"
        elif flag & f.FLIPS and not flag & (f.ON | f.OFF):
            self.only = True
            self.nots -= bool(self.nots)
        elif self.in_phrase and not (flag & f.OFF and word.endswith("s") and ends_phrase(self.sentence, place) and not self.sentence.flags[place - 1] & (f.DET | f.PREPOSITION)) and not (flag & f.OFF_STATE and word in ("off", "disabled", "down", "inactive") and ends_phrase(self.sentence, place)):
            return None
        else:
            return self._word(place, scope, word, flag, before)
        return None

    def _nominal(self, place: int, scope: Scope) -> Scope:
        """A monitoring blackout, which may be undone: "the limit override is revoked"."""
        rest = _Right(self.sentence, place, WEAK, self.permits).read()
        scope = scope.turned(place)
        return scope.turned(rest.verb) if rest.value == WEAK else scope._replace(is_observed=rest.is_observed)

    def _word(self, place: int, scope: Scope, word: str, flag: int, before: str) -> Scope | None:
        if word in _RANKS and not self.nots:
            return None
        if word in _CURES and flag & f.PARTICIPLE and self.has_aux:
            return scope._replace(is_cured=not self.nots, last=place)
        if self._is_weak_state(place, word, flag, before):
            return self._said(scope, place, True)
        if flag & (f.ASKS | f.GUARDS) and flag & f.PARTICIPLE and self.has_aux and not self.nots and not flag & (f.ON_STATE | f.OFF_DONE) and word != "treated":
            return scope._replace(is_observed=True)
        if self.only and word in _WARNS:
            return self._said(scope, place, True)
        if flag & f.OVERSTEPS and flag & f.PARTICIPLE:
            return self._said(scope, place, True) if self.permits and not self.nots else scope
        if word in _TRIPS and self.nots and self.kind == "breaker":
            is_free = self.sentence.words[place + 1 : place + 2] not in _TRIPS_AT
            return self._said(scope, place, False) if is_free else scope
        is_kept = flag & (f.ON_STATE | f.ON | f.PROTECTS | f.PERMITS | f.GOES_ON) and (flag & f.ON_STATE or not flag & (f.GENERIC | f.MODIFIER))
        if is_kept and (self.has_aux or not self.has_noun and (place == self.target + 1 or not flag & (f.PARTICIPLE | f.ON_STATE))) or (word in _DOES and self.nots):
            if flag & f.ON_STATE and self._is_setting(place):
                return None
            return self._said(scope, place, _otherwise(self.sentence, place) > 0)
        if self.kind == "limits" and flag & f.OFF and self._is_adjusted(place):
            return scope
        if flag & f.OFF and not (flag & f.ZERO) and not flag & f.TARGET and (self.has_aux or word.endswith("s")) and not _has_object(self.sentence, place):
            return self._said(scope, place, True)
        if flag & f.VERB and not flag & (f.GENERIC | f.MODIFIER | f.PARTICIPLE) and not self.has_noun:
            return scope
        if not flag & (f.ADVERB | f.DET | f.MODIFIER | f.GENERIC | f.NUMBER | f.TIME | f.AND | f.OR | f.TARGET):
            self.has_noun = True
        return None

    def _is_setting(self, place: int) -> bool:
        """True for the enabled of "monitoring_enabled: false" and "set monitoring_enabled to 0"."""
        flags = self.sentence.flags
        ahead = flags[place + 1] if place + 1 < len(flags) else 0
        later = flags[place + 2] if place + 2 < len(flags) else 0
        return bool(ahead & f.COLON or (self.sentence.words[place + 1 : place + 2] == ["to"] and later & (f.ZERO | f.OFF_STATE | f.NO)))

    def _is_adjusted(self, place: int) -> bool:
        """True for "drops from 1.0 to 0.5"."""
        value = self.sentence.flags[place + 2] if place + 2 < len(self.sentence.flags) else 0
        return self.sentence.words[place + 1 : place + 2] in (["from"], ["to"], ["by"]) and bool(value & f.NUMBER and not value & f.ZERO)

    def _is_weak_state(self, place: int, word: str, flag: int, before: str) -> bool:
        of_limits = self.kind == "limits"
        if word == "out" and place == self.target + 1 and self.sentence.words[place + 1 : place + 2] == ["of"]:
            return True
        if flag & f.ADVISORY or flag & f.FORBIDDEN:
            return self.has_aux or before == "as" or word == "impossible"
        if flag & f.NO and (before in ("to", "=") or before == ":"):
            return True
        if flag & f.BOUNDLESS and of_limits and not self.is_free:
            return self.has_aux or before in ("to", "as", "at")
        if flag & f.ZERO:
            return not of_limits and (self.has_aux or before in ("to", "at"))
        if flag & (f.OFF_DONE | f.OFF_STATE) and not flag & f.COPULA or word in ("left",) and self.has_aux:
            if self.sentence.flags[place - 1] & f.PREPOSITION and before not in ("to", "at", "as"):
                return False
            if self.kind == "limits" and self._is_adjusted(place):
                return False
            if word == "down" and (self.sentence.flags[place - 1]) & f.NUMBER:
                return False
            return self.has_aux or (ends_phrase(self.sentence, place) and not self.has_noun)
        return False


def _has_object(sentence: Sentence, place: int) -> bool:
    if place + 1 >= len(sentence.flags) or sentence.clause_of[place + 1] != sentence.clause_of[place]:
        return False
    ahead = sentence.flags[place + 1]
    return bool(ahead & (f.DET | f.PRONOUN | f.MODIFIER | f.TARGET | f.GENERIC) or not ahead) and not ahead & f.ADVERB
