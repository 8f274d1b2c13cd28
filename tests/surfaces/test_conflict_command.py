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


def test_a_conflict_is_shown_with_both_positions_and_what_was_proposed_and_decided(office: Office, folder: str) -> None:
    pending = step(office, "show", folder, "ann").out.splitlines()
    assert pending[1:] == ["Position A (a): One file", "Position B (b): Many files", "Status: pending"]
    step(office, "propose", folder, "ann", *PROPOSAL)
    step(office, "vote", folder, "ben", "--vote", "reject", "--reason", "Too many")
    shown = step(office, "show", folder, "cleo").out.splitlines()
    proposal = "Proposal of ann (merge): One file per folder"
    assert shown[3:] == ["Status: proposed", proposal, "Vote of ben: reject (Too many)"]
    step(office, "accept", folder, "cleo", "--decision", "One file per team")
    assert step(office, "show", folder, "cleo").out.splitlines()[-1] == "accepted by cleo: One file per team"
    assert json.loads(step(office, "show", folder, "cleo", "--json").out) == conflict_in(office, folder)
    assert "no conflict in this epic" in office("conflict", "show", folder, "conflict_0", "--epic", EPIC).err


def test_every_step_says_which_proposal_it_is_about(office: Office, folder: str) -> None:
    name = conflict_in(office, folder)["conflictId"]
    about = f"{name}: proposed: One file per folder (merge, proposed by ann)"
    assert step(office, "propose", folder, "ann", *PROPOSAL).out == f"{about}\n"
    assert step(office, "vote", folder, "ben", "--vote", "reject").out == f"{about}; votes: ben reject\n"
    said = step(office, "accept", folder, "cleo").out
    assert said == f"{name}: accepted: One file per folder (merge, proposed by ann)\n"


def test_only_its_author_replaces_a_proposal_that_is_not_decided_and_is_told_so(office: Office, folder: str) -> None:
    step(office, "propose", folder, "ann", *PROPOSAL)
    other = ("--type", "choose-b", "--proposal", "Many files")
    refused = step(office, "propose", folder, "ben", *other)
    assert refused.status == 2
    assert "a proposal of ann that is not decided: One file per folder" in refused.err
    assert conflict_in(office, folder)["resolution"]["proposal"] == "One file per folder"
    assert step(office, "propose", folder, "ann", *other).out.endswith("; it replaces: One file per folder\n")


def test_an_unknown_epic_is_answered_with_those_that_there_are(office: Office, folder: str) -> None:
    name = conflict_in(office, folder)["conflictId"]
    listed = office("conflict", "list", folder, "--epic", "T999")
    assert (listed.status, f"there are some to: {EPIC}" in listed.err) == (0, True)
    asked = [("conflict", "propose", folder, name, *PROPOSAL), ("conflict", "show", folder, name)]
    for words in (*asked, ("refer", folder, "--question", "MAP-001", "--seat", "a=person")):
        found = office(*words, "--epic", "T999")
        assert found.status == 2
        assert f"no epic with a complete contribution called 'T999'; there are: {EPIC}" in found.err


def accepted(office: Office, folder: str, *proposal: str) -> tuple[dict[str, Any], str]:
    """What the epic comes to after a resolution was accepted: as JSON, and as Markdown."""
    assert step(office, "propose", folder, "ann", *proposal).status == 0
    assert step(office, "accept", folder, "cleo").status == 0
    return office.json("consensus", folder, "--epic", EPIC), office("consensus", folder, "--epic", EPIC).out


def test_an_accepted_resolution_that_differs_from_the_count_is_shown_and_goes_to_a_person(
    office: Office, folder: str
) -> None:
    found, shown = accepted(office, folder, *PROPOSAL)
    (decided,) = found["resolvedQuestions"]
    assert (decided["answer"], found["consensus"]["hitlRequired"]) == ("One file", True)
    assert [one["answer"] for one in decided["acceptedResolutions"]] == ["One file per folder"]
    assert found["review"] == [{"code": "resolution_differs", "subject": "MAP-001", "settledBy": "new_positions"}]
    assert "- **Accepted resolution**: One file per folder (merge, accepted by cleo in conflict_" in shown
    assert "accepted: One file per folder |" in shown
    assert "Act on the resolved decisions" not in shown
    assert office("consensus", folder, "--epic", EPIC, "--gate").status == 4


def test_what_a_person_accepted_in_a_critical_conflict_is_the_answer(office: Office, critical: str) -> None:
    found, shown = accepted(office, critical, *PROPOSAL)
    decided = found["resolvedQuestions"][0]
    assert (decided["answer"], decided["countedAnswer"]) == ("One file per folder", "One file")
    assert (found["consensus"]["hitlRequired"], found["review"]) == (False, [])
    assert "- **Answer**: One file per folder" in shown
    assert "- **Counted answer**: One file\n" in shown


@pytest.mark.parametrize(("kind", "needs"), [("choose-a", False), ("choose-b", True), ("defer", False)])
def test_a_chosen_side_is_compared_by_its_position_and_not_by_the_words_of_the_proposal(
    office: Office, folder: str, kind: str, needs: bool
) -> None:
    found, _ = accepted(office, folder, "--type", kind, "--proposal", "It was measured")
    assert found["consensus"]["hitlRequired"] is needs
    assert found["resolvedQuestions"][0]["answer"] == "One file"


STATED = "conflict_0a1b2c3d"


def with_stated(folder: Path, **sides: str) -> str:
    """An epic whose answer is "One file", and a critical conflict that one agent states itself."""
    said = {side: {"position": position, "confidence": 0.9, "evidence": []} for side, position in sides.items()}
    conflict = {"questionId": "MAP-001", "conflictId": STATED, "severity": "critical", "conflictType": "contradiction"}
    one = contribution(1, "a", decision("MAP-001", "One file", 0.9))
    two = contribution(2, "b", decision("MAP-001", "Many files", 0.3), conflicts=[{**conflict, **said}])
    return str(write_epic(folder, one, two))


def test_what_was_accepted_in_a_conflict_that_an_agent_stated_does_not_follow_what_it_states_later(
    office: Office, tmp_path: Path
) -> None:
    folder = with_stated(tmp_path / "found", thisSession="Many files", otherSession="One file")
    found, _ = accepted(office, folder, "--type", "choose-a", "--proposal", "Many files")
    (decided,) = found["resolvedQuestions"]
    assert (decided["answer"], [one["answer"] for one in decided["acceptedResolutions"]]) == (
        "One file",
        ["Many files"],
    )
    assert [one["code"] for one in found["review"]] == ["resolution_differs"]
    assert office("consensus", folder, "--epic", EPIC, "--gate").status == 4
    with_stated(tmp_path / "found", thisSession="No files", otherSession="One file")
    (later,) = office.json("consensus", folder, "--epic", EPIC)["resolvedQuestions"]
    assert later == decided


def test_the_sides_of_a_stated_conflict_keep_their_order_where_only_one_is_stated(
    office: Office, tmp_path: Path
) -> None:
    found = conflict_in(office, with_stated(tmp_path / "found", otherSession="One file"))
    assert [side["position"] for side in found["positions"]] == ["", "One file"]


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
