"""`quorate contribution`, `quorate consensus` and `quorate refer` at the command line."""

import json
import subprocess
from pathlib import Path

from tests.evidence.epics import EPIC, contribution, decision, write_epic
from tests.surfaces.office import Office
from tests.surfaces.program import QUORATE


def write(folder: Path, number: int, agent: str, *votes: tuple[str, str, float]) -> Path:
    folder.mkdir(exist_ok=True)
    file = folder / f"{agent}.json"
    file.write_text(json.dumps(contribution(number, agent, *(decision(*vote) for vote in votes))))
    return file


def test_contributions_are_added_and_counted(office: Office, tmp_path: Path) -> None:
    folder = tmp_path / "found"
    for number, (agent, answer, sure) in enumerate([("a", "A", 0.9), ("b", "A", 0.85), ("c", "B", 0.5)]):
        file = write(folder, number, agent, ("MAP-001", answer, sure))
        assert office("contribution", "add", str(folder), str(file)).status == 0
    listed = json.loads(office("contribution", "list", str(folder), "--json").out)
    assert [one["agent"] for one in listed] == ["a", "b", "c"]
    found = office.json("consensus", str(folder), "--epic", EPIC)
    assert found["resolvedQuestions"][0]["confidence"] == 0.875714
    shown = office("consensus", str(folder), "--epic", EPIC).out
    assert shown.startswith(f"# Consensus Synthesis: {EPIC}\n")
    assert "| Average confidence | 87.6% |" in shown
    assert office("consensus", str(folder), "--epic", EPIC, "--lang", "ja").out.startswith("# 合意のまとめ")


def test_a_complete_contribution_is_final(office: Office, tmp_path: Path) -> None:
    file = write(tmp_path / "found", 1, "a", ("MAP-001", "A", 0.9))
    folder = str(file.parent)
    assert office("contribution", "add", folder, "a.json", "--status", "partial").status == 0
    assert office("contribution", "add", folder, "a.json", "--status", "blocked").status == 0
    assert office("contribution", "add", folder, "a.json").status == 0
    before = (file.parent / "CONTRIBUTIONS.jsonl").read_bytes()
    refused = office("contribution", "add", folder, "a.json", "--status", "partial")
    assert (refused.status, (file.parent / "CONTRIBUTIONS.jsonl").read_bytes()) == (2, before)
    assert "complete is final" in refused.err


def test_nobody_adds_a_version_of_another_agents_contribution(office: Office, tmp_path: Path) -> None:
    file = write(tmp_path / "found", 1, "a", ("MAP-001", "A", 0.9))
    office("contribution", "add", str(file.parent), "a.json", "--status", "partial")
    write(tmp_path / "found", 1, "b", ("MAP-001", "B", 0.9))
    refused = office("contribution", "add", str(file.parent), "b.json")
    assert refused.status == 2
    assert "is a contribution of a" in refused.err


def test_what_has_problems_is_not_added(office: Office, tmp_path: Path) -> None:
    file = write(tmp_path / "found", 1, "a", ("MAP-1", "A", 1.2))
    refused = office("contribution", "add", str(file.parent), str(file))
    assert refused.status == 2
    assert "decisions[0].questionId" in refused.err
    assert "decisions[0].confidence" in refused.err
    assert not (file.parent / "CONTRIBUTIONS.jsonl").exists()
    outside = office("contribution", "add", str(file.parent), "../secret.json")
    assert outside.status == 2


def test_twenty_processes_add_at_once_and_nothing_is_lost(office: Office, tmp_path: Path) -> None:
    folder = tmp_path / "found"
    files = [write(folder, number, f"agent-{number}", ("MAP-001", "A", 0.9)) for number in range(20)]
    command = [QUORATE, "contribution", "add", str(folder)]
    processes = [subprocess.Popen([*command, str(file)], stdout=subprocess.DEVNULL) for file in files]
    assert [process.wait() for process in processes] == [0] * 20
    assert office.json("consensus", str(folder), "--epic", EPIC)["consensus"]["contributionCount"] == 20


def test_deviations_are_named(office: Office, tmp_path: Path) -> None:
    document = contribution(1, "a", decision("Q1", "A", 0.7))
    (tmp_path / "found.json").write_text(json.dumps({**document, "mood": "good"}))
    assert office("contribution", "check", "found.json").status == 2
    answer = office.json("contribution", "check", "found.json", "--lenient")
    assert {one["code"] for one in answer["deviations"]} == {"unknown_key", "question_id_form"}
    converted = json.loads(office("contribution", "convert", "found.json").out)
    assert converted["extensions"]["/mood"] == "good"


def test_a_gate_waits_for_a_person(office: Office, tmp_path: Path) -> None:
    split = [contribution(1, "a", decision("MAP-001", "A", 0.7)), contribution(2, "b", decision("MAP-001", "B", 0.7))]
    folder = str(write_epic(tmp_path / "found", *split))
    assert office("consensus", folder, "--epic", EPIC).status == 0
    assert office("consensus", folder, "--epic", EPIC, "--gate").status == 4
    assert office("consensus", folder, "--epic", " ").status == 2
    assert office("consensus", folder).status == 2
    assert office("consensus", str(tmp_path / "none"), "--epic", EPIC, "--gate").status == 0


def test_an_open_question_is_put_to_a_panel_with_its_evidence(office: Office, tmp_path: Path) -> None:
    split = [
        contribution(1, "a", decision("MAP-001", "One file", 0.7), decision("MAP-002", "Yes", 0.7)),
        contribution(2, "b", decision("MAP-001", "Many files", 0.7)),
    ]
    folder = str(write_epic(tmp_path / "found", *split))
    asked = ("--epic", EPIC, "--seat", "x=person", "--seat", "y=person")
    opened = office.json("refer", folder, *asked, "--question", "MAP-001")
    question = opened["question"]
    assert [option["text"] for option in question["options"]] == ["Many files", "One file"]
    assert "One file was measured" in question["context"]
    assert "docs/measured.md" in question["context"]
    assert "is resolved: Yes" in office("refer", folder, *asked, "--question", "MAP-002").err
    assert office("refer", folder, *asked, "--question", "MAP-009").status == 2
