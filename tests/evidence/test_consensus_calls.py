"""The names that programs already call: the same answers, from values or from JSON."""

import json
from pathlib import Path
from typing import Any

import pytest

from quorate.compat import (
    ConsensusResult,
    check_consensus,
    contribution_compute_consensus,
    contribution_create_synthesis,
    contribution_weighted_vote,
    skill_to_protocol,
    validate_consensus_protocol,
)
from quorate.core.errors import DocumentError, InputError
from tests.evidence.epics import EPIC, contribution, decision, write_epic


def said(*options: str) -> list[dict[str, Any]]:
    judges = ("risk", "value", "effort", "time", "cost", "law")
    return [
        {"judge": judge, "option": option, "confidence": "HIGH"} for judge, option in zip(judges, options, strict=False)
    ]


def test_all_of_one_mind() -> None:
    assert check_consensus(said("A", "A", "A")) == ConsensusResult(
        True, "UNANIMOUS", "A", ["risk", "value", "effort"], "HIGH"
    )


def test_two_of_three_meet_the_threshold_that_is_written_as_a_decimal() -> None:
    found = check_consensus(said("A", "B", "A"), threshold=0.67)
    assert (found.consensus, found.type, found.option, found.voters) == (True, "MAJORITY", "A", ["risk", "effort"])
    assert found.dissent == [{"judge": "value", "option": "B", "confidence": "HIGH"}]


def test_nobody_agrees() -> None:
    found = check_consensus(said("A", "B", "C"))
    assert (found.consensus, found.type, found.confidence) == (False, "NONE", "REQUIRES_INPUT")
    assert found.distribution == {"A": ["risk"], "B": ["value"], "C": ["effort"]}


def test_a_low_threshold_and_a_tie_name_no_winner() -> None:
    assert check_consensus(said("A", "A", "B", "B"), threshold=0.5).type == "NONE"


@pytest.mark.parametrize("options", [(), ("A",), ("A", "ABSTAIN"), ("A", "")])
def test_a_single_recommendation_is_no_consensus(options: tuple[str, ...]) -> None:
    found = check_consensus(said(*options))
    assert (found.consensus, found.type, found.confidence) == (False, "INSUFFICIENT_DATA", "LOW")


@pytest.mark.parametrize("threshold", [0, 1.5, float("nan"), "high"])
def test_a_threshold_that_is_none(threshold: Any) -> None:
    with pytest.raises(InputError):
        check_consensus(said("A", "A"), threshold=threshold)


def test_a_judge_speaks_once() -> None:
    with pytest.raises(DocumentError):
        check_consensus([*said("A", "B"), *said("A")])


def test_votes_as_values_and_as_json() -> None:
    votes = [{"sessionId": "a", "answer": "A", "confidence": 0.9}, {"agentId": "b", "answer": "a", "confidence": 0.85}]
    assert contribution_weighted_vote(votes) == contribution_weighted_vote(json.dumps(votes))
    assert contribution_weighted_vote(votes)["answerBreakdown"][0]["sessions"] == ["a", "b"]


def test_what_was_computed_becomes_a_synthesis(tmp_path: Path) -> None:
    folder = write_epic(tmp_path, contribution(1, "a", decision("MAP-001", "| A |\n# B", 0.9)))
    found = contribution_compute_consensus(EPIC, str(folder / "CONTRIBUTIONS.jsonl"))
    text = contribution_create_synthesis(found, EPIC)
    assert text == contribution_create_synthesis(json.dumps(found), EPIC)
    assert "\n# B" not in text
    assert contribution_create_synthesis(found["consensus"], "T1").startswith("# Consensus Synthesis: T1\n")


@pytest.mark.parametrize(
    "strange",
    [
        {"decisions": 3, "unresolved": [1]},
        {"consensus": {"summary": None}},
        {"summary": {"averageConfidence": "x"}},
        {},
    ],
)
def test_a_strange_consensus_is_no_crash(strange: Any) -> None:
    assert contribution_create_synthesis(strange, "T1").startswith("# Consensus Synthesis: T1\n")


def test_only_a_strict_check_ends_with_another_status_than_0() -> None:
    matrix = {"options": [{"option": "A", "confidence": 0.8}]}
    closed = validate_consensus_protocol("T1", {"agent_type": "analysis"}, matrix)
    assert (closed["valid"], closed["score"], closed["exitStatus"]) == (False, 75, 0)
    assert closed["violations"][0]["requirement"] == "CONS-001"
    assert validate_consensus_protocol("T1", {"agent_type": "analysis"}, matrix, "true")["exitStatus"] == 61


def test_skills() -> None:
    assert (skill_to_protocol("ct-validator"), skill_to_protocol("ct-painter")) == ("consensus", "")


def test_what_agents_write_steers_no_terminal_and_hides_nothing_in_a_synthesis(tmp_path: Path) -> None:
    hostile = "\x1b]0;title\x07\x1b[31mred\u202eevil\u200b\n# Heading\r\n<b>"
    one = contribution(1, f"a{hostile}", decision("MAP-001", f"A{hostile}", 0.9), sessionId=hostile)
    two = contribution(2, "b", decision("MAP-001", "B", 0.9))
    folder = write_epic(tmp_path / "found", one, two)
    lost = json.dumps({"epicId": EPIC, "status": "complete", "filePath": hostile})
    with (folder / "CONTRIBUTIONS.jsonl").open("a") as index:
        index.write(f"{lost}\n")
    text = contribution_create_synthesis(contribution_compute_consensus(EPIC, str(folder)))
    assert not {"\x1b", "\x07", "\r", "\u202e", "\u200b", "<"} & set(text)
    assert "\n# Heading" not in text
    assert "red" in text


@pytest.mark.parametrize(
    "wrong",
    [
        {"decisions": [{"supportingSessions": 3, "dissenting": 4, "confidence": "x"}]},
        {"unresolved": [{"positions": [{"sessions": 3}]}]},
        {"conflicts": [{"resolution": 3}], "conflictSummary": 5},
        {"conflicts": [{}], "conflictSummary": {"total": "many"}},
    ],
)
def test_a_synthesis_of_other_kinds_of_values_says_what_it_can(wrong: dict[str, Any]) -> None:
    assert contribution_create_synthesis(wrong, EPIC).startswith(f"# Consensus Synthesis: {EPIC}")


def test_bytes_that_are_no_text_are_refused_as_such() -> None:
    with pytest.raises(InputError):
        contribution_weighted_vote(b"\xff")
