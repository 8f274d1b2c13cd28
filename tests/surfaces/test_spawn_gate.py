"""Before an agent is started: its manifest entry and voting matrix; and at its end, its last message."""

import json
from pathlib import Path
from typing import Any

import pytest

from quorate.compat import skill_to_protocol
from quorate.evidence.spawn_gate import check_message, protocol_of_skill, trigger_in
from tests.surfaces.office import Office

MATRIX = {"options": [{"option": "A", "confidence": 0.8}, {"option": "B", "confidence": 0.3}]}


def write(name: str, value: Any) -> str:
    Path(name).write_text(json.dumps(value))
    return name


def test_an_entry_and_a_matrix(office: Office) -> None:
    entry, matrix = write("entry.json", {"agent_type": "analysis", "mood": 1}), write("matrix.json", MATRIX)
    assert office("validate", "--entry", entry, "--matrix", matrix, "--gate").status == 0
    assert office("validate", "--entry", write("other.json", {"agent_type": "code"}), "--matrix", matrix).status == 0
    closed = office("validate", "--entry", "other.json", "--matrix", matrix, "--gate")
    assert (closed.status, json.loads(closed.out)["error"]["code"]) == (67, "E_PROTOCOL_VALIDATION")
    assert office("validate", "--entry", "other.json", "--matrix", matrix, "--gate", "--strict").status == 61
    assert office("validate", "--entry", entry, "--gate").status == 67
    assert office("validate", "--matrix", matrix).status == 2
    assert office("validate").status == 2


def test_a_task_and_a_manifest(office: Office) -> None:
    office("manifest", "add", "--title", "One", "--task", "T1", "--agent-type", "research")
    office("manifest", "add", "--title", "Two", "--task", "T1", "--agent-type", "analysis")
    office("manifest", "add", "--title", "Three", "--task", "T2", "--agent-type", "code")
    matrix = write("matrix.json", MATRIX)
    asked = ("validate", "--manifest", "MANIFEST.jsonl", "--matrix", matrix, "--task")
    assert office(*asked, "T1").status == 0
    assert office(*asked, "T2").status == 67
    assert office(*asked, "T2", "--strict").status == 61
    assert office(*asked, "T3").status == 2


@pytest.mark.parametrize(
    ("text", "valid", "expected"),
    [
        ("Consensus complete. See MANIFEST.jsonl for summary.", True, ""),
        ("Research partial. See MANIFEST.jsonl for details.", True, ""),
        ("Consensus blocked. See MANIFEST.jsonl for blocker details.\n", True, ""),
        (
            "Consensus blocked. See MANIFEST.jsonl for summary.",
            False,
            "Consensus blocked. See MANIFEST.jsonl for blocker details.",
        ),
        ("All done!", False, "Consensus complete. See MANIFEST.jsonl for summary."),
        (
            "Consensus complete. See MANIFEST.jsonl for summary. And more",
            False,
            "Consensus complete. See MANIFEST.jsonl for summary.",
        ),
        ("", False, "Consensus complete. See MANIFEST.jsonl for summary."),
    ],
)
def test_the_last_message_of_an_agent(text: str, valid: bool, expected: str) -> None:
    found = check_message(text)
    assert (found.valid, found.expected) == (valid, expected)


def test_the_message_at_the_command_line(office: Office) -> None:
    assert office("validate", "--message", "Consensus complete. See MANIFEST.jsonl for summary.").status == 0
    assert office("validate", "--message", "done").status == 67


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Choose a store", "decision"),
        ("Which one do we SELECT?", "decision"),
        ("Reach alignment on names", "agreement"),
        ("The dispute about caching", "conflict"),
        ("Validate claim: it is fast", "validation"),
        ("Please verify this bold assertion", "validation"),
    ],
)
def test_words_that_suggest_the_protocol(text: str, kind: str) -> None:
    trigger = trigger_in(text)
    assert trigger is not None
    assert trigger.kind == kind


def test_words_that_do_not() -> None:
    assert trigger_in("Adopt Postgres?") is None
    assert trigger_in("The chosen decider") is None
    assert trigger_in("Adopt Postgres?", ["consensus"]) is not None


def test_a_notice_that_decides_nothing(office: Office) -> None:
    asked = ("decide", "Resolve the dispute about caching", "--seat", "a=person")
    opened = office(*asked)
    assert "--protocol consensus" in opened.err
    assert "magi" in opened.out
    assert "suggests" not in office(*asked, "--protocol", "magi").err


LABELLED = ("decide", "Adopt Postgres?", "--seat", "a=person")


def test_labels_of_a_task_suggest_the_protocol_too(office: Office) -> None:
    assert "suggests" not in office(*LABELLED, "--label", "backend").err
    opened = office(*LABELLED, "--label", "backend", "--label", "Consensus")
    assert 'label "Consensus" suggests' in opened.err
    assert "--protocol consensus" in opened.err
    assert "magi" in opened.out, "a label decides nothing"
    named = office(*LABELLED, "--label", "consensus", "--protocol", "judges", "--option", "A", "--option", "B")
    assert named.status == 0
    assert "suggests" not in named.err


def test_labels_in_a_question_document(office: Office) -> None:
    document = {"question": "Adopt Postgres?", "labels": ["voting"], "panel": [{"seat": "a", "voter": "person"}]}
    assert 'label "voting" suggests' in office("decide", write("question.json", document)).err
    assert 'label "voting" suggests' in office("decide", "question.json", "--label", "x").err
    refused = office("decide", write("wrong.json", {**document, "labels": "voting"}))
    assert (refused.status, "labels" in refused.err) == (2, True)


@pytest.mark.parametrize(
    ("skill", "protocol"),
    [
        ("ct-validator", "consensus"),
        (" CT-Validator ", "consensus"),
        ("ct-consensus-voter", "consensus"),
        ("ct-research-agent", "research"),
        ("ct-spec-writer", "specification"),
        ("ct-contribution", "contribution"),
        ("ct-painter", ""),
        ("", ""),
    ],
)
def test_the_protocol_that_a_skill_stands_for(skill: str, protocol: str) -> None:
    assert protocol_of_skill(skill) == skill_to_protocol(skill) == protocol
