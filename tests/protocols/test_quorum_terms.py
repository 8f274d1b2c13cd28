"""What a review of quorum is about, and the one value that its threshold is."""

from fractions import Fraction
from typing import Any

import pytest

from quorate import Ballot, NonVote, Seat, tally
from quorate.core.ballot import Answer
from quorate.core.question import Question
from quorate.deliberation.moves import open_session
from quorate.documents.tally import read_value
from quorate.protocols.quorum import QuorumTerms, quorum

VOTES = [
    *({"agent_id": name, "vote": "resume", "authority_weight": 1} for name in "abc"),
    *({"agent_id": name, "error": "timeout", "authority_weight": 1} for name in "de"),
]


def document(dispute_type: str) -> dict[str, Any]:
    """Three resumes of five reviewers, of whom two are silent: enough unless silence counts against a resume."""
    return {"protocol": "quorum", "question": "Resume?", "votes": VOTES, "dispute_type": dispute_type}


@pytest.mark.parametrize("said", ["safety", "Safety", "a safety-critical halt", "harm to people", "安全性", "safty"])
def test_a_dispute_about_safety_is_one_by_whatever_word_it_is_called(said: str) -> None:
    assert tally(document(said)).result == "NO_SUPERMAJORITY"


@pytest.mark.parametrize("said", ["", "performance", "cost", "naming"])
def test_other_disputes_are_counted_as_usual(said: str) -> None:
    assert tally(document(said)).result == "RESUME"


def test_a_dispute_about_safety_is_opened_under_that_name() -> None:
    seats = [Seat(name, voter="person") for name in "abc"]
    opened = open_session("quorum", "Resume?", seats, terms={"dispute_type": "harm to people"})
    assert opened.terms == {"dispute_type": "safety: harm to people"}


def test_what_is_on_the_record_is_counted_by_the_name_that_it_has_there() -> None:
    recorded = read_value(document("harm to people"), recorded=True)
    assert recorded.verdict().result == "RESUME"
    assert read_value(document("safety: harm to people"), recorded=True).verdict().result == "NO_SUPERMAJORITY"


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
