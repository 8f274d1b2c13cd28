"""Templates, which are never votes: what the prompt shows, filled in or not, with the nonce or without it."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from quorate.prompts.prompt import answer_lines
from quorate.protocols import protocol_named
from quorate.replies.reading.choice import Choice, meanings, naming
from quorate.replies.reading.confidence import is_range
from quorate.replies.reading.expected import Expected
from quorate.replies.reading.keys import Keys, choice_names

_VALUE = re.compile(r"^[ \t]*(?:-[ \t]+)?(?:[\w ]{1,40}:)?[ \t]*\"?([^\"\n]*)\"?[ \t]*$")
_FENCED = re.compile(r"^(?:```|~~~)[a-z]*\n(.*?)^(?:```|~~~)[ \t]*$", re.MULTILINE | re.DOTALL)
_OFFER = re.compile(r"^\w+:[^\n]*\|", re.MULTILINE)
_REASONS = ("rationale", "reasoning")
_FEWEST_WORDS = 3
_LONGEST = 400


def is_template(keys: Keys, choice: Choice, body: str, expected: Expected) -> bool:
    """True where the choice offers alternatives, the confidence is a range, or a text is the prompt's own."""
    if choice.is_template or _offers_others(choice, body, expected):
        return True
    confidence = keys.said.get(protocol_named(expected.protocol).vote_keys.confidence)
    return is_range(confidence) or _is_placeholder(keys, expected)


def _offers_others(choice: Choice, body: str, expected: Expected) -> bool:
    """True where a comment beside the choice names another one: `position: APPROVE  # or REJECT`."""
    if not choice.word or not ("#" in body or "//" in body):
        return False
    names = "|".join(map(re.escape, choice_names(expected)))
    beside = re.compile(rf"^\W{{0,8}}(?:{names})\W{{0,4}}:[^\n]*?(?:[ \t]#|//)([^\n]*)$", re.MULTILINE | re.IGNORECASE)
    words = meanings(expected.protocol, expected.choices)
    others = naming(word for word, meant in words.items() if meant != words[choice.word])
    return any(others.search(comment) for comment in beside.findall(body))


def _is_placeholder(keys: Keys, expected: Expected) -> bool:
    known = _own_placeholders(expected.protocol) | _placeholders_in(expected.prompt)
    if any(_folded(text) in known for name in _REASONS for text in _texts(keys.said.get(name))):
        return True
    found = {_folded(text) for value in keys.said.values() for text in _texts(value)}
    return any(len(text.split()) >= _FEWEST_WORDS for text in found & known)


@lru_cache(maxsize=16)
def _own_placeholders(protocol: str) -> frozenset[str]:
    """The texts that the usual prompt of a protocol shows in the place of a voter's own."""
    return _values(answer_lines(protocol, is_debate=True))


@lru_cache(maxsize=4)  # the prompt may be of megabytes, and every block is looked at
def _placeholders_in(prompt: str) -> frozenset[str]:
    """Those of the prompt that was really shown: users write their own."""
    offering = [block for block in _FENCED.findall(prompt) if _OFFER.search(block)]
    return _values(offering[-1].splitlines()) if offering else frozenset()


def _values(lines: Any) -> frozenset[str]:
    found = [_VALUE.match(line) for line in lines]
    texts = [_folded(one[1]) for one in found if one]
    return frozenset(text for text in texts if any(sign.isalpha() for sign in text))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)


def _folded(text: str) -> str:
    return " ".join(text[:_LONGEST].split()).strip(" .\"'").casefold()
