"""`quorate conflict`: a conflict is proposed, voted on and resolved, each step with its author."""

import json
from pathlib import Path
from typing import Any

import pytest

from quorate.deliberation.events import VIA_MCP
from tests.evidence.epics import EPIC, contribution, decision, write_epic
from tests.surfaces.office import Office


@pytest.fixture
def folder(tmp_path: Path) -> str:
    one = contribution(1, "a", decision("MAP-001", "One file", 0.9))
    two = contribution(2, "b", decision("MAP-001", "Many files", 0.7))
    return str(write_epic(tmp_path / "found", one, two))


@pytest.fixture
def critical(tmp_path: Path) -> str:
    one = contribution(1, "a", decision("MAP-001", "One file", 0.95), decision("MAP-002", "Yes", 0.9))
    two = contribution(2, "b", decision("MAP-001", "Many files", 0.85))
    return str(write_epic(tmp_path / "found", one, two))


def conflict_in(office: Office, folder: str) -> dict[str, Any]:
    listed = json.loads(office("conflict", "list", folder, "--epic", EPIC, "--json").out)
    found: dict[str, Any] = listed[0]
    return found


def step(office: Office, name: str, folder: str, user: str, *more: str) -> Any:
    conflict = conflict_in(office, folder)["conflictId"]
    return office("conflict", name, folder, conflict, "--epic", EPIC, *more, user=user)


PROPOSAL = ("--type", "merge", "--proposal", "One file per folder")


def test_a_conflict_is_proposed_voted_on_and_accepted(office: Office, folder: str) -> None:
    assert conflict_in(office, folder)["resolution"] == {"status": "pending"}
    assert step(office, "propose", folder, "ann", *PROPOSAL).status == 0
    assert step(office, "vote", folder, "ben", "--vote", "accept", "--confidence", "0.8").status == 0
    assert step(office, "vote", folder, "ben", "--vote", "reject", "--reason", "no").status == 0
    assert step(office, "accept", folder, "cleo").status == 0
    found = conflict_in(office, folder)["resolution"]
    assert (found["status"], found["resolutionType"], found["proposedBy"]) == ("accepted", "merge", "ann")
    assert (found["resolvedBy"], found["finalDecision"]) == ("cleo", "One file per folder")
    assert [(one["agentId"], one["vote"]) for one in found["votes"]] == [("ben", "reject")]
    assert "accepted, which is final" in step(office, "propose", folder, "ann", *PROPOSAL).err


def test_a_rejected_proposal_can_be_followed_by_another(office: Office, folder: str) -> None:
    step(office, "propose", folder, "ann", *PROPOSAL)
    assert step(office, "reject", folder, "ben", "--reason", "too many files").status == 0
    assert conflict_in(office, folder)["resolution"]["status"] == "rejected"
    assert step(office, "accept", folder, "ben").status == 2
    assert step(office, "propose", folder, "ann", "--type", "choose-a", "--proposal", "One file").status == 0


def test_nothing_is_voted_on_before_it_is_proposed(office: Office, folder: str) -> None:
    for name, more in (("vote", ("--vote", "accept")), ("accept", ()), ("reject", ())):
        assert step(office, name, folder, "ann", *more).status == 2
    assert not (Path(folder) / "CONFLICTS.jsonl").read_bytes()


def test_a_critical_conflict_needs_somebody_else_and_is_not_deferred(office: Office, critical: str) -> None:
    before = office.json("consensus", critical, "--epic", EPIC)
    assert {"critical_conflict"} == {one["code"] for one in before["review"]}
    assert step(office, "propose", critical, "ann", "--type", "defer", "--proposal", "later").status == 2
    step(office, "propose", critical, "ann", *PROPOSAL)
    assert "ann proposed this; somebody else" in step(office, "accept", critical, "ann").err
    assert office.json("consensus", critical, "--epic", EPIC)["consensus"]["hitlRequired"] is True
    assert step(office, "accept", critical, "ben").status == 0
    assert office.json("consensus", critical, "--epic", EPIC)["consensus"]["hitlRequired"] is False


def test_to_escalate_leaves_it_open(office: Office, critical: str) -> None:
    step(office, "propose", critical, "ann", "--type", "escalate", "--proposal", "Ask the owner")
    step(office, "accept", critical, "ben")
    assert office.json("consensus", critical, "--epic", EPIC)["consensus"]["hitlRequired"] is True


def test_an_unknown_conflict_and_forged_lines_change_nothing(office: Office, critical: str) -> None:
    assert office("conflict", "propose", critical, "conflict_00000000", "--epic", EPIC, *PROPOSAL).status == 2
    name = conflict_in(office, critical)["conflictId"]
    forged = [{"conflict": name, "epic": EPIC, "step": "accept", "by": "x", "at": ""}, {"conflict": name}, 3]
    (Path(critical) / "CONFLICTS.jsonl").write_text("".join(json.dumps(one) + "\n" for one in forged) + "{\n")
    assert conflict_in(office, critical)["resolution"]["status"] == "pending"


PROPOSED = {"epic": EPIC, "step": "propose", "by": "ann", "at": "", "type": "merge", "text": "One file per folder"}


@pytest.mark.parametrize(
    "lines",
    [
        [{**PROPOSED, "type": "defer"}, {**PROPOSED, "step": "accept", "by": "cleo"}],
        [PROPOSED, {**PROPOSED, "step": "accept"}],
        [PROPOSED, {**PROPOSED, "step": "accept", "by": "a"}],
        [PROPOSED, {**PROPOSED, "step": "accept", "by": "cleo", "proof": VIA_MCP}],
    ],
)
def test_a_line_by_hand_closes_no_critical_conflict_that_a_command_could_not(
    office: Office, critical: str, lines: list[dict[str, Any]]
) -> None:
    name = conflict_in(office, critical)["conflictId"]
    written = "".join(json.dumps({"conflict": name, **one}) + "\n" for one in lines)
    (Path(critical) / "CONFLICTS.jsonl").write_text(written)
    assert conflict_in(office, critical)["resolution"]["status"] in ("pending", "proposed")
    assert office.json("consensus", critical, "--epic", EPIC)["consensus"]["hitlRequired"] is True


@pytest.mark.parametrize(
    "wrong",
    [{"conflict": [1]}, {"by": 5}, {"by": None}, {"text": [1]}, {"type": {}}, {"key": 1}, {"confidence": "high"}],
)
def test_a_line_of_other_kinds_of_values_is_passed_over(office: Office, critical: str, wrong: dict[str, Any]) -> None:
    name = conflict_in(office, critical)["conflictId"]
    (Path(critical) / "CONFLICTS.jsonl").write_text(json.dumps({"conflict": name, **PROPOSED, **wrong}) + "\n")
    assert conflict_in(office, critical)["resolution"] == {"status": "pending"}
    assert step(office, "propose", critical, "ann", *PROPOSAL).status == 0
