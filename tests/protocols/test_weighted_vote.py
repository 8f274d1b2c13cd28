"""The weighted vote and the conflicts that are derived from it."""

from fractions import Fraction
from hashlib import sha256

import pytest

from quorate.core.text import normalised
from quorate.core.verdict import Conflict
from quorate.protocols.evidence.conflicts import conflict_id, conflict_type, derived, merged, severity
from quorate.protocols.evidence.vote import AgentVote, weighted_vote


def _votes(*rows: tuple[str, str, str]) -> list[AgentVote]:
    return [AgentVote(agent, answer, Fraction(sure)) for agent, answer, sure in rows]


def test_answers_are_the_same_after_trimming_and_folding() -> None:
    assert normalised("  Use \n POSTGRES ") == "use postgres"
    vote = weighted_vote(_votes(("b", "use postgres", "0.5"), ("a", " Use  Postgres ", "0.5")))
    assert (vote.kind, vote.winner, vote.groups[0].heads) == ("unanimous", "Use Postgres", 2)


def test_the_wording_shown_is_that_of_the_lowest_agent_id() -> None:
    rows = _votes(("opus", "YES", "0.9"), ("haiku", "yes", "0.1"), ("sonnet", "Yes", "0.5"))
    assert weighted_vote(rows).winner == "yes"
    assert weighted_vote(reversed(rows)).winner == "yes"


def test_the_winners_confidence_weighs_each_vote_by_itself() -> None:
    vote = weighted_vote(_votes(("a", "x", "0.8"), ("b", "x", "0.4"), ("c", "y", "0.5")))
    assert (vote.kind, vote.winner) == ("majority", "x")
    assert vote.confidence == Fraction("0.8") / Fraction("1.2") * Fraction(1)
    assert vote.total == Fraction("1.7")


def test_exactly_half_is_a_split_and_a_tie_names_no_winner() -> None:
    vote = weighted_vote(_votes(("a", "x", "0.5"), ("b", "y", "0.5")))
    assert (vote.kind, vote.winner, vote.confidence) == ("split", None, Fraction(1, 2))


def test_a_split_with_one_heaviest_answer_names_it_and_reports_its_share() -> None:
    vote = weighted_vote(_votes(("a", "x", "0.4"), ("b", "y", "0.3"), ("c", "z", "0.3")))
    assert (vote.kind, vote.winner, vote.confidence) == ("split", "x", Fraction(2, 5))


def test_weights_of_zero_decide_nothing() -> None:
    assert weighted_vote(_votes(("a", "x", "0"), ("b", "y", "0")))[:3] == ("split", None, 0)
    assert weighted_vote(_votes(("a", "x", "0")))[:3] == ("unanimous", "x", 0)
    assert weighted_vote([]) == ("split", None, None, ())


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        ("0.81", "0.81", "critical"),
        ("0.8", "0.81", "high"),
        ("0.61", "0.61", "high"),
        ("0.6", "0.9", "medium"),
        ("0.5", "0.49", "medium"),
        ("0.49", "0.49", "low"),
        ("0.49", "0.9", "medium"),
        ("0.5", "0.5", "medium"),
    ],
)
def test_severity_follows_both_confidences(one: str, two: str, expected: str) -> None:
    assert severity(Fraction(one), Fraction(two)) == expected
    assert severity(Fraction(two), Fraction(one)) == expected


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        ("use postgres", "use postgres 18", "partial-overlap"),
        ("accept", "reject", "contradiction"),
        ("red", "not red", "partial-overlap"),
        ("x" * 50 + " and one", "x" * 50 + " but two", "scope-difference"),
        ("x" * 49 + "ab", "x" * 49 + "cd", "contradiction"),
        ("red", "blue", "contradiction"),
    ],
)
def test_the_type_of_a_conflict_follows_the_wording(one: str, two: str, expected: str) -> None:
    assert conflict_type(one, two) == expected
    assert conflict_type(two, one) == expected


def test_a_conflict_is_named_by_question_agents_and_answers() -> None:
    one, two = _votes(("opus-1", " Red ", "0.9"), ("haiku-1", "BLUE", "0.7"))
    digest = sha256(b"Q-7\nhaiku-1\nopus-1\nblue\nred").hexdigest()[:8]
    assert conflict_id("Q-7", one, two) == f"conflict_{digest}"
    assert conflict_id("Q-7", two, one) == f"conflict_{digest}"


def test_every_pair_of_agents_with_different_answers_is_a_conflict() -> None:
    found = derived("Q", _votes(("c", "y", "0.9"), ("a", "x", "0.9"), ("b", " X ", "0.5")))
    assert [[side.agent for side in conflict.positions] for conflict in found] == [["a", "c"], ["b", "c"]]
    assert [conflict.severity for conflict in found] == ["critical", "medium"]
    assert found[0].positions[1].position == "y"


def test_a_document_settles_a_derived_conflict_by_its_id() -> None:
    found = derived("Q", _votes(("a", "x", "0.9"), ("b", "y", "0.9")))
    told = Conflict(found[0].id, "", "priority-difference", (), "accepted", "choose-a")
    (settled,) = merged(found, [told])
    assert (settled.status, settled.resolution, settled.is_open) == ("accepted", "choose-a", False)
    assert (settled.severity, settled.type) == ("critical", "priority-difference")
    assert settled.positions == found[0].positions


def test_the_worse_severity_holds_and_another_stated_type_does_not() -> None:
    found = derived("Q", _votes(("a", "x", "0.5"), ("b", "y", "0.5")))
    (worse,) = merged(found, [Conflict(found[0].id, "critical", "scope-difference", ())])
    assert (worse.severity, worse.type) == ("critical", "contradiction")
    (kept,) = merged(found, [Conflict(found[0].id, "low", "contradiction", ())])
    assert kept.severity == "medium"


def test_a_conflict_that_only_the_document_states_is_kept_and_critical_unless_it_says_otherwise() -> None:
    stated = [Conflict("conflict_1", "", "contradiction", ()), Conflict("conflict_2", "low", "contradiction", ())]
    assert [conflict.severity for conflict in merged([], stated)] == ["critical", "low"]
