"""One voice, one vote, written down a second time: who shares seats, and the panels in which each of them has one."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache, wraps
from itertools import product
from operator import itemgetter
from typing import Any

Seat = dict[str, Any]
Outcome = dict[str, Any]
_MOST_REMEMBERED = 20_000
_SETS = ("requires", "flags", "levels")


class Number(Fraction):
    """An exact number that knows its hash: counts are remembered by it."""

    code: int

    def __hash__(self) -> int:  # type: ignore[override]  # typeshed knows of no hash of complex numbers
        return self.code


@cache
def number_written(text: str) -> Fraction:
    """The exact number of a decimal or a fraction."""
    number = Number(text)
    number.code = hash(Fraction(text))
    return number


@cache
def added(numbers: tuple[Fraction, ...]) -> Fraction:
    """The sum of some numbers, of which there are few."""
    return sum(numbers, Fraction(0))


def remembered(*fields: str) -> Callable[[Callable[..., Outcome]], Callable[..., Outcome]]:
    """Remembers a count by the fields of the seats that it reads, in any order: panels are counted again and again."""

    def remembering(count: Callable[..., Outcome]) -> Callable[..., Outcome]:
        known: dict[Any, Outcome] = {}
        read = itemgetter(*fields)

        @wraps(count)
        def counted(seats: list[Seat], *rest: Any) -> Outcome:
            key = (frozenset(Counter(map(read, seats)).items()), *map(_fixed, rest))
            if len(known) > _MOST_REMEMBERED:
                known.clear()
            if key not in known:
                known[key] = count(seats, *rest)
            found = known[key].copy()
            for name in _SETS:
                found[name] = found[name].copy()
            return found

        return counted

    return remembering


def _fixed(value: Any) -> Any:
    if isinstance(value, dict):
        return frozenset(value.items())
    return tuple(value) if isinstance(value, list) else value


def same(name: str) -> str:
    """Names that are one person's come to the same text."""
    return unicodedata.normalize("NFKC", name).strip().casefold()


def sharers(seats: list[Seat]) -> list[list[Seat]]:
    """Those of the given seats that have a voter in common, voter by voter."""
    names = sorted({same(seat["by"]) for seat in seats if seat["by"]})
    groups = [[seat for seat in seats if seat["by"] and same(seat["by"]) == name] for name in names]
    return [group for group in groups if len(group) >= 2]


def panels_of_one_voice_each(seats: list[Seat], kept: list[list[Seat]], groups: list[list[Seat]]) -> list[list[Seat]]:
    """Every panel that is left when of each group one seat of `kept` stays."""
    panels = []
    for staying in product(*kept):
        panels.append([s for s in seats if not any(s in group for group in groups) or s in staying])
    return panels
