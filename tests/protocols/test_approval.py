"""approval beside its table of cases: when it is over, and that nobody overrides it."""

from itertools import product
from typing import Any

import pytest

from quorate import tally
from quorate.core.panel import Seat
from quorate.protocols.approval import PROTOCOL, is_final, is_settled

WAYS: tuple[dict[str, Any], ...] = ({"vote": "approve"}, {"vote": "reject"}, {"error": "absent"})


def case_of(votes: list[dict[str, Any]], needed: int, people: int) -> Any:
    problems: list[Any] = []
    approvers = [f"p{place}" for place in range(people)]
    document = {"question": "?", "approvers": approvers, "needed": needed, "votes": votes}
    values = PROTOCOL.document.read(document, (), problems)
    case = PROTOCOL.read(values, problems)
    assert problems == []
    return case


def votes_of(ways: Any, begin: int = 0) -> list[dict[str, Any]]:
    return [{"person": f"p{begin + place}", **way} for place, way in enumerate(ways)]


@pytest.mark.parametrize("needed", [1, 2, 3])
@pytest.mark.parametrize(("cast", "left"), [(1, 2), (2, 1)])
def test_it_is_settled_exactly_where_no_further_ballot_changes_the_outcome(needed: int, cast: int, left: int) -> None:
    for ways in product(WAYS, repeat=cast):
        votes = votes_of(ways)
        remaining = [Seat(f"p{cast + place}") for place in range(left)]
        ends = {
            tally(
                {"protocol": "approval", "question": "?", "needed": needed, "votes": [*votes, *votes_of(rest, cast)]}
            ).action
            for rest in product(WAYS, repeat=left)
        }
        is_approved = (
            tally({"protocol": "approval", "question": "?", "needed": needed, "votes": votes}).action == "proceed"
        )
        assert is_settled(case_of(votes, needed, cast + left), remaining) == (len(ends) == 1 or is_approved), votes


@pytest.mark.parametrize("ways", list(product(WAYS, repeat=2)))
def test_nothing_that_was_not_approved_can_be_overridden(ways: Any) -> None:
    verdict = tally({"protocol": "approval", "question": "?", "needed": 2, "votes": votes_of(ways)})
    assert is_final(verdict) == (verdict.action != "proceed")
