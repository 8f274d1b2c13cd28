"""How the two implementations are compared, and what must hold when a seat fails."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

from quorate.core.verdict import Verdict

# levels that Quorate adds so that a person sees a requirement; the naive count names only those of the rules
_ADDED = {"relies_on_absence", "relies_on_inference", "verify_missing_voice", "suspicious_unanimity", "shared_voter"}
Kind = dict[str, Any]
Panel = tuple[int, ...]
MOST_SEATS = 5


def panels(kinds: Sequence[Kind], most: int = MOST_SEATS) -> Iterator[Panel]:
    """Every multiset of kinds of ballots, as sorted indexes, from one seat up."""
    for size in range(1, most + 1):
        yield from combinations_with_replacement(range(len(kinds)), size)


def share_of(whole: Iterator[Panel], part: int, parts: int) -> Iterator[Panel]:
    """Every `parts`-th panel, so that several processes can divide the work."""
    return (panel for number, panel in enumerate(whole) if number % parts == part)


def seated(kinds: Sequence[Kind], panel: Sequence[int], seat_key: str) -> list[Kind]:
    """The panel's ballots with a name for each seat."""
    return [{seat_key: f"s{place}", **kinds[kind]} for place, kind in enumerate(panel)]


def essence(verdict: Verdict) -> dict[str, Any]:
    """The part of a verdict that the naive count knows."""
    return {
        "result": verdict.result,
        "choice": verdict.choice,
        "action": verdict.action,
        "requires": frozenset(verdict.requires),
        "flags": frozenset(verdict.flags) - {"CONFIDENCE_GAP"},
        "confidence": verdict.confidence,
        "levels": frozenset(e.level for e in verdict.escalations if e.level != "L1" and e.reason not in _ADDED),
    }


def differences(naive: dict[str, Any], verdict: Verdict, *, pivotal: bool) -> dict[str, Any]:
    """Where the two counts differ; empty when they agree."""
    ours = essence(verdict)
    if pivotal:
        ours["pivotal"] = frozenset(verdict.receipt.pivotal)
    return {key: (naive[key], ours[key]) for key in ours if naive[key] != ours[key]}


def helped_by_failing(
    whole: Iterable[Panel], is_acted_on: Callable[[Panel], bool], fails: Callable[[int], int | None]
) -> list[tuple[Panel, Panel]]:
    """Panels that could not be acted on, and can once one seat has failed. There must be none."""
    acted_on = cache(is_acted_on)
    helped = []
    for panel in whole:
        for place, kind in enumerate(panel):
            failed = fails(kind)
            if failed is not None:
                after = tuple(sorted((*panel[:place], failed, *panel[place + 1 :])))
                # few panels with a failure can be acted on: most are not counted without it
                if acted_on(after) and not acted_on(panel):
                    helped.append((panel, after))
    return helped
