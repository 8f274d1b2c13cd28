"""What came of all the kills, in numbers."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

LOST, TWICE, ASKED_TWICE, DIFFERS, RELEASED_TWICE, OTHER = (
    "lost",
    "counted twice",
    "programs asked twice",
    "verdicts that differ",
    "released twice",
    "anything else",
)
KINDS = (LOST, TWICE, ASKED_TWICE, DIFFERS, RELEASED_TWICE, OTHER)


class Finding(NamedTuple):
    """Something that must not be."""

    kind: str
    sentence: str


class Figures(NamedTuple):
    """Sums over any number of deliberations."""

    deliberations: int = 0
    kills: Mapping[str, int] = {}
    restarts: int = 0
    acknowledged: int = 0
    taken_over: int = 0
    left_behind: int = 0
    findings: tuple[Finding, ...] = ()

    @property
    def killed(self) -> int:
        """All kills together."""
        return sum(self.kills.values())


def added(many: Iterable[Figures]) -> Figures:
    """All of them together."""
    listed = list(many)
    return Figures(
        sum(one.deliberations for one in listed),
        sum((Counter(one.kills) for one in listed), Counter[str]()),
        sum(one.restarts for one in listed),
        sum(one.acknowledged for one in listed),
        sum(one.taken_over for one in listed),
        sum(one.left_behind for one in listed),
        tuple(finding for one in listed for finding in one.findings),
    )


def table(figures: Figures, seconds: float, places: Sequence[str]) -> str:
    """The figures as lines of text: the kills in the order of the places, what must be zero at the end."""
    by_kind = Counter(finding.kind for finding in figures.findings)
    lines = [
        ("deliberations", figures.deliberations),
        ("kills", figures.killed),
        *((f"  {place}", number) for place, number in _in_order(figures.kills, places)),
        ("restarts", figures.restarts),
        ("ballots acknowledged", figures.acknowledged),
        ("calls lost before their start, claimed anew", figures.taken_over),
        ("call folders left behind", figures.left_behind),
        *((kind, by_kind[kind]) for kind in KINDS),
        ("seconds", round(seconds)),
    ]
    return "".join(f"{what:<46} {number:>8}\n" for what, number in lines)


def _in_order(kills: Mapping[str, int], places: Sequence[str]) -> list[tuple[str, int]]:
    named = {place: number for number, place in enumerate(places)}
    return sorted(kills.items(), key=lambda one: (named.get(one[0], len(named)), one[0]))
