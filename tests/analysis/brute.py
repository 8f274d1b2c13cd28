"""The smallest flip, found by trying everything: written to be compared with, not to be quick."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import Any, NamedTuple

from tests.naive import evidence, judges, magi, quorum

Seat = dict[str, Any]
Document = dict[str, Any]
WHOLE = tuple(range(101))
BOUNDARIES = (0, 49, 50, 60, 89, 90, 100)


class Smallest(NamedTuple):
    """How many seats, how many points of confidence in all, and whose."""

    seats: int
    points: Fraction
    names: tuple[str, ...]


class Panel(NamedTuple):
    """Seats as a naive count reads them, their action, and what each might have said for how many points."""

    seats: Sequence[Seat]
    action_of: Callable[[Sequence[Seat]], str]
    changes: Callable[[Seat, Iterable[int]], list[tuple[Fraction, Seat]]]
    name: str = "name"


def smallest(panel: Panel, grids: Sequence[Sequence[int]]) -> Smallest | None:
    """The smallest flip with confidences from the grids: the first for single seats, the second for pairs."""
    action = panel.action_of(panel.seats)
    for size, grid in enumerate(grids, 1):
        found = [
            Smallest(size, sum((points for points, _ in said), Fraction(0)), _names(panel, places))
            for places in combinations(range(len(panel.seats)), size)
            for said in product(*(panel.changes(panel.seats[place], grid) for place in places))
            if panel.action_of(_changed(panel.seats, places, said)) != action
        ]
        if found:
            return min(found)
    return None


def _names(panel: Panel, places: Iterable[int]) -> tuple[str, ...]:
    return tuple(sorted(panel.seats[place][panel.name] for place in places))


def _changed(seats: Sequence[Seat], places: Iterable[int], said: Sequence[tuple[Fraction, Seat]]) -> list[Seat]:
    changed = list(seats)
    for place, (_, seat) in zip(places, said, strict=True):
        changed[place] = seat
    return changed


def panel_of(document: Document) -> Panel:
    """The panel of a tally document."""
    return {"magi": _magi, "judges": _judges, "quorum": _quorum, "evidence": _evidence}[document["protocol"]](document)


_KNOWN: dict[object, str] = {}  # of magi: the same panels come again and again


def _magi(document: Document) -> Panel:
    def action_of(seats: Sequence[Seat]) -> str:
        key = tuple(sorted((str(seat["choice"]), int(seat["confidence"] or 0)) for seat in seats))
        if key not in _KNOWN:
            _KNOWN[key] = magi.plain_count(list(seats))["action"]
        return _KNOWN[key]

    def changes(seat: Seat, grid: Iterable[int]) -> list[tuple[Fraction, Seat]]:
        old = Fraction(100) if seat["confidence"] is None else seat["confidence"]
        said = product(("APPROVE", "REJECT", "ABSTAIN"), {old, *map(Fraction, grid)})
        return [(abs(new - old), {**seat, "choice": choice, "confidence": new}) for choice, new in said]

    return Panel(magi.read_seats(document), action_of, changes)


def _judges(document: Document) -> Panel:
    listed = judges.read_options(document)
    seats = judges.read_seats(document, listed)
    known = sorted({s["option"] for s in seats if s["state"] == "voted"}) if listed is None else listed
    threshold = judges.read_threshold(document.get("threshold"))

    def changes(seat: Seat, _: Iterable[int]) -> list[tuple[Fraction, Seat]]:
        voted = [{**seat, "state": "voted", "option": option} for option in known]
        return [(Fraction(0), one) for one in (*voted, {**seat, "state": "abstained", "option": None})]

    return Panel(seats, lambda now: str(judges.plain_count(list(now), threshold)["action"]), changes)


def _quorum(document: Document) -> Panel:
    against = quorum.absence_counts_against(document)

    def changes(seat: Seat, _: Iterable[int]) -> list[tuple[Fraction, Seat]]:
        return [(Fraction(0), {**seat, "choice": choice}) for choice in quorum.CHOICES]

    seats = quorum.read_seats(document)
    return Panel(seats, lambda now: str(quorum.plain_count(list(now), against)["action"]), changes)


def disproves(seat: Seat) -> bool:
    """True where a seat has filed a counter-proof that can be run again."""
    return any(item.get("counter") and item.get("reproducible") for item in seat.get("evidence") or ())


def _is_same(one: str | None, other: str | None) -> bool:
    return one == other or bool(one and other and evidence.normalised(one) == evidence.normalised(other))


def _as_written(seat: Seat, vote: str, option: str | None) -> Seat:
    """The ballot as a document would have it: its evidence stands under the option that it names."""
    return {**seat, "vote": vote, "option": option, "filed": seat["filed"] if vote == "abstain" else option}


def _evidence(document: Document) -> Panel:
    options: list[str | None] = [*evidence.read_options(document)] or [None]
    stands: list[tuple[str, str | None]] = [
        ("abstain", None),
        *((vote, option) for option in options for vote in ("accept", "reject")),
    ]

    def changes(seat: Seat, grid: Iterable[int]) -> list[tuple[Fraction, Seat]]:
        old = Fraction(1) if seat["confidence"] is None else seat["confidence"]
        levels = {old, *(Fraction(points, 100) for points in grid)}
        return [
            (abs(new - old) * 100, {**_as_written(seat, vote, option), "confidence": new})
            for vote, option in stands
            if vote == "abstain" or not disproves(seat) or _is_same(option, seat["filed"])
            for new in ({old} if vote == "abstain" else levels)
        ]

    def action_of(seats: Sequence[Seat]) -> str:
        return str(evidence.count_ballots(document, list(seats))["action"])

    return Panel(evidence.read_ballots(document), action_of, changes, "agent")
