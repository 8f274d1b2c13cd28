"""Before an agent is started: its manifest entry and voting matrix; and at its end, its last message."""

import json
from pathlib import Path
from typing import Any

import pytest

from quorate.compat import skill_to_protocol
from quorate.evidence.spawn_gate import check_message, protocol_of_skill
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


LABELLED = ("decide", "Resolve the dispute about caching", "--seat", "a=person")


def test_labels_of_a_task_choose_the_protocol_and_words_of_the_question_do_not(office: Office) -> None:
    plain = office(*LABELLED, "--label", "backend")
    assert "magi" in plain.out
    assert "protocol magi: neither options, approvers nor labels call for another one" in plain.err
    opened = office(*LABELLED, "--label", "backend", "--label", "Consensus")
    assert "protocol evidence: the labels of the task call for evidence" in opened.err
    assert "EVIDENCE-" in opened.out
    named = office(*LABELLED, "--label", "consensus", "--protocol", "judges", "--option", "A", "--option", "B")
    assert named.status == 0
    assert "labels" not in named.err


def test_labels_in_a_question_document(office: Office) -> None:
    document = {"question": "Adopt Postgres?", "labels": ["voting"], "panel": [{"seat": "a", "voter": "person"}]}
    assert "EVIDENCE-" in office("decide", write("question.json", document)).out
    assert "EVIDENCE-" in office("decide", "question.json", "--label", "x").out
    refused = office("decide", write("wrong.json", {**document, "labels": "voting"}))
    assert (refused.status, "labels" in refused.err) == (2, True)


def test_stated_options_mean_that_one_of_them_is_chosen(office: Office) -> None:
    opened = office("decide", "Which store?", "--option", "A=Redis", "--option", "B=SQS", "--seat", "a=person")
    assert "protocol judges: options are stated" in opened.err
    assert "JUDGES-" in opened.out
    magi = office(
        "decide", "Which store?", "--protocol", "magi", "--option", "A", "--option", "B", "--seat", "a=person"
    )
    assert "MAGI-" in magi.out
    assert "none of the options is chosen" in magi.err


def test_approvers_sign_off(office: Office) -> None:
    asked = ("decide", "Deploy 1.4?", "--approver", "ann", "--approver", "ben", "--approver", "cara", "--needed", "2")
    opened = office(*asked)
    assert "protocol approval: approvers are named" in opened.err
    assert "approvals are given in the open" in opened.err
    assert "0 of 2 approvals; missing: ann, ben or cara" in opened.out
    assert "0 of 2 approvals; missing: ann, ben or cara" in office("inbox").out
    refused = office("explain", opened.out.split()[1])
    assert "0 of 2 approvals" in refused.err
    assert "sealed" not in refused.err


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (("--needed", "2"), "--needed: found '2'; allowed beside --approver: N"),
        (("--approver", "ann", "--needed", "2"), "--needed: found 2; allowed: at most 1"),
        (("--approver", "ann", "--needed", "x"), "--needed: found 'x'"),
        (("--approver", "ann", "--needed", "ops=1"), "allowed: a number: the approvers have no groups"),
        (("--approver", "ops=ann", "--needed", "1"), "allowed: a number for ops"),
        (("--approver", "ops=ann", "--approver", "ben"), "--approver: found 'ben' without a group"),
        (("--approver", "ops="), "--approver: found 'ops='; allowed: NAME or GROUP=NAME"),
        (("--approver", "ann", "--seat", "a=person"), "together with a panel"),
        (("--approver", "ann", "--protocol", "magi"), "--approver belongs to the protocol approval"),
        (("--approver", "ann", "--mode", "engine"), "--mode: found engine; allowed: none under approval"),
        (("--protocol", "approval", "--seat", "bot=scorecard"), "allowed: person:NAME"),
        (("--protocol", "approval", "--seat", "bot=agent:bot"), "allowed: person:NAME"),
        (("--protocol", "approval"), "approvers: missing; expected the people who sign off"),
        (("--option", "A", "--seat", "a=person", "--seat", "b=person"), "options: found 1; allowed: at least 2"),
        (("--approver", "ann", "--approver", "аnn"), "looks like"),
    ],
)
def test_wrong_sign_offs_are_refused_and_leave_no_trace(office: Office, wrong: tuple[str, ...], said: str) -> None:
    refused = office("decide", "Deploy 1.4?", *wrong)
    assert refused.status == 2
    assert said in refused.err
    assert "APPROVAL-" not in office("log").out


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
