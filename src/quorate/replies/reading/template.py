"""Templates, which are never votes: what the prompt shows, filled in or not, with the nonce or without it."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.prompts.answer_form import placeholder_texts
from quorate.protocols import protocol_named
from quorate.replies.choice import Choice, meanings, naming
from quorate.replies.reading.confidence import is_blank, is_range
from quorate.replies.reading.expectation import Expected
from quorate.replies.reading.keys import BallotKeys, choice_names, plain_key

_VALUE = lazy_pattern(r"^[ \t]*(?:-[ \t]+)?(?:[\w ]{1,40}:)?[ \t]*\"?([^\"\n]*)\"?[ \t]*$")
_FENCED = lazy_pattern(r"^(?:```|~~~)[a-z]*\n(.*?)^(?:```|~~~)[ \t]*$", re.MULTILINE | re.DOTALL)
_OFFER = lazy_pattern(r"^\w+:[^\n]*\|", re.MULTILINE)
# what is written beside a choice that nobody has made yet
_UNDECIDED = lazy_pattern(
    r"\b(?:examples?|sample|placeholder|template|default|dummy|todo|tbd|tbc|fixme|xxx|draft|test|testing|tentative\w*"
    r"|preliminary|maybe|perhaps|probably|unsure|undecided)\b"
    r"|\bnot (?:yet|final|sure|certain|decided|my|mine|valid|meant)\b"
    r"|^\W*\?+\W*$"
    r"|\b(?:pick|choose|select|one|any) (?:one|of|your)\b"
    r"|\b(?:change|replace|fill|edit|set|put) (?:me|this|in|here|with)\b"
    r"|\byour (?:choice|vote|position|answer|decision) here\b"
    r"|\b(?:only if|unless|provided|pending|subject to)\b|\bonce (?:the|it|we)\b"
    r"|^\W*if\b|例|いずれか|記入|選択して|選んで|仮|場合のみ",
    re.IGNORECASE,
)
_DOTS = lazy_pattern(r"\.{2,}|…+")
_WHY = r"(?:reasons?|reasoning|rationale|explanation|justification|why|text|analysis|sentences?|argument)"
_BLANK = lazy_pattern(
    rf"<[^<>]{{0,80}}>|{{[^{{}}]{{0,80}}}}|\[(?:your|insert|enter|add|write|{_WHY})\b.{{0,60}}\]|\${{?\w{{1,30}}}}?"
    r"|todo\b.{0,40}|tbd|tbc|fixme|xxx+|lorem ipsum.{0,200}"
    rf"|(?:please )?(?:insert|enter|add|write|put|fill in|state|give|type|explain)(?: \w+){{0,4}} here"
    rf"|(?:please )?(?:insert|enter|add|write|put|fill in)(?: \w+){{0,3}} {_WHY}"
    rf"|your (?:\w+ )?{_WHY}(?: (?:here|goes here))?"
    rf"|\(?(?:an? )?(?:placeholder|example|sample|dummy)(?: (?:{_WHY}|only))?(?: ?,.{{0,40}})?\)?"
    rf"|(?:{_WHY}|.{{0,30}}\bin)?,? ?(?:in )?(?:one|two|1|2)(?: to | or |-|–)(?:two|three|four|2|3|4) sentences|{_WHY}"
    r"|ここに.{0,12}(?:書|記入|入力|記載|述べ).{0,8}|(?:理由|根拠|説明)(?:を.{0,6}(?:書|記入|入力|記載).{0,8})?|(?:記入)?例.{0,6}"
)
_CONFIDENCE = "confidence"
_REASONS = ("rationale", "reasoning")
_FEWEST_WORDS = 3
_LONGEST = 400


def is_template(keys: BallotKeys, choice: Choice, body: str, expected: Expected) -> bool:
    """True where the choice offers alternatives, the confidence is a range, or a text is the prompt's own."""
    if choice.is_template or _offers_others(choice, body, expected):
        return True
    named = {plain_key(key): one for key, one in {**keys.unknown, **keys.said}.items()}
    confidence = named.get(protocol_named(expected.protocol).vote_keys.confidence or _CONFIDENCE)
    return is_range(confidence) or is_blank(confidence) or _is_placeholder(keys, expected)


def _offers_others(choice: Choice, body: str, expected: Expected) -> bool:
    """True where a comment beside the choice names another one, or leaves it open: `APPROVE  # or REJECT`."""
    if not choice.word or not ("#" in body or "//" in body):
        return False
    names = "|".join(map(re.escape, choice_names(expected)))
    beside = re.compile(
        rf"^\W{{0,8}}(?:{names})\W{{0,4}}:[^\n]*?(?:[ \t]#|(?<![:/\w])//)([^\n]*)$", re.MULTILINE | re.IGNORECASE
    )
    words = meanings(expected.protocol, expected.choices)
    others = naming(word for word, meant in words.items() if meant != words[choice.word])
    return any(others.search(comment) or _UNDECIDED.search(comment) for comment in beside.findall(body))


def _is_placeholder(keys: BallotKeys, expected: Expected) -> bool:
    known = _own_placeholders(expected.protocol) | _placeholders_in(expected.prompt)
    reasons = [_folded(text) for name in _REASONS for text in _texts(keys.said.get(name))]
    if any(text in known or _BLANK.fullmatch(text) for text in reasons) or _has_dots(keys):
        return True
    found = {_folded(text) for value in keys.said.values() for text in _texts(value)}
    return any(len(text.split()) >= _FEWEST_WORDS for text in found & known)


def _has_dots(keys: BallotKeys) -> bool:
    return any(_DOTS.fullmatch(text.strip()) for name in _REASONS for text in _texts(keys.said.get(name)))


@lru_cache(maxsize=16)
def _own_placeholders(protocol: str) -> frozenset[str]:
    """The texts that the usual prompt of a protocol shows in the place of a voter's own."""
    return _in_letters(_folded(text) for text in placeholder_texts(protocol_named(protocol)))


@lru_cache(maxsize=4)  # the prompt may be of megabytes, and every block is looked at
def _placeholders_in(prompt: str) -> frozenset[str]:
    """Those of the prompt that was really shown: users write their own."""
    offering = [block for block in _FENCED.findall(prompt) if _OFFER.search(block)]
    return _values(offering[-1].splitlines()) if offering else frozenset()


def _values(lines: Any) -> frozenset[str]:
    found = [_VALUE.match(line) for line in lines]
    return _in_letters(_folded(one[1]) for one in found if one)


def _in_letters(texts: Iterable[str]) -> frozenset[str]:
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
