"""`quorate manifest` at the command line."""

import json
import subprocess
from pathlib import Path

from tests.surfaces.office import Office
from tests.surfaces.program import environment
from tests.warm import warm_quorate

ADD = (
    *("manifest", "add", "--title", "Consensus: Map", "--file", "2026-01-26_arch-consensus.md"),
    *("--topics", "architecture, consensus", "--findings", "One file,4/5 agents agree", "--status", "complete"),
    *("--task", "T2216", "--epic", "T2204", "--actionable", "--needs-followup", "T2217", "--agent-type", "analysis"),
)


def test_all_flags_are_kept(office: Office, tmp_path: Path) -> None:
    assert office(*ADD).status == 0
    said = json.loads((tmp_path / "MANIFEST.jsonl").read_text())
    assert {key: said[key] for key in ("topics", "key_findings", "linked_tasks", "needs_followup", "actionable")} == {
        "topics": ["architecture", "consensus"],
        "key_findings": ["One file", "4/5 agents agree"],
        "linked_tasks": ["T2216", "T2204"],
        "needs_followup": ["T2217"],
        "actionable": True,
    }
    assert office("manifest", "validate").status == 0
    assert json.loads(office("manifest", "list", "--topic", "ARCH", "--json").out) == [said]
    assert json.loads(office("manifest", "show", said["id"], "--json").out) == said
    assert "title: Consensus: Map" in office("manifest", "show", said["id"]).out


def test_a_report_is_listed_once(office: Office, tmp_path: Path) -> None:
    office(*ADD)
    before = (tmp_path / "MANIFEST.jsonl").read_bytes()
    assert office(*ADD).status == 2
    assert office(*ADD, "--id", "other").status == 2
    assert office("manifest", "add", "--title", "x", "--file", "../x.md").status == 2
    assert (tmp_path / "MANIFEST.jsonl").read_bytes() == before


def test_lines_that_deviate_are_named_and_stay(office: Office, tmp_path: Path) -> None:
    office(*ADD)
    with (tmp_path / "MANIFEST.jsonl").open("a") as file:
        file.write('{"id": "old", "output": "Old.md", "status": "done"}\nnot json\n')
    before = (tmp_path / "MANIFEST.jsonl").read_bytes()
    checked = office("manifest", "validate")
    assert checked.status == 2
    assert "line 2: status: found 'done'" in checked.out
    assert "line 3: malformed_line" in checked.out
    assert (tmp_path / "MANIFEST.jsonl").read_bytes() == before
    assert len(json.loads(office("manifest", "list", "--json").out)) == 2
    assert office("manifest", "show", "none").status == 2


def test_no_manifest_is_an_error_to_read(office: Office) -> None:
    assert office("manifest", "list").status == 2
    assert office("manifest", "validate").status == 2


def test_twenty_processes_add_at_once_and_nothing_is_lost(office: Office, tmp_path: Path) -> None:
    command = [warm_quorate(), "manifest", "add", "--manifest", str(tmp_path)]
    processes = [
        subprocess.Popen([*command, "--title", f"Report {number}"], stdout=subprocess.DEVNULL, env=environment())
        for number in range(20)
    ]
    twin = [subprocess.Popen([*command, "--title", "Twin"], stderr=-3, stdout=-3, env=environment()) for _ in range(4)]
    assert [process.wait() for process in processes] == [0] * 20
    assert sorted(process.wait() for process in twin) == [0, 2, 2, 2]
    assert office("manifest", "validate").status == 0
    assert len(json.loads(office("manifest", "list", "--json").out)) == 21


def test_a_report_on_a_deliberation_is_written_and_listed(office: Office, tmp_path: Path) -> None:
    opened = office.json("decide", "Adopt it?", "--seat", "a=person", "--seat", "b=person")
    name = opened["id"]
    assert office("manifest", "report", name).status == 2
    for seat in ("a", "b"):
        assert office("vote", name, "--seat", seat, "--choice", "approve", "--confidence", "80").status == 0
    entry = json.loads(office("manifest", "report", name, "--epic", "T2204", "--json").out)
    assert entry["file"].endswith("_adopt-it.md")
    assert entry["key_findings"][0] == "UNANIMOUS"
    assert (entry["agent_type"], entry["linked_tasks"]) == ("analysis", ["T2204"])
    assert "Adopt it?" in (tmp_path / entry["file"]).read_text()
    before = sorted(tmp_path.iterdir())
    assert office("manifest", "report", name).status == 2
    assert sorted(tmp_path.iterdir()) == before


def test_a_report_is_linked_and_archived_by_new_lines(office: Office, tmp_path: Path) -> None:
    office(*ADD)
    before = (tmp_path / "MANIFEST.jsonl").read_bytes()
    name = json.loads(before)["id"]
    assert office("manifest", "link", name, "T9", "T2216").status == 0
    assert office("manifest", "link", name, "T9").status == 0
    assert office("manifest", "archive", name).status == 0
    after = (tmp_path / "MANIFEST.jsonl").read_bytes()
    assert after.startswith(before)
    assert after.count(b"\n") == 3
    [listed] = json.loads(office("manifest", "list", "--json").out)
    assert (listed["status"], listed["linked_tasks"]) == ("archived", ["T2216", "T2204", "T9"])
    assert json.loads(office("manifest", "show", name, "--json").out) == listed
    assert office("manifest", "validate").status == 0
    assert office(*ADD).status == 2
    assert office("manifest", "archive", "none").status == 2
    assert office("manifest", "link", name, " ").status == 2
    assert (tmp_path / "MANIFEST.jsonl").read_bytes() == after


def test_reports_are_counted_and_those_that_wait_are_listed(office: Office) -> None:
    office(*ADD)
    office("manifest", "add", "--title", "Done")
    office("manifest", "add", "--title", "Half", "--status", "partial")
    assert json.loads(office("manifest", "stats", "--json").out) == {
        "total": 3,
        "by_status": {"complete": 2, "partial": 1},
        "by_agent_type": {"analysis": 1},
        "actionable": 1,
        "pending": 2,
    }
    assert "by_status: complete 2, partial 1" in office("manifest", "stats").out
    waiting = office("manifest", "pending", "--json").out
    assert [one["title"] for one in json.loads(waiting)] == ["Consensus: Map", "Half"]
    assert waiting == office("manifest", "list", "--pending", "--json").out
