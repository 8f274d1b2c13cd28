"""Contributions that deviate from the strict form: each with the codes that name what is wrong with it."""

from copy import deepcopy
from typing import Any

from tests.evidence.epics import contribution, decision

Case = tuple[str, Any, set[str]]


def _base() -> dict[str, Any]:
    return contribution(1, "opus-1", decision("MAP-001", "Single file", 0.85))


def _with(path: str, value: Any) -> dict[str, Any]:
    """The base with another value at a path such as `decisions.0.line`."""
    document = _base()
    at: Any = document
    *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    for step in steps:
        at = at[step]
    at[last] = value
    return document


def _without(path: str) -> dict[str, Any]:
    document = _base()
    at: Any = document
    *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    for step in steps:
        at = at[step]
    del at[last]
    return document


def _renamed(path: str, new: str) -> dict[str, Any]:
    document = _base()
    at: Any = document
    *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    for step in steps:
        at = at[step]
    at[new] = at.pop(last)
    return document


def _session_in_meta() -> dict[str, Any]:
    document = _without("sessionId")
    document["_meta"]["sessionId"] = "session_20260115"
    return document


def _agent_outside() -> dict[str, Any]:
    document = _without("_meta.agentId")
    return {**document, "agentId": "opus-1"}


def _conflict(**said: Any) -> dict[str, Any]:
    return {**_base(), "conflicts": [said]}


SHORT = {
    "questionId": "MAP-001",
    "severity": "high",
    "conflictType": "contradiction",
    "otherAnswer": "Split files",
    "otherContributionId": "contrib_00000002",
    "resolutionRequired": True,
}
D, E = "decisions.0", "decisions.0.evidence.0"
CASES: list[Case] = [
    ("session in _meta", _session_in_meta(), {"session_in_meta"}),
    ("no session at all", _without("sessionId"), {"session_missing"}),
    ("evidence of the type task", _with(f"{E}.type", "task"), {"evidence_type"}),
    ("evidence whose type is null", _with(f"{E}.type", None), {"evidence_type"}),
    (
        "an architectural conflict",
        _conflict(**{**SHORT, "conflictType": "architectural"}),
        {"conflict_type", "conflict_short_form", "conflict_id_missing"},
    ),
    (
        "a structural conflict",
        _conflict(**{**SHORT, "conflictType": "structural"}),
        {"conflict_type", "conflict_short_form", "conflict_id_missing"},
    ),
    ("a conflict in the short form", _conflict(**SHORT), {"conflict_short_form", "conflict_id_missing"}),
    (
        "a conflict without a severity",
        _conflict(questionId="MAP-001", conflictId="conflict_0a1b2c3d", conflictType="contradiction"),
        {"severity_missing"},
    ),
    (
        "a conflict whose severity is in capitals and unknown",
        _conflict(
            questionId="MAP-001", conflictId="conflict_0a1b2c3d", severity="BLOCKER", conflictType="contradiction"
        ),
        {"severity_form"},
    ),
    ("a conflict as a sentence", {**_base(), "conflicts": ["opus-2 disagrees"]}, {"conflict_form"}),
    ("a dated id", _with("_meta.contributionId", "contrib-T001-2026-01-15-ab12"), {"id_form"}),
    ("no id", _without("_meta.contributionId"), {"id_missing"}),
    ("status completed", {**_base(), "status": "completed"}, {"status_in_document"}),
    ("status Done in _meta", _with("_meta.status", "Done"), {"status_in_document"}),
    ("snake case", _renamed(f"{D}.questionId", "question_id"), {"other_name"}),
    ("snake case at the top", _renamed("epicId", "epic_id"), {"other_name"}),
    ("metadata", _renamed("_meta", "metadata"), {"other_name"}),
    ("no _meta", _without("_meta"), {"meta_missing", "id_missing", "agent_missing", "date_missing"}),
    ("agent beside _meta", _agent_outside(), {"agent_outside_meta"}),
    ("an epic of another form", _with("epicId", "EPIC-7"), {"epic_form"}),
    ("a task of two digits", _with("taskId", "T12"), {"task_form"}),
    ("a task as a number", _with("taskId", 2681), {"task_form"}),
    ("a question id of one digit", _with(f"{D}.questionId", "Q1"), {"question_id_form"}),
    ("no question id", _without(f"{D}.questionId"), {"question_id_missing"}),
    ("no question", _without(f"{D}.question"), {"question_missing"}),
    ("an answer called decision", _renamed(f"{D}.answer", "decision"), {"other_name"}),
    ("an answer as a list", _with(f"{D}.answer", ["Single file", "with an index"]), {"answer_form"}),
    ("an answer as an object", _with(f"{D}.answer", {"option": "Single file", "scope": 3}), {"answer_form"}),
    ("no answer", _without(f"{D}.answer"), {"answer_missing", "not_counted"}),
    ("an invisible answer", _with(f"{D}.answer", "\u200b\u2060"), {"not_counted"}),
    ("confidence as text", _with(f"{D}.confidence", "0.85"), {"confidence_as_text"}),
    ("confidence in percent", _with(f"{D}.confidence", "85%"), {"confidence_percent"}),
    ("confidence from 0 to 100", _with(f"{D}.confidence", 85), {"confidence_percent"}),
    ("confidence as a word", _with(f"{D}.confidence", "HIGH"), {"confidence_word"}),
    ("confidence that is no number", _with(f"{D}.confidence", "rather"), {"confidence_unreadable"}),
    ("a negative confidence", _with(f"{D}.confidence", -0.2), {"confidence_unreadable"}),
    ("confidence true", _with(f"{D}.confidence", True), {"confidence_unreadable"}),
    ("no confidence", _without(f"{D}.confidence"), {"confidence_missing"}),
    ("no rationale", _without(f"{D}.rationale"), {"rationale_missing"}),
    ("rationale called reasoning", _renamed(f"{D}.rationale", "reasoning"), {"other_name"}),
    ("no evidence", _without(f"{D}.evidence"), {"evidence_missing"}),
    ("an empty list of evidence", _with(f"{D}.evidence", []), {"evidence_missing"}),
    (
        "evidence as one object",
        _with(f"{D}.evidence", {"file": "a.md", "section": "1", "type": "code"}),
        {"evidence_not_a_list"},
    ),
    ("evidence as a path with a line", _with(f"{D}.evidence", ["src/store.py:42"]), {"evidence_as_text"}),
    ("evidence as an address", _with(f"{D}.evidence", ["https://example.org/report"]), {"evidence_as_text"}),
    ("evidence as a sentence", _with(f"{D}.evidence", ["We measured it twice."]), {"evidence_as_text"}),
    ("evidence without a place", _with(E, {"section": "Results", "type": "code"}), {"evidence_without_place"}),
    ("evidence without a section", _without(f"{E}.section"), {"section_missing"}),
    ("a range of lines", _with(f"{E}.line", "12-20"), {"line_form"}),
    (
        "lines as a list",
        _with(E, {"file": "a.py", "section": "f", "type": "code", "lines": [12, 20]}),
        {"other_name", "line_form"},
    ),
    ("alternatives as texts", _with(f"{D}.alternatives", ["Split files"]), {"alternative_form"}),
    (
        "alternatives by name",
        _with(f"{D}.alternatives", {"Split files": "too many writes"}),
        {"mapping_for_list", "alternative_form"},
    ),
    (
        "decisions by id",
        _with(
            "decisions",
            {
                "MAP-001": {
                    "question": "Where?",
                    "answer": "Here",
                    "confidence": 0.5,
                    "rationale": "So",
                    "evidence": [{"file": "a", "section": "b", "type": "code"}],
                }
            },
        ),
        {"mapping_for_list"},
    ),
    (
        "decisions as answers by id",
        _with("decisions", {"MAP-001": "Here"}),
        {"mapping_for_list", "question_missing", "rationale_missing", "evidence_missing", "confidence_missing"},
    ),
    ("no decisions", _without("decisions"), {"list_missing"}),
    ("a decision as a text", _with("decisions", ["Single file"]), {"decision_form"}),
    (
        "one question answered twice",
        {**_base(), "decisions": [decision("MAP-001", "A", 0.5), decision("MAP-001", "B", 0.5)]},
        {"question_twice"},
    ),
    ("keys that nobody knows", {**_base(), "mood": "good", "tool/version": {"a~b": 1}}, {"unknown_key"}),
    ("wrapped in contribution", {"contribution": _base()}, {"wrapped"}),
    ("a list of one", [_base()], {"list_of_one"}),
    ("a date without a time", _with("_meta.createdAt", "2026-01-15"), {"date_form"}),
    ("outputs as one text", _with("researchOutputs", "docs/measured.md"), {"outputs_form"}),
    ("no outputs", _without("researchOutputs"), {"outputs_missing"}),
    ("no label", _without("markerLabel"), {"marker_label_missing"}),
    ("an uncertainty note as a list", _with(f"{D}.uncertaintyNote", ["load", "cost"]), {"not_text"}),
]


def documents() -> list[Any]:
    """A copy of every document."""
    return [deepcopy(document) for _, document, _ in CASES]
