"""Small parts that are built once when they are imported, so that they are looked at here by themselves."""

from typing import Any

import pytest

from quorate import tally
from quorate.core.codec.declaration import closed, or_null
from quorate.core.codec.schema import schema
from quorate.core.errors import Problem
from quorate.protocols.parts import document_fields


def test_the_schema_of_a_verdict_is_closed_and_everything_in_it_required_unless_said() -> None:
    assert closed({"a": {"x": 1}, "b": {}}, optional=["b"]) == {
        "type": "object",
        "properties": {"a": {"x": 1}, "b": {}},
        "required": ["a"],
        "additionalProperties": False,
    }
    assert closed({"a": {}})["required"] == ["a"]
    assert schema(tuple[bool, ...]) == {"type": "array", "items": {"type": "boolean"}}
    assert or_null({"x": 1}) == {"anyOf": [{"x": 1}, {"type": "null"}]}


def test_votes_are_a_required_list_of_one_to_a_thousand() -> None:
    votes = document_fields.votes_of(document_fields.CONCERN)
    assert (votes.required, votes.default, votes.help) == (True, (), "One entry per seat.")
    assert (votes.shape.schema["minItems"], votes.shape.schema["maxItems"]) == (1, 1000)
    assert votes.shape.schema["items"] == document_fields.CONCERN.schema
    assert document_fields.not_both_schema("vote") == {"not": {"required": ["error", "vote"]}}


def _structure(*options: dict[str, Any]) -> Any:
    return tally({"protocol": "evidence", "question": "Which?", "options": list(options)})


def test_a_voting_structure_without_votes_is_one_agents_surest_position() -> None:
    verdict = _structure(
        {"option": "A", "vote": "abstain", "confidence": 1},
        {"option": "B", "vote": "accept", "confidence": 0.6, "rationale": "why", "evidence": [{"file": "f"}]},
        {"option": "C", "vote": "reject", "confidence": 0.4},
        {"option": "D"},
    )
    (ballot,) = verdict.receipt.roster
    assert (ballot.seat.name, ballot.option, ballot.choice, ballot.rationale) == ("agent", "B", "accept", "why")
    assert (ballot.inferred, ballot.conditions, ballot.concerns, ballot.dissent_note) == (False, (), (), "")
    assert ballot.evidence[0].file == "f"
    assert verdict.result == "INSUFFICIENT_EVIDENCE"


def test_a_position_without_a_confidence_counts_as_one_half() -> None:
    unsure = {"option": "A", "vote": "accept", "confidence": 0.49}
    surer = {"option": "A", "vote": "accept", "confidence": 0.51}
    unsaid = {"option": "B", "vote": "reject"}
    assert _structure(unsure, unsaid).receipt.roster[0].option == "B"
    assert _structure(surer, unsaid).receipt.roster[0].option == "A"


def test_a_stated_conflict_keeps_all_that_is_said_of_it() -> None:
    stated = {
        "conflictId": "conflict_1",
        "severity": "high",
        "conflictType": "scope-difference",
        "positions": [{"agentId": "x", "position": "P", "confidence": 0.5}, {"agentId": "y"}],
        "resolution": {"status": "proposed", "resolutionType": "merge"},
    }
    votes = [{"agentId": "a", "vote": "accept"}]
    document = {"protocol": "evidence", "question": "Q", "votes": votes}
    (kept,) = tally({**document, "conflicts": [stated]}).conflicts
    assert (kept.id, kept.severity, kept.type, kept.status, kept.resolution) == (
        *("conflict_1", "high", "scope-difference", "proposed", "merge"),
    )
    assert [(side.agent, side.position, side.confidence * 2) for side in kept.positions] == [
        ("x", "P", 1),
        ("y", "", 0),
    ]
    (bare,) = tally({**document, "conflicts": [{"conflictId": "c", "severity": "low"}]}).conflicts
    assert (bare.status, bare.resolution, bare.type, bare.positions) == ("pending", "", "contradiction", ())
    (short,) = tally(
        {**document, "conflicts": [{"conflictId": "c", "severity": "low", "status": "accepted"}]}
    ).conflicts
    assert short.status == "accepted"


@pytest.mark.parametrize(
    ("stated", "concern"),
    [
        ("safety", ("", "safety")),
        (" Safety ", ("", "safety")),
        ("SECURITY: keys leak", ("keys leak", "security")),
        ({"text": "safety", "kind": "other"}, ("safety", "other")),
        ({"text": "x", "kind": "security"}, ("x", "security")),
        ({"text": "safety: burns", "kind": "safety"}, ("safety: burns", "safety")),
        ("the safety net is gone", ("the safety net is gone", "other")),
        ("cost: high", ("cost: high", "other")),
    ],
)
def test_a_concern_is_of_the_kind_that_is_stated(stated: Any, concern: tuple[str, str]) -> None:
    problems: list[Problem] = []
    assert document_fields.CONCERN.read(stated, (), problems)[:2] == concern
    assert problems == []
