"""`quorate validate`."""

import json
from pathlib import Path

import pytest

from tests.casebook import Case, cases_of, document_text, unmet
from tests.surfaces.program import EXAMPLES, Here, quorate

CONSENSUS = EXAMPLES / "validate" / "consensus.yaml"


def options_of(case: Case) -> list[str]:
    protocol = ["--protocol", case["protocol"]] if "protocol" in case else []
    return [*protocol, *(["--strict"] if case.get("strict") else [])]


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in cases_of("validation")])
def test_the_answer_and_the_exit_status_are_those_of_the_case(case: Case, tmp_path: Path, here: Here) -> None:
    document = tmp_path / "consensus.yaml"
    document.write_text(document_text(case))
    ended = here("validate", str(document), "--json", *options_of(case))
    answer = json.loads(ended.out) if ended.out else {}
    assert unmet(case["expect"], {**answer, "exit": ended.status}) == {}


def test_the_real_program_answers_61_when_strict_and_invalid() -> None:
    document = CONSENSUS.read_text().replace("agent_type: analysis", "agent_type: research")
    strict, lenient = quorate("validate", "-", "--strict", stdin=document), quorate("validate", "-", stdin=document)
    assert (strict.status, lenient.status) == (61, 0)
    assert strict.out == lenient.out
    assert "not valid, score 85 of 100" in strict.out
    assert "CONS-007 [error]" in strict.out
    assert "fix: Set agent_type to analysis" in strict.out


@pytest.mark.parametrize("protocol", ["evidence", "consensus"])
def test_a_valid_document_is_valid_under_both_names(protocol: str, here: Here) -> None:
    ended = here("validate", str(CONSENSUS), "--strict", "--protocol", protocol, "--json")
    answer = json.loads(ended.out)
    assert (ended.status, answer["valid"], answer["score"]) == (0, True, 100)
    assert list(answer) == ["valid", "score", "violations", "findings"]
    assert ended.out.count("\n") == 1


@pytest.mark.parametrize("protocol", ["magi", "hearsay"])
def test_a_protocol_without_a_validation_is_67(protocol: str, here: Here) -> None:
    ended = here("validate", str(CONSENSUS), "--protocol", protocol)
    assert (ended.status, ended.out) == (67, "")
    assert f"called '{protocol}'; there are: consensus, evidence" in ended.err


def test_a_malformed_document_is_2_with_its_lines(tmp_path: Path, here: Here) -> None:
    document = tmp_path / "consensus.yaml"
    document.write_text("manifest: {agent_typ: analysis}\nvotingMatrix:\n  options: none\n")
    ended = here("validate", str(document), "--strict")
    assert (ended.status, ended.out) == (2, "")
    assert f"{document}:1: manifest.agent_typ: found an unknown key; allowed: agent_type (nearest)" in ended.err
    assert f"{document}:3: votingMatrix.options: found 'none'; allowed: a list" in ended.err


def test_escapes_in_a_document_do_not_reach_the_terminal(tmp_path: Path, here: Here) -> None:
    document = tmp_path / "consensus.json"
    matrix = {"options": [{"option": "\x1b[31mA\nB"}, {"option": "\x9b2J"}]}
    document.write_text(json.dumps({"manifest": {"agent_type": "\x1b]0;x\x07"}, "votingMatrix": matrix}))
    for ended in (here("validate", str(document)), here("validate", str(document), "--json")):
        assert all(char.isprintable() or char == "\n" for char in ended.out)


@pytest.mark.parametrize("gate", [["--gate"], ["--task", "T2216"]])
@pytest.mark.parametrize("protocol", ["evidence", "consensus"])
def test_a_gate_lets_no_violation_pass(gate: list[str], protocol: str, here: Here, tmp_path: Path) -> None:
    document = tmp_path / "consensus.yaml"
    document.write_text(CONSENSUS.read_text().replace("agent_type: analysis", "agent_type: research"))
    closed = here("validate", str(document), "--protocol", protocol, *gate)
    error = json.loads(closed.out)["error"]
    assert (closed.status, error["code"], error["score"]) == (67, "E_PROTOCOL_VALIDATION", 85)
    assert error["message"] == "agent_type must be analysis, got research"
    assert [one["requirement"] for one in error["violations"]] == ["CONS-007"]
    assert error.get("taskId") == (gate[1] if gate[0] == "--task" else None)
    assert here("validate", str(document), "--protocol", protocol, "--strict", *gate).status == 61
    assert here("validate", str(CONSENSUS), "--protocol", protocol, *gate).status == 0


def test_what_a_gate_cannot_read_does_not_pass_either(here: Here, tmp_path: Path) -> None:
    document = tmp_path / "consensus.yaml"
    document.write_text("votingMatrix: 7\n")
    assert here("validate", str(document), "--gate").status == 2
    assert here("validate", str(CONSENSUS), "--gate", "--protocol", "hearsay").status == 67
