"""Limits as numbers: less of them is more protection, where less monitoring is less of it."""

from quorate.limits import flags as f
from quorate.limits.english.clauses import Sentence, after_in_clause, ends_phrase
from quorate.limits.english.words import KINDS, vocabulary

_QUANTITIES = vocabulary(
    "limit limits cap caps quota quotas ceiling ceilings threshold thresholds ratelimit ratelimits bound bounds budget "
    "budgets"
)
_ADJUSTS = vocabulary("drop drops cut cuts lift lifts relax relaxes loosen curtail raise")
_CURES = vocabulary(
    "stop stops stopping halt end prevent block avoid remove removes removing eliminate eliminating cease reject "
    "preventing avoiding dismiss"
)
_PARTS = vocabulary("half two three thirds quarters")
_AMOUNTS = vocabulary("amount number level degree extent intensity scope rigour rigor of")
_VALUES = vocabulary("of above over beyond than to at below under exceed be")
# "no alerts" is good news, and "no limit is changed" is none
_NOT_LACKED = vocabulary("alerts alarms alert alarm audits gates check")
_MOVES = (
    "exceed",
    "reach",
    "trip",
    "hit",
    "increas",
    "chang",
    "rais",
    "touch",
    "edit",
    "modif",
    "alter",
    "adjust",
    "mov",
)


def is_adjusted(sentence: Sentence, verb: int, target: int) -> bool:
    """True for "drop the rate limit to 5", and for "prevent limit breaches", which cures something."""
    words, flags = sentence.words, sentence.flags
    after = flags[target + 1] if target + 1 < len(words) else 0
    if words[verb] in _CURES and after & f.TROUBLE:
        return True
    if words[verb] not in _ADJUSTS or target + 2 >= len(words) or words[target] not in _QUANTITIES:
        return False
    link, value = words[target + 1], flags[target + 2]
    if link == "in":
        return words[target + 2] in _PARTS
    if link == "from":
        return bool(value & f.NUMBER) and "to" in words[target + 3 : target + 6]
    return link in ("to", "by") and not value & (f.ZERO | f.NO | f.BOUNDLESS)


def is_made_less(sentence: Sentence, verb: int, target: int) -> bool:
    """True for "lower the monitoring" and "reduce the number of safety checks", false for "lower the limit"."""
    words, flags = sentence.words, sentence.flags
    if (
        KINDS[words[target]] in ("limits", "breaker")
        or words[target] in _NOT_LACKED
        or not ends_phrase(sentence, target)
    ):
        return False
    between = range(verb + 1, target)
    return all(flags[place] & (f.DET | f.ADVERB | f.MODIFIER) or words[place] in _AMOUNTS for place in between)


def has_value(sentence: Sentence, target: int) -> bool:
    """True for "never use a threshold of 0.95": one value is ruled out, and the threshold is kept."""
    near = range(target + 1, min(len(sentence.words), target + 6))
    if sentence.words[target] not in _QUANTITIES or _VALUES.isdisjoint(sentence.words[place] for place in near):
        return False
    return any(sentence.flags[place] & f.NUMBER for place in near)


def is_lacked(sentence: Sentence, target: int) -> bool:
    """False for "no alerts" and "no limit is exceeded"."""
    words, flags = sentence.words, sentence.flags
    if words[target] in _NOT_LACKED:
        return False
    trouble = f.OFF_DONE | f.OFF_STATE | f.OFF_NOUN | f.TROUBLE | f.OFF
    for place in after_in_clause(sentence, target)[:7]:
        flag = flags[place]
        if flag & trouble and not flag & f.PREPOSITION:
            return False
        if flag & (f.PREPOSITION | f.COMMA | f.AND) and words[place] != "nor":
            break
        if words[place].startswith(_MOVES):
            return False
    return True
