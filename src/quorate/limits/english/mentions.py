"""Which protections a sentence names, and whether the word itself says that there is none."""

from collections.abc import Iterator
from typing import NamedTuple

from quorate.limits import flags as f
from quorate.limits.english.clauses import Sentence
from quorate.limits.english.words import ASIDE, HARMLESS_BOUNDLESS, KINDS, RISKY, vocabulary

IGNORES = vocabulary(
    "override overrides overriding overrule ignore ignores ignoring disregard disregards disregarding suppress "
    "overlook forge forges fake fakes"
)
_SPURIOUS = vocabulary("duplicate duplicated false spurious repeated stale outdated old obsolete")
_PLACES = vocabulary("desk desks wall lobby room rooms office hall kitchen corridor table reception floor")
_LACKS_LIMIT = vocabulary("unlimited limitless uncapped unrestricted unfettered unthrottled unbounded")


class Mention(NamedTuple):
    """The kind of a protection, where it stands, and whether its own word weakens it: "unmonitored"."""

    kind: str
    place: int
    is_weak: bool


def mentions(sentence: Sentence) -> Iterator[Mention]:
    """Every protection that is meant; "monitoring data" means data."""
    for place, flag in enumerate(sentence.flags):
        word = sentence.words[place]
        is_open = sentence.words[place + 1 : place + 2] == ["to"]
        if flag & f.TARGET:
            yield from () if _is_aside(sentence, place) else (Mention(KINDS[word], place, False),)
        elif flag & f.UNGUARDED or (flag & f.PROTECTS and not is_open):
            yield Mention(KINDS[word], place, bool(flag & f.UNGUARDED))
        if flag & f.BOUNDLESS:
            yield from _boundless(sentence, place)


def _is_aside(sentence: Sentence, place: int) -> bool:
    """True where the name only stands before what is meant: monitoring data, limit breaches, a monitor on a desk."""
    words, flags = sentence.words, sentence.flags
    if place and KINDS[words[place]] == "monitoring" and words[place - 1] in _SPURIOUS:
        return True
    if words[place] in ("monitor", "monitors") and not _PLACES.isdisjoint(words[place + 1 : place + 6]):
        return True
    if place + 1 >= len(words) or sentence.clause_of[place + 1] != sentence.clause_of[place]:
        return False
    after, word = flags[place + 1], words[place + 1]
    is_let = word == "trip" and not {"let", "lets"}.isdisjoint(words[max(0, place - 3) : place])
    is_trouble = after & f.TROUBLE and not after & (f.TARGET | f.OFF_NOUN) and not is_let
    return word in ASIDE or bool(is_trouble and IGNORES.isdisjoint(words[max(0, place - 4) : place]))


def _boundless(sentence: Sentence, place: int) -> Iterator[Mention]:
    words = sentence.words
    is_said = place and sentence.flags[place - 1] & (f.AUX | f.COPULA)
    if not RISKY.isdisjoint(words[max(0, place - (8 if is_said else 4)) : place + 5]):
        yield Mention("risk", place, True)
    elif words[place] in _LACKS_LIMIT and HARMLESS_BOUNDLESS.isdisjoint(words[place : place + 3]):
        yield Mention("limits", place, True)
