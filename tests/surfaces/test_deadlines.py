"""Deadlines that pass while nobody is there: every command says what holds, and the way out."""

import json
import re

import pytest

from tests.surfaces.office import APPROVE, REJECT, Office

BALLOT = ("--seat", "c", "--choice", "APPROVE", "--confidence", "80")


@pytest.fixture
def late(office: Office) -> str:
    """The id of a deliberation whose ballots were to be counted by now; one is missing."""
    with office.an_hour_ago() as moment:
        deliberation = office.opened("a=person", "b=person", "c=person", deadline=moment, at_deadline="count")
        for seat in "ab":
            assert office.vote(deliberation, seat, "REJECT").status == 0
    return deliberation


def test_whoever_looks_is_told_that_it_is_overdue_and_how_it_goes_on(late: str, office: Office) -> None:
    before = office("show", late, "--json").out
    overdue = rf"overdue since 20\d\d-\d\d-\d\d \d\d:\d\d:\d\dZ: quorate resume {late}\n"
    assert re.fullmatch(overdue, office("show", late).err)
    assert re.search(rf"ballot for c +anyone +{overdue}", office("inbox").out)
    assert f"を過ぎています：quorate resume {late}" in office("show", late, "--lang", "ja").err
    assert office("show", late, "--json").out == before
    assert office.json("resume", late)["state"] == "decided"
    assert office("inbox").err == "Nothing to list.\n"


@pytest.mark.parametrize(
    ("command", "options", "said"),
    [
        ("vote", BALLOT, "round 1 was closed at 20"),
        ("close", (), "round 1 was closed at 20"),
        ("release", ("--action", "action.txt"), "still requires: "),
        ("resolve", ("--verified", "By hand"), "state which verdict this answers"),
    ],
)
def test_before_anything_is_done_what_is_overdue_is_counted(
    command: str, options: tuple[str, ...], said: str, late: str, office: Office
) -> None:
    ended = office(command, late, *options)
    assert (ended.status, ended.out) == (2, "")
    assert said in ended.err
    found = office.json("show", late)
    assert [seat["state"] for seat in found["seats"]] == ["answered", "answered", "absent"]
    assert found["verdict"]["action"] == "block"


@pytest.mark.parametrize(
    ("command", "options"),
    [("revise", ("--subject", "Adopt it in May?")), ("revoke", ("--reason", "Wrong"))],
)
def test_what_may_follow_follows_the_count(command: str, options: tuple[str, ...], late: str, office: Office) -> None:
    found = office.json(command, late, *options)
    kinds = [event["kind"] for event in found["history"]]
    assert kinds.index("Counted") < kinds.index(f"{command.title()}d")


def test_a_deadline_at_which_nothing_is_to_happen_is_no_reason_to_go_on(office: Office) -> None:
    with office.an_hour_ago() as moment:
        deliberation = office.opened("a=person", "b=person", deadline=moment)
    shown = office("show", deliberation)
    assert "overdue" not in shown.err + office("inbox").out
    assert "a is waiting for anyone" in shown.err
    assert office.vote(deliberation, "a", "APPROVE").status == 0


@pytest.fixture
def unanswered(office: Office) -> str:
    """The id of a deliberation that asked a person an hour ago, who had a minute to answer."""
    panel = [{"seat": seat, "voter": office.program(seat, vote)} for seat, vote in (("a", APPROVE), ("b", REJECT))]
    policy = {"answer_minutes": 1, "at_answer_by": "decline"}
    asked = {"question": {"subject": "Adopt?", "action": "x"}, "panel": panel, "policy": policy}
    with office.an_hour_ago():
        found: str = office.json("decide", office.file("q.json", json.dumps(asked)))["id"]
    return found


def test_an_answer_that_is_overdue_is_said_to_be(unanswered: str, office: Office) -> None:
    overdue = rf"overdue since 20\d\d-\d\d-\d\d \d\d:\d\d:\d\dZ: quorate resume {unanswered}\n"
    assert re.fullmatch(overdue, office("show", unanswered).err)
    assert re.search(rf"answer +anyone +{overdue}", office("inbox").out)
    resumed = office("resume", unanswered, "--gate")
    assert (resumed.status, "resolve" in resumed.err) == (3, False)
    assert office("inbox").err == "Nothing to list.\n"


def test_before_a_late_answer_is_refused_the_policy_is_on_the_record(unanswered: str, office: Office) -> None:
    late = office("resolve", unanswered, "--choose", "a: APPROVE", "--go")
    assert (late.status, late.out) == (2, "")
    assert "the time to answer ended at 20" in late.err
    found = office.json("show", unanswered)
    assert (found["state"], found["history"][-1]["kind"]) == ("decided", "DeadlinePassed")
    assert found["why_not"].startswith("nobody answered by 20")
