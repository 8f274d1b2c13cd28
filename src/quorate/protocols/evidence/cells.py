"""Under evidence, confidences are weights: the nearest ones that make a position lead, or tie, or have enough weight.

Who leads, whether the leader's share is enough, and who is very sure decide the outcome. Each combination of these is
a cell; inside one nothing changes, so the nearest point of each is all that has to be looked at.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import NamedTuple

from quorate.core.exact import Exact
from quorate.core.protocol.flip_scene import Points
from quorate.protocols.evidence.rule import OptionPosition

Sums = dict[OptionPosition, int]


class Moved(NamedTuple):
    """What stands fast, where the moved seats stand (None abstains), how sure they are, and the limits."""

    fixed: Mapping[OptionPosition, int]
    stands: Sequence[OptionPosition | None]
    old: Points
    very: int
    full: int
    needed: Exact
    by_weight: frozenset[OptionPosition]


class Range(NamedTuple):
    """What a position weighs as it is, and what it can weigh at least and at most."""

    now: int
    least: int
    most: int


def nearest(moved: Moved) -> Iterator[Points]:
    """The nearest confidences in each cell; not all of them differ, and some cells cannot be reached."""
    for very_sure in product((False, True), repeat=len(moved.old)):
        bounds = [_bounds(moved, place, is_very) for place, is_very in enumerate(very_sure)]
        base = tuple(min(max(old, low), high) for old, (low, high) in zip(moved.old, bounds, strict=True))
        yield base
        ranges = _ranges(moved, base, bounds)
        for sums in _cells(moved, ranges):
            yield _shared_out(moved.stands, base, bounds, ranges, sums)


def _bounds(moved: Moved, place: int, is_very: bool) -> tuple[int, int]:
    if moved.stands[place] is None:
        return moved.old[place], moved.old[place]
    return (moved.very + 1, moved.full) if is_very else (0, moved.very)


def _ranges(moved: Moved, base: Points, bounds: Sequence[tuple[int, int]]) -> dict[OptionPosition, Range]:
    ranges = {stand: Range(weight, weight, weight) for stand, weight in moved.fixed.items()}
    for stand, now, (least, most) in zip(moved.stands, base, bounds, strict=True):
        if stand:
            before = ranges[stand]
            ranges[stand] = Range(before.now + now, before.least + least, before.most + most)
    return ranges


def _cells(moved: Moved, ranges: Mapping[OptionPosition, Range]) -> Iterator[Sums]:
    for leader in ranges:
        if leader in moved.by_weight:
            for is_enough in (True, False):
                if sums := _led_with(leader, ranges, moved.needed, is_enough):
                    yield sums
        elif sums := _led(leader, ranges):
            yield sums
    for pair in combinations(ranges, 2):
        if sums := _tied(pair, ranges):
            yield sums


def _led(leader: OptionPosition, ranges: Mapping[OptionPosition, Range]) -> Sums | None:
    """The leader above all others, at the smallest cost: a convex one, so that its corners are enough."""
    others = {stand: one for stand, one in ranges.items() if stand != leader}
    least = max([ranges[leader].least, *(one.least + 1 for one in others.values())])
    corners = [ranges[leader].now, *(one.now + 1 for one in others.values())]
    levels = _within(corners, least, ranges[leader].most)
    return _cheapest((_at(leader, level, others) for level in levels), ranges)


def _at(leader: OptionPosition, level: int, others: Mapping[OptionPosition, Range]) -> Sums:
    return {leader: level, **{stand: min(one.now, level - 1) for stand, one in others.items()}}


def _tied(pair: tuple[OptionPosition, OptionPosition], ranges: Mapping[OptionPosition, Range]) -> Sums | None:
    """Two at the top together, nobody above them."""
    least = max(one.least for one in ranges.values())
    most = min(ranges[stand].most for stand in pair)
    levels = _within([one.now for one in ranges.values()], least, most)
    sums = (
        {stand: level if stand in pair else min(one.now, level) for stand, one in ranges.items()} for level in levels
    )
    return _cheapest(sums, ranges)


def _led_with(
    leader: OptionPosition, ranges: Mapping[OptionPosition, Range], needed: Exact, is_enough: bool
) -> Sums | None:
    """The leader above all others, with enough of the weight, or with less than that."""
    others = {stand: one for stand, one in ranges.items() if stand != leader}
    levels = range(ranges[leader].least, ranges[leader].most + 1)
    found = (_balanced(_at(leader, level, others), leader, others, needed, is_enough) for level in levels)
    return _cheapest((sums for sums in found if sums), ranges)


def _balanced(
    sums: Sums, leader: OptionPosition, others: Mapping[OptionPosition, Range], needed: Exact, is_enough: bool
) -> Sums | None:
    """The others lowered until the leader's share is enough, or raised until it is not."""
    level, rest = sums[leader], sum(sums[stand] for stand in others)
    if any(sums[stand] < one.least for stand, one in others.items()) or (is_enough and not level):
        return None
    allowed = level * needed.denominator // needed.numerator - level
    by = min(0, allowed - rest) if is_enough else max(0, allowed + 1 - rest) if level else 0
    for stand, one in others.items():
        limits = (one.least, sums[stand]) if by < 0 else (sums[stand], max(sums[stand], min(one.most, level - 1)))
        after = min(max(sums[stand] + by, limits[0]), limits[1])
        by, sums[stand] = by - (after - sums[stand]), after
    return None if by else sums


def _within(levels: Iterable[int], least: int, most: int) -> list[int]:
    return sorted({min(max(level, least), most) for level in levels}) if least <= most else []


def _cheapest(found: Iterable[Sums], ranges: Mapping[OptionPosition, Range]) -> Sums | None:
    return min(found, key=lambda sums: sum(abs(sums[stand] - one.now) for stand, one in ranges.items()), default=None)


def _shared_out(
    stands: Sequence[OptionPosition | None],
    base: Points,
    bounds: Sequence[tuple[int, int]],
    ranges: Mapping[OptionPosition, Range],
    sums: Sums,
) -> Points:
    """A position's change given to its moved seats, to the first as far as it goes, then to the next."""
    by = {stand: sums[stand] - one.now for stand, one in ranges.items()}
    new = list(base)
    for place, stand in enumerate(stands):
        if stand:
            least, most = bounds[place]
            new[place] = min(max(base[place] + by[stand], least), most)
            by[stand] -= new[place] - base[place]
    return tuple(new)
