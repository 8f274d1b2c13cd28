"""All panels of up to five reviewers, with weights that meet and miss two thirds by a hair."""

from collections.abc import Sequence
from itertools import permutations
from typing import Any

import pytest

from quorate import tally, to_json
from tests.exhaustive.comparing import Kind, Panel, differences, helped_by_failing, panels, seated, share_of
from tests.naive import quorum as naive

KINDS: list[Kind] = [
    {"error": "absent", "authority_weight": "1"},
    {"error": "absent", "authority_weight": "0.49"},
    {"error": "absent", "authority_weight": "0"},
    *({"vote": v, "authority_weight": w} for v in ("resume", "block", "cooldown") for w in ("1", "0.49", "0")),
    {"vote": "resume", "authority_weight": "1", "inferred": True},
    {"vote": "block", "authority_weight": "0.49", "inferred": True},
    {"vote": "resume", "authority_weight": "1", "conditions": ["disable monitoring"]},
    {"vote": "resume", "authority_weight": "1", "conditions": ["no monitoring at night"]},
]
DISPUTES: list[dict[str, Any]] = [
    {},
    {"dispute_type": "safety"},
    {"paused_agent_state": {"void_active": True}},
    {"policy": {"absent": "against"}},
    {"policy": {"notes": "drop"}},
    {"question": {"subject": "?", "reversibility": "low"}},
]
FAILS_WITH_WEIGHT = {"1": 0, "0.49": 1, "0": 2}
PARTS = 3


def document(panel: Sequence[int], dispute: dict[str, Any]) -> dict[str, Any]:
    """The panel's votes as a tally document."""
    return {"protocol": "quorum", "votes": seated(KINDS, panel, "agent_id"), **dispute}


@pytest.mark.parametrize("part", range(PARTS))
def test_every_panel_is_counted_like_the_naive_count_does(part: int) -> None:
    for panel in share_of(panels(KINDS), part, PARTS):
        dispute = DISPUTES[sum(panel) % len(DISPUTES)] if len(panel) == 5 else {}
        asked = document(panel, dispute)
        different = differences(naive.count(asked), tally(asked), pivotal=True)
        assert not different, (asked, different)


@pytest.mark.parametrize("dispute", DISPUTES[1:])
def test_every_dispute_is_counted_like_the_naive_count_does(dispute: dict[str, Any]) -> None:
    for panel in panels(KINDS, 4):
        asked = document(panel, dispute)
        different = differences(naive.count(asked), tally(asked), pivotal=True)
        assert not different, (asked, different)


@pytest.mark.parametrize("dispute", DISPUTES)
def test_a_failure_helps_no_panel(dispute: dict[str, Any]) -> None:
    def fails(kind: int) -> int | None:
        return FAILS_WITH_WEIGHT[KINDS[kind]["authority_weight"]] if KINDS[kind].get("vote") == "block" else None

    def acted_on(panel: Panel) -> bool:
        return tally(document(panel, dispute)).may_be_acted_on

    assert not helped_by_failing(panels(KINDS, 4), acted_on, fails)


def test_no_order_of_three_votes_changes_a_byte() -> None:
    for panel in panels(KINDS, 3):
        asked = document(panel, {})
        assert len({to_json(tally({**asked, "votes": list(order)})) for order in permutations(asked["votes"])}) == 1
