"""Nobody's answer lands on something they did not see: races of two real processes, at a terminal and in scripts."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.surfaces.office import ACTION, REJECT, Office
from tests.surfaces.program import Ended, quorate
from tests.surfaces.terminal import Terminal, answer, ended

EVIL = "rm -r /\n"


class Elsewhere:
    """Commands of people at other terminals, each in a process of its own, on one record."""

    def __init__(self, folder: Path, store: str) -> None:
        self.folder, self.store = folder, store
        for name, text in (("action.txt", ACTION), ("evil.txt", EVIL)):
            (folder / name).write_text(text, encoding="utf-8")

    def __call__(self, *arguments: str, user: str) -> Ended:
        home = {"QUORATE_HOME": str(self.folder / "home"), "QUORATE_STORE": self.store, "QUORATE_USER": user}
        return quorate(*arguments, folder=self.folder, variables=home)

    def json(self, *arguments: str, user: str) -> dict[str, Any]:
        done = self(*arguments, "--json", user=user)
        assert done.status == 0, done.err
        value: dict[str, Any] = json.loads(done.out)
        return value


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def new_store(request: pytest.FixtureRequest) -> Any:
    return request.getfixturevalue("postgres") if request.param == "postgres" else None


@pytest.fixture
def elsewhere(new_store: Any, tmp_path: Path) -> Elsewhere:
    return Elsewhere(tmp_path, new_store.new_database() if new_store else str(tmp_path / "record.db"))


def blocked(office: Office, elsewhere: Elsewhere) -> str:
    """Programs vote against ann's action; only ben may answer."""
    seats = [word for seat in "ab" for word in ("--seat", f"{seat}={office.program(f'{seat}.sh', REJECT)}")]
    asked = ("decide", "Adopt the queue?", "--action", "action.txt", "--ask", "ben", *seats)
    found: str = elsewhere.json(*asked, user="ann")["id"]
    return found


def edited(elsewhere: Elsewhere, deliberation: str, user: str) -> Ended:
    """Another action takes the place of the one that was voted on, and the programs vote again."""
    change = ("revise", deliberation, "--subject", "Tidy up?", "--action", "evil.txt")
    done = elsewhere(*change, user=user)
    assert elsewhere("resume", deliberation, user=user).status == 0
    return done


def test_an_acceptance_typed_at_a_terminal_releases_nothing_that_came_afterwards(
    office: Office, elsewhere: Elsewhere, terminal: Terminal
) -> None:
    deliberation = blocked(office, elsewhere)
    child = terminal("resolve", deliberation, user="ben", QUORATE_STORE=elsewhere.store)
    child.expect_exact("in writing (empty: later; decline): ")
    stranger = edited(elsewhere, deliberation, user="eve")
    assert (stranger.status, "you are eve" in stranger.err) == (2, True)
    assert edited(elsewhere, deliberation, user="ann").status == 0
    child.sendline("We lose a day at worst")
    answer(child, ("Who owns it (empty: you): ", ""), ("What to monitor (empty: nothing): ", ""))
    status, said = ended(child)
    assert (status, "which is outdated" in said.replace("\n", " ")) == (2, True), said
    found = elsewhere.json("show", deliberation, user="ann")
    assert (found["answers"], found["may_be_acted_on"], found["revision"]) == ([], False, 2)
    assert elsewhere("release", deliberation, "--action", "evil.txt", user="ann").status == 2


def test_an_acceptance_in_a_script_names_the_verdict_that_it_answers(office: Office, elsewhere: Elsewhere) -> None:
    deliberation = blocked(office, elsewhere)
    seen = elsewhere.json("show", deliberation, user="ben")["verdict_hash"]
    accept = ("resolve", deliberation, "--accept-risk", "We lose a day at worst")
    unstated = elsewhere(*accept, user="ben")
    assert (unstated.status, f"--verdict {seen[7:15]}" in unstated.err) == (2, True)
    assert edited(elsewhere, deliberation, user="ann").status == 0
    outdated = elsewhere(*accept, "--verdict", seen, user="ben")
    assert outdated.status == 2
    assert "the question is at revision 2: ann changed subject, action at" in outdated.err
    found = elsewhere.json("show", deliberation, user="ann")
    assert (found["answers"], found["may_be_acted_on"]) == ([], False)
    newer = elsewhere(*accept, "--verdict", found["verdict_hash"][7:15], user="ben")
    assert (newer.status, newer.err) == (
        0,
        f"Release it (one time only): quorate release {deliberation} --action FILE\n",
    )


def test_a_ballot_lands_on_no_later_revision(elsewhere: Elsewhere) -> None:
    seats = ("--seat", "a=person:ben", "--seat", "b=person:cara")
    deliberation = elsewhere.json("decide", "Adopt?", "--action", "action.txt", *seats, user="ann")["id"]
    hash_ = elsewhere.json("show", deliberation, user="ben")["question_hash"]
    assert elsewhere("revise", deliberation, "--action", "evil.txt", user="ann").status == 0
    ballot = ("vote", deliberation, "--choice", "APPROVE", "--confidence", "80")
    for stated, why in (((), "state which revision this ballot answers"), (("--question", hash_), "which is outdated")):
        refused = elsewhere(*ballot, *stated, user="ben")
        assert (refused.status, why in refused.err) == (2, True), refused.err
    assert [seat["state"] for seat in elsewhere.json("show", deliberation, user="ben")["seats"]] == ["waiting"] * 2


def test_what_somebody_declined_is_not_taken_away_from_them(office: Office, elsewhere: Elsewhere) -> None:
    deliberation = blocked(office, elsewhere)
    assert elsewhere("resolve", deliberation, "--decline", "Never", user="ben").status == 0
    again = ("decide", "Adopt the queue?", "--action", "action.txt", "--seat", "x=person", "--supersedes", deliberation)
    for user in ("eve", "ann"):
        refused = elsewhere(*again, user=user)
        assert refused.status == 2
        assert f"only ben may reopen it; you are {user}" in refused.err
    assert elsewhere.json("log", user="ann")["lines"][0]["id"] == deliberation
    assert elsewhere(*again, user="ben").status == 0
