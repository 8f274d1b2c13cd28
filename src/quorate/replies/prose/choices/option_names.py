"""How a text names an option: by its id, by its text, by both, or by what its text alone among all of them names."""

import re
from collections.abc import Iterable, Mapping

from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.replies.prose.english.english_words import words
from quorate.replies.prose.english.inflections import gerund

_KIND = r"(?i:(?:the )?(?:option|choice|alternative|candidate|variant|number) )"
_BEFORE, _BEHIND = r"[\"'“(\[]*", r"[\"'”)\]]*"
# at the beginning of a sentence the letter A is a name only before these
_AFTER_A = r"(?= (?:is|was|has|gets|wins|over|because|it|remains|instead|rather|and|or)\b|[.,;:!?)=/|—–-]|\s*$| [—–=-])"
_NO_VERBS = words("the a an to of")
_LEADING = words("to on in at with for from by of a an the our into onto over")
_SHORTEST_TEXT = 4
SHORT = 2
_PIECES = lazy_pattern(r"\w+")
_LETTERS = lazy_pattern(r"\w[\w.+#-]*\w|\w")
_COMMON = words("keep use move stay buy build switch adopt run do have wait go make take hold stop start no not yes")


def words_of(option: str, text: str) -> frozenset[str]:
    """Words of which one stands wherever an option is named; those of one or two letters as they are written."""
    first, *rest = text.split() or [""]
    named = [option, *rest] if rest else [option, first, gerund(first.casefold())]
    found = {word if len(word) <= SHORT else word.casefold() for one in named for word in _PIECES.findall(one)}
    is_name = first[:1].isupper() and first.casefold() not in _COMMON
    return frozenset(found | {first.casefold()} if is_name else found)


def name_pattern(option: str, texts: Mapping[str, str]) -> re.Pattern[str]:
    """Finds all that names an option, the longest first."""
    text, found = texts[option], [_by_id(option)]
    if len(text) >= _SHORTEST_TEXT:
        both = rf"(?i:(?<!\w){_KIND}?{re.escape(option)}\s*[:(—–-]+\s*{_spaced(text)}\)?(?!\w))"
        others = [other for name, other in texts.items() if name != option]
        short = [rf"(?<!\w){name}(?!\w)" for name in _short_names(text, [*others, *texts])]
        found = [both, rf"(?i:(?<!\w){_spaced(text)}(?!\w))", *short, *found]
    return re.compile(f"{_BEFORE}(?:{'|'.join(found)}){_BEHIND}")


def deed_pattern(text: str) -> re.Pattern[str] | None:
    """Finds the text of an option as in `staying on the old one` for `Stay on the old one`."""
    first, *rest = text.split() or [""]
    if len(text) < _SHORTEST_TEXT or not first.isalpha() or first.casefold() in _NO_VERBS:
        return None
    verb = re.escape(first)
    behind = "".join(rf"\s+{re.escape(word)}" for word in rest)
    return re.compile(rf"(?i:(?<!\w)(?:{verb}ing|{verb}{verb[-1]}ing|{verb.removesuffix('e')}ing){behind}(?!\w))")


def _spaced(text: str) -> str:
    return r"\s+".join(re.escape(word) for word in text.split())


def _short_names(text: str, others: Iterable[str]) -> Iterable[str]:
    """`Redis` for `Redis cluster`, `MySQL` for `Stay on MySQL`, where no other option has that in its name."""
    named = text.split()
    first, behind = named[0], named[1:]
    while behind and behind[0].casefold() in _LEADING:
        behind = behind[1:]
    taken = {word.casefold() for other in others for word in _LETTERS.findall(other)}
    if len(behind) > 1 and not taken.issuperset(word.casefold() for word in behind):
        yield f"(?i:(?:the )?{_spaced(' '.join(behind))})"
    names = [word for word in _LETTERS.findall(" ".join(behind)) if not word.islower() and not word.isdigit()]
    names += [first] if first[:1].isupper() and behind and first.casefold() not in _COMMON else []
    for name in names:
        if len(name) >= _SHORTEST_TEXT and name.casefold() not in taken:
            yield re.escape(name)


def _by_id(option: str) -> str:
    name = re.escape(option)
    alone = f"(?i:{name})" if len(option) > 1 else name
    if option == "A":
        alone = rf"(?:(?<=\S )A|^A{_AFTER_A})"
    elif option in ("a", "i", "I"):
        alone = "(?!)"  # a word of every other sentence
    return rf"(?<![\w.'’-])(?:{_KIND}(?i:{name})|{alone})(?![\w'’])"
