"""The requirements on a consensus document, their cost, and the advice that costs nothing."""

from itertools import combinations
from typing import Any

import pytest

from quorate.core.errors import Problem
from quorate.protocols.evidence.validation import COSTS, VALIDATION_DOCUMENT, to_plain, validate
from tests.casebook import Case, cases_of, unmet

ACCEPTED = {"option": "A", "vote": "accept", "confidence": 0.8, "rationale": "r", "evidence": [{"file": "a"}]}
REJECTED = {"option": "B", "vote": "reject", "confidence": 0.7, "rationale": "r", "evidence": [{"file": "b"}]}


def _checked(document: dict[str, Any]) -> dict[str, Any]:
    problems: list[Problem] = []
    values = VALIDATION_DOCUMENT.read(document, (), problems)
    assert problems == []
    return to_plain(validate(values))


def _document(*options: dict[str, Any], agent_type: str = "analysis", **matrix: Any) -> dict[str, Any]:
    return {"manifest": {"agent_type": agent_type}, "votingMatrix": {"options": list(options), **matrix}}


def _findings(*options: dict[str, Any], **matrix: Any) -> list[str]:
    return [one["requirement"] for one in _checked(_document(*options, **matrix))["findings"]]


@pytest.mark.parametrize("case", [pytest.param(c, id=c["name"]) for c in cases_of("validation") if "protocol" not in c])
def test_validation(case: Case) -> None:
    answer = _checked(case["document"])
    answer["exit"] = 61 if case["strict"] and not answer["valid"] else 0
    assert unmet(case["expect"], answer) == {}


@pytest.mark.parametrize("broken", [set(some) for size in range(5) for some in combinations(sorted(COSTS), size)])
def test_every_combination_of_violations_costs_the_sum_of_its_parts(broken: set[str]) -> None:
    top = 0.4 if "CONS-004" in broken else 0.8
    second = 1.5 if "CONS-003" in broken else 0.3
    if "CONS-003" in broken and "CONS-004" in broken:
        second = -0.1
    options = [{**ACCEPTED, "confidence": top}, {**REJECTED, "confidence": second}]
    if "CONS-001" in broken:
        options = [{**ACCEPTED, "confidence": second if "CONS-003" in broken else top}]
    answer = _checked(_document(*options, agent_type="research" if "CONS-007" in broken else "analysis"))
    assert {one["requirement"] for one in answer["violations"]} == broken
    assert answer["score"] == 100 - sum(COSTS[requirement] for requirement in broken)
    assert answer["valid"] == (not broken)
    assert all(one["severity"] == "error" and one["message"] and one["fix"] for one in answer["violations"])


def test_without_options_there_is_no_confidence_that_could_be_wrong() -> None:
    answer = _checked(_document())
    assert [one["requirement"] for one in answer["violations"]] == ["CONS-001", "CONS-004"]
    assert answer["score"] == 45


@pytest.mark.parametrize("key", ["option", "name", "id"])
def test_an_option_is_named_by_any_of_three_words(key: str) -> None:
    options = [{key: one["option"], **{k: v for k, v in one.items() if k != "option"}} for one in (ACCEPTED, REJECTED)]
    assert _checked(_document(*options))["valid"]
    wrong = _checked(_document({**options[0], "confidence": 2}, options[1]))
    assert wrong["violations"][0]["message"] == "Confidence scores must be 0.0-1.0: A"


def test_options_may_be_a_map() -> None:
    unnamed = {key: value for key, value in ACCEPTED.items() if key != "option"}
    matrix = {"manifest": {"agent_type": "analysis"}, "votingMatrix": {"options": {"A": unnamed, "B": unnamed}}}
    assert _checked(matrix)["valid"]
    wrong = {**matrix, "votingMatrix": {"options": {"A": {**unnamed, "confidence": 7}, "B": unnamed}}}
    assert _checked(wrong)["violations"][0]["message"] == "Confidence scores must be 0.0-1.0: A"


def test_of_two_thresholds_the_higher_holds() -> None:
    assert "CONS-006" in _findings(ACCEPTED, REJECTED, threshold=0.8, actualConsensus=0.7)
    assert "CONS-006" in _findings(ACCEPTED, REJECTED, threshold=0.8, consensusThreshold=0.5, actualConsensus=0.7)
    assert "CONS-006" not in _findings(ACCEPTED, REJECTED, threshold=0.6, consensusThreshold=0.5, actualConsensus=0.7)


def test_a_confidence_of_null_is_a_missing_one() -> None:
    answer = _checked(_document(ACCEPTED, {**REJECTED, "confidence": None}))
    assert [one["requirement"] for one in answer["violations"]] == ["CONS-003"]


def test_the_message_names_the_options_whose_confidence_is_wrong() -> None:
    answer = _checked(_document({**ACCEPTED, "confidence": 85}, {**REJECTED, "confidence": 0.5}))
    assert answer["violations"][0]["message"].endswith(": A")


def test_an_exemplary_document_gets_no_advice_at_all() -> None:
    assert _findings(ACCEPTED, REJECTED, assumptions=["the load stays"]) == []


def _conflict(severity: str, **resolution: str) -> dict[str, Any]:
    said = {"conflictId": "c", "severity": severity, "resolution": resolution}
    return {"conflicts": [{key: value for key, value in said.items() if value}]}


NOTED = {"assumptions": ["the load stays"]}
MISSED = {"consensusThreshold": 0.8, "actualConsensus": 0.79}
UNMET: list[tuple[str, list[Any], dict[str, Any]]] = [
    ("CONS-002", [ACCEPTED, {**REJECTED, "rationale": ""}], {}),
    ("CONS-002", [ACCEPTED, {**REJECTED, "rationale": " \n"}], {}),
    ("CONS-004", [ACCEPTED, {**REJECTED, "evidence": []}], {}),
    ("CONS-004", [ACCEPTED, {**REJECTED, "evidence": [{"section": "Limits"}]}], {}),
    ("CONS-005", [ACCEPTED, REJECTED], _conflict("")),
    ("CONS-006", [ACCEPTED, REJECTED], MISSED),
    ("CONS-006", [ACCEPTED, REJECTED], {"actualConsensus": 0.49}),
    ("CONS-006", [ACCEPTED, REJECTED], {"verdict": "CONTESTED"}),
    ("CONS-006", [ACCEPTED, REJECTED], {"verdict": "INSUFFICIENT_EVIDENCE"}),
    ("CONS-010", [ACCEPTED, {**REJECTED, "vote": "accept"}], {}),
    ("CONS-011", [ACCEPTED, REJECTED], {"assumptions": []}),
    ("CONS-012", [ACCEPTED, {**REJECTED, "vote": "abstain"}], {}),
    ("CONS-013", [ACCEPTED, {**REJECTED, "confidence": 0.49}], {}),
    ("CONS-020", [ACCEPTED, REJECTED], _conflict("high")),
    ("CONS-020", [ACCEPTED, REJECTED], _conflict("high", resolutionType="choose-a")),
    ("CONS-021", [ACCEPTED, REJECTED], _conflict("low")),
    ("CONS-021", [ACCEPTED, REJECTED], _conflict("high")),
    ("CONS-022", [{**ACCEPTED, "vote": "abstain"}, REJECTED], {}),
    ("CONS-022", [ACCEPTED, REJECTED], {"verdict": "INSUFFICIENT_EVIDENCE"}),
]
MET: list[tuple[str, list[Any], dict[str, Any]]] = [
    ("CONS-002", [ACCEPTED, REJECTED], {}),
    ("CONS-004", [ACCEPTED, {**REJECTED, "evidence": [{"address": "https://example.org/a"}]}], {}),
    ("CONS-005", [ACCEPTED, REJECTED], _conflict("critical")),
    ("CONS-005", [ACCEPTED, REJECTED], {}),
    ("CONS-006", [ACCEPTED, REJECTED], {"consensusThreshold": 0.8, "actualConsensus": 0.8}),
    ("CONS-006", [ACCEPTED, REJECTED], {**MISSED, "escalated": True}),
    ("CONS-006", [ACCEPTED, REJECTED], {"verdict": "CONTESTED", "escalated": True}),
    ("CONS-006", [ACCEPTED, REJECTED], {"consensusThreshold": 0.8}),
    ("CONS-006", [ACCEPTED, REJECTED], {"actualConsensus": 0.5, "verdict": "PROVEN"}),
    ("CONS-010", [ACCEPTED, REJECTED], {}),
    ("CONS-011", [ACCEPTED, REJECTED], NOTED),
    ("CONS-012", [ACCEPTED, REJECTED], {}),
    ("CONS-013", [ACCEPTED, {**REJECTED, "confidence": 0.5}], {}),
    ("CONS-013", [ACCEPTED, {**REJECTED, "confidence": 0.4}], {"uncertainties": ["load"]}),
    ("CONS-020", [ACCEPTED, REJECTED], _conflict("low", resolutionType="merge")),
    ("CONS-020", [ACCEPTED, REJECTED], _conflict("high", resolutionType="choose-a", status="accepted")),
    ("CONS-021", [ACCEPTED, REJECTED], _conflict("low", resolutionType="defer")),
    ("CONS-021", [ACCEPTED, REJECTED], _conflict("critical")),
    ("CONS-021", [ACCEPTED, REJECTED], _conflict("low", status="accepted")),
    ("CONS-022", [ACCEPTED, REJECTED], {"verdict": "PROVEN"}),
]
VIOLATED: list[tuple[str, dict[str, Any]]] = [
    ("CONS-001", _document(ACCEPTED)),
    ("CONS-003", _document(ACCEPTED, {**REJECTED, "confidence": 1.01})),
    ("CONS-003", _document(ACCEPTED, {**REJECTED, "confidence": None})),
    ("CONS-004", _document({**ACCEPTED, "confidence": 0.49}, {**REJECTED, "confidence": 0.3})),
    ("CONS-007", _document(ACCEPTED, REJECTED, agent_type="Analysis")),
]
KEPT: list[tuple[str, dict[str, Any]]] = [
    ("CONS-001", _document(ACCEPTED, REJECTED)),
    ("CONS-003", _document({**ACCEPTED, "confidence": 1}, {**REJECTED, "confidence": 0})),
    ("CONS-004", _document({**ACCEPTED, "confidence": 0.5}, {**REJECTED, "confidence": 0.3})),
    ("CONS-007", _document(ACCEPTED, REJECTED, agent_type="analysis")),
]
MUST, SHOULD, MAY = range(1, 8), range(10, 14), range(20, 23)


@pytest.mark.parametrize(("requirement", "options", "matrix"), UNMET)
def test_what_is_missing_is_found(requirement: str, options: list[Any], matrix: dict[str, Any]) -> None:
    answer = _checked(_document(*options, **matrix))
    assert requirement in [one["requirement"] for one in answer["findings"]]
    assert (answer["valid"], answer["score"]) == (True, 100), "a finding costs nothing"


@pytest.mark.parametrize(("requirement", "options", "matrix"), MET)
def test_what_is_there_is_not_asked_for(requirement: str, options: list[Any], matrix: dict[str, Any]) -> None:
    assert requirement not in _findings(*options, **matrix)


@pytest.mark.parametrize(("requirement", "document"), VIOLATED)
def test_what_is_violated_costs_points(requirement: str, document: dict[str, Any]) -> None:
    answer = _checked(document)
    assert [one["requirement"] for one in answer["violations"]] == [requirement]
    assert (answer["valid"], answer["score"]) == (False, 100 - COSTS[requirement])


@pytest.mark.parametrize(("requirement", "document"), KEPT)
def test_what_is_kept_to_does_not(requirement: str, document: dict[str, Any]) -> None:
    assert requirement not in [one["requirement"] for one in _checked(document)["violations"]]


def test_every_requirement_has_a_passing_and_a_failing_case() -> None:
    every = {f"CONS-{number:03}" for number in (*MUST, *SHOULD, *MAY)}
    assert {one[0] for one in UNMET} | {one[0] for one in VIOLATED} == every
    assert {one[0] for one in MET} | {one[0] for one in KEPT} == every


@pytest.mark.parametrize("wrong", [True, "0.8", float("nan"), []])
def test_a_confidence_that_is_no_number_is_refused_and_not_scored(wrong: object) -> None:
    problems: list[Problem] = []
    VALIDATION_DOCUMENT.read(_document({**ACCEPTED, "confidence": wrong}, REJECTED), (), problems)
    assert [(p.field, p.allowed) for p in problems] == [("votingMatrix.options[0].confidence", "a number")]


def test_every_violation_says_what_is_wrong_and_what_would_mend_it() -> None:
    answer = _checked(_document({**ACCEPTED, "confidence": -1}, agent_type=""))
    assert [(one["message"], one["fix"]) for one in answer["violations"]] == [
        ("Voting matrix must have ≥2 options, got 1", "List at least two options"),
        ("Confidence scores must be 0.0-1.0: A", "State 0.0 to 1.0 for each"),
        ("Threshold not met (50% required, got -100%)", "Gather evidence until one position reaches 0.5"),
        ("agent_type must be analysis, got nothing", "Set agent_type to analysis"),
    ]
    assert _checked(_document())["violations"][1]["message"] == "Threshold not met (50% required, got 0%)"
    low = _checked(_document({**ACCEPTED, "confidence": 0.455}, {**REJECTED, "confidence": 0.4}))
    assert low["violations"][0]["message"] == "Threshold not met (50% required, got 45.5%)"
    several = _checked(_document({**ACCEPTED, "confidence": 2}, {**REJECTED, "confidence": 3}, agent_type="x"))
    assert several["violations"][0]["message"].endswith(": A, B")
    assert several["violations"][1]["message"] == "agent_type must be analysis, got x"


def test_every_finding_has_a_severity_a_message_and_a_fix() -> None:
    everything = _document({"option": "A"}, conflicts=[{"conflictId": "c"}], consensusThreshold=1, actualConsensus=0)
    findings = _checked(everything)["findings"]
    severities = {one["requirement"]: one["severity"] for one in findings}
    assert severities == {
        **dict.fromkeys(["CONS-002", "CONS-004", "CONS-005", "CONS-006"], "warning"),
        **dict.fromkeys(["CONS-010", "CONS-011", "CONS-012", "CONS-020", "CONS-022"], "advice"),
    }
    assert all(one["message"] and one["fix"] for one in findings)
