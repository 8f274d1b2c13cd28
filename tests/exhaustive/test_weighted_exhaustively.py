"""All small panels under weighted: weights on both sides of every boundary, leans, concerns, guesses and failures."""

from collections.abc import Sequence
from itertools import permutations
from typing import Any

import pytest

from quorate import tally, to_json
from quorate.core.errors import DocumentError
from tests.exhaustive.comparing import Kind, Panel, differences, helped_by_failing, panels, seated
from tests.naive import weighted as naive

WEIGHTS = ("0", "0.5", "1", "1.001", "2.5")
LEANS: tuple[dict[str, int], ...] = ({}, {"APPROVE": 500, "REJECT": -500}, {"APPROVE": -1000, "REJECT": 0})
KINDS: list[Kind] = [
    *({"error": "timeout", "weight": weight} for weight in WEIGHTS),
    *({"position": p, "confidence": 70, "weight": w} for p in ("APPROVE", "REJECT") for w in WEIGHTS),
    {"position": "ABSTAIN", "confidence": 60, "weight": "1"},
]
SPECIAL: list[Kind] = [
    {"error": "timeout", "weight": "1"},
    {"error": "recused", "weight": "2.5"},
    *({"position": "APPROVE", "confidence": c, "weight": w} for c in (49, 59) for w in ("0.5", "1")),
    {"position": "APPROVE", "confidence": 60, "weight": "1", "inferred": True},
    *({"position": "REJECT", "confidence": c, "weight": "0.5"} for c in (49, 90)),
    {"position": "REJECT", "confidence": 90, "weight": "1", "concerns": ["safety"]},
    {"position": "REJECT", "confidence": 60, "weight": "0.5", "inferred": True},
    {"position": "APPROVE", "confidence": 80, "weight": "1", "answered_by": "ann"},
    {"position": "REJECT", "confidence": 80, "weight": "0.5", "answered_by": "ann"},
]


def document(kinds: Sequence[Kind], panel: Sequence[int], lean: dict[str, int], **question: Any) -> dict[str, Any]:
    """The panel's ballots as a tally document."""
    votes = seated(kinds, panel, "seat")
    return {"protocol": "weighted", "votes": votes, "learned": {"lean": lean}, "question": {"subject": "?", **question}}


@pytest.mark.parametrize("lean", LEANS)
def test_every_panel_is_counted_like_the_naive_count_does(lean: dict[str, int]) -> None:
    for panel in panels(KINDS, 4):
        asked = document(KINDS, panel, lean)
        different = differences(naive.count(asked, pivotal=False), tally(asked), pivotal=False)
        assert not different, (asked, different)


@pytest.mark.parametrize("reversibility", ["medium", "low"])
def test_concerns_guesses_recusals_and_shared_voters_are_counted_like_the_naive_count_does(reversibility: str) -> None:
    for panel in panels(SPECIAL, 4):
        asked = document(SPECIAL, panel, {}, reversibility=reversibility)
        different = differences(naive.count(asked, pivotal=False), tally(asked), pivotal=False)
        assert not different, (asked, different)


def test_pivotal_seats_of_small_panels_are_those_that_the_naive_recount_finds() -> None:
    for panel in panels(KINDS, 3):
        asked = document(KINDS, panel, LEANS[1])
        different = differences(naive.count(asked), tally(asked), pivotal=True)
        assert not different, (asked, different)


@pytest.mark.parametrize("lean", LEANS)
def test_a_failure_helps_no_panel(lean: dict[str, int]) -> None:
    def acted_on(panel: Panel) -> bool:
        return tally(document(KINDS, panel, lean)).may_be_acted_on

    assert not helped_by_failing(panels(KINDS, 4), acted_on, _failing)


def _failing(kind: int) -> int | None:
    """The same seat, with the same weight, without its rejection or abstention."""
    said = KINDS[kind]
    if "error" in said or said["position"] == "APPROVE":
        return None
    return next(place for place, one in enumerate(KINDS) if "error" in one and one["weight"] == said["weight"])


def test_no_order_of_three_ballots_changes_a_byte() -> None:
    for panel in panels(KINDS, 3):
        whole = document(KINDS, panel, LEANS[1])
        verdicts = {to_json(tally({**whole, "votes": list(order)})) for order in permutations(whole["votes"])}
        assert len(verdicts) == 1


@pytest.mark.parametrize("weight", ["0.0005", "-1", "1/3"])
def test_weights_are_whole_thousandths_and_not_negative(weight: str) -> None:
    votes = [{"seat": "a", "position": "APPROVE", "confidence": 70, "weight": weight}]
    with pytest.raises(DocumentError, match=r"votes\[0\]\.weight"):
        tally({"protocol": "weighted", "question": "?", "votes": votes})
