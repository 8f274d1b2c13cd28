"""All small panels under approval: every choice, concern, guess, failure and shared person, and every N."""

from itertools import combinations, product
from typing import Any

import pytest

from quorate import tally
from tests.exhaustive.comparing import Kind, panels, seated
from tests.naive import approval as naive

KINDS: list[Kind] = [
    {"vote": "approve"},
    {"vote": "approve", "inferred": True},
    {"vote": "approve", "concerns": ["safety"]},
    {"vote": "approve", "concerns": ["cost"]},
    {"vote": "approve", "answered_by": "zoe"},
    {"vote": "approve", "answered_by": "Zoe"},
    {"vote": "reject"},
    {"vote": "reject", "inferred": True},
    {"error": "timeout"},
    {"error": "recused"},
]
SIMPLE = [KINDS[0], KINDS[4], KINDS[6], KINDS[8]]


def counted(kinds: list[Kind], panel: tuple[int, ...], needed: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Both counts of a panel."""
    asked = {"protocol": "approval", "question": "?", "needed": needed, "votes": seated(kinds, panel, "person")}
    verdict = tally(asked)
    ours = {"result": verdict.result, "choice": verdict.choice, "action": verdict.action}
    return {**ours, "pivotal": frozenset(verdict.receipt.pivotal)}, naive.count(asked)


@pytest.mark.parametrize("needed", [1, 2, 3])
def test_every_panel_of_three_is_counted_like_the_naive_count_does(needed: int) -> None:
    for panel in panels(KINDS, 3):
        ours, plain = counted(KINDS, panel, needed)
        assert ours == plain, panel


@pytest.mark.parametrize("needed", [1, 2, 3, 4, 5])
def test_every_panel_of_five_is_counted_like_the_naive_count_does(needed: int) -> None:
    for panel in panels(SIMPLE, 5):
        ours, plain = counted(SIMPLE, panel, needed)
        assert ours == plain, panel


PEOPLE = ("ann", "ben", "cara", "dan")
GROUPS = [[*some] for size in (1, 2, 3, 4) for some in combinations(PEOPLE, size)]


@pytest.mark.parametrize("others", GROUPS, ids=str)
def test_groups_are_filled_exactly_if_an_assignment_exists(others: list[str]) -> None:
    for ops, ops_needed, others_needed in product(GROUPS, (1, 2), (1, 2)):
        if ops_needed > len(ops) or others_needed > len(others):
            continue
        groups, needed = {"ops": ops, "legal": others}, {"ops": ops_needed, "legal": others_needed}
        everybody = [name for name in PEOPLE if name in ops or name in others]
        for size in range(len(everybody) + 1):
            for approved in combinations(everybody, size):
                votes = [{"person": name, "vote": "approve"} for name in approved]
                document = {"protocol": "approval", "question": "?", "approvers": groups, "needed": needed}
                verdict = tally({**document, "votes": votes})
                expected = "APPROVED" if naive.grouped(groups, needed, list(approved)) else "TOO_FEW"
                assert verdict.result == expected, (groups, needed, approved)


def test_the_order_of_people_changes_nothing() -> None:
    for panel in product(range(len(SIMPLE)), repeat=3):
        ours, _ = counted(SIMPLE, panel, 2)
        mirrored, _ = counted(SIMPLE, panel[::-1], 2)
        assert ours["result"] == mirrored["result"]


def test_nobody_helps_by_failing() -> None:
    for panel in panels(KINDS, 3):
        without = [tuple(8 if place == one else kind for one, kind in enumerate(panel)) for place in range(len(panel))]
        if counted(KINDS, panel, 2)[0]["action"] == "proceed":
            continue
        stopped = {place for place, kind in enumerate(panel) if kind in (2, 6, 7)}
        helped = [
            one
            for place, one in enumerate(without)
            if place not in stopped and counted(KINDS, one, 2)[0]["action"] == "proceed"
        ]
        assert helped == [], panel
