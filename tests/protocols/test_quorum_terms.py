"""What a review of quorum is about, and the one value that its threshold is."""

from fractions import Fraction
from typing import Any

import pytest

from quorate import Ballot, NonVote, Seat, tally
from quorate.core.ballot import Answer
from quorate.core.errors import InputError
from quorate.core.question import Question
from quorate.documents.tally import read_value
from quorate.protocols.quorum import QuorumTerms, quorum

VOTES = [
    *({"agent_id": name, "vote": "resume", "authority_weight": 1} for name in "abc"),
    *({"agent_id": name, "error": "timeout", "authority_weight": 1} for name in "de"),
]


def document(dispute_type: str) -> dict[str, Any]:
    """Three resumes of five reviewers, of whom two are silent: enough unless silence counts against a resume."""
    return {"protocol": "quorum", "question": "Resume?", "votes": VOTES, "dispute_type": dispute_type}


@pytest.mark.parametrize("said", ["safety", "Safety", "a safety-critical halt"])
def test_a_dispute_whose_type_names_safety_is_about_safety(said: str) -> None:
    assert tally(document(said)).result == "NO_SUPERMAJORITY"


@pytest.mark.parametrize("said", ["", "performance", "harm to people", "naming"])
def test_other_disputes_are_counted_as_usual(said: str) -> None:
    assert tally(document(said)).result == "RESUME"


def test_the_threshold_is_one_value_of_the_terms() -> None:
    answers = [*(Ballot(Seat(name), "resume") for name in "abc"), Ballot(Seat("d"), "block")]
    lenient, strict = (
        quorum(Question("Resume?"), answers, QuorumTerms(needed=Fraction(one))) for one in ("2/3", "4/5")
    )
    assert (lenient.result, lenient.receipt.threshold.share) == ("RESUME", Fraction(2, 3))
    assert (strict.result, strict.receipt.threshold.share) == ("NO_SUPERMAJORITY", Fraction(4, 5))


def test_the_threshold_holds_for_the_whole_roster_where_silence_counts_against_a_resume() -> None:
    answers: list[Answer] = [*(Ballot(Seat(name), "resume") for name in "abc"), NonVote(Seat("d"), "timeout")]
    results = [
        quorum(Question("Resume?"), answers, QuorumTerms(absent_against=True, needed=Fraction(one))).result
        for one in ("3/4", "4/5")
    ]
    assert results == ["RESUME", "NO_SUPERMAJORITY"]


def with_conditions(*conditions: list[str]) -> dict[str, Any]:
    """A resume per list of conditions."""
    votes = [
        {"agent_id": f"a{number}", "vote": "resume", "authority_weight": 1, "conditions": said}
        for number, said in enumerate(conditions)
    ]
    return {"protocol": "quorum", "question": "Resume?", "votes": votes}


@pytest.mark.parametrize(
    ("conditions", "message"),
    [
        ([["Report daily"] * 101], "101 conditions; allowed: at most 100"),
        ([["x" * 9_000, "y" * 2_000]], "conditions of 11000 characters; allowed: at most 10000 together"),
        ([["Report daily"] * 100] * 6, "600 conditions; allowed: at most 500"),
        ([["x" * 9_900]] * 6, "conditions of 59400 characters; allowed: at most 50000 together"),
    ],
)
def test_more_conditions_than_can_be_read_in_good_time_are_refused(conditions: list[list[str]], message: str) -> None:
    with pytest.raises(InputError, match=message):
        tally(with_conditions(*conditions))


def test_as_many_conditions_as_are_allowed_are_all_read() -> None:
    many = [f"Report to person {number}" for number in range(99)]
    counted = tally(with_conditions([*many, "Disable monitoring"], [], []))
    assert (counted.result, counted.action) == ("RESUME", "block")


def test_conditions_that_are_on_the_record_are_counted_however_many_they_are() -> None:
    many = [f"Tell person {number}" for number in range(200)]
    recorded = read_value(with_conditions(many, [], []), recorded=True)
    assert len(recorded.verdict().conditions) == 200
