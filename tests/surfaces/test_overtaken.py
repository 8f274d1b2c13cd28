"""Two processes make one request with one key: whichever point the slower one is at, it is answered with what was done.

The slower one halts at a named point while the other does all of it, so that nothing depends on the time it takes.
"""

import json
from collections.abc import Callable

import pytest

from tests.crash.campaign import POSTGRES, SQLITE
from tests.surfaces.halting import POINTS, halted
from tests.surfaces.office import Office
from tests.surfaces.test_redact_command import SECRET, with_rationale
from tests.surfaces.test_repeating import prepared

ON_BOTH = ["vote", "resolve", "release", "decide", "redact"]
REQUESTS = [(SQLITE, name) for name in ON_BOTH] + [(POSTGRES, name) for name in ON_BOTH]
REQUESTS += [(SQLITE, one) for one in ("vote without a seat", "revise", "close", "revoke", "redeliberate", "risks")]


@pytest.fixture
def shared(
    request: pytest.FixtureRequest, office: Office, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], dict[str, str]]:
    """Makes the record that both processes work on, and says of it what the other process has to know."""

    def made(kind: str) -> dict[str, str]:
        on_file = str(office.folder / "record.db")
        address = request.getfixturevalue("postgres").new_database() if kind == POSTGRES else on_file
        monkeypatch.setenv("QUORATE_STORE", address)
        return {"QUORATE_STORE": address, "QUORATE_USER": "ann", "QUORATE_HOME": str(office.folder / "home")}

    return made


def request_of(office: Office, name: str) -> tuple[str, ...]:
    """A request that can be made once."""
    match name:
        case "decide":
            return "decide", "And now?", "--seat", "a=person", "--supersedes", office.decided("APPROVE", "REJECT")
        case "redact":
            deliberation = with_rationale(office)
            return "redact", deliberation, "--text", office.file("text.txt", SECRET), "--reason", "a customer"
        case "redeliberate":
            trigger = ("--seat", "a", "--trigger", "changed_conditions")
            return "redeliberate", office.decided("APPROVE", "REJECT"), *trigger
        case "risks":
            return "risks", "set", office.decided("APPROVE", "REJECT", "APPROVE"), "D1", "--owner", "ann"
    return prepared(office, name)


def answer(text: str) -> dict[str, object]:
    """The JSON of a command, but for the word that says that it was done before."""
    found: dict[str, object] = json.loads(text)
    return {key: value for key, value in found.items() if key != "repeated"}


@pytest.mark.parametrize("point", POINTS, ids=lambda point: f"{point[0]} {point[1]}")
@pytest.mark.parametrize(("kind", "name"), REQUESTS)
def test_whoever_is_overtaken_by_the_same_request_is_answered_with_what_was_done(
    kind: str, name: str, point: tuple[str, int], shared: Callable[[str], dict[str, str]], office: Office
) -> None:
    variables = shared(kind)
    request = (*request_of(office, name), "--key", "k", "--json")
    with halted(point, office.folder, variables, *request) as slower:
        faster = office(*request)
        assert faster.status == 0, faster.err
        seen = [office(*look).out for look in (("log", "--json"), ("inbox", "--json"))]
        overtaken = slower.go_on()
    assert overtaken.status == 0, overtaken.err
    assert answer(overtaken.out) == answer(faster.out)
    assert [office(*look).out for look in (("log", "--json"), ("inbox", "--json"))] == seen


@pytest.mark.parametrize("point", POINTS, ids=lambda point: f"{point[0]} {point[1]}")
def test_whoever_is_overtaken_by_another_request_is_refused(
    point: tuple[str, int], shared: Callable[[str], dict[str, str]], office: Office
) -> None:
    variables = shared(SQLITE)
    release = request_of(office, "release")
    with halted(point, office.folder, variables, *release, "--key", "mine") as slower:
        faster = office(*release, "--key", "another")
        overtaken = slower.go_on()
    assert sorted((faster.status, overtaken.status)) == [0, 2]


def test_a_release_that_is_repeated_after_its_revocation_says_so(office: Office) -> None:
    deliberation = office.decided("APPROVE", "APPROVE")
    release = ("release", deliberation, "--action", "action.txt", "--key", "k")
    assert office(*release).status == 0
    assert office("revoke", deliberation, "--reason", "Wrong figures").status == 0
    for form in ((), ("--json",), ("--format", "markdown")):
        again = office(*release, *form)
        assert (again.status, again.out) == (2, "")
        assert "its verdict was revoked (Wrong figures)" in again.err


def test_a_release_that_is_repeated_after_another_took_its_place_says_so(office: Office) -> None:
    deliberation = office.decided("APPROVE", "APPROVE")
    release = ("release", deliberation, "--action", "action.txt", "--key", "k")
    assert office(*release).status == 0
    other = office.opened(supersedes=deliberation)
    again = office(*release)
    assert (again.status, again.out) == (2, "")
    assert f"it was superseded by {other}" in again.err


def test_whoever_is_overtaken_by_release_and_revocation_is_told_of_the_revocation(
    shared: Callable[[str], dict[str, str]], office: Office
) -> None:
    variables = shared(POSTGRES)
    release = (*request_of(office, "release"), "--key", "k")
    with halted(POINTS[0], office.folder, variables, *release) as slower:
        assert office(*release).status == 0
        assert office("revoke", release[1], "--reason", "Wrong figures").status == 0
        overtaken = slower.go_on()
    assert (overtaken.status, overtaken.out) == (2, "")
    assert "its verdict was revoked (Wrong figures)" in overtaken.err
