"""All panels of up to five judges, at thresholds on both sides of what they can reach."""

from collections.abc import Sequence
from itertools import permutations
from typing import Any

import pytest

from quorate import tally, to_json
from tests.casebook import in_any_order
from tests.exhaustive.comparing import Kind, Panel, differences, helped_by_failing, panels, seated
from tests.naive import judges as naive

KINDS: list[Kind] = [
    {"error": "timeout"},
    {"option": "A"},
    {"option": "B"},
    {"option": "C"},
    {"option": "ABSTAIN"},
    {"option": "A", "inferred": True},
    {"option": "B", "inferred": True},
    {"option": "not an option"},
    {"error": "recused"},
]
THRESHOLDS = ["2/3", "1/2", "3/5", "1/3", "1"]


def document(panel: Sequence[int], threshold: str, **question: Any) -> dict[str, Any]:
    """The panel's recommendations as a tally document."""
    return {
        "protocol": "judges",
        "options": ["A", "B", "C"],
        "threshold": threshold,
        "recommendations": seated(KINDS, panel, "judge"),
        "question": {"subject": "?", **question},
    }


@pytest.mark.parametrize("threshold", THRESHOLDS)
@pytest.mark.parametrize("reversibility", ["medium", "low"])
def test_every_panel_is_counted_like_the_naive_count_does(threshold: str, reversibility: str) -> None:
    for panel in panels(KINDS, 5 if threshold == "2/3" else 4):
        asked = document(panel, threshold, reversibility=reversibility)
        different = differences(naive.count(asked), tally(asked), pivotal=True)
        assert not different, (asked, different)


@pytest.mark.parametrize("threshold", THRESHOLDS)
def test_a_failure_helps_no_panel(threshold: str) -> None:
    def acted_on(panel: Panel) -> bool:
        return tally(document(panel, threshold)).may_be_acted_on

    def fails(kind: int) -> int | None:
        return 0 if KINDS[kind] == {"option": "ABSTAIN"} else None

    assert not helped_by_failing(panels(KINDS), acted_on, fails)


@pytest.mark.parametrize("threshold", THRESHOLDS)
def test_a_judge_who_fails_instead_of_opposing_helps_nobody(threshold: str) -> None:
    for panel in panels(KINDS, 4):
        for place, kind in enumerate(panel):
            after = tally(document((*panel[:place], 0, *panel[place + 1 :]), threshold))
            if after.may_be_acted_on and KINDS[kind].get("option") != after.choice and kind != 8:
                assert tally(document(panel, threshold)).may_be_acted_on, (panel, place)


def test_no_order_of_three_recommendations_changes_anything_but_the_order_of_lists_in_native() -> None:
    for panel in panels(KINDS, 3):
        asked = document(panel, "2/3")
        orders = permutations(asked["recommendations"])
        verdicts = [tally({**asked, "recommendations": list(order)}) for order in orders]
        assert len({to_json(verdict._replace(native={})) for verdict in verdicts}) == 1
        assert all(in_any_order(verdict.native) == in_any_order(verdicts[0].native) for verdict in verdicts)
