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


def test_an_open_question_is_decided_by_a_panel_with_one_command(office: Office, tmp_path: Path) -> None:
    """Research gives the evidence, consensus decides."""
    split = [
        contribution(1, "a", decision("MAP-001", "One file", 0.7)),
        contribution(2, "b", decision("MAP-001", "Many files", 0.7)),
    ]
    folder = str(write_epic(tmp_path / "found", *split))
    run = {"file": "docs/measured.md", "reproducible": True, "command": "make bench"}
    chosen = {"vote": "accept", "option": "B", "confidence": 0.8, "rationale": "Measured", "evidence": [run]}
    other = {"vote": "accept", "option": "A", "confidence": 0.4, "rationale": "I doubt it"}
    votes = (chosen, {**chosen, "evidence": []}, other)
    voters = [office.program(f"voter{place}", vote) for place, vote in enumerate(votes)]
    seats = [word for place, voter in enumerate(voters) for word in ("--seat", f"s{place}={voter}")]
    found = office.json("refer", folder, "--epic", EPIC, "--question", "MAP-001", *seats)
    assert (found["protocol"], found["verdict"]["result"], found["verdict"]["choice"]) == ("evidence", "PROVEN", "B")
    assert {one["id"]: one["text"] for one in found["question"]["options"]}["B"] == "One file"


def test_suspicious_agreement_of_contributions_goes_to_a_person_with_what_would_settle_it(
    office: Office, tmp_path: Path
) -> None:
    agreed = [contribution(place, name, decision("MAP-001", "One file", 0.7)) for place, name in enumerate("abc", 1)]
    folder = str(write_epic(tmp_path / "found", *agreed))
    found = office.json("consensus", folder, "--epic", EPIC)
    assert found["review"] == [{"code": "suspicious_unanimity", "subject": "MAP-001", "settledBy": "second_source"}]
    assert office("consensus", folder, "--epic", EPIC, "--gate").status == 4
    assert "find a second, independent source" in office("consensus", folder, "--epic", EPIC).out


def test_suspicious_agreement_of_a_panel_goes_to_a_person_with_what_would_settle_it(office: Office) -> None:
    run = {"file": "bench.md", "reproducible": True, "command": "make bench"}
    vote = {"vote": "accept", "confidence": 0.9, "rationale": "Measured", "evidence": [run]}
    seats = [word for name in "ab" for word in ("--seat", f"{name}={office.program(f'voter-{name}', vote)}")]
    ended = office("decide", "It is fast enough", "--protocol", "evidence", "--gate", "--full", *seats)
    assert ended.status == 4
    settles = " ".join(ended.out.split())
    assert "A challenge round and a second, independent source would settle it" in settles
    (waiting,) = office.json("inbox")["lines"]
    name = waiting["id"]
    assert office.json("show", name)["verdict"]["requires"] == ["verification"]
    checked = office("resolve", name, "--verified", "I ran it on another machine", user="ben")
    assert checked.status == 0, checked.err
    assert office.json("show", name)["may_be_acted_on"] is True


def test_slips_of_a_newcomer_are_named(office: Office, tmp_path: Path) -> None:
    folder = write_epic(tmp_path / "found", contribution(1, "a", decision("MAP-001", "One file", 0.7)))
    other = office("consensus", str(folder), "--epic", "T2678")
    assert (other.status, "there are some to: T2679" in other.err) == (0, True)
    gone = office("consensus", str(tmp_path / "fuond"), "--epic", EPIC)
    assert (gone.status, "no such file or directory" in gone.err) == (0, True)
    assert "warning" not in office("consensus", str(folder), "--epic", EPIC).err
    assert office("contribution", "list", str(tmp_path / "fuond")).status == 2
    assert office("conflict", "list", str(tmp_path / "fuond"), "--epic", EPIC).status == 2
    asked = ("--epic", EPIC, "--question", "MAP-001", "--seat", "x=person")
    assert "no such file" in office("refer", str(tmp_path / "fuond"), *asked).err
    wrong = office("consensus", str(folder / "c0.json"), "--epic", EPIC)
    assert (wrong.status, "not an index" in wrong.err) == (2, True)


def test_a_long_list_of_problems_is_cut(office: Office, tmp_path: Path) -> None:
    folder = write_epic(tmp_path / "found", contribution(1, "a", decision("MAP-001", "One file", 0.7)))
    with (folder / "CONTRIBUTIONS.jsonl").open("a") as index:
        index.write("{\n" * 200)
    shown = office("consensus", str(folder), "--epic", EPIC)
    assert shown.out.count("not valid JSON") == 100
    assert shown.out.count("150 more") == 2
    assert len(office.json("consensus", str(folder), "--epic", EPIC)["problems"]) == 200
