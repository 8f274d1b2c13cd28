"""Names: when two are one, when they only look it, and what no name may hold.

Folding decides that two names clash, and nothing else: who may act is asked for by the exact name.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from quorate.core.errors import Path, Problem
from quorate.core.shape import found
from quorate.core.text import code_point, says_something, without_invisible

_SHORT = 100
_ONE_LINE = "a name in one line, without control and direction characters"
# control characters, halves of surrogate pairs, ends of lines, and what turns the direction of writing
_STEERING = "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ud800-\udfff]"
_ANY_SCRIPT = ("COMBINING", "VARIATION", "MONGOLIAN", "IDEOGRAPHIC", "VEDIC")
_NO_SCRIPT = frozenset({"MODIFIER", "KATAKANA-HIRAGANA"})
_SCRIPTS = {"IDEOGRAPHIC": "CJK", "HENTAIGANA": "HIRAGANA"}


class Clash(NamedTuple):
    """A name that cannot stand beside an earlier one: it is the same, or looks the same in other scripts."""

    later: int
    earlier: int
    is_same: bool


def problem_with(name: str) -> str:
    """What is wrong with a name whatever stands beside it; empty where nothing is."""
    if not says_something(name):
        return "a name that cannot be seen"
    if not name.isprintable() and (sign := re.search(_STEERING, name)):
        return f"a name with U+{ord(sign[0]):04X}, a control or direction character"
    if stray := _stray_sign(name):
        return f"a name with {code_point(stray)}, which nobody can read there"
    return ""


def _stray_sign(name: str) -> str:
    """A character without a meaning, or a mark of another script than the letter before it; empty for none.

    Neither is drawn as people expect it, so two names could look the same.
    """
    if name.isascii():
        return ""
    from unicodedata import category  # names in ASCII do without

    letter = ""
    for sign in name:
        kind = category(sign)
        if kind in ("Cn", "Co") or (kind[0] == "M" and _first_word(sign) not in (letter, *_ANY_SCRIPT)):
            return sign
        letter = _first_word(sign) if kind[0] == "L" else letter
    return ""


def _first_word(sign: str) -> str:
    """The first word of a character's name, which is that of its script."""
    from unicodedata import name

    return name(sign, "").partition(" ")[0]


def problem_with_person(name: str) -> str:
    """The same for somebody who may act: permission needs the exact name, so it holds only what can be typed."""
    if why := problem_with(name):
        return why
    if name != name.strip():
        return f"{found(name)}, a name with spaces around it"
    hidden = next((sign for sign in name if not without_invisible(sign)), "")
    return f"a name with U+{ord(hidden):04X}, which cannot be seen" if hidden else ""


def name_problems(names: Sequence[str], place: Callable[[int], Path], what: str) -> Iterator[Problem]:
    """What is wrong with names that are beside each other; `what` they name. Those that are empty are passed over."""
    filled = [index for index, name in enumerate(names) if name]
    for index in filled:
        if why := problem_with(names[index]):
            yield Problem(place(index), why, _ONE_LINE)
    for clash in clashes([names[index] for index in filled]):
        index, earlier = filled[clash.later], filled[clash.earlier]
        if clash.is_same:
            yield Problem(place(index), _again(names[index], names[earlier]), f"each {what} once")
        else:
            yield Problem(place(index), _alike(names[index], names[earlier]), "names that nobody takes for each other")


def _again(name: str, earlier: str) -> str:
    if name.strip().casefold() == earlier.strip().casefold():
        return f"{found(name)} a second time"
    return f"{name!a:.60}, the same name as {found(earlier)}"


def _alike(name: str, earlier: str) -> str:
    mine, theirs = (", ".join(sorted(scripts_of(one))).lower() for one in (name, earlier))
    return f"{found(name)} ({mine}), which looks like {found(earlier)} ({theirs})"


def folded(name: str) -> str:
    """A name as it is compared: upper or lower case, width and what cannot be seen make no other name of it."""
    if name.isascii() and name.isprintable():
        return " ".join(name.lower().split())
    return _folded_name(name) if len(name) <= _SHORT else _folded(name)


@lru_cache(maxsize=4096)  # one count compares the names of its seats many times
def _folded_name(name: str) -> str:
    return _folded(name)


def _folded(name: str) -> str:
    seen = normal(normal(without_invisible(name)).casefold())
    return " ".join(seen.split()).casefold()


def normal(text: str, form: Literal["NFKC", "NFD"] = "NFKC") -> str:
    """The text in a normal form of Unicode."""
    if text.isascii():
        return text
    from unicodedata import normalize  # names in ASCII do without

    return normalize(form, text)


def are_same(one: str, other: str) -> bool:
    """True for two spellings of one name."""
    return folded(one) == folded(other)


def look_alike(one: str, other: str) -> bool:
    """True for names that differ, and that Unicode takes to look alike because of letters of different scripts."""
    return any(not clash.is_same for clash in clashes((one, other)))


def clashes(names: Sequence[str]) -> list[Clash]:
    """Every name that is, or looks like, one before it."""
    first: dict[str, int] = {}
    same = []
    for index, name in enumerate(names):
        earlier = first.setdefault(folded(name), index)
        if earlier != index:
            same.append(Clash(index, earlier, is_same=True))
    if len(first) < 2 or all(map(str.isascii, first)):
        return same
    return sorted([*same, *_lookalikes(names, [*first.values()])])


def _lookalikes(names: Sequence[str], places: Sequence[int]) -> Iterator[Clash]:
    scripts_at = {index: scripts_of(names[index]) for index in places}
    if len(frozenset().union(*scripts_at.values())) < 2:
        return
    seen: dict[str, list[int]] = {}
    for index, scripts in scripts_at.items():
        skeletons = frozenset(looks_of(names[index]))
        looks = [place for skeleton in skeletons for place in seen.get(skeleton, ())]
        alike = [place for place in looks if _differ(scripts_at[place], scripts)]
        if alike:
            yield Clash(index, alike[0], is_same=False)
        for skeleton in skeletons:
            seen.setdefault(skeleton, []).append(index)


def _differ(one: frozenset[str], other: frozenset[str]) -> bool:
    """Names that mix the same scripts may do so in other places, which is no less confusing."""
    return bool(one and other) and (one != other or len(one) > 1)


def looks_of(name: str) -> tuple[str, str]:
    """What a name looks like as it is written and in small letters, by Unicode's rule for confusable text.

    Names that look alike share one of them; not all that share one look alike.
    """
    from quorate.core.text.lookalikes import PROTOTYPES  # names in ASCII do without

    written = " ".join(normal(without_invisible(name)).split())
    as_written, small = (normal(form, "NFD").translate(PROTOTYPES).casefold() for form in (written, folded(name)))
    return as_written, small


def scripts_of(name: str) -> frozenset[str]:
    """The scripts of a name's letters."""
    return frozenset(map(script_of, normal(name))) - {""}


def script_of(sign: str) -> str:
    """The script of a letter, by the first word of its name; empty for what belongs to no script."""
    if sign.isascii():
        return "LATIN" if sign.isalpha() else ""
    import unicodedata  # names in ASCII do without

    if unicodedata.category(sign)[0] != "L":
        return ""
    first = unicodedata.name(sign, "").partition(" ")[0]
    return "" if first in _NO_SCRIPT else _SCRIPTS.get(first, first)
