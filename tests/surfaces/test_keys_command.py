"""Keys on the command line: issued once, acted with through the environment, refused in one line."""

import json

import pytest

from tests.surfaces.office import Office


def issued(office: Office, name: str, *scopes: str) -> tuple[str, str]:
    """The text of a new key, and its id."""
    asked = [part for scope in scopes for part in ("--scope", scope)]
    made = json.loads(office("keys", "create", name, *asked, "--json").out)
    return made["key"], made["id"]


@pytest.fixture
def opened(office: Office) -> str:
    name: str = office.json("decide", "Adopt it?", "--seat", "a=person:ann", "--seat", "b=person:ben", "--no-input")[
        "id"
    ]
    return name


def test_a_command_acts_as_whoever_has_the_key(office: Office, opened: str, monkeypatch: pytest.MonkeyPatch) -> None:
    key, _ = issued(office, "ben", "vote", "read")
    monkeypatch.setenv("QUORATE_KEY", key)
    ballot = ("--choice", "approve", "--confidence", "70", "--rationale", "Fewer surprises")
    refused = office("vote", opened, "--seat", "a", *ballot, user="ann")
    assert (refused.status, refused.err) == (2, "the seat a belongs to ann; you are ben\n")
    assert office("vote", opened, "--seat", "b", *ballot, user="ann").status == 0
    history = office.json("show", opened)["history"]
    assert {"name": "ben", "proof": "authenticated"} in [one["author"] for one in history]


def test_a_key_expires_at_a_moment_after_a_duration_or_never(office: Office) -> None:
    refused = office("keys", "create", "ben", "--scope", "read", "--expires", "soon")
    assert refused.status == 2
    assert "found 'soon'; allowed: a time with its time zone" in refused.err
    assert refused.err.endswith("or a duration such as 2h, or never\n")


def test_a_key_is_all_that_is_printed(office: Office) -> None:
    made = office("keys", "create", "ben", "--scope", "read", "--expires", "never")
    assert made.out.startswith("qk_")
    assert made.out.count("\n") == 1
    assert made.err == "this key of ben is not shown again; valid until: it is revoked\n"
    assert made.out.strip() not in office("keys", "list").out


def test_a_revoked_key_is_refused(office: Office, opened: str, monkeypatch: pytest.MonkeyPatch) -> None:
    key, key_id = issued(office, "ben", "read")
    assert office("keys", "revoke", key_id).status == 0
    monkeypatch.setenv("QUORATE_KEY", key)
    refused = office("show", opened)
    assert refused.status == 2
    assert refused.out == ""
    assert "not valid" in refused.err
    monkeypatch.delenv("QUORATE_KEY")
    (line,) = office.json("keys", "refusals")["refusals"]
    assert (line["operation"], line["key"]) == ("authenticate", key_id)


def test_whoever_has_no_admin_scope_makes_no_key(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    key, key_id = issued(office, "ben", "read", "open", "vote", "resolve", "release", "report")
    monkeypatch.setenv("QUORATE_KEY", key)
    for arguments in (("create", "ben", "--scope", "admin"), ("list",), ("rotate", key_id), ("revoke", key_id)):
        refused = office("keys", *arguments)
        assert refused.status == 2
        assert "scope admin" in refused.err


@pytest.mark.parametrize("key", ["qk_", "nonsense", "qk_0000000000000000_" + "0" * 64, "\u200b"])
def test_a_key_that_is_none_is_no_local_user(office: Office, monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    issued(office, "ben", "read")
    monkeypatch.setenv("QUORATE_KEY", key)
    assert office("log").status == 2
    assert office("decide", "Adopt it?", "--seat", "a=person:ann", "--no-input").status == 2
