"""The later life of a deliberation, on a server: asked again, deadlocked, reframed, followed, checked, redacted."""

import pytest

from tests.postgres import Server
from tests.surfaces.minds import again, deadlocked
from tests.surfaces.office import Office


def test_the_later_life_of_a_deliberation_goes_on_on_a_server(
    office: Office, postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = postgres.new_database()
    monkeypatch.setenv("QUORATE_STORE", address)
    deliberation = deadlocked(office)
    (child,) = office.json("reframe", deliberation, "--accept", "1")["children"]
    assert office("resume", child).status == 0
    assert office("checkpoint", "-o", "first.cp").status == 0
    assert again(office, deliberation, "--factual")["state"] == "asking"
    assert office.json("resolve", deliberation, "--choose", "Logos: APPROVE", "--go")["may_be_acted_on"]
    assert office("release", deliberation, "--action", "action.txt").status == 0
    listed = [(one["deliberation"], one["id"]) for one in office.json("risks")["items"]]
    assert listed == [(child, "C1"), (deliberation, "C1")]
    assert office("risks", "set", deliberation, "C1", "--status", "closed", "--note", "rehearsed").status == 0
    assert [one["deliberation"] for one in office.json("risks")["items"]] == [child]
    word = office.file("word.txt", "nights get longer")
    assert office("redact", deliberation, "--text", word, "--reason", "asked to").status == 1
    child_too = office("redact", child, "--text", word, "--reason", "asked to")
    assert (child_too.status, child_too.err) == (0, "")
    assert office("verify", "--checkpoint", "first.cp").status == 0
    assert office("export", "--all", "-o", "all.jsonl").status == 0
    postgres.drop(address)
    checked = office("verify", "all.jsonl", "--checkpoint", "first.cp")
    assert (checked.status, "redacted" in checked.out) == (0, True)
    assert "nights get longer" not in (office.folder / "all.jsonl").read_text(encoding="utf-8")
