"""Whether a word before a protection is a verb or a noun: "releases bypass the check" against "release the check"."""

from quorate.limits import flags as f
from quorate.limits.english.clauses import NOUN_OR_VERB, Sentence
from quorate.limits.english.words import vocabulary

BANS = vocabulary("ban bans prohibition prohibitions bar embargo veto interdiction injunction")
KEEPING = vocabulary(
    "restoration reinstatement reactivation activation enforcement continuation resumption return application"
)
_ANY_VERB = (
    f.VERB | f.OFF | f.FREES | f.FORBIDS | f.ON | f.OFF_DONE | f.FORBIDDEN | f.PERMITS | f.PARTICIPLE | f.OVERSTEPS
    | f.PROTECTS
)  # fmt: skip


def is_verb(sentence: Sentence, place: int) -> bool:
    """Whether a word is used as a verb."""
    word, flag = sentence.words[place], sentence.flags[place]
    if _is_order(sentence, place):
        return True
    is_name = flag & (f.MODIFIER | f.GENERIC) and not flag & (f.OFF | f.FREES)
    is_quality = flag & f.PERMITS and not flag & (f.VERB | f.PARTICIPLE)
    if flag & f.TARGET or is_name or is_quality or word in ("failing", "failed"):
        return False
    return bool(flag & _ANY_VERB) and not _is_plain_noun(sentence, place)


def _is_order(sentence: Sentence, place: int) -> bool:
    """True for the lower of "lower the limit" and the write of "write a report"."""
    flag, before = sentence.flags[place], sentence.flags[place - 1] if place else 0
    if sentence.words[place] == "lower":
        return not place or bool(before & (f.AUX | f.AND | f.COMMA))
    ahead = sentence.flags[place + 1] if place + 1 < len(sentence.flags) else 0
    return not place and bool(flag & f.VERB and flag & (f.GENERIC | f.MODIFIER) and ahead & f.DET)


def _is_plain_noun(sentence: Sentence, place: int) -> bool:
    word, flag = sentence.words[place], sentence.flags[place]
    before = sentence.flags[place - 1] if place else 0
    ahead = sentence.flags[place + 1] if place + 1 < len(sentence.flags) else 0
    if word in NOUN_OR_VERB and before & (f.DET | f.MODIFIER | f.NO):
        return True
    if word.endswith("ing"):
        return bool(ahead & (f.COMMA | f.AND | f.OR)) or (
            _is_introduced(sentence, place) and not flag & (f.ON | f.OFF | f.FREES)
        )
    is_object = before & (f.VERB | f.OFF | f.ON) and not before & (f.AUX | f.GENERIC | f.PRONOUN | f.TARGET)
    if is_object and word.endswith("s") and not word.endswith("ss"):
        return True
    return _is_introduced(sentence, place) and not flag & (f.OFF | f.OFF_DONE)


def _is_introduced(sentence: Sentence, place: int) -> bool:
    """Whether an article or a preposition stands before a word."""
    before = sentence.flags[place - 1] if place else 0
    if before & f.DET and not before & (f.RELATIVE | f.PRONOUN):
        return True
    is_gerund = sentence.words[place].endswith("ing")
    return bool(before & f.PREPOSITION) and sentence.words[place - 1] != "to" and not is_gerund


def is_noun_of_weakening(sentence: Sentence, place: int, link: str) -> bool:
    """True for the bypass of "allow a bypass", false for "bypass the check"."""
    flag, before = sentence.flags[place], sentence.flags[place - 1] if place else 0
    if not flag & f.OFF_NOUN or not flag & (f.OFF | f.FREES):
        return bool(flag & f.OFF_NOUN)
    if before & (f.DET | f.NO | f.MODIFIER | f.OFF | f.ON | f.PERMITS | f.WITHOUT):
        return True
    return bool(link) and place > 0 and before == 0
