"""Which record is meant, its backup, and reports that are kept."""

import json
import os
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing

import pytest

from tests.postgres import Server
from tests.surfaces.office import Office


def test_the_record_is_the_one_that_is_named_nearest(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(*more: str) -> None:
        assert office("decide", "Adopt?", "--seat", "x=person", *more).status == 0

    asked()
    (office.folder / "settings" / "quorate").mkdir(parents=True)
    office.file("settings/quorate/quorate.toml", 'store = "users.db"\n')
    asked()
    office.file("settings/quorate/quorate.toml", f'store = "users.db"\ntrusted = ["{office.folder}"]\n')
    office.file("quorate.toml", 'store = "projects.db"\n')
    asked()
    monkeypatch.setenv("QUORATE_STORE", "environments.db")
    asked()
    asked("--store", "sqlite:///stated.db")
    expected = ("home/quorate.db", "settings/quorate/users.db", "projects.db", "environments.db", "stated.db")
    assert [len(office.json("log", "--store", str(office.folder / one))["lines"]) for one in expected] == [1] * 5


def test_a_checkout_does_not_choose_which_record_is_believed(office: Office) -> None:
    forged = office.decided("APPROVE", "APPROVE")
    (office.folder / "home" / "quorate.db").rename(office.folder / "quorate.db")
    office.file("quorate.toml", '[panels.x]\nseats = [{seat = "a", voter = "person"}]\n')
    assert office("release", forged, "--action", "action.txt").status == 2
    for named in ("quorate.db", office.folder / "quorate.db", "postgresql://u@evil.example/d"):
        office.file("quorate.toml", f'store = "{named}"\n')
        for command in (
            ("release", forged, "--action", "action.txt"),
            ("show", forged),
            ("log",),
            ("decide", "Adopt?"),
        ):
            ended = office(*command)
            assert (ended.status, ended.out) == (2, "")
            assert ended.err.startswith(
                "quorate.toml:1: store: found a setting that is not for projects; allowed: in your"
            )
    assert not (office.folder / "home" / "quorate.db").exists()


@pytest.mark.parametrize(
    "command", ["log", "show {}", "verify", "verify home/quorate.db", "backup x.db", "decide Now?"]
)
def test_a_record_of_an_earlier_build_is_refused_and_stays_as_it_is(command: str, office: Office) -> None:
    words, file = command.format(office.opened()).split(), office.folder / "home" / "quorate.db"
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE quorate_version SET version_num = '0007'")
    before = file.read_bytes()
    ended = office(*words)
    assert (ended.status, ended.out, file.read_bytes() == before) == (2, "", True)
    assert ended.err.endswith(
        "home/quorate.db: this record was written by an earlier development build of Quorate (format 7); this version "
        "reads format 8 only. Keep it with that build, or start a new record with --store FILE\n"
    )
    assert office("decide", "Adopt?", "--seat", "x=person", "--store", "new.db").status == 0


COMMANDS = (
    *("log", "show {}", "verify", "verify home/quorate.db", "backup x.db", "export --all -o x.jsonl", "decide Now?"),
    *("checkpoint -o x.txt", "agents list", "keys list", "restore home/quorate.db --store new.db"),
)
STAMPS = {
    "UPDATE quorate_version SET version_num = '0907'": "has format 907, which a newer Quorate wrote",
    "UPDATE quorate_version SET version_num = 'seven'": "has format 'seven', which does not exist; it is damaged",
    "UPDATE quorate_version SET version_num = '\u0660\u0660\u0660\u0668'": "which does not exist; it is damaged",
    "DELETE FROM quorate_version": "has format 'none', which does not exist; it is damaged",
    "INSERT INTO quorate_version VALUES ('0007')": "has format 'none', which does not exist; it is damaged",
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("stamp", STAMPS)
def test_a_record_with_another_stamp_is_refused_and_stays_as_it_is(stamp: str, command: str, office: Office) -> None:
    words, home = command.format(office.opened()).split(), office.folder / "home"
    with closing(sqlite3.connect(home / "quorate.db")) as database, database:
        database.execute(stamp)
    before = {file.name: file.read_bytes() for file in home.iterdir() if file.is_file()}
    ended = office(*words)
    assert (ended.status, ended.out, ended.err.count("\n")) == (2, "", 1)
    assert STAMPS[stamp] in ended.err
    assert {file.name: file.read_bytes() for file in home.iterdir() if file.is_file()} == before
    assert not [*office.folder.glob("x.*"), *office.folder.glob("new.db*")]


@pytest.mark.parametrize("stamp", ["3", "0", "-1", "true", "2.0", '"2"', '"seven"', "null"])
def test_an_export_or_a_checkpoint_with_another_stamp_is_refused(stamp: str, office: Office) -> None:
    office.decided("APPROVE", "APPROVE")
    assert office("export", "--all", "-o", "all.jsonl").status == office("checkpoint", "-o", "then.txt").status == 0
    reason = "which a newer Quorate wrote" if stamp == "3" else "which does not exist; it is damaged"
    for name, file in (("quorate_export", "all.jsonl"), ("quorate_checkpoint", "then.txt")):
        text = (office.folder / file).read_text()
        office.file(file, text.replace(f'"{name}":2', f'"{name}":{stamp}', 1))
    for words in (("verify", "all.jsonl"), ("verify", "--checkpoint", "then.txt")):
        ended = office(*words)
        assert (ended.status, ended.out, ended.err.count("\n")) == (2, "", 1)
        assert reason in ended.err


@pytest.mark.parametrize("command", ["log", "inbox", "show {}", "verify", "export {}", "backup x.db", "close {}"])
def test_a_record_that_others_can_write_is_refused_for_reading_as_well(command: str, office: Office) -> None:
    words = command.format(office.opened()).split()
    (office.folder / "home" / "quorate.db").chmod(0o666)
    ended = office(*words)
    assert (ended.status, ended.out) == (2 if command == "verify" else 1, "")
    assert f"{office.folder}/home/quorate.db can be written by others, who may have forged it" in ended.err


def test_a_record_that_others_can_read_is_used_with_a_warning(office: Office) -> None:
    deliberation = office.opened()
    (office.folder / "home" / "quorate.db").chmod(0o644)
    ended = office("show", deliberation, "--json")
    assert (ended.status, json.loads(ended.out)["id"]) == (0, deliberation)
    file = office.folder / "home" / "quorate.db"
    said = f"quorate: warning: {file} can be read by others, sealed ballots included; run `chmod 600 {file}`\n"
    assert ended.err.startswith(said)


def test_settings_that_cannot_be_understood_are_refused_with_file_and_line(office: Office) -> None:
    office.file("quorate.toml", '# ours\nstor = "x.db"\n')
    ended = office("log")
    known = (
        "contributions, engines, fleet, gate, lenses, max_cost, notify, panel, panels, reask, store, templates, trusted"
    )
    known += ", webhooks"
    assert (ended.status, ended.err) == (
        2,
        f"quorate.toml:2: stor: found an unknown key; allowed: store (nearest); {known}\n",
    )
    office.file("quorate.toml", "# ours\n\nstore = \n")
    assert office("log").err.startswith("quorate.toml:3: document: found a syntax error: Invalid value; allowed: TOML")


def test_a_backup_is_a_record_and_fills_an_empty_one(office: Office) -> None:
    deliberation = office.decided("APPROVE", "APPROVE")
    shown = office("show", deliberation, "--json").out
    saved = office("backup", "saved.db")
    assert (saved.status, saved.out, saved.err) == (0, "", "the record was copied to saved.db\n")
    assert office.json("restore", "saved.db", "--store", "new.db") == {"file": "saved.db"}
    assert office("show", deliberation, "--json", "--store", "new.db").out == shown
    assert office("show", deliberation, "--json", "--store", "saved.db").out == shown


def test_a_backup_replaces_nothing_and_restores_only_into_an_empty_record(office: Office) -> None:
    nothing = office("backup", "saved.db")
    assert (nothing.status, "there is no record to" in nothing.err) == (2, True)
    office.opened()
    assert office("backup", "saved.db").status == 0
    assert (office("backup", "saved.db").status, office("restore", "none.db").status) == (2, 2)
    full = office("restore", "saved.db")
    assert (full.status, full.out) == (1, "")
    assert "not empty" in full.err


def _spoilt(office: Office) -> str:
    office.opened()
    office("backup", "spoilt.db")
    with closing(sqlite3.connect(office.folder / "spoilt.db")) as database, database:
        database.execute("UPDATE quorate_events SET author = 'mallory' WHERE position = 2")
    return "spoilt.db"


def _foreign(office: Office) -> str:
    with closing(sqlite3.connect(office.folder / "foreign.db")) as database, database:
        database.execute("CREATE TABLE notes (text)")
    return "foreign.db"


@pytest.mark.parametrize(
    ("backup", "said"),
    [
        (_spoilt, "event 2: its hash does not match; it was changed after it was stored"),
        (_foreign, "foreign.db belongs to another program"),
        (lambda office: office.file("empty.db", ""), "empty.db contains no record"),
        (lambda office: office.file("text.db", "no database " * 99), "text.db is not a record of Quorate"),
    ],
    ids=["spoilt", "foreign", "empty", "text"],
)
def test_a_restore_that_is_refused_makes_no_record(backup: Callable[[Office], str], said: str, office: Office) -> None:
    ended = office("restore", backup(office), "--store", "new.db")
    assert (ended.status, ended.out) == (1, "")
    assert said in ended.err
    assert not (office.folder / "new.db").exists()


@pytest.mark.parametrize(
    "command", ["log", "inbox", "backup x.db", "show MAGI-2026-1115-001", "close MAGI-2026-1115-001"]
)
def test_a_record_that_was_named_has_to_be_there(command: str, office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("log", "inbox"):
        assert office(name).err == "Nothing to list.\n"
    there_is_none = "quorate: there is no record at {}; `quorate decide` creates one, or name another with --store\n"
    ended = office(*command.split(), "--store", "typo.db")
    assert ended == (1, "", there_is_none.format("typo.db"))
    assert office(*command.split(), "--store", "sqlite:///typo.db") == ended
    (office.folder / "settings" / "quorate").mkdir(parents=True)
    office.file("settings/quorate/quorate.toml", 'store = "/users.db"\n')
    assert office(*command.split()).err == there_is_none.format("/users.db")
    monkeypatch.setenv("QUORATE_STORE", "environments.db")
    assert office(*command.split()).err == there_is_none.format("environments.db")
    assert not list(office.folder.glob("*.db"))


@pytest.mark.parametrize(
    "address", ["postgres:u:very-secret@h/d", "u:very-secret@h/d", "host=h password=very-secret", ""]
)
def test_what_only_looks_like_an_address_is_no_file(address: str, office: Office) -> None:
    for arguments in (("log",), ("decide", "Adopt?", "--seat", "x=person"), ("demo",)):
        ended = office(*arguments, "--store", address)
        assert (ended.status, "--store: " in ended.err) == (2, True)
        assert "very-secret" not in ended.out + ended.err
    assert list(office.folder.iterdir()) == []


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE quorate_events SET author = 'mallory' WHERE position = 2",
        "UPDATE quorate_events SET body = replace(body, 'APPROVE', 'REJECT')",
        "UPDATE quorate_events SET body = '{' WHERE position = 1",
        "DELETE FROM quorate_events WHERE position = 3",
    ],
)
def test_a_row_that_was_changed_by_hand_is_said_in_a_line(statement: str, office: Office) -> None:
    deliberation = office.decided("APPROVE", "APPROVE")
    with closing(sqlite3.connect(office.folder / "home" / "quorate.db")) as database, database:
        database.execute(statement)
    for arguments in (
        ("show", deliberation),
        ("vote", deliberation, "--seat", "a", "--choice", "APPROVE", "--confidence", "80"),
        ("release", deliberation, "--action", "action.txt"),
        ("resume", deliberation),
    ):
        ended = office(*arguments)
        assert (ended.status, ended.out) == (1, "")
        assert ended.err.startswith(f"quorate: {deliberation}")
        assert ended.err.endswith("the record is damaged: restore a backup\n")
        assert len(ended.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("options", "begins"),
    [
        ((), "# Decision report: Adopt the queue?"),
        (("--format", "madr"), "---\n"),
        (("--format", "text"), "Deliberation"),
    ],
)
def test_a_report_is_written_to_a_file_or_to_standard_output(
    options: tuple[str, ...], begins: str, office: Office
) -> None:
    deliberation = office.decided("APPROVE", "APPROVE")
    printed, written = office("report", deliberation, *options), office("report", deliberation, *options, "-o", "r.md")
    assert printed.out.startswith(begins)
    assert (written.status, written.out) == (0, "")
    assert (office.folder / "r.md").read_text(encoding="utf-8") == printed.out
    assert [path.name for path in office.folder.glob("*r.md*")] == ["r.md"]


def test_a_report_as_json_is_the_deliberation(office: Office) -> None:
    deliberation = office.decided("APPROVE", "APPROVE")
    office("report", deliberation, "--json", "-o", "r.json")
    assert json.loads((office.folder / "r.json").read_text()) == office.json("show", deliberation)


def test_a_report_that_cannot_be_written_is_refused_and_leaves_nothing(office: Office) -> None:
    deliberation = office.decided("APPROVE", "APPROVE")
    (office.folder / "folder").mkdir()
    before = sorted(path.name for path in office.folder.iterdir())
    ended = office("report", deliberation, "-o", "no/such/place.md")
    assert (ended.status, ended.out) == (2, "")
    assert ended.err == "no/such/place.md: no such file or directory; expected a file that can be written\n"
    assert office("report", deliberation, "-o", "folder").err.startswith("folder: is a directory; expected a file")
    assert sorted(path.name for path in office.folder.iterdir()) == before


def test_a_report_is_written_through_a_link_and_into_a_pipe(office: Office) -> None:
    deliberation = office.decided("APPROVE", "APPROVE")
    office.file("real.md", "old")
    (office.folder / "link.md").symlink_to("real.md")
    os.mkfifo(office.folder / "pipe")
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append((office.folder / "pipe").read_text(encoding="utf-8")))
    reader.start()
    assert office("report", deliberation, "-o", "pipe").status == 0
    reader.join()
    assert office("report", deliberation, "-o", "link.md").status == 0
    assert (office.folder / "link.md").is_symlink()
    assert read == [(office.folder / "real.md").read_text(encoding="utf-8")]


def test_the_same_commands_work_on_a_server(office: Office, postgres: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    address = postgres.new_database()
    monkeypatch.setenv("QUORATE_STORE", address)
    deliberation = office.decided("APPROVE", "APPROVE")
    assert office("release", deliberation, "--action", "action.txt").status == 0
    shown = office("show", deliberation, "--json").out
    assert office("backup", "saved.db").status == 0
    with_password = address.replace("@", ":very-secret@") + "&sslpassword=very-secret"
    kept = office("demo", "--store", with_password)
    assert kept.err.endswith(f" --store '{address}'\n")
    wrong = office("log", "--store", with_password.replace("/test", "/none"))
    assert (kept.status, wrong.status) == (0, 1)
    assert "very-secret" not in kept.out + kept.err + wrong.err
    postgres.drop(address)
    assert office("show", deliberation, "--json", "--store", "saved.db").out == shown
    assert not (office.folder / "home").exists()
