"""`quorate contribution`, `quorate consensus` and `quorate refer` at the command line."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.evidence.epics import EPIC, contribution, decision, write_epic
from tests.surfaces.office import Office
from tests.surfaces.program import environment
from tests.warm import warm_quorate


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


def test_a_sample_epic_is_copied_into_a_new_folder(office: Office, tmp_path: Path) -> None:
    folder = tmp_path / "epic"
    assert office("contribution", "sample", str(folder)).status == 0
    synthesis = (folder / "synthesis.md").read_text()
    assert office("consensus", str(folder), "--epic", "T2679").out == synthesis.replace("refer epic", f"refer {folder}")
    (folder / "opus-1.json").write_text("mine")
    refused = office("contribution", "sample", str(folder))
    assert (refused.status, (folder / "opus-1.json").read_text()) == (2, "mine")
    assert "already exists; name a new folder" in refused.err


def test_the_next_action_names_the_folder_as_it_was_typed(office: Office) -> None:
    office("contribution", "sample", "my epic")
    shown = office("consensus", "my epic", "--epic", "T2679").out
    assert "quorate refer 'my epic' --epic T2679 --question MAP-003 --seat NAME=VOTER" in shown


def test_a_file_outside_the_folder_is_said_to_be_outside(office: Office, tmp_path: Path) -> None:
    folder = tmp_path / "found"
    write(folder, 1, "a", ("MAP-001", "A", 0.9))
    outside = write(tmp_path / "elsewhere", 2, "b", ("MAP-001", "A", 0.9))
    for typed in (str(outside), "b.json", "../elsewhere/b.json"):
        Path("b.json").write_bytes(outside.read_bytes())
        Path("../elsewhere").mkdir(exist_ok=True)
        Path("../elsewhere/b.json").write_bytes(outside.read_bytes())
        refused = office("contribution", "add", str(folder), typed)
        assert (refused.status, f"{typed} is not in {folder}; copy it there first" in refused.err) == (2, True)
    assert "missing file" in office("contribution", "add", str(folder), "none.json").err
    assert not (folder / "CONTRIBUTIONS.jsonl").exists()


def test_a_sample_that_cannot_be_written_says_so(office: Office, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    refused = office("contribution", "sample", str(tmp_path / "file" / "epic"))
    assert refused.status == 2
    assert "file/epic cannot be written: Not a directory" in refused.err


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


def test_an_agent_is_added_in_the_spelling_that_the_index_has(office: Office, tmp_path: Path) -> None:
    folder = write(tmp_path / "found", 1, "Opus", ("MAP-001", "A", 0.9)).parent
    assert office("contribution", "add", str(folder), "Opus.json").status == 0
    before = (folder / "CONTRIBUTIONS.jsonl").read_bytes()
    for number, (name, why) in enumerate(
        [
            ("opus", "the index has this agent as 'Opus'; write it so"),
            ("\uff2fpus", "the index has this agent as 'Opus'; write it so"),
            ("\u041epus", "looks like 'Opus' in the index"),
            ("Op\u202eus", "_meta.agentId"),
        ],
        2,
    ):
        write(folder, number, name, ("MAP-001", "B", 0.9))
        refused = office("contribution", "add", str(folder), f"{name}.json")
        assert (refused.status, why in refused.err) == (2, True), refused.err
    assert (folder / "CONTRIBUTIONS.jsonl").read_bytes() == before
    write(folder, 9, "Opus", ("MAP-002", "B", 0.9))
    assert office("contribution", "add", str(folder), "Opus.json").status == 0


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
    command = [warm_quorate(), "contribution", "add", str(folder)]
    processes = [
        subprocess.Popen([*command, str(file)], stdout=subprocess.DEVNULL, env=environment()) for file in files
    ]
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


def test_a_converted_contribution_says_what_its_agent_left_open(office: Office, tmp_path: Path) -> None:
    said = {"agent": "haiku-1", "epic": EPIC, "decisions": {"MAP-001": {"decision": "One file", "confidence": "85%"}}}
    (tmp_path / "found.json").write_text(json.dumps(said))
    converted = office("contribution", "convert", "found.json")
    assert converted.status == 0
    (tmp_path / "strict.json").write_text(converted.out)
    open_fields = [line.split(": ")[1] for line in converted.err.splitlines()]
    assert {"sessionId", "taskId", "decisions[0].rationale", "decisions[0].evidence"} <= set(open_fields)
    refused = office("contribution", "check", "strict.json").err
    assert len(refused.splitlines()) == len(open_fields)
    assert all(f" {field}: " in refused for field in open_fields)


def test_a_gate_waits_for_a_person(office: Office, tmp_path: Path) -> None:
    split = [contribution(1, "a", decision("MAP-001", "A", 0.7)), contribution(2, "b", decision("MAP-001", "B", 0.7))]
    folder = str(write_epic(tmp_path / "found", *split))
    assert office("consensus", folder, "--epic", EPIC).status == 0
    assert office("consensus", folder, "--epic", EPIC, "--gate").status == 4
    assert office("consensus", folder, "--epic", " ").status == 2
    assert office("consensus", folder).status == 2


def test_a_gate_stays_closed_where_nothing_was_counted(office: Office, tmp_path: Path) -> None:
    agreed = contribution(1, "a", decision("MAP-001", "A", 0.7))
    found, empty = write_epic(tmp_path / "found", agreed), tmp_path / "empty"
    empty.mkdir()
    silent = write_epic(tmp_path / "silent", contribution(1, "a"))
    partial = write_epic(tmp_path / "partial", agreed, status="partial")
    nothing = [(tmp_path / "none", EPIC), (empty, EPIC), (found, "T2678"), (silent, EPIC), (partial, EPIC)]
    for folder, epic in nothing:
        closed = office("consensus", str(folder), "--epic", epic, "--gate")
        assert (closed.status, "the gate stays closed" in closed.err) == (4, True), folder
        assert "| Human review required | no (nothing was counted) |" in closed.out
        assert office("consensus", str(folder), "--epic", epic).status == 0
    assert office("consensus", str(found), "--epic", EPIC, "--gate").status == 0


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


def test_a_list_of_conflicts_says_how_many_critical_ones_wait_behind_it(office: Office, tmp_path: Path) -> None:
    documents = [contribution(n, f"{n:03}", decision("MAP-001", "AB"[n % 2], 0.9)) for n in range(66)]
    shown = office("conflict", "list", str(write_epic(tmp_path / "epic", *documents)), "--epic", EPIC).out
    assert shown.endswith("\n89 more critical conflicts are listed as these are resolved.\n")
    assert shown.count("\nconflict_") == 1000


def test_what_the_commands_say_besides_is_in_the_readers_language(
    office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = [contribution(n, f"{n}", decision("MAP-001", "AB"[n], 0.9)) for n in range(2)]
    folder = str(write_epic(tmp_path / "epic", *pair))
    (tmp_path / "loose.json").write_text('{"agent": "a", "epic": "T2679", "decisions": {"MAP-001": {"decision": "A"}}}')
    monkeypatch.setenv("QUORATE_LANG", "ja")
    assert "人の判断が必要" in office("conflict", "list", folder, "--epic", EPIC).out
    assert "T2679" in (other := office("consensus", folder, "--epic", "T2678", "--gate").err)
    assert other.isascii() is False
    assert "warning" not in other
    assert "gate" not in other
    assert "警告" in office("consensus", str(tmp_path / "none"), "--epic", EPIC).err
    assert "1件の判断" in office("contribution", "check", str(tmp_path / "loose.json"), "--lenient").out
    assert all(line.startswith("未記入：") for line in _converted(office, tmp_path).splitlines())
    assert "見本" in office("contribution", "sample", str(tmp_path / "sample")).out


def _converted(office: Office, folder: Path) -> str:
    said: str = office("contribution", "convert", str(folder / "loose.json")).err
    assert said
    return said
