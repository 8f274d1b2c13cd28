"""`quorate log` and `quorate inbox`."""

import json

import pytest

from tests.surfaces.office import Office


def test_the_log_names_every_deliberation_newest_first(office: Office) -> None:
    first = office.decided("APPROVE", "APPROVE")
    second = office.json("decide", "Drop staging?", "--seat", "x=person", "--domain", "operations")["id"]
    lines = office.json("log")["lines"]
    assert [line["id"] for line in lines] == [second, first]
    assert lines[0] | {"opened_at": "", "changed_at": ""} == {
        "id": second,
        "opened_at": "",
        "changed_at": "",
        "protocol": "magi",
        "subject": "Drop staging?",
        "domain": "operations",
        "state": "voting",
        "status": "active",
        "result": "",
        "confidence": "",
        "decision": "",
        "waits": [{"kind": "ballot", "who": "", "seat": "x", "until": ""}],
    }
    assert (lines[1]["result"], lines[1]["confidence"], lines[1]["decision"]) == ("UNANIMOUS", "80.0", "APPROVE")


def test_a_pipe_gets_aligned_text_that_counts_wide_characters_twice(office: Office) -> None:
    office.json("decide", "日本語の問い", "--seat", "x=person", "--domain", "設計")
    office.json("decide", "Drop staging?", "--seat", "x=person", "--domain", "ops")
    title, newest, oldest = office("log").out.splitlines()
    assert title.split() == ["Deliberation", "Date", "Domain", "Subject", "Outcome", "Confidence", "Decision", "Status"]
    assert title.index("Subject") == newest.index("Drop staging?") == oldest.index("日本語の問い") + len("設計")
    assert title.index("Status") == newest.index("voting") == oldest.index("voting") + len("設計日本語の問い")


def test_the_log_can_be_searched_and_turned_page_by_page(office: Office) -> None:
    asked = [office.json("decide", f"Question {n}?", "--seat", "x=person")["id"] for n in range(5)]
    page = office.json("log", "--limit", "2")
    assert [line["id"] for line in page["lines"]] == asked[:2:-1]
    rest = office.json("log", "--limit", "9", "--after", page["after"])
    assert ([line["id"] for line in rest["lines"]], rest["after"]) == (asked[2::-1], None)
    assert [line["id"] for line in office.json("log", "--search", "question 3")["lines"]] == [asked[3]]
    shown = office("log", "--limit", "2")
    assert shown.err == f"More: quorate log --after {page['after']}\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("log", "--after", "x"), "after: found 'x'; allowed: a cursor from an earlier page"),
        (("log", "--limit", "0"), "not in the range"),
        (("inbox", "--limit", "1001"), "not in the range"),
        (("inbox", "--for", "ben", "--mine"), "cannot be combined"),
        (("log", "--search", "x" * 300), "search: found 300 characters"),
    ],
)
def test_wrong_pages_are_refused(arguments: tuple[str, ...], said: str, office: Office) -> None:
    office.opened()
    ended = office(*arguments)
    assert (ended.status, ended.out) == (2, "")
    assert said in ended.err


def test_the_inbox_names_who_is_awaited_for_what(office: Office) -> None:
    ballots = office.opened("a=person:ben", "b=agent:max", "c=person", deadline="2099-01-01T00:00Z")
    answer = office.decided("APPROVE", "REJECT")
    rows = [line.split() for line in office("inbox").out.splitlines()]
    assert rows[1] == [answer, "Adopt", "the", "queue?", "answer", "anyone"]
    assert rows[2][:1] + rows[2][4:] == [ballots, "ballot", "for", "a", "ben", "2099-01-01", "00:00:00Z"]
    assert [row[7] for row in rows[2:]] == ["ben", "max", "anyone"]


def test_the_inbox_of_one_person_has_what_that_person_may_do(office: Office) -> None:
    deliberation = office.opened("a=person:ben", "b=person:cleo")
    office.opened("x=person:zoe")
    shown = office("inbox", "--for", "ben").out.splitlines()
    assert len(shown) == 2
    assert shown[1].split()[-4:] == ["ballot", "for", "a", "ben"]
    assert [line["id"] for line in office.json("inbox", "--mine", user="cleo")["lines"]] == [deliberation]
    nothing = office("inbox", "--mine", user="nobody")
    assert (nothing.status, nothing.out, nothing.err) == (0, "", "Nothing to list.\n")


def test_text_from_outside_steers_no_terminal(office: Office) -> None:
    office.json("decide", "Red \x1b[31mor\nblue \u202e?", "--seat", "x=person", "--domain", "\x07bell")
    for command in ("log", "inbox"):
        plain, lines = office(command), office(command, "--json")
        assert "Red or blue ?" in plain.out
        assert all(char.isprintable() or char == "\n" for char in plain.out + lines.out)
        assert json.loads(lines.out)["lines"][0]["subject"] == "Red \x1b[31mor\nblue \u202e?"


def test_titles_are_in_the_readers_language(office: Office) -> None:
    office.opened()
    assert "投票中" in office("log", "--lang", "ja").out
    assert "a の票" in office("inbox", "--lang", "ja").out
