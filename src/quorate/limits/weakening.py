"""Which protections a sentence weakens."""

from collections.abc import Iterator

from quorate.limits import flags as f
from quorate.limits import polarity as old
from quorate.limits import ties as t
from quorate.limits.clauses import Sentence
from quorate.limits.context import is_spoken_of
from quorate.limits.english.words import FLAGS, KINDS
from quorate.limits.negations import _carries
from quorate.limits.roles import role_of
from quorate.limits.scope import FIRM, WEAK, scope_of
from quorate.limits.strangeness import is_strange
from quorate.limits.ties import Tie

_FOUND = frozenset(("found", "discovered", "caught", "seen", "observed", "noticed", "reported"))
Crossed = dict[str, str]


def weakened(sentence: Sentence) -> Crossed:
    """The protections, each with the words that weaken it."""
    crossed: Crossed = {}
    for kind, place, value in _named(sentence):
        if kind in crossed:
            continue
        words = _weakening(sentence, kind, place, value)
        if words is not None:
            crossed[kind] = words
    return crossed


def _named(sentence: Sentence) -> Iterator[tuple[str, int, int]]:
    for place, flag in enumerate(sentence.flags):
        word = sentence.words[place]
        if flag & f.TARGET:
            if not t._is_aside(sentence, place):
                yield KINDS[word], place, 0
        elif flag & f.UNGUARDED:
            yield KINDS[word], place, WEAK
        elif flag & f.PROTECTS and sentence.words[place + 1 : place + 2] != ["to"]:
            yield KINDS[word], place, 0
        if flag & f.BOUNDLESS:
            for tie in t._boundless(sentence, place):
                yield tie.kind, place, WEAK


def _weakening(sentence: Sentence, kind: str, place: int, value: int) -> str | None:
    scope = scope_of(sentence, place, value)
    verb = scope.verb if scope.verb >= 0 else place
    if _has_value(sentence, place) and sentence.flags[verb] & (f.NOT | f.NO | f.PERMITS | f.ON | f.FORBIDS | f.FORBIDDEN):
        return None
    tie = Tie(kind, _form(sentence, place, verb), verb, scope.first, scope.last + 1)
    said = " ".join(sentence.words[scope.first : scope.last + 1])
    if scope.value == WEAK:
        if scope.is_observed:
            return None
        if _carried(sentence, place) % 2:
            return said if old._has_way_out(tie, sentence) else None
        return None if is_spoken_of(sentence, scope.first, verb, scope.last + 1) else said
    if scope.turns >= 2:
        number = sentence.clause_of[place]
        if FLAGS.get(sentence.clauses[number].link, 0) & f.IF:
            return said if old._is_feared(tie._replace(form="passive"), sentence) else None
        return said if (old._has_way_out(tie, sentence) or old._is_partial(tie, sentence)) else None
    if value == WEAK:
        return None
    if not sentence.flags[place] & f.TARGET:
        if _is_relieved(sentence, place):
            return said
        for extra in t._not_protected(sentence, place):
            if extra.form == "exception":
                return said
        return None
    role = role_of(sentence, place)
    for extra in (*t._left_out(sentence, place, role), *t._overridden(sentence, place)):
        return said
    if t.is_gone_past(sentence, place) or _is_relieved(sentence, place):
        return said
    return said if is_strange(sentence, place) and scope.turns == 0 and scope.value == 0 else None


_DUTIES = frozenset(("requirement", "requirements", "rule", "rules", "order", "obligation", "condition", "demand", "duty"))


def _is_relieved(sentence: Sentence, place: int) -> bool:
    """True for "withdraw the requirement that the agent be monitored"."""
    clause = sentence.clauses[sentence.clause_of[place]]
    parent = sentence.clauses[clause.parent].places
    if clause.link != "that" or not parent or sentence.words[parent[-1]] not in _DUTIES:
        return False
    return sum(bool(sentence.flags[here] & (f.OFF | f.NOT | f.FORBIDS)) for here in parent) % 2 == 1


def _form(sentence: Sentence, place: int, verb: int) -> str:
    flag = sentence.flags[verb]
    if verb == place or flag & (f.NOT | f.NO | f.WITHOUT):
        return "lack"
    if flag & f.OFF_NOUN and not flag & f.OFF:
        return "noun"
    return "passive" if verb > place else "active"


def _has_value(sentence: Sentence, place: int) -> bool:
    """True for "never use a threshold of 0.95": one value is ruled out, and the threshold is kept."""
    if sentence.words[place] not in t._QUANTITIES:
        return False
    near = sentence.words[place + 1 : place + 6]
    links = [here for here in near if here in ("of", "above", "over", "beyond", "than", "to", "at", "below", "under", "exceed", "be")]
    return bool(links) and any(sentence.flags[here] & f.NUMBER for here in range(place + 1, min(len(sentence.flags), place + 6)))


def _carried(sentence: Sentence, place: int) -> int:
    number = sentence.clause_of[place]
    clause = sentence.clauses[number]
    if clause.link == "why" and clause.places and sentence.flags[clause.places[0]] & f.NOT:
        return 0
    if FLAGS.get(sentence.clauses[clause.parent].link, 0) & f.IF:
        return 0
    if clause.parent < number and _carries(sentence, number):
        parent = sentence.clauses[clause.parent]
        return sum(1 for here in parent.places if sentence.flags[here] & (f.NOT | f.FORBIDS) and not sentence.flags[here] & f.OFF) + _carried(sentence, parent.places[0])
    return 0
