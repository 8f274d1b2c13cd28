"""Whether a weakened protection is only spoken of: as an event that is reacted to, as a fact, in a question, in "
"the past."""

from quorate.limits import flags as f
from quorate.limits.english.clauses import ConditionClause, Sentence
from quorate.limits.english.words import vocabulary

_RELATIVES = ("that", "which", "who", "whose", "whom")
_EVENTS = vocabulary(
    "if ifever incase when whenever while once where after because since as although though whereas before"
)
_QUESTIONS = vocabulary("why how what whether whoever where who when which")
_MAIN = ("", ",", "and", "then", "but", "so", "or", "however")
_LIGHT = vocabulary("let lets keep keeps leave leaves have has make makes get gets be")
_GOING = vocabulary("golive live trade use uses switch enable turn set sets tolerate")
_USES = vocabulary(
    "use uses using add adds install installs pick choose take get gets give gives build write create make deploy "
    "apply enable "
    "adopt keep run start set have put try activate load include insert prefer follow accept allow permit approve "
    "grant let "
    "resume continue launch merge ship release operate work leave leaves retain maintain"
)
_SAYS = vocabulary(
    "notice notices report reports record records note notes say says show shows warn warns explain admit document "
    "prove find "
    "finds discover learn understand understands know knows tell tells publish announce acknowledge state mention "
    "remember "
    "hear see sees complain demonstrate establish log inform informs told reported found noted"
)
_ENSURES = vocabulary(
    "it sure certain provided providing granted condition ensure ensures require requires insist insists order "
    "agree agreed decide assume check verify confirm accept "
    "allow demand guarantee arrange"
)
_DECIDES = vocabulary("decide decides choose chooses judges picks pick select selects determines may ignoring ignore")
_WATCHES = vocabulary(
    "test tests alarm alarms alert alerts rule rules check checks guard guards monitor job hook probe metric report "
    "dashboard "
    "list table query"
)
_RECORDS = vocabulary(
    "record records log list eye note watch tally count diary journal evidence copy approval approvals permission "
    "consent signoff restart restarts reset"
)
_ACCEPTS = vocabulary(
    "ignore ignores ignored disregard fine ok okay acceptable anyway well good appreciate grateful glad complies "
    "comply agrees "
    "obeys obey happy nothing"
)
_PAST_TIMES = vocabulary("yesterday ago earlier previously formerly last recently before incident")
_PAST = vocabulary("was were had did ran went operated worked wasnt werent didnt came ended became")
_STAYS = vocabulary("stay stays remain remains keep keeps leave leaves")
_NEAR = 24


def is_spoken_of(sentence: Sentence, first: int, verb: int, stop: int) -> bool:
    """True where nothing is done to the protection that these words speak of."""
    clause = sentence.clauses[sentence.clause_of[first]]
    if _stays_so(sentence, stop):
        return False
    if _is_past(sentence, clause, verb, stop):
        return True
    if clause.link == "whoever":
        return sentence.words[verb].endswith("s")
    if clause.link in _RELATIVES and not _is_question(sentence, clause):
        return _is_described(sentence, clause, stop)
    if clause.link in _EVENTS and not _is_asked(sentence, clause):
        return _is_event(sentence, clause, first, verb) and _is_reacted_to(sentence, clause, stop)
    return clause.link in _QUESTIONS and _is_looked_into(sentence, clause)


def _parent(sentence: Sentence, clause: ConditionClause) -> list[int]:
    return [place for place in sentence.clauses[clause.parent].places if not clause.places or place < clause.places[0]]


def _is_past(sentence: Sentence, clause: ConditionClause, verb: int, stop: int) -> bool:
    """True for "monitoring was disabled yesterday" and, in any clause that hangs on another, "was disabled"."""
    said = {sentence.words[place] for place in clause.places if place < stop}
    flag = sentence.flags[verb]
    is_active = (
        flag & f.OFF_DONE
        and not flag & f.OFF
        and not any(sentence.flags[place] & f.AUX for place in clause.places if place < verb)
    )
    if _PAST.isdisjoint(said) and not (is_active and clause.link not in _MAIN and clause.places[0] <= verb):
        return False
    if clause.link not in _MAIN:
        going = [
            place
            for place in _parent(sentence, clause)
            if (sentence.flags[place] & f.GOES_ON or (clause.link == "that" and sentence.words[place] in _USES))
            and sentence.flags[place] & f.VERB
            and not sentence.flags[place] & f.PARTICIPLE
        ]
        return not (going and clause.link in ("while", "as", "that")) or not _PAST_TIMES.isdisjoint(said)
    every = {sentence.words[place] for place in clause.places}
    is_found = not {"found", "discovered", "caught", "seen", "observed", "noticed", "reported"}.isdisjoint(said)
    return is_found or "had" in said or not _PAST_TIMES.isdisjoint(every)


def _stays_so(sentence: Sentence, stop: int) -> bool:
    """True for what follows in "it was disabled last night and stays off"."""
    for place in range(stop, len(sentence.words)):
        if sentence.words[place] not in _STAYS or sentence.flags[place - 1] & f.NOT:
            continue
        ahead = range(place + 1, min(len(sentence.words), place + 4))
        if any(sentence.flags[here] & (f.OFF_STATE | f.OFF_DONE) or sentence.words[here] == "so" for here in ahead):
            return True
    return False


def _is_question(sentence: Sentence, clause: ConditionClause) -> bool:
    """True for the who of "find out who did it", which no noun stands before."""
    before = _parent(sentence, clause)
    if clause.link not in ("who", "which", "whose"):
        return False
    return not before or _is_verb(sentence, before[-1]) or bool(sentence.flags[before[-1]] & f.PREPOSITION)


def _is_described(sentence: Sentence, clause: ConditionClause, stop: int) -> bool:
    """True for "list the agents whose monitoring is off", false for "use the build that skips the check"."""
    parent = _parent(sentence, clause)
    if not parent:
        return False
    last = sentence.words[parent[-1]]
    verbs = [place for place in parent if _is_verb(sentence, place)]
    negated = any(sentence.flags[place] & (f.NOT | f.NO) for place in parent)
    if clause.link == "that" and (last in _SAYS or last in _ENSURES):
        return last in _SAYS
    if not verbs:
        after = [place for place in (*sentence.clauses[clause.parent].places, *clause.places) if place >= stop]
        return any(sentence.flags[place] & (f.GUARDS | f.ASKS | f.OFF | f.OFF_DONE | f.FORBIDDEN) for place in after)
    if not _WATCHES.isdisjoint(sentence.words[place] for place in parent[-3:]) and not negated:
        return True
    return (sentence.words[verbs[-1]] in _USES or bool(sentence.flags[verbs[-1]] & (f.ON | f.PERMITS))) == negated


def _is_verb(sentence: Sentence, place: int) -> bool:
    """False for the changes of "reject changes"."""
    before = sentence.flags[place - 1] if place else 0
    flag, word = sentence.flags[place], sentence.words[place]
    is_any = flag & (f.VERB | f.GUARDS | f.ON | f.ASKS | f.OFF | f.PERMITS) and not flag & (f.AUX | f.TARGET)
    if flag & f.GENERIC and place:
        return False
    if not is_any or (before & (f.DET | f.PREPOSITION | f.MODIFIER) and sentence.words[place - 1] != "to"):
        return False
    return not (word.endswith("s") and before & (f.GUARDS | f.VERB | f.PERMITS) and not before & f.AUX)


def _is_asked(sentence: Sentence, clause: ConditionClause) -> bool:
    """True for the when of "find out when monitoring was switched off"."""
    before = _parent(sentence, clause)
    return clause.link in ("when", "where") and bool(before) and bool(sentence.flags[before[-1]] & f.ASKS)


def _is_looked_into(sentence: Sentence, clause: ConditionClause) -> bool:
    places = _parent(sentence, clause)
    parent = {sentence.words[place] for place in places}
    said = [sentence.words[place] for place in clause.places]
    if not any(_is_verb(sentence, place) for place in places) or any(
        said[here : here + 2] == ["to", "be"] and said[here - 1] in ("is", "are") for here in range(1, len(said))
    ):
        return False
    return _DECIDES.isdisjoint(parent) and not sentence.flags[clause.places[0]] & f.NOT


def _is_event(sentence: Sentence, clause: ConditionClause, first: int, verb: int) -> bool:
    """False for "when the queue grows disable it", which is an order behind a clause without a comma."""
    word, flag = sentence.words[verb], sentence.flags[verb]
    if verb == clause.places[0] and word.endswith("ing"):
        return False
    if verb > first or not flag & f.OFF or word.endswith(("s", "ed", "ing")) or verb == clause.places[0]:
        return verb != clause.places[0] or not flag & f.OFF or word.endswith(("s", "ed", "ing"))
    before = [place for place in clause.places if place < verb]
    tries = {"to", "attempt", "attempts", "tries", "asked", "told", "ordered", "instructed", "requested"}
    if not tries.isdisjoint(sentence.words[place] for place in before[-2:]) or any(
        sentence.flags[place] & f.AUX for place in before
    ):
        return True
    known = f.DET | f.PRONOUN | f.MODIFIER | f.GENERIC | f.ADVERB | f.PREPOSITION
    others = [place for place in before if not sentence.flags[place] & known]
    return clause.link == "ifever" and len(others) <= 1 and all(not sentence.flags[place] for place in others)


def _is_reacted_to(sentence: Sentence, clause: ConditionClause, stop: int) -> bool:
    """False for "go on while monitoring is off" and "do not stop if it is off"."""
    others = [
        other.places for other in sentence.clauses if other is not clause and other.link in _MAIN and other.places
    ]
    behind = [place for place in clause.places if place >= stop]
    if behind and any(sentence.flags[place] & f.PARTICIPLE or sentence.words[place] in _ACCEPTS for place in behind):
        others.append(behind)
    if clause.link == "while" and not any(
        _is_negated(sentence, places) or _holds(sentence, places) for places in others
    ):
        return False
    return not any(_goes_on(sentence, places) != _is_negated(sentence, places) for places in others)


def _holds(sentence: Sentence, places: list[int]) -> bool:
    """Whether a main clause stops something, and does not merely look at it."""
    return any(
        sentence.flags[place] & (f.GUARDS | f.OFF | f.OFF_DONE) and not sentence.flags[place] & f.ASKS
        for place in places
    )


def _is_negated(sentence: Sentence, places: list[int]) -> bool:
    return any(sentence.flags[place] & (f.NOT | f.NO) and sentence.words[place] != "nothing" for place in places)


def _goes_on(sentence: Sentence, places: list[int]) -> bool:
    """Whether a main clause lets the agent go on, or accepts what happened."""
    if any(sentence.words[place] in _ACCEPTS for place in places):
        return True
    verbs = [place for place in places if _is_verb(sentence, place) or sentence.words[place] in _LIGHT | {"golive"}]
    verbs = [place for place in verbs if sentence.words[place] not in ("be", "has") or len(verbs) == 1]
    if not verbs:
        return False
    head = verbs[0]
    if sentence.words[head] in _LIGHT:
        later = [place for place in places if place > head]
        reacts = f.GUARDS | f.ASKS | f.ON | f.ON_STATE | f.OFF_DONE
        return not any(
            (sentence.flags[place] & reacts and not sentence.flags[place] & f.GOES_ON)
            or sentence.words[place] in _RECORDS
            for place in later
        )
    flag = sentence.flags[head]
    watches = not _WATCHES.isdisjoint(sentence.words[place] for place in places if head < place < head + 4)
    return bool(flag & f.GOES_ON or sentence.words[head] in _GOING) and not flag & f.OFF and not watches


def is_penalised(sentence: Sentence, clause: ConditionClause) -> bool:
    """True for "stop if monitoring is not disabled": a protection that is kept is what is reacted to."""
    others = [other.places for other in sentence.clauses if other is not clause and other.places]
    if any(_goes_on(sentence, places) and _is_negated(sentence, places) for places in others):
        return True
    return any(_holds(sentence, places) and not _is_negated(sentence, places) for places in others)
