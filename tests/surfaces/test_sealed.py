"""Until a round is over nothing that any command says depends on a ballot."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.surfaces.office import APPROVE, REJECT, Office
from tests.surfaces.program import Ended, Here

STAMPS = re.compile(
    r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z|sha256:[0-9a-f]{64}|\b[0-9a-f]{12}\b|\bafter \d+(\.\d)? s\b"
)
SECRET = "The budget was cut yesterday"


def unstamped(ended: Ended) -> Ended:
    """Without times, and without the hashes that depend on them."""
    return Ended(ended.status, STAMPS.sub("-", ended.out), STAMPS.sub("-", ended.err))


def seen(office: Office, deliberation: str) -> Iterator[Ended]:
    """Everything that can be asked of a deliberation while its round is open."""
    for user in ("ann", "ben", "zoe"):
        for form in ("text", "markdown", "html", "madr", "json"):
            yield office("show", deliberation, "--format", form, user=user)
            yield office("report", deliberation, "--format", form, user=user)
        yield office("show", deliberation, "--lang", "ja", user=user)
        yield office("log", user=user)
        yield office("log", "--json", "--search", "cut", user=user)
        yield office("inbox", user=user)
        yield office("inbox", "--mine", "--json", user=user)
        yield office("resume", deliberation, "--no-input", user=user)
        yield office("resume", deliberation, "--no-input", "--gate", user=user)
        yield office("resolve", deliberation, "--decline", "No", user=user)
        yield office("release", deliberation, "--action", "action.txt", user=user)
        yield office("vote", deliberation, "--seat", "x", "--choice", "APPROVE", "--confidence", "50", user=user)
    yield office("vote", deliberation, "--seat", "c", "--choice", "APPROVE", "--confidence", "50", user="ben")
    yield office("vote", deliberation, "--seat", "c", "--choice", "REJECT", "--confidence", "5", "--json", user="ben")
    yield office("show", deliberation, "--json", user="ben")


@pytest.fixture
def rooms(here: Here, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Office]:
    """Two records, in which one sealed ballot differs."""

    def room(name: str) -> Office:
        folder = tmp_path / name
        folder.mkdir()
        monkeypatch.chdir(folder)
        monkeypatch.setenv("QUORATE_HOME", str(folder / "home"))
        return Office(here, monkeypatch, folder)

    return map(room, ("one", "two"))


def test_two_records_that_differ_in_a_sealed_ballot_look_the_same(rooms: Iterator[Office]) -> None:
    looks = []
    for office, choice, confidence in zip(rooms, ("APPROVE", "REJECT"), ("80", "95"), strict=False):
        deliberation = office.opened("a=person", "b=person", "c=person")
        said = ("--rationale", SECRET) if choice == "REJECT" else ("--condition", "Only in May")
        voted = office("vote", deliberation, "--seat", "a", "--choice", choice, "--confidence", confidence, *said)
        looks.append([unstamped(ended) for ended in (voted, *seen(office, deliberation))])
    one, two = looks
    assert one == two
    assert all(SECRET not in ended.out + ended.err for ended in two)


def test_the_ballot_of_a_program_is_sealed_too(rooms: Iterator[Office]) -> None:
    looks = []
    for office, vote in zip(rooms, (APPROVE, {**REJECT, "rationale": SECRET}), strict=False):
        seats = ("--seat", f"x={office.program('ask', vote)}", "--seat", "b=person", "--seat", "c=person")
        office.file("action.txt", "deploy")
        asked = office("decide", "Adopt?", *seats)
        deliberation = office.json("log")["lines"][0]["id"]
        looks.append([unstamped(ended) for ended in (asked, *seen(office, deliberation))])
    one, two = ([_without_folder(ended) for ended in look] for look in looks)
    assert one == two


def _without_folder(ended: Ended) -> Ended:
    return Ended(ended.status, re.sub("/(one|two)/", "/-/", ended.out), ended.err)


def test_what_was_sealed_is_shown_when_the_round_is_over(office: Office) -> None:
    deliberation = office.opened("a=person", "b=person")
    office.vote(deliberation, "a", "REJECT", 80, "--rationale", SECRET)
    assert SECRET in office.vote(deliberation, "b", "APPROVE").out
