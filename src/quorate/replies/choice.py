"""The word or the option that a ballot chooses, in one of the spellings that are allowed."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from quorate.core.position import ABSTAIN, APPROVE, POSITIONS, REJECT
from quorate.core.protocol import BallotWords
from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.protocols import protocol_named

_AROUND = " \t\r\n\"'`*“”‘’「」『』"
_CLOSING = ".,;:!。、！．"
_LONGEST_NAME = 4000
_HYPHENS = str.maketrans(dict.fromkeys("‐‑‒–—―−_", "-"))
_WITH_CONDITIONS = lazy_pattern(r"(GO|APPROVE)[ ,:-]* ?\(?WITH[ -]CONDITIONS\)?")


def bare(value: str) -> str:
    """Return the text without white space, quotes and asterisks around it, and without closing punctuation."""
    return value.lstrip(_AROUND).rstrip(_AROUND + _CLOSING)


def read_choice(value: Any, protocol: str, choices: Sequence[str], names: Mapping[str, str]) -> str:
    """Return the choice that the value is, in the protocol's own word; empty if it is none of them.

    `names` has the options' texts by their ids.
    """
    if type(value) is not str:
        return ""
    words = protocol_named(protocol).words
    if words and words.reads_positions and (position := _position(value)):
        return position if position in choices else own_word(POSITIONS[position], words)
    return read_option(value, choices, names)


def is_with_conditions(value: Any) -> bool:
    """Return whether the word itself speaks of conditions: `GO WITH CONDITIONS`."""
    return type(value) is str and bool(_WITH_CONDITIONS.fullmatch(_upper(value)))


def read_option(value: Any, ids: Sequence[str], names: Mapping[str, str]) -> str:
    """Return the only option that is named by its id, its text, or both; empty if there is none or more than one."""
    if type(value) is not str or len(value) > _LONGEST_NAME:
        return ""
    text = _folded(bare(value))
    spaced = " ".join(bare(value).casefold().split())
    texts = {option: _folded(bare(name)) for option, name in names.items() if option in ids}
    by_text = {option for option, name in texts.items() if name and name == text}
    by_id = {option for option in ids if option == value.strip()}
    by_id = by_id or {option for option in ids if option.casefold() == spaced}
    named = (by_id | by_text) or {option for option in ids if _is_id_with_text(value, option, texts)}
    return named.pop() if len(named) == 1 else ""


def _is_id_with_text(value: str, option: str, texts: Mapping[str, str]) -> bool:
    """Return whether the value is `Option A`, or `A: text` with the text of A."""
    form = rf"(?:option\s+)?{re.escape(option)}(?:\s*[:：.)(\]–—-]\s*(.*))?"
    match = re.fullmatch(form, bare(value), re.IGNORECASE | re.DOTALL)
    if not match or not match[1]:
        return bool(match)
    return bool(texts.get(option)) and texts[option] == _folded(bare(match[1].strip("()[] ")))


def own_word(position: str, words: BallotWords) -> str:
    """Return a position in the word that the protocol has for it."""
    return {APPROVE: words.approval, REJECT: words.rejection, ABSTAIN: words.abstention}[position]


def meaning(word: str, protocol: str) -> str:
    """Return the choice that a word means: GO is an approval if the protocol reads positions."""
    words = protocol_named(protocol).words
    return own_word(POSITIONS[word], words) if words and words.reads_positions and word in POSITIONS else word


def _position(value: str) -> str:
    word = _upper(value)
    word = {"NO GO": "NO-GO", "NOGO": "NO-GO", "NO - GO": "NO-GO"}.get(word, word)
    if conditional := _WITH_CONDITIONS.fullmatch(word):
        word = "GO WITH CONDITIONS" if conditional[1] == "GO" else APPROVE
    return word if word in POSITIONS else ""


def _upper(value: str) -> str:
    return " ".join(bare(value).upper().split()).translate(_HYPHENS)


def _folded(text: str) -> str:
    return "".join(text.split()).casefold()
