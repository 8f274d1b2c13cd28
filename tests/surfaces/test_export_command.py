"""Export, verify, checkpoint and redact as commands: what they say, and their exit status."""

import json
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.surfaces.office import Office
from tests.surfaces.program import Ended, quorate

SECRET = "the customer is Grünwald & Söhne"


def decided(office: Office) -> str:
    """The id of a deliberation in which one rationale holds the secret."""
    found = office.opened("a=person", "b=person", "c=person")
    for seat in "abc":
        said = SECRET if seat == "a" else "It was measured"
        assert office.vote(found, seat, "APPROVE", 80, "--rationale", said).status == 0
    return found


def change(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as database, database:
        assert database.execute(statement).rowcount


def test_an_export_is_checked_offline(office: Office) -> None:
    found = decided(office)
    written = office("export", found, "-o", "out.jsonl")
    assert (written.status, written.out) == (0, "")
    assert written.err == "1 deliberation with 7 events was written to out.jsonl\n"
    ended = office("verify", "out.jsonl")
    assert (ended.status, ended.out, ended.err) == (0, "intact: 1 deliberation, 7 events\n", "")
    assert office("export", found).out == (office.folder / "out.jsonl").read_text()


def test_json_says_what_was_written_and_what_was_left_out(office: Office) -> None:
    decided(office)
    sealed = office.opened()
    said = office.json("export", "--all", "-o", "all.jsonl")
    assert said == {"file": "all.jsonl", "deliberations": 1, "events": 7, "left_out": [sealed]}
    ended = office("verify", "all.jsonl")
    assert (ended.status, ended.out.splitlines()[0]) == (
        0,
        f"not checked: {sealed}: the export left it out, because its ballots were sealed",
    )
    assert office("export", "--all").err == f"{sealed} was left out: its ballots are sealed until the round is over\n"


def test_an_open_round_is_not_exported_and_it_is_said_why_and_when(office: Office) -> None:
    found = office.opened()
    office.vote(found, "a", "APPROVE")
    ended = office("export", found)
    assert (ended.status, ended.out) == (2, "")
    assert "an export would show sealed ballots; export it once the round is counted" in ended.err


def test_an_export_from_a_pipe_is_checked() -> None:
    ended = quorate("verify", "-", stdin=b"Dear diary")
    assert (ended.status, ended.err) == (
        2,
        "standard input: neither an export nor a backup of Quorate, or its first line was changed\n",
    )


def test_a_change_is_named_with_deliberation_and_event(office: Office) -> None:
    found = decided(office)
    assert office("verify").status == 0
    change(office.folder / "home" / "quorate.db", "UPDATE quorate_events SET author = 'eve' WHERE position = 3")
    ended = office("verify")
    assert (ended.status, ended.out.splitlines()) == (
        1,
        [
            f"{found}, event 3: its hash does not match; it was changed after it was stored",
            "damaged: 1 finding in 1 deliberation, 7 events",
        ],
    )
    ended = office("verify", "--json")
    (finding,) = json.loads(ended.out)["findings"]
    assert (ended.status, finding["deliberation"], finding["event"]) == (1, found, 3)


def test_a_backup_is_checked_too(office: Office) -> None:
    decided(office)
    office("backup", "saved.db")
    assert office("verify", "saved.db").out == "intact: 1 deliberation, 7 events\n"
    change(office.folder / "saved.db", "UPDATE quorate_days SET last = 7")
    assert office("verify", "saved.db").status == 1
    change(office.folder / "saved.db", "UPDATE quorate_version SET version_num = '9999'")
    assert office("verify", "saved.db").status == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("verify", "there is no record to check"),
        ("verify none.jsonl", "none.jsonl: no such file or directory"),
        ("verify --key k", "--key needs --checkpoint"),
        ("export", "name one deliberation, or --all"),
        ("export X --all", "name one deliberation, or --all"),
        ("export X --json", "cannot both go to standard output"),
        ("export X", "no deliberation called 'X'"),
        ("export --all", "there is no record to export"),
        ("checkpoint", "there is no record to checkpoint"),
        ("checkpoint --new-key a --key b", "--new-key cannot be combined with other options"),
        ("redact", "name a deliberation"),
        ("redact X --reason x", "name an event and a field, or a text"),
        ("redact X --reason x --event 1", "name an event and a field, or a text"),
        ("redact X --reason x --event 1 --field y --text z", "name an event and a field, or a text"),
        ("redact X --sweep", "--sweep cannot be combined with other options"),
        ("redact X --reason x --event 1 --field y", "no deliberation called 'X'"),
    ],
)
def test_wrong_usage_is_said_and_makes_no_record(arguments: str, said: str, office: Office) -> None:
    ended = office(*arguments.split())
    assert (ended.status, ended.out) == (2, "")
    assert said in ended.err
    assert not (office.folder / "home" / "quorate.db").exists()


def signed(office: Office) -> Ended:
    office("checkpoint", "--new-key", "signer")
    return office("checkpoint", "--key", "signer", "-o", "monday")


def test_a_checkpoint_finds_an_older_copy(office: Office) -> None:
    decided(office)
    office("backup", "older.db")
    found = decided(office)
    said = signed(office)
    assert (said.status, said.err.startswith("the checkpoint was written to monday, signed by ed25519:")) == (0, True)
    good = office("verify", "--checkpoint", "monday", "--key", "signer.pub")
    assert (good.status, good.out) == (0, "intact: 2 deliberations, 14 events\n")
    ended = office("verify", "older.db", "--checkpoint", "monday", "--key", "signer.pub")
    assert ended.status == 1
    assert f"{found}: it is missing; the checkpoint of " in ended.out


def test_an_export_of_all_is_compared_with_a_checkpoint(office: Office) -> None:
    found = decided(office)
    office("close", office.opened(), "--key", "a request with a key")
    signed(office)
    office("export", "--all", "-o", "all.jsonl")
    good = office("verify", "all.jsonl", "--checkpoint", "monday", "--key", "signer.pub")
    assert (good.status, "intact: 2 deliberations" in good.out) == (0, True)
    office("export", found, "-o", "one.jsonl")
    assert office("verify", "one.jsonl", "--checkpoint", "monday", "--key", "signer.pub").status == 0


def test_a_checkpoint_of_a_stranger_or_a_changed_one_is_not_believed(office: Office) -> None:
    decided(office)
    signed(office)
    office("checkpoint", "--new-key", "other")
    ended = office("verify", "--checkpoint", "monday", "--key", "other.pub")
    assert ended.status == 1
    assert "monday: the checkpoint names ed25519:" in ended.out
    text = (office.folder / "monday").read_text()
    office.file("changed", text.replace('"events":7', '"events":6').replace('"position":7', '"position":6'))
    ended = office("verify", "--checkpoint", "changed")
    assert (ended.status, "changed: the signature does not match: the checkpoint was changed after" in ended.out) == (
        1,
        True,
    )
    office.file("cut", text[:-20])
    assert "cut: the checkpoint was changed or cut off" in office("verify", "--checkpoint", "cut").out
    ended = office("verify", "--checkpoint", "signer.pub")
    assert (ended.status, "signer.pub: not a checkpoint; expected" in ended.err) == (2, True)


def test_without_a_key_a_checkpoint_is_not_signed_and_that_is_said(office: Office) -> None:
    decided(office)
    assert office("checkpoint", "-o", "monday").err == "the checkpoint was written to monday, not signed\n"
    ended = office("verify", "--checkpoint", "monday")
    assert (ended.status, "note: monday: the checkpoint is not signed" in ended.out) == (0, True)
    office("checkpoint", "--new-key", "signer")
    assert office("verify", "--checkpoint", "monday", "--key", "signer.pub").status == 1
    assert office("checkpoint", "-o", "monday").status == 2


def test_whose_signature_it_is_is_asked_for(office: Office) -> None:
    decided(office)
    signed(office)
    ended = office("verify", "--checkpoint", "monday")
    assert (ended.status, "use --key to check whose key that is" in ended.out) == (0, True)


def test_a_damaged_record_gets_no_checkpoint(office: Office) -> None:
    decided(office)
    change(office.folder / "home" / "quorate.db", "UPDATE quorate_events SET author = 'eve' WHERE position = 3")
    ended = office("checkpoint")
    assert (ended.status, ended.out) == (1, "")
    assert "no checkpoint was written: `quorate verify` lists all damage" in ended.err


def test_without_the_library_it_is_said_what_to_install(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives", None)
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.asymmetric.ed25519", None)
    ended = office("checkpoint", "--new-key", "signer")
    assert (ended.status, ended.err) == (
        1,
        "quorate: a signed checkpoint needs an optional package: pip install 'quorate[sign]'\n",
    )


def test_a_redacted_text_is_gone_from_all_that_is_shown_and_verify_says_so(office: Office) -> None:
    found = decided(office)
    assert SECRET in office("report", found).out
    ended = office("redact", found, "--event", "3", "--field", "vote.rationale", "--reason", "names a customer")
    assert (ended.status, ended.err) == (0, "")
    assert [line.split(" (")[0] for line in ended.out.splitlines()] == [
        "event 3, vote.rationale: redacted",
        "event 7, verdict: redacted",
    ]
    for command in (("report", found), ("show", found), ("show", found, "--json"), ("export", found), ("log",)):
        assert "Grünwald" not in office(*command).out.encode().decode("unicode_escape", "ignore")
        assert "Gr\\u00fcnwald" not in office(*command).out
    checked = office("verify")
    assert checked.status == 0
    assert f"{found}, event 3: vote.rationale was redacted by ann at " in checked.out
    assert "names a customer (sha256:" in checked.out
    assert not [file for file in (office.folder / "home").iterdir() if b"nwald" in file.read_bytes()]


def test_a_text_from_a_file_goes_wherever_it_stands(office: Office) -> None:
    found = decided(office)
    name = office.file("name.txt", "Grünwald & Söhne\n")
    dry = office.json("redact", found, "--text", name, "--reason", "a customer", "--dry-run")
    assert (dry["dry_run"], len(office.json("show", found)["history"])) == (True, 7)
    done = office.json("redact", found, "--text", name, "--reason", "a customer")
    assert [one["field"] for one in done["redacted"]] == ["vote.rationale", "verdict"]
    assert (done["standing"], done["swept"], done["redacted"] == dry["redacted"]) == ([], True, True)
    again = office("redact", found, "--text", name, "--reason", "a customer")
    assert (again.status, again.err) == (2, f"the text does not occur in {found}\n")


def test_the_trail_tells_of_it_in_both_languages(office: Office) -> None:
    found = decided(office)
    office("redact", found, "--event", "3", "--field", "vote.rationale", "--reason", "names a customer")
    assert "Text redacted in event 3: vote.rationale" in office("report", found, "--format", "markdown").out
    assert "vote.rationale" in office("report", found, "--format", "markdown", "--lang", "ja").out


def test_a_permission_is_used_after_the_question_was_redacted(office: Office) -> None:
    found = decided(office)
    asked = office.json("show", found)["question_hash"]
    assert office("redact", found, "--event", "1", "--field", "question.subject", "--reason", "a name").status == 0
    shown = office.json("show", found)
    assert (shown["question_hash"], shown["question"]["subject"][:17]) == (asked, "[redacted sha256:")
    assert office("release", found, "--action", "action.txt", "--question", asked).status == 0
    assert office("verify").status == 0


def test_an_action_that_may_be_released_stays(office: Office) -> None:
    found = decided(office)
    wish = ("redact", found, "--event", "1", "--field", "question.action", "--reason", "a key is in it")
    refused = office(*wish)
    assert (refused.status, "the action may still be released" in refused.err) == (2, True)
    assert office("release", found, "--action", "action.txt").status == 0
    released = office.json("show", found)["action_hash"]
    assert office(*wish).status == 0
    shown = office.json("show", found)
    assert (shown["action_hash"], shown["endings"][0]["action"]) == (released, released)


def test_a_sweep_by_itself(office: Office) -> None:
    decided(office)
    assert office("redact", "--sweep").err == "the record was rewritten without the redacted text\n"
    assert office.json("redact", "--sweep") == {"swept": True}
