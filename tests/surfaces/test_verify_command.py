"""Verify, backup and restore as commands, where something is wrong, in doubt, or out of reach."""

import hashlib
import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.surfaces.office import Office


def change(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as database, database:
        assert database.execute(statement).rowcount


def record_of(office: Office) -> Path:
    return office.folder / "home" / "quorate.db"


OTHER_SUMMARY = "UPDATE quorate_deliberations SET summary = replace(summary, 'Adopt', 'Reject')"
OTHER_AUTHOR = "UPDATE quorate_events SET author = 'eve' WHERE position = 3"


def test_a_backup_of_a_damaged_record_is_kept_and_it_is_said(office: Office) -> None:
    found = office.decided("APPROVE", "APPROVE")
    change(record_of(office), OTHER_AUTHOR)
    ended = office("backup", "saved.db")
    assert (ended.status, ended.out, ended.err.splitlines()) == (
        1,
        "",
        [
            "the record was copied to saved.db",
            f"{found}, event 3: its hash does not match; it was changed after it was stored",
            "the record is damaged, and the copy may be too: `quorate verify` lists all of it (1)",
        ],
    )
    assert office("verify", "saved.db").status == 1
    assert json.loads(office("backup", "again.db", "--json").out) == {"file": "again.db", "damaged": True}


def test_a_backup_that_verify_calls_damaged_is_not_restored_and_makes_no_record(office: Office) -> None:
    office.decided("APPROVE", "APPROVE")
    office("backup", "saved.db")
    change(office.folder / "saved.db", OTHER_SUMMARY)
    assert office("verify", "saved.db").status == 1
    ended = office("restore", "saved.db", "--store", "new.db")
    assert (ended.status, "its line in the log contradicts its events; take an older" in ended.err) == (
        1,
        True,
    )
    assert not (office.folder / "new.db").exists()


def test_what_an_export_hides_is_missed_with_a_checkpoint(office: Office) -> None:
    found = office.decided("APPROVE", "APPROVE")
    office.opened()
    office("checkpoint", "-o", "monday")
    office("export", "--all", "-o", "all.jsonl")
    good = office("verify", "all.jsonl", "--checkpoint", "monday")
    assert (good.status, good.out.splitlines()[-1][:23]) == (0, "intact: 1 deliberation,")
    head, *_, end = (office.folder / "all.jsonl").read_text().splitlines(keepends=True)
    values = json.loads(end)["end"]
    said = {**values, "deliberations": 0, "events": 0, "left_out": [found, *values["left_out"]]}
    said["bytes"] = "sha256:" + hashlib.sha256(head.encode()).hexdigest()
    office.file("none.jsonl", head + json.dumps({"end": said}, separators=(",", ":")) + "\n")
    alone = office("verify", "none.jsonl")
    assert alone.out.splitlines()[0].startswith(
        f"not checked: {found}: the export left it out, because its ballots were sealed"
    )
    assert alone.out.splitlines()[-1] == "nothing was checked: the export left everything out"
    ended = office("verify", "none.jsonl", "--checkpoint", "monday")
    assert (ended.status, f"not checked: {found}: it was left out of the export as sealed" in ended.out) == (1, True)
    assert json.loads(office("verify", "none.jsonl", "--checkpoint", "monday", "--json").out)["intact"] is False


def test_what_is_no_key_is_wrong_input(office: Office) -> None:
    office.decided("APPROVE", "APPROVE")
    office("checkpoint", "-o", "monday")
    ended = office("verify", "--checkpoint", "monday", "--key", "ed25519:zz")
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.startswith("ed25519:zz: not a public key; expected ed25519: and 64 digits")


def test_a_redaction_after_a_checkpoint_is_told_as_such(office: Office) -> None:
    found = office.decided("APPROVE", "APPROVE")
    office("checkpoint", "-o", "monday")
    office("redact", found, "--event", "1", "--field", "question.subject", "--reason", "a name")
    ended = office("verify", "--checkpoint", "monday")
    assert ended.status == 0
    assert f"{found}, event 1: question.subject was redacted by ann at " in ended.out
    assert ", after the checkpoint: a name (sha256:" in ended.out


def test_a_record_is_checked_as_a_file_and_nothing_is_left_beside_it(office: Office) -> None:
    office.decided("APPROVE", "APPROVE")
    before = sorted(os.listdir(record_of(office).parent))
    assert office("verify", str(record_of(office))).status == 0
    assert sorted(os.listdir(record_of(office).parent)) == before


def test_a_record_that_is_out_of_reach_is_no_damage(office: Office) -> None:
    office.decided("APPROVE", "APPROVE")
    office("backup", "saved.db")
    change(office.folder / "saved.db", "UPDATE quorate_version SET version_num = '9999'")
    ended = office("verify", "--store", "saved.db")
    assert (ended.status, ended.out) == (2, "")
    assert "reads format 8 only. Update" in ended.err
