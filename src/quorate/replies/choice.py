"""The word or the option that a voter chose, however it is written."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from quorate.core.position import ABSTAIN, APPROVE, POSITIONS, REJECT
from quorate.core.protocol import BallotWords
from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.protocols import protocol_named
from quorate.replies.characters import AROUND, CLOSING, bare, plain_letters

SHORT = 2
_LONGEST_NAME = 4000
_ORDINARY = ("GO", "HOLD")
_HYPHENS = str.maketrans(dict.fromkeys("‐‑‒–—―−_", "-"))
_WITH_CONDITIONS = lazy_pattern(r"(GO|APPROVE)[ ,:-]* ?\(?WITH[ -]CONDITIONS\)?")
_BETWEEN_WORDS = lazy_pattern(r"\s*(?:[|/,;()<>\[\]{}]|\bor\b|\band\b|\bone of\b)\s*", re.IGNORECASE)
_AGAINST, _FOR = frozenset("❌⛔🚫👎🛑✖✗✘🔴❎"), frozenset("✅👍✔🟢🆗")


class Choice(NamedTuple):
    """The canonical word, if it is one; `note` is what to know about it.

    `is_several` says that choices are listed and nothing else, `is_template` that these are all there are; `why` says
    why it is no word.
    """

    word: str = ""
    is_template: bool = False
    note: str = ""
    is_several: bool = False
    why: str = ""


def read_choice(value: Any, protocol: str, choices: Sequence[str], names: Mapping[str, str] | None = None) -> Choice:
    """One of the choices, however it is written; an echo of all of them is none. `names` has the options' texts."""
    if type(value) is not str:
        return Choice()
    words = protocol_named(protocol).words
    if words and words.reads_positions:
        choice = _in_own_word(read_position(value, choices), words)
        if choice.word or choice.is_several or words.approval in POSITIONS:
            return choice
    if word := read_option(value, choices, names or {}):
        return Choice("" if _contradicts(value, _side_of(word, words)) else word)
    # where options are voted on, the prompt need not offer an abstention
    always = frozenset(choices) if words and words.rejection else frozenset(choices) - {ABSTAIN}
    return _listed(value, dict.fromkeys(choices), always)


def _side_of(word: str, words: BallotWords | None) -> str:
    """An option, and whatever else is neither a rejection nor an abstention, is something that one is for."""
    if words and words.is_abstention(word):
        return ABSTAIN
    return REJECT if words and word == words.rejection else APPROVE


def read_option(value: Any, ids: Sequence[str], names: Mapping[str, str]) -> str:
    """The one option that is named by its id, by its text, or by both; nothing where that is not one."""
    if type(value) is not str or len(value) > _LONGEST_NAME:
        return ""
    said = _folded(bare(value))
    spaced = " ".join(bare(value).casefold().split())
    texts = {one: _folded(bare(text)) for one, text in names.items() if one in ids}
    by_text = {one for one, text in texts.items() if text and text == said}
    by_id = {one for one in ids if one == value.strip()} or {one for one in ids if one.casefold() == spaced}
    named = (by_id | by_text) or {one for one in ids if _is_option(value, one, texts)}
    return named.pop() if len(named) == 1 else ""


def _is_option(value: str, one: str, texts: Mapping[str, str]) -> bool:
    """True for `Option A`, and for `A: text` where the text is that of A and of no other."""
    found = re.fullmatch(rf"(?:option\s+)?{re.escape(one)}(?:\s*[:：.)(\]–—-]\s*(.*))?", bare(value), re.I | re.S)
    if not found or not found[1]:
        return bool(found)
    said = _folded(bare(found[1].strip("()[] ")))
    own = texts.get(one, "")
    others = [text for other, text in texts.items() if other != one and text]
    return bool(own) and (own == said or _begins(own, said)) and not any(_begins(text, said) for text in others)


def _begins(text: str, said: str) -> bool:
    return bool(said) and (text.startswith(said) or said.startswith(text))


def read_position(value: str, choices: Sequence[str]) -> Choice:
    """A position, however it is written; one of the choices where it is one, else the position that it comes to."""
    said = bare(value)
    if not said:
        return Choice()
    word = " ".join(said.upper().split()).translate(_HYPHENS) if said.isascii() or _only_hyphens(said) else ""
    word = {"NO GO": "NO-GO", "NOGO": "NO-GO", "NO - GO": "NO-GO"}.get(word, word)
    note = ""
    if conditional := _WITH_CONDITIONS.fullmatch(word):
        word = "GO WITH CONDITIONS" if conditional[1] == "GO" else APPROVE
        note = "with conditions"
    if word not in POSITIONS or _contradicts(value, POSITIONS[word]):
        return _listed(value, POSITIONS, frozenset({APPROVE, REJECT, ABSTAIN}))
    return Choice(word if word in choices else POSITIONS[word], note=note)


def _only_hyphens(said: str) -> bool:
    return said.translate(_HYPHENS).isascii()


def _contradicts(value: str, position: str) -> bool:
    signs = _AGAINST if position == APPROVE else _FOR if position == REJECT else frozenset()
    return not signs.isdisjoint(value)


def _folded(text: str) -> str:
    return "".join(text.split()).casefold()


def _listed(value: str, known: Mapping[str, str | None], every: frozenset[str]) -> Choice:
    """`APPROVE | REJECT | ABSTAIN` in whole, which is the template, or in part, which is nobody's choice."""
    meant = {_folded(word): position or word for word, position in known.items()} | {"abstain": ABSTAIN}
    parts = [_folded(part.strip(AROUND + CLOSING)) for part in _BETWEEN_WORDS.split(value[:2000])]
    named = {part for part in parts if part}
    if len(named) < 2 or not named <= meant.keys():
        return Choice()
    return Choice(is_template={meant[part] for part in named} >= every, is_several=True)


def _in_own_word(choice: Choice, words: BallotWords) -> Choice:
    return choice._replace(word=own_word(choice.word, words)) if choice.word in (APPROVE, REJECT, ABSTAIN) else choice


def own_word(position: str, words: BallotWords) -> str:
    """A position in the word that the protocol has for it."""
    return {APPROVE: words.approval, REJECT: words.rejection, ABSTAIN: words.abstention}[position]


def meaning(word: str, protocol: str) -> str:
    """The choice that a word stands for: GO is an approval where positions are read."""
    words = protocol_named(protocol).words
    return own_word(POSITIONS[word], words) if words and words.reads_positions and word in POSITIONS else word


def meanings(protocol: str, choices: Sequence[str]) -> dict[str, str]:
    """Every word that stands for a choice, and the choice that it stands for."""
    own = protocol_named(protocol).words
    words = (*choices, *(POSITIONS if own and own.reads_positions else ()))
    return {word: meaning(word, protocol) for word in words}


def naming(words: Iterable[str]) -> re.Pattern[str]:
    """Finds any of the words; short ids such as `A`, GO and HOLD may be ordinary words, and are found as written."""
    listed = [*words]
    exact = [word for word in listed if len(word) <= SHORT or word in _ORDINARY]
    loose = [word for word in listed if word not in exact]
    parts = [f"(?i:{'|'.join(map(re.escape, loose))})"] if loose else []
    parts += map(re.escape, exact)
    return re.compile(rf"(?<!\w)(?:{'|'.join(parts)})(?!\w)" if parts else "(?!)")


def looks_like(key: str, known: str) -> bool:
    """True for a key that is another word but could be taken for a known one."""
    return key != known and not key.isascii() and plain_letters(key) == known
