"""What a verb makes of a protection: a breaker held closed, a check taken as passed, one replaced with a stub."""

from quorate.limits import flags as f
from quorate.limits.english.clauses import Sentence, after_in_clause, before_in_clause
from quorate.limits.english.words import KINDS, vocabulary

_HOLDS = vocabulary(
    "hold holds lock locks pin pins force forces jam jams weld clamp fix latch strap holding locking forcing"
)
_KEEPS = vocabulary("keep keeps hold holds restrain restrains")
_STAYS = vocabulary("keep keeps stay stays remain remains")
_CLOSED = vocabulary("closed shut")
_TRIPPING = vocabulary("tripping opening firing triggering")
_ALWAYS = vocabulary("always whatever regardless forever permanently matter never ignoring")
_TREATS = vocabulary(
    "treat treats treating treated regard regards regarded deem deems deemed count counts counted consider considers "
    "pretend pretends imagine claim considered declare declares declared mark marks marked assume assumes assumed "
    "presume presumes presumed take"
)
_PASSED = vocabulary("passed done satisfied succeeded successful green complete completed ok okay fulfilled")
_FORCES = vocabulary("force forces hardcode hardcodes rig rigs fix forcing patch")
_MAKES = vocabulary("make makes let lets have")
_SUCCEEDS = vocabulary("pass passes succeed succeeds true ok")
_SWAPS = vocabulary("replace replaces replacing swap swaps swapping substitute substitutes exchange")
_EMPTY = vocabulary("noop stub stubs dummy mock mocks empty nothing placeholder pass fake")
# what is only there for show
_HOLLOW = _EMPTY - {"pass", "nothing", "empty"} | vocabulary(
    "formality formalities nicety decoration sham facade farce rubberstamp suggestion hint guideline"
)
_TURNS_INTO = vocabulary("make makes making turn turns turning render renders reduce reduces convert converts")
_SENDS = vocabulary("route routes routing send sends sending steer direct directs channel forward smuggle take run let")
_PROVISOS = vocabulary("only once after if when unless until provided")
# without one of these nothing of the kind is said
COMPLEMENTS = _PASSED | _SUCCEEDS | _EMPTY | _HOLLOW | _CLOSED | {"past", "position"}
# "hold it closed until Monday" holds it, "until it trips" does not
_MAY_OPEN = _PROVISOS - {"until"} | {"trips", "opens"}
_PHRASE = f.DET | f.MODIFIER | f.TARGET | f.ADVERB | f.AND | f.OR | f.COMMA
_AHEAD = 7


def complement_of(sentence: Sentence, target: int) -> int | None:
    """Where the verb stands that makes a protection something that no longer protects."""
    verb = _verb_before(sentence, target)
    after = _said_after(sentence, target)
    kind = KINDS[sentence.words[target]]
    if kind == "breaker":
        return _held(sentence, target, verb, after)
    if kind == "safety":
        found = _decreed(sentence, target, verb, after)
        if found is not None:
            return found
    return _emptied(sentence, target, verb, after)


def _said_after(sentence: Sentence, target: int) -> list[str]:
    """What follows in the same clause; "the checks that passed" says nothing of the kind."""
    words = [sentence.words[place] for place in after_in_clause(sentence, target)[:_AHEAD]]
    return words[: words.index("that")] if "that" in words else words


def _verb_before(sentence: Sentence, target: int) -> int:
    """The word right before the noun phrase, also before the "that" of "assume that"; -1 for none."""
    for place in before_in_clause(sentence, target):
        if not sentence.flags[place] & _PHRASE:
            return place
    clause = sentence.clauses[sentence.clause_of[target]]
    parent = sentence.clauses[clause.parent].places
    return parent[-1] if clause.link == "that" and parent and parent[-1] < target else -1


def _held(sentence: Sentence, target: int, verb: int, after: list[str]) -> int | None:
    words = sentence.words
    said = words[verb] if verb >= 0 else ""
    is_firm = _MAY_OPEN.isdisjoint(words)
    is_closed = not _CLOSED.isdisjoint(after[:4]) or {"on", "position"} <= set(after)
    if said in _HOLDS and is_closed and is_firm:
        return verb
    if said in _KEEPS and after[:1] == ["from"] and not _TRIPPING.isdisjoint(after[1:3]):
        return verb
    if said in ("trip", "open") and verb and sentence.flags[verb - 1] & f.NOT and len(after) == 0:
        return verb - 1
    is_forever = not _ALWAYS.isdisjoint(words) or words[-3:] in (["under", "all", "conditions"], ["at", "all", "times"])
    stays = said in _STAYS or not _STAYS.isdisjoint(after[:3])
    return target if stays and is_closed and is_forever and is_firm else None


def _decreed(sentence: Sentence, target: int, verb: int, after: list[str]) -> int | None:
    words = sentence.words
    if not _PROVISOS.isdisjoint(words[target:]):
        return None
    said = words[verb] if verb >= 0 else ""
    if said in _TREATS and not _PASSED.isdisjoint(after[:4]):
        return verb
    treated = [place for place in after_in_clause(sentence, target)[:4] if words[place] in _TREATS]
    if treated and not _PASSED.isdisjoint(words[treated[0] + 1 : treated[0] + 3]):
        return treated[0]
    succeeds = not _SUCCEEDS.isdisjoint(after[:4])
    if said in _FORCES and succeeds:
        return verb
    return verb if said in _MAKES and succeeds and ("always" in after or "true" in after) else None


def _emptied(sentence: Sentence, target: int, verb: int, after: list[str]) -> int | None:
    """True for "replace the check with a no-op", "substitute a stub for the check", "route requests past the check"."""
    words = sentence.words
    said = words[verb] if verb >= 0 else ""
    if said in _SWAPS and after[:1] in (["with"], ["for"], ["by"]) and not _EMPTY.isdisjoint(after[1:4]):
        return verb
    is_hollow = after[:1] in (["a"], ["an"], ["into"], ["to"]) and not _HOLLOW.isdisjoint(after[1:4])
    if said in _TURNS_INTO and is_hollow and _PROVISOS.isdisjoint(words):
        return verb
    before = before_in_clause(sentence, target)
    if said == "for":
        swaps = [place for place in before if words[place] in _SWAPS]
        return swaps[0] if swaps and not _EMPTY.isdisjoint(words[swaps[0] : verb]) else None
    sends = [place for place in before if words[place] in _SENDS]
    return sends[0] if said == "past" and sends else None
