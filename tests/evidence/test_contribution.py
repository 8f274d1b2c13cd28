"""The strict form of a contribution: every problem is named with its place, and advice costs nothing."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from quorate.core.errors import DocumentError
from quorate.evidence.contribution import DOCUMENT, advice_on, checksum_of, read_strictly
from tests.evidence.epics import contribution, decision


def problems(document: Any) -> list[str]:
    with pytest.raises(DocumentError) as refused:
        read_strictly(document)
    assert not isinstance(refused.value, KeyError)
    return [problem.sentence() for problem in refused.value.problems]


def base(**more: Any) -> dict[str, Any]:
    return contribution(1, "opus-1", decision("MAP-001", "Single file", 0.85), **more)


def test_every_problem_is_named_with_what_is_allowed() -> None:
    document = base(epicId="2679", taskId="T12", decisions=[decision("Q1", "", 1.5, evidence=[])])
    assert problems(document) == [
        "epicId: found '2679'; allowed: T and at least three digits, such as T2679",
        "taskId: found 'T12'; allowed: T and at least three digits, such as T2679",
        "decisions[0].questionId: found 'Q1'; allowed: letters, a dash and three digits, such as CONS-001",
        "decisions[0].answer: found ''; allowed: text that is not empty",
        'decisions[0].confidence: found 1.5; allowed: a number from 0 to 1, or a fraction such as "2/3"',
        "decisions[0].evidence: found an empty list; allowed: a list with at least one item",
    ]


def test_a_misspelled_key_is_answered_with_the_nearest() -> None:
    document = base()
    document["epicID"] = document.pop("epicId")
    assert any("epicId (nearest)" in said for said in problems(document))


def test_evidence_names_a_file_or_an_address() -> None:
    document = base(decisions=[decision("MAP-001", "A", 0.5, evidence=[{"section": "1"}])])
    assert problems(document) == ["decisions[0].evidence[0].file: missing; expected file, or url"]


def test_a_question_is_answered_once() -> None:
    twice = [decision("MAP-001", "A", 0.5), decision("MAP-001", "B", 0.5)]
    assert problems(base(decisions=twice)) == [
        "decisions[1].questionId: found 'MAP-001' a second time; allowed: each question once"
    ]


def test_an_evidence_conflict_is_critical() -> None:
    conflict = {
        "questionId": "MAP-001",
        "conflictId": "conflict_0a1b2c3d",
        "severity": "low",
        "conflictType": "evidence-conflict",
    }
    assert "critical, for an evidence-conflict" in problems(base(conflicts=[conflict]))[0]
    read_strictly(base(conflicts=[{**conflict, "severity": "critical"}]))


def test_a_checksum_has_to_match() -> None:
    document = base()
    document["_meta"]["checksum"] = checksum_of(document)
    read_strictly(document)
    document["sessionId"] = "another"
    assert "_meta.checksum" in problems(document)[0]


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (decision("MAP-001", "Maybe a single file", 0.8), "hedged_answer"),
        (decision("MAP-001", "A single file", 0.69), "no_uncertainty_note"),
        (decision("MAP-001", "A single file", 0.9), "one_source_only"),
    ],
)
def test_advice_on_an_answer(said: dict[str, Any], code: str) -> None:
    assert [advice.code for advice in advice_on(read_strictly(contribution(1, "a", said)))] == [code]


def test_no_advice_at_the_limits() -> None:
    two = [{"file": "a.md", "section": "1"}, {"url": "https://example.org", "section": "2"}]
    said = [decision("MAP-001", "A file", 0.7), decision("MAP-002", "A file", 0.9, evidence=two)]
    assert list(advice_on(read_strictly(contribution(1, "a", *said)))) == []


def test_the_schema_agrees_with_the_reader() -> None:
    schema = Draft202012Validator(DOCUMENT.schema)
    assert schema.is_valid(base())
    assert not schema.is_valid(base(epicId="2679"))
    assert not schema.is_valid(base(decisions=[]))
