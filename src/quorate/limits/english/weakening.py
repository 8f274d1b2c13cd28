"""Which protections an English sentence weakens."""

from quorate.limits import flags as f
from quorate.limits.english.clauses import Sentence
from quorate.limits.english.context import is_penalised, is_spoken_of
from quorate.limits.english.exceptions import has_way_out, is_left_out, is_partial, is_relieved, is_undercut
from quorate.limits.english.mentions import Mention, mentions
from quorate.limits.english.quantities import has_value
from quorate.limits.english.scope.protection_scope import scope_of
from quorate.limits.english.scope.turns import WEAK, Scope
from quorate.limits.english.strange_verbs import is_strange
from quorate.limits.english.words import FLAGS, RISKY, vocabulary

_REQUESTS = vocabulary("request requests application applications proposal proposals petition order orders attempt")
_NEEDS = vocabulary("needs need requires require")
_HAS = vocabulary("have carry get bear be")
_CONSENT = vocabulary(
    "signature signatures approval approvals consent review reviews reviewer reviewers signoff signoffs people humans "
    "operators signed reviewed countersigned cosigned authorization authorisation"
)
_DECIDES = vocabulary("sign signs cosign countersign review reviews approve approves confirm")
_SEVERAL = vocabulary("two three both several second")
_RULES_OUT = f.NOT | f.NO | f.PERMITS | f.ON | f.FORBIDS | f.FORBIDDEN


def weakened(sentence: Sentence) -> dict[str, str]:
    """The kinds of protection that are weakened, each with the words that do."""
    crossed: dict[str, str] = {}
    for mention in mentions(sentence):
        scope = scope_of(sentence, mention)
        kind = _kind(sentence, mention, scope)
        if kind not in crossed and _is_weakened(sentence, mention, scope):
            crossed[kind] = " ".join(sentence.words[scope.first : scope.last + 1])
    return crossed


def _kind(sentence: Sentence, mention: Mention, scope: Scope) -> str:
    """Risk for "no limit on risk", which allows it without bounds."""
    is_lacked = scope.verb >= 0 and sentence.flags[scope.verb] & (f.NO | f.WITHOUT)
    if mention.kind != "limits" or not is_lacked:
        return mention.kind
    near = sentence.words[max(0, scope.verb - 8) : mention.place + 7]
    return mention.kind if RISKY.isdisjoint(near) else "risk"


def _is_weakened(sentence: Sentence, mention: Mention, scope: Scope) -> bool:
    verb = scope.verb if scope.verb >= 0 else mention.place
    if has_value(sentence, mention.place) and sentence.flags[verb] & _RULES_OUT:
        return False
    if scope.value == WEAK:
        return not scope.is_observed and _is_done(sentence, mention, scope, verb)
    if scope.turns >= 2:
        return _is_taken_back(sentence, mention, scope, verb)
    if mention.is_weak:
        return False
    if not sentence.flags[mention.place] & f.TARGET:
        return is_left_out(sentence, mention.place) or is_relieved(sentence, mention.place)
    is_unknown = not scope.value and not scope.turns and is_strange(sentence, mention.place)
    return is_unknown or is_undercut(sentence, mention.place)


def _is_asked_for(sentence: Sentence, mention: Mention) -> bool:
    """True for "any request to lift a limit needs two signatures": people decide on what is asked for."""
    words, target = sentence.words, mention.place
    before = range(max(0, target - 7), target)
    asked = [place for place in before if words[place] in _REQUESTS and words[place + 1] == "to"]
    if not asked or any(sentence.flags[place] & (f.NOT | f.NO | f.WITHOUT | f.EXCEPT) for place in range(len(words))):
        return False
    said = words[target + 1 : target + 7]
    if not _NEEDS.isdisjoint(said[:2]) or ("must" in said[:1] and not _HAS.isdisjoint(said[1:2])):
        return not _CONSENT.isdisjoint(said)
    decides = words[max(0, asked[0] - 3) : asked[0]]
    return not _DECIDES.isdisjoint(decides) and not _SEVERAL.isdisjoint(words[: asked[0]])


def _is_done(sentence: Sentence, mention: Mention, scope: Scope, verb: int) -> bool:
    """Whether a weakening is meant, and neither forbidden from before nor only spoken of."""
    if _is_asked_for(sentence, mention):
        return False
    if _carried(sentence, mention.place) % 2:
        return has_way_out(sentence, verb, scope.last + 1)
    return not is_spoken_of(sentence, scope.first, verb, scope.last + 1)


def _is_taken_back(sentence: Sentence, mention: Mention, scope: Scope, verb: int) -> bool:
    """Whether a prohibition leaves a way out, or the protection itself is what is reacted to."""
    clause = sentence.clauses[sentence.clause_of[mention.place]]
    if FLAGS.get(clause.link, 0) & f.IF:
        return is_penalised(sentence, clause)
    has_part = sentence.flags[verb] & ~(f.NO | f.WITHOUT) and is_partial(sentence, scope.first, scope.last + 1)
    return bool(has_part) or has_way_out(sentence, verb, scope.last + 1)


def _carried(sentence: Sentence, place: int) -> int:
    """How many prohibitions reach over from the clauses before: "never disable X, bypass Y or skip Z"."""
    number = sentence.clause_of[place]
    clause = sentence.clauses[number]
    parent = sentence.clauses[clause.parent]
    if clause.parent >= number or FLAGS.get(parent.link, 0) & f.IF or not _carries(sentence, number):
        return 0
    flags = [sentence.flags[here] for here in parent.places]
    own = sum(1 for flag in flags if flag & (f.NOT | f.FORBIDS) and not flag & f.OFF)
    return own + _carried(sentence, parent.places[0])


def _carries(sentence: Sentence, number: int) -> bool:
    """False for "do not wait, disable X"."""
    clause = sentence.clauses[number]
    if clause.link in ("or", "nor"):
        return True
    flags = [sentence.flags[place] for place in sentence.clauses[clause.parent].places]
    if clause.link not in (",", "and") or not any(flag & f.OFF and not flag & f.AUX for flag in flags):
        return False
    if clause.link == "and":
        return any(flag & f.TARGET for flag in flags)
    return any(later.link in ("or", "nor") for later in sentence.clauses[number : number + 4])
