"""How a text names an option: by its id, by its text, or by both."""

import re

from quorate.replies.prose.english.english_words import words

_KIND = r"(?i:(?:the )?(?:option|choice|alternative|candidate|variant|number) )"
_BEFORE, _BEHIND = r"[\"'“(\[]*", r"[\"'”)\]]*"
# at the beginning of a sentence the letter A is a name only before these
_AFTER_A = r"(?= (?:is|was|has|gets|wins|over|because|it|remains|instead|rather|and|or)\b|[.,;:!?)=—–-]|\s*$| [—–=-])"
_NO_VERBS = words("the a an to of")
_SHORTEST_TEXT = 4


def option_patterns(option: str, text: str) -> list[re.Pattern[str]]:
    """Patterns for all that names an option, the longest first."""
    found = [_by_id(option)]
    if len(text) >= _SHORTEST_TEXT:
        both = rf"(?i:(?<!\w){_KIND}?{re.escape(option)}\s*[:(—–-]+\s*{_spaced(text)}\)?(?!\w))"
        found = [both, _by_text(text), *found]
    return [re.compile(f"{_BEFORE}{pattern}{_BEHIND}") for pattern in found]


def _spaced(text: str) -> str:
    return r"\s+".join(re.escape(word) for word in text.split())


def _by_text(text: str) -> str:
    """The text of an option, also as in `staying on the old one` for `Stay on the old one`."""
    first, *rest = text.split()
    verb = re.escape(first)
    if first.isalpha() and first.casefold() not in _NO_VERBS:
        verb = f"(?:{verb}|{verb}ing|{verb}{verb[-1]}ing|{verb.removesuffix('e')}ing)"
    behind = "".join(rf"\s+{re.escape(word)}" for word in rest)
    return rf"(?i:(?<!\w){verb}{behind}(?!\w))"


def _by_id(option: str) -> str:
    name = re.escape(option)
    alone = f"(?i:{name})" if len(option) > 1 else name
    if option == "A":
        alone = rf"(?:(?<=\S )A|^A{_AFTER_A})"
    elif option in ("a", "i", "I"):
        alone = "(?!)"  # a word of every other sentence
    return rf"(?<![\w.'’-])(?:{_KIND}(?i:{name})|{alone})(?![\w'’])"
