"""approval beside its table of cases: when it is over, and that nobody overrides it."""

from itertools import product
from typing import Any

import pytest

from quorate import tally
from quorate.analysis.explain import explain
from quorate.analysis.retally import subject_of_tally
from quorate.core.panel import Seat
from quorate.documents.tally import read_tally
from quorate.protocols.approval import PROTOCOL, is_final, is_settled
from quorate.reports import render_explanation

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


DOCUMENT = {"protocol": "approval", "question": "?", "approvers": ["ann", "ben", "cara"], "needed": 2}


def explained(votes: list[dict[str, Any]]) -> str:
    return render_explanation(explain(subject_of_tally(read_tally({**DOCUMENT, "votes": votes}))), width=200)


def test_an_explanation_names_the_rule_and_who_could_have_changed_it() -> None:
    approved = {"person": "ann", "vote": "approve"}
    warned = {"person": "ben", "vote": "approve", "concerns": [{"kind": "security", "text": "The key"}]}
    text = explained([approved, warned])
    assert "Somebody stopped it: yes. One safety or security concern is enough: ben." in text
    assert "If ben had approved without a concern, the action would have been: proceed" in text
    assert "One rejection is enough: ben." in explained([approved, {"person": "ben", "vote": "reject"}])
    few = explained([approved, {"person": "ben", "vote": "approve", "inferred": True}])
    assert "Enough approved: no. 1 of 2 approvals that are needed were given." in few
    assert "An approval that was inferred from free text counts for nothing: ben." in few
    assert "another package" not in text + few


def test_a_thousand_people_are_counted_at_once() -> None:
    names = [f"p{number}" for number in range(1000)]
    votes = [{"person": name, "vote": "approve"} for name in names[:700]]
    verdict = tally({"protocol": "approval", "question": "?", "approvers": names, "needed": 700, "votes": votes})
    assert verdict.action == "proceed"
    assert len(verdict.receipt.pivotal) == 700
