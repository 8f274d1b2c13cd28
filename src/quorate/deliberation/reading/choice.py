"""The word that a voter chose, and how sure it says that it is."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any, NamedTuple

from quorate.core.confidence import LABELS
from quorate.core.exact import MOST_DIGITS
from quorate.deliberation.reading.characters import EMOJI, plain_letters
from quorate.protocols.magi.document import POSITIONS
from quorate.protocols.magi.rule import ABSTAIN, APPROVE, REJECT

MAGI = "magi"
_AROUND = " \t\r\n\"'`*“”‘’「」『』"
_CLOSING = ".,;:!。、！．"
_HYPHENS = str.maketrans(dict.fromkeys("‐‑‒–—―−_", "-"))
_WITH_CONDITIONS = re.compile(r"(GO|APPROVE)[ ,:-]* ?\(?WITH[ -]CONDITIONS\)?")
_BETWEEN_WORDS = re.compile(r"\s*(?:[|/,;()<>\[\]{}]|\bor\b|\band\b|\bone of\b)\s*", re.IGNORECASE)
_AGAINST, _FOR = frozenset("❌⛔🚫👎🛑✖✗✘🔴❎"), frozenset("✅👍✔🟢🆗")
_PERCENT = re.compile(r"([0-9]{1,40}(?:\.[0-9]{0,40})?|\.[0-9]{1,40})\s*(%|/\s*100)?")
_UNIT = re.compile(r"[0-9]{1,3}(?:\.[0-9]{0,40})?|\.[0-9]{1,40}")


class Choice(NamedTuple):
    """The canonical word, if it is one; `note` is what to know about it.

    `is_several` says that choices are listed and nothing else, `is_template` that these are all there are.
    """

    word: str = ""
    is_template: bool = False
    note: str = ""
    is_several: bool = False


def read_choice(value: Any, protocol: str, choices: Sequence[str]) -> Choice:
    """One of the choices, however it is written; an echo of all of them is none."""
    if type(value) is not str:
        return Choice()
    said = _bare(value)
    if protocol == MAGI:
        return _position(said, value, choices) if said else Choice()
    exact = [one for one in choices if one == value.strip()]
    alike = exact or [one for one in choices if _folded(one) == _folded(said)]
    if len(alike) == 1:
        return Choice(alike[0])
    return _listed(value, dict.fromkeys(choices), frozenset(one for one in choices if _folded(one) != "abstain"))


def _position(said: str, value: str, choices: Sequence[str]) -> Choice:
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


def _bare(value: str) -> str:
    """Without white space, quotes, asterisks, closing punctuation and emoji around it."""
    said, before = value, ""
    while said != before:
        before = said
        said = said.strip(_AROUND).rstrip(_CLOSING)
        for picture in EMOJI.finditer(said) if not said.isascii() else ():
            if picture.start() == 0 or picture.end() == len(said):
                said = said[picture.end() :] if picture.start() == 0 else said[: picture.start()]
                break
    return said


def _contradicts(value: str, position: str) -> bool:
    signs = _AGAINST if position == APPROVE else _FOR if position == REJECT else frozenset()
    return not signs.isdisjoint(value)


def _folded(text: str) -> str:
    return "".join(text.split()).casefold()


def _listed(value: str, known: Mapping[str, str | None], every: frozenset[str]) -> Choice:
    """`APPROVE | REJECT | ABSTAIN` in whole, which is the template, or in part, which is nobody's choice."""
    meant = {_folded(word): position or word for word, position in known.items()} | {"abstain": ABSTAIN}
    parts = [_folded(part.strip(_AROUND + _CLOSING)) for part in _BETWEEN_WORDS.split(value[:2000])]
    named = {part for part in parts if part}
    if len(named) < 2 or not named <= meant.keys():
        return Choice()
    return Choice(is_template={meant[part] for part in named} >= every, is_several=True)


def looks_like(key: str, known: str) -> bool:
    """True for a key that is another word but could be taken for a known one."""
    return key != known and not key.isascii() and plain_letters(key) == known


def percent(value: Any) -> tuple[int, str]:
    """A confidence from 0 to 100, rounded half up; what is no such number is 0, with a note."""
    found = _PERCENT.fullmatch(value.strip()) if type(value) is str else None
    number = Decimal(found[1]) if found else None
    if number is None or number > 100:
        return 0, f"confidence {_shown(value)} is no number from 0 to 100: taken as 0"
    whole = int(number)
    rounded = whole + (2 * (number - whole) >= 1)
    return rounded, "" if number == rounded else f"confidence {_shown(value)} taken as {rounded}"


def unit(value: Any) -> tuple[Decimal | int, str]:
    """A confidence from 0 to 1, exactly; what is no such number is 0, with a note."""
    text = value.strip() if type(value) is str else ""
    try:
        number = Decimal(text) if _UNIT.fullmatch(text) else None
    except InvalidOperation:  # pragma: no cover - the pattern lets no such text through
        number = None
    if number is None or number > 1 or len(number.as_tuple().digits) > MOST_DIGITS:
        return 0, f"confidence {_shown(value)} is no number from 0 to 1: taken as 0"
    return number, ""


def label(value: Any) -> tuple[str, str]:
    """HIGH, MEDIUM or LOW; nothing else is guessed, and nothing said is the least."""
    said = _bare(value).upper() if type(value) is str else ""
    return (said, "") if said in LABELS else ("LOW", f"confidence {_shown(value)} is none of HIGH, MEDIUM, LOW: LOW")


def _shown(value: Any) -> str:
    text = value if type(value) is str else "nothing" if value is None else repr(value)
    text = "".join(sign if sign.isprintable() else "?" for sign in text[:41])
    return text if len(text) <= 40 else text[:39] + "…"
