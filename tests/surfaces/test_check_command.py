"""`quorate check`: evidence is checked after the ballots are stored and before they are counted."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from quorate.checks.command_run import run_command
from tests.surfaces.office import Office

HELD = {"file": "docs/bench.md", "quote": "p99 of 41 ms", "line": 2}
CAN_CONFINE = run_command("true", "/").why == "ran"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "bench.md").write_text("# Bench\np99 of 41 ms\n")
    (tmp_path / "docs" / "more.md").write_text("more\n")
    return tmp_path


def opened(office: Office, *more: str, evidence: str = "wait") -> str:
    seats = ("--seat", "a=person:ann", "--seat", "b=person:ben")
    found = office.json("decide", "It is fast", "--protocol", "evidence", "--check-evidence", evidence, *seats, *more)
    return str(found["id"])


def vote(office: Office, name: str, seat: str, *items: dict[str, Any], choice: str = "accept") -> None:
    ballot = {"vote": choice, "confidence": 0.8, "rationale": "It was measured", "evidence": list(items)}
    Path(f"{seat}.json").write_text(json.dumps(ballot))
    person = {"a": "ann", "b": "ben"}[seat]
    ended = office("vote", name, "--seat", seat, "--ballot", f"{seat}.json", user=person)
    assert ended.status == 0, ended.err


def reproducible(command: str, **more: Any) -> dict[str, Any]:
    return {**HELD, "reproducible": True, "command": command, **more}


def notes(found: dict[str, Any]) -> dict[str, str]:
    return {one["code"]: one["detail"] for one in found["verdict"]["receipt"]["notes"]}


def test_nothing_is_counted_before_the_evidence_was_checked(office: Office, root: Path) -> None:
    name = opened(office)
    vote(office, name, "a", reproducible("true"))
    early = office("check", name, "--root", str(root))
    assert early.status == 2
    assert "still awaited from b" in early.err
    vote(office, name, "b", {"file": "docs/more.md"})
    assert office.json("show", name)["verdict"] is None
    assert f"quorate check {name}" in office("show", name).err + office("resume", name).err
    assert office("close", name).status == 2
    found = office.json("check", name, "--root", str(root))
    assert found["verdict"]["result"] == "PROVEN"
    assert notes(found)["evidence_held"] == "1"
    assert notes(found)["evidence_claimed"] == "1"
    assert office("check", name, "--root", str(root)).status == 2
    assert office("verify").status == 0


def test_a_passage_that_changed_counts_as_no_evidence(office: Office, root: Path) -> None:
    name = opened(office)
    vote(office, name, "a", reproducible("true", quote="p99 of 14 ms"))
    vote(office, name, "b", {"file": "../docs/more.md"})
    found = office.json("check", name, "--root", str(root))
    assert found["verdict"]["result"] == "INSUFFICIENT_EVIDENCE"
    assert [len(one["discounted"]) for one in found["verdict"]["receipt"]["roster"]] == [1, 1]


def test_checked_evidence_can_be_required(office: Office, root: Path) -> None:
    name = opened(office, evidence="require")
    vote(office, name, "a", reproducible("true"))
    vote(office, name, "b", HELD)
    assert office.json("check", name, "--root", str(root))["verdict"]["result"] == "INSUFFICIENT_EVIDENCE"
    name = opened(office, evidence="require")
    vote(office, name, "a", reproducible('grep -q 41 "$ROOT/docs/bench.md"'))
    vote(office, name, "b", {"file": "docs/more.md"})
    ran = office.json("check", name, "--root", str(root), "--run")
    assert ran["verdict"]["result"] == ("PROVEN" if CAN_CONFINE else "INSUFFICIENT_EVIDENCE")


def test_a_command_runs_only_with_permission(office: Office, root: Path) -> None:
    name = opened(office)
    vote(office, name, "a", reproducible("exit 1"))
    vote(office, name, "b", HELD)
    assert office.json("check", name, "--root", str(root))["verdict"]["result"] == "PROVEN"
    name = opened(office)
    vote(office, name, "a", reproducible("exit 1"))
    vote(office, name, "b", HELD)
    ran = office.json("check", name, "--root", str(root), "--run")["verdict"]["result"]
    assert ran == ("INSUFFICIENT_EVIDENCE" if CAN_CONFINE else "PROVEN")


def test_a_fallen_counter_proof_asks_for_verification(office: Office, root: Path) -> None:
    counter = {"id": "c1", "counter": True, "reproducible": True, "command": "true", "file": "docs/none.md"}
    name = opened(office, "--seat", "c=person:ann")
    vote(office, name, "b", counter, choice="reject")
    vote(office, name, "a", reproducible("true"))
    Path("c.json").write_text(json.dumps({"vote": "accept", "confidence": 0.9, "rationale": "r", "evidence": [HELD]}))
    office("vote", name, "--seat", "c", "--ballot", "c.json", user="ann")
    verdict = office.json("check", name, "--root", str(root))["verdict"]
    assert "verification" in verdict["requires"]
    assert "counter_proof_fell" in {one["code"] for one in verdict["receipt"]["notes"]}
    assert verdict["result"] != "REFUTED"


def test_no_voter_states_what_a_check_came_to(office: Office, root: Path) -> None:
    name = opened(office, evidence="require")
    vote(office, name, "a", reproducible("true", checked="held"))
    vote(office, name, "b", {**HELD, "checked": "held", "file": "docs/none.md"})
    assert office.json("check", name, "--root", str(root))["verdict"]["result"] == "INSUFFICIENT_EVIDENCE"


def test_a_commit_is_on_the_record(office: Office, root: Path) -> None:
    named = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    for arguments in (("init", "-q"), ("add", "docs"), ("commit", "-qm", "x")):
        subprocess.run(["git", *named, *arguments], check=True, cwd=root)
    (root / "docs" / "bench.md").write_text("gone")
    name = opened(office)
    vote(office, name, "a", reproducible("true"))
    vote(office, name, "b", {"file": "docs/more.md"})
    assert office.json("check", name, "--root", str(root), "--commit", "HEAD")["verdict"]["result"] == "PROVEN"
    lines = [json.loads(line) for line in office("export", name).out.splitlines()]
    events = [line["event"] for line in lines if "event" in line]
    checked = [one for one in events if one.get("kind") == "EvidenceChecked"]
    assert [len(one["body"]["commit"]) for one in checked] == [40, 40]
    assert {one["body"]["checks"][0]["outcome"] for one in checked} == {"held", "claimed"}


def test_closing_early_leaves_the_check_to_be_done(office: Office, root: Path) -> None:
    name = opened(office)
    vote(office, name, "a", reproducible("true"))
    assert office("close", name).status == 0
    assert office.json("show", name)["verdict"] is None
    found = office.json("check", name, "--root", str(root))
    assert "DEGRADED_PANEL" in found["verdict"]["flags"]


def test_only_ballots_with_evidence_can_be_checked(office: Office) -> None:
    refused = office("decide", "Adopt it?", "--check-evidence", "wait", "--seat", "a=person")
    assert refused.status == 2
    assert "check_evidence" in refused.err
    assert office("check", "EVIDENCE-2026-0101-001", "--root", "nowhere").status == 2


def test_what_did_not_hold_is_named_with_its_reason_and_so_is_what_was_not_checked(office: Office, root: Path) -> None:
    name = opened(office, "--debate", "0")
    vote(office, name, "a", {**HELD, "quote": "p99 of 14 ms"}, {"file": "docs/bench.md", "line": 99})
    vote(office, name, "b", {"file": "docs/none.md"}, reproducible("exit 0"), {"address": "https://example.org/a"})
    checked = office("check", name, "--root", str(root))
    said = [line for line in checked.err.splitlines() if line.startswith(("Did not hold", "Was not checked"))]
    assert said == [
        "Did not hold, and counts as no evidence: docs/bench.md has no line 99",
        "Did not hold, and counts as no evidence: there is no file docs/none.md",
        "Did not hold, and counts as no evidence: the quotation is not in docs/bench.md",
        "Was not checked: commands are run with --run only: exit 0",
        "Was not checked: addresses are never fetched: https://example.org/a",
    ]
    shown = " ".join(checked.out.split())
    assert "docs/none.md did not hold when it was checked, and counts as no evidence" in shown


def test_an_argument_whose_evidence_did_not_hold_says_so_to_those_who_challenge_it(office: Office, root: Path) -> None:
    name = opened(office)
    vote(office, name, "a", HELD)
    vote(office, name, "b", {**HELD, "quote": "Errors 12"}, choice="reject")
    checked = office("check", name, "--root", str(root), "--full")
    shown = " ".join(checked.out.split())
    assert "it says: Errors 12; it was checked, did not hold, and counts as no evidence" in shown
    assert shown.count("did not hold, and counts") == 1
    assert "the quotation is not in docs/bench.md" in checked.err
    assert not any(whose in checked.err.splitlines()[0] for whose in ("ben:", "b:"))


def test_evidence_that_has_to_be_checked_and_was_not_is_called_that(office: Office, root: Path) -> None:
    name = opened(office, "--debate", "0", evidence="require")
    vote(office, name, "a", HELD)
    vote(office, name, "b", {"address": "https://example.org/a"})
    shown = " ".join(office("check", name, "--root", str(root)).out.split())
    assert "https://example.org/a was not checked, and counts as no evidence" in shown
