"""The words that conditions are compared by."""

import re
from fractions import Fraction
from typing import NamedTuple

from quorate.core.text import without_invisible
from quorate.core.text.names import normal


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# what stands in any sentence and says nothing of its subject
_STOP_WORDS = _words(
    """a an the this that these those it its is are be been being was were to of in on at by for from with within and or
    as into onto per will shall must should would can could may might do does did has have had we you they he she i our
    your their then than so such all any each every both if when while until after before during only also just please
    agent agents"""
)
_NEGATIONS = _words("not no never without cannot dont doesnt wont isnt arent neither nor off")
_OPPOSED = """enable disable|activate deactivate|start stop|begin end|raise lower|increase decrease|increase reduce|
expand reduce|allow forbid|allow deny|allow prohibit|permit deny|permit forbid|permit prohibit|grant revoke|add remove|
include exclude|open close|lock unlock|connect disconnect|resume pause|keep drop|keep remove|keep delete|
accept reject|approve reject|install uninstall|extend shorten|widen narrow|speed slow|show hide|mount unmount|
restrict relax|tighten loosen|attach detach|import export|block unblock|freeze unfreeze|subscribe unsubscribe|
online offline|max min|maximum minimum|above below|over under|more fewer|more less|most least"""
_OPPOSITES: dict[str, frozenset[str]] = {}
for _pair in _OPPOSED.replace("\n", "").split("|"):
    _one, _other = _pair.split()
    _OPPOSITES[_one] = _OPPOSITES.get(_one, frozenset()) | {_other}
    _OPPOSITES[_other] = _OPPOSITES.get(_other, frozenset()) | {_one}

_NUMBER = r"[0-9]+(?:[.,][0-9]+)*%?"
_KANJI = "\u3040-\u30ff\u3400-\u9fff"
_TOKEN = re.compile(rf"(?P<number>{_NUMBER})|(?P<signs>[{_KANJI}]+)|(?P<word>[^\W\d_]+)")
_ENDINGS = ("ing", "ed", "es", "s", "d", "")


class ConditionWords(NamedTuple):
    """A condition taken apart: all content words, those that are numbers, and those that have an opposite.

    It is negated by "not", "without" and the like, and by "off".
    """

    content: frozenset[str]
    numbers: frozenset[str]
    poles: frozenset[str]
    is_negated: bool

    @property
    def subject(self) -> frozenset[str]:
        """What it is about: content words that are neither numbers nor have an opposite."""
        return self.content - self.numbers - self.poles


def words_of(condition: str) -> ConditionWords:
    """A condition as the words that it is compared by; case, width and signs between words do not matter."""
    text = normal(without_invisible(condition)).casefold().replace("'", "").replace("’", "")
    content: set[str] = set()
    numbers: set[str] = set()
    is_negated = False
    for match in _TOKEN.finditer(text):
        if match["number"]:
            numbers.add(_number(match["number"]))
        elif match["signs"]:
            content |= _pairs(match["signs"])
        elif match["word"] in _NEGATIONS:
            is_negated = not is_negated
        elif match["word"] not in _STOP_WORDS:
            content.add(match["word"])
    poles = frozenset(word for word in content if _root(word))
    return ConditionWords(frozenset(content | numbers), frozenset(numbers), poles, is_negated)


def are_opposed(one: frozenset[str], other: frozenset[str]) -> bool:
    """True where a word of the one is the opposite of a word of the other."""
    roots = frozenset(map(_root, other))
    return any(not _OPPOSITES[_root(word)].isdisjoint(roots) for word in one)


def _root(word: str) -> str:
    """The form under which a word has an opposite; empty where it has none."""
    for ending in _ENDINGS:
        if not word.endswith(ending):
            continue
        stem = word.removesuffix(ending)
        for known in (stem, f"{stem}e", stem[:-1] if stem[-1:] == stem[-2:-1] else stem):
            if known in _OPPOSITES:
                return known
    return ""


def _pairs(signs: str) -> set[str]:
    """Japanese has no spaces: every two signs beside each other stand for a word."""
    return {signs[at : at + 2] for at in range(max(1, len(signs) - 1))}


def _number(text: str) -> str:
    """A number by its value, so that 0.50, 0.5 and 50% are the same."""
    digits = text.rstrip("%").replace(",", "")
    if digits.count(".") > 1:
        return text  # a version or a date
    value = Fraction(digits)
    return str(value / 100 if text.endswith("%") else value)
