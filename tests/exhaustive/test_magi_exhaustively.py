"""All panels of up to five seats under magi, at confidences on both sides of every boundary."""

from collections.abc import Sequence
from functools import cache
from itertools import permutations
from typing import Any

import pytest

from quorate import tally, to_json
from quorate.core.ballot import Answer, Ballot, NonVote
from quorate.core.confidence import in_percent
from quorate.core.panel import Seat
from quorate.core.question import Question
from quorate.protocols.magi import magi
from tests.exhaustive.comparing import Kind, Panel, differences, helped_by_failing, panels, seated, share_of
from tests.naive import magi as naive

BOUNDARIES = (29, 30, 49, 50, 59, 60, 89, 90)
FAILED: Kind = {"error": "timeout"}
KINDS: list[Kind] = [
    FAILED,
    *({"position": p, "confidence": c} for p in ("APPROVE", "REJECT", "ABSTAIN") for c in BOUNDARIES),
]
# fewer confidences, but safety concerns, inferred ballots and recused seats
SPECIAL: list[Kind] = [
    FAILED,
    {"error": "recused"},
    *({"position": "APPROVE", "confidence": c} for c in (49, 59, 60)),
    *({"position": "APPROVE", "confidence": c, "inferred": True} for c in (49, 60)),
    *({"position": "REJECT", "confidence": c} for c in (49, 60, 90)),
    *({"position": "REJECT", "confidence": c, "concerns": ["safety"]} for c in (60, 90)),
    {"position": "REJECT", "confidence": 49, "concerns": [{"kind": "compliance", "text": "no such kind"}]},
    {"position": "REJECT", "confidence": 90, "inferred": True},
    {"position": "ABSTAIN", "confidence": 49},
    {"position": "ABSTAIN", "confidence": 60, "inferred": True},
]
PARTS = 4


def answers(panel: Sequence[int]) -> list[Answer]:
    """The panel's ballots as values, without going through a document."""
    return [answer(place, kind) for place, kind in enumerate(panel)]


@cache
def answer(place: int, kind: int) -> Answer:
    """The ballot of one seat: there are few, in many panels."""
    seat, said = Seat(f"s{place}"), KINDS[kind]
    if "error" in said:
        return NonVote(seat, "timeout")
    return Ballot(seat, said["position"], in_percent(said["confidence"]))


@cache
def naive_seat(place: int, kind: int) -> dict[str, Any]:
    """The same for the naive count."""
    (seat,) = naive.read_seats({"votes": [{"seat": f"s{place}", **KINDS[kind]}]})
    return seat


def document(kinds: Sequence[Kind], panel: Sequence[int], **question: Any) -> dict[str, Any]:
    """The panel's ballots as a tally document."""
    asked = {"question": {"subject": "?", **question}} if question else {}
    return {"protocol": "magi", "votes": seated(kinds, panel, "seat"), **asked}


@pytest.mark.parametrize("part", range(PARTS))
def test_every_panel_is_counted_like_the_naive_count_does(part: int) -> None:
    question = Question("?")
    for panel in share_of(panels(KINDS), part, PARTS):
        seats = [naive_seat(place, kind) for place, kind in enumerate(panel)]
        plain = naive.plain_count(seats)
        counted = naive.count_seats(seats, "medium")
        assert plain["result"] == counted["result"]
        different = differences(counted, magi(question, answers(panel)), pivotal=False)
        assert not different, (panel, different)


def test_a_failure_helps_no_panel() -> None:
    question = Question("?")

    def acted_on(panel: Panel) -> bool:
        return magi(question, answers(panel)).may_be_acted_on

    assert not helped_by_failing(panels(KINDS), acted_on, lambda kind: None if _approves(KINDS[kind]) else 0)


@pytest.mark.parametrize("reversibility", ["medium", "low"])
def test_concerns_inferred_ballots_and_recusals_are_counted_like_the_naive_count_does(reversibility: str) -> None:
    for panel in panels(SPECIAL, 4):
        asked = document(SPECIAL, panel, reversibility=reversibility)
        seats = naive.count_seats(naive.read_seats(asked), reversibility)
        different = differences(seats, tally(asked), pivotal=False)
        assert not different, (asked, different)


def test_pivotal_seats_of_small_panels_are_those_that_the_naive_recount_finds() -> None:
    for panel in panels(KINDS, 3):
        asked = document(KINDS, panel)
        different = differences(naive.count(asked), tally(asked), pivotal=True)
        assert not different, (asked, different)


def test_no_order_of_three_ballots_changes_a_byte() -> None:
    for panel in panels(KINDS, 3):
        ballots = answers(panel)
        verdicts = {to_json(magi(Question("?"), order)) for order in permutations(ballots)}
        assert len(verdicts) == 1


def _approves(kind: Kind) -> bool:
    return kind.get("position") == "APPROVE" or kind is FAILED
