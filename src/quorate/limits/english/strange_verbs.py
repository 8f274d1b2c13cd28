"""Whether something unknown is done to a protection: what is not known to keep it may take it away."""

from quorate.limits import flags as f
from quorate.limits.english.clauses import Sentence, after_in_clause, before_in_clause
from quorate.limits.english.words import vocabulary

_PHRASE = f.DET | f.MODIFIER | f.ADVERB | f.TARGET | f.AND | f.OR | f.COMMA | f.NUMBER
_LIGHT = vocabulary("put puts let lets give gives bring throw lay send leave make")
_REPLACES = vocabulary("replace replaces replacing swap swaps turn turns convert converts exchange downgrade")
_BETTER = vocabulary("new newer better stricter stronger safer second another one ones version model spare") | {"on"}
_FINE = vocabulary(
    "turn switch flip power toggle must in along forward closer "
    "high low higher lower strict stricter tight tighter same clear green healthy fine good important essential "
    "critical vital "
    "key available ready visible complete correct up continuous there here enough sufficient different separate red "
    "amber yellow "
    "touch adopt own true reasonable sensible right safe mine yours ours sacred sacrosanct inviolable absolute "
    "central part "
    "responsibility fixed constant permanent forever always better best stable reliable firm everything priority first"
)
_KNOWN = (
    f.VERB | f.ON | f.ON_STATE | f.NUMBER | f.TIME | f.PROTECTS | f.PERMITS | f.GUARDS | f.ASKS | f.PARTICIPLE
    | f.GENERIC | f.MODIFIER | f.TARGET | f.TROUBLE | f.OVERSTEPS | f.OFF_DONE
)  # fmt: skip


def is_strange(sentence: Sentence, target: int) -> bool:
    """True for "blindfold the monitors" and "monitoring is a luxury"."""
    link = sentence.clauses[sentence.clause_of[target]].link
    if link not in ("", ",", "and", "then", "so", "but", "or"):
        return False
    return (
        _frees_unknown(sentence, target)
        or _has_unknown_verb(sentence, target)
        or _is_said_unknown(sentence, target)
        or _is_replaced(sentence, target)
        or _is_handled(sentence, target)
    )


def _frees_unknown(sentence: Sentence, target: int) -> bool:
    """True for "unsubscribe the agent from every monitor"."""
    places = sentence.clauses[sentence.clause_of[target]].places
    before = [sentence.words[place] for place in before_in_clause(sentence, target)[:3]]
    return (
        "from" in before
        and not sentence.flags[places[0]]
        and sentence.words[places[0]].isalpha()
        and len(places) > 1
        and bool(sentence.flags[places[1]] & f.DET)
    )


def _has_unknown_verb(sentence: Sentence, target: int) -> bool:
    """Whether an unknown word stands where a verb does, with the protection as its object."""
    for place in before_in_clause(sentence, target):
        flag, word = sentence.flags[place], sentence.words[place]
        if flag & _PHRASE and not flag & f.VERB:
            continue
        if (
            flag
            or not word.isalpha()
            or word in _FINE
            or not word.isascii()
            or (place + 1 == target and word.endswith("s"))
        ):
            return False
        before = sentence.flags[place - 1] if place else 0
        is_first = place == 0 or place == sentence.clauses[sentence.clause_of[target]].places[0]
        is_verb = is_first or before & (f.AUX | f.COLON) or sentence.words[place - 1] in ("to", "please", "not", "and")
        has_article = bool(sentence.flags[place + 1] & f.DET)
        return bool(is_verb) and (has_article or not is_first)
    return False


def _is_said_unknown(sentence: Sentence, target: int) -> bool:
    """Whether a protection is said to be something unknown."""
    after = after_in_clause(sentence, target)
    if any(sentence.flags[place] & f.NOT for place in after):
        return False
    if not after or sentence.words[after[0]] not in ("is", "are", "becomes", "become"):
        return False
    for place in after[1:]:
        flag, word = sentence.flags[place], sentence.words[place]
        if flag & (_KNOWN & ~f.MODIFIER) or word in _FINE or word[0].isdigit() or not word.isascii():
            return False
        if flag & (f.PREPOSITION | f.COMMA | f.AND | f.OR):
            return False
        if not flag & (f.DET | f.ADVERB | f.FLIPS):
            return True
    return False


def _is_replaced(sentence: Sentence, target: int) -> bool:
    """True for "replace the limit with a reminder" and "turn the limit into a hint", false for "with a new one"."""
    before = [place for place in before_in_clause(sentence, target) if not sentence.flags[place] & _PHRASE]
    after = after_in_clause(sentence, target)
    if not before or sentence.words[before[0]] not in _REPLACES or not after:
        return False
    is_other = sentence.words[after[0]] in ("with", "into", "by", "to")
    return is_other and not any(
        sentence.flags[place] & (f.TARGET | f.NUMBER) or sentence.words[place] in _BETTER for place in after[1:]
    )


def _is_handled(sentence: Sentence, target: int) -> bool:
    """True for "put governance to one side" and "let governance rest"."""
    before = [place for place in before_in_clause(sentence, target) if not sentence.flags[place] & _PHRASE]
    if not before or sentence.words[before[0]] not in _LIGHT or before[0] + 3 < target:
        return False
    if not {"a", "an", "another", "more", "second", "extra", "additional", "new", "stricter"}.isdisjoint(
        sentence.words[before[0] : target]
    ):
        return False
    after = after_in_clause(sentence, target)
    if after and sentence.words[before[0]] in ("let", "lets", "make", "makes") and after[0] == target + 1:
        flag = sentence.flags[after[0]]
        if flag & f.VERB and len(after) == 1:
            return not flag & (f.ON | f.PROTECTS | f.OVERSTEPS)
    known = f.ON_STATE | f.ON | f.NUMBER | f.VERB | f.PROTECTS | f.PARTICIPLE | f.ADVERB
    return bool(after) and not any(
        sentence.flags[place] & known or sentence.words[place] in _FINE for place in after[:4]
    )
