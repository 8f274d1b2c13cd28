"""Deliberations with a person at the terminal: questions, seats that fill, interrupts."""

import json
import re

import pexpect
import pytest

from tests.surfaces.office import APPROVE, REJECT, Office, contested
from tests.surfaces.program import QUORATE
from tests.surfaces.terminal import ESCAPES, Terminal, answer, ended

CHOICE = "or your own words (empty: later; decline): "
BALLOT = (("Your choice: ", "approve"), ("0 to 100: ", "80"), ("in one line: ", "It was measured"), ("no more): ", ""))


def test_a_person_votes_first_then_the_others_are_asked_and_the_person_answers(
    terminal: Terminal, office: Office
) -> None:
    no = office.program("no", REJECT)
    child = terminal("decide", "Adopt the queue?", "--seat", "mine=person:ann", "--seat", f"bot={no}")
    child.expect_exact("Adopt the queue?")
    child.expect_exact("You are voting for the seat mine.")
    answer(child, *BALLOT)
    child.expect_exact("The panel is split. Which way do we go?")
    before = ESCAPES.sub("", child.before)
    assert re.search(r"bot +command +thinking, \d+ s", before)
    assert re.search(r"mine +person:ann +answered", before)
    assert "REJECT" not in before.partition("Split (")[0]
    answer(child, (CHOICE, "mine: approve"), ("[y/N]: ", "y"))
    status, seen = ended(child)
    assert status == 0
    assert seen.endswith("decided\nMay be acted on.\n")
    (line,) = office.json("log")["lines"]
    assert line["decision"] == "mine: APPROVE"


def test_nothing_is_asked_where_input_is_forbidden(terminal: Terminal, office: Office) -> None:
    status, seen = ended(terminal("decide", "Adopt?", "--seat", "mine=person:ann", "--no-input"))
    assert status == 0
    assert "mine is waiting for ann: quorate vote" in seen
    (line,) = office.json("log")["lines"]
    status, seen = ended(terminal("vote", line["id"], "--no-input"))
    assert (status, "a ballot needs a choice" in seen) == (2, True)


def test_somebody_elses_seat_is_not_asked(terminal: Terminal) -> None:
    status, seen = ended(terminal("decide", "Adopt?", "--seat", "x=person:ben", "--seat", "y=agent:max"))
    assert (status, "You hold" in seen) == (0, False)


def test_of_the_seats_that_are_anybodys_one_person_is_asked_for_one(terminal: Terminal, office: Office) -> None:
    child = terminal("decide", "Adopt?", "--seat", "x=person", "--seat", "y=person")
    answer(child, *BALLOT)
    status, seen = ended(child)
    assert (status, "y is waiting for anyone" in seen) == (0, True)
    again = terminal("resume", office.json("log")["lines"][0]["id"])
    assert (ended(again)[0], "You hold" in seen) == (0, False)


def test_what_is_typed_wrong_is_asked_again(terminal: Terminal, office: Office) -> None:
    deliberation = office.opened("x=person")
    child = terminal("vote", deliberation)
    answer(child, ("Your choice: ", ""), ("Your choice: ", "9"), ("Your choice: ", "reject"))
    answer(child, ("0 to 100: ", "sure"), ("0 to 100: ", "101"), ("0 to 100: ", "66.5"))
    answer(child, ("in one line: ", ""), ("no more): ", "Two weeks"), ("no more): ", "And a test"), ("no more): ", ""))
    assert ended(child)[0] == 0
    (row,) = office.json("show", deliberation)["verdict"]["receipt"]["roster"]
    assert (row["choice"], row["confidence"], row["conditions"]) == ("REJECT", "133/2", ["Two weeks", "And a test"])


@pytest.mark.parametrize(
    ("protocol", "steps", "row"),
    [
        ("judges", (("Your choice: ", "b"), ("How confident are you: ", "1")), ("B", "80")),
        ("quorum", (("Your choice: ", "resume"),), ("resume", None)),
        ("evidence", (("Your choice: ", "1"), ("Which option: ", "B"), ("0 to 1: ", "0.9")), ("accept", "90")),
    ],
)
def test_a_ballot_is_asked_for_in_the_words_of_its_protocol(
    protocol: str, steps: tuple[tuple[str, str], ...], row: tuple[str, str | None], terminal: Terminal, office: Office
) -> None:
    options = () if protocol == "quorum" else ("--option", "A=Redis", "--option", "B=Postgres")
    found = office.json("decide", "Which?", "--protocol", protocol, "--seat", "x=person", *options)
    child = terminal("vote", found["id"])
    answer(child, *steps, ("in one line: ", ""), ("no more): ", ""))
    assert ended(child)[0] == 0
    (counted,) = office.json("show", found["id"])["verdict"]["receipt"]["roster"]
    assert (counted["choice"], counted["confidence"]) == row


def test_who_leaves_the_questions_has_voted_nothing(terminal: Terminal, office: Office) -> None:
    deliberation = office.opened("x=person")
    before = office("show", deliberation, "--json").out
    child = terminal("vote", deliberation)
    answer(child, ("Your choice: ", "APPROVE"))
    child.expect_exact("0 to 100: ")
    child.sendeof()
    status, seen = ended(child)
    assert (status, "Nothing was saved" in seen) == (1, True)
    child = terminal("vote", deliberation)
    child.expect_exact("Your choice: ")
    child.sendintr()
    assert ended(child)[0] == 130
    assert office("show", deliberation, "--json").out == before


def test_a_vote_that_would_be_refused_is_refused_before_the_questions(terminal: Terminal, office: Office) -> None:
    deliberation = office.decided("APPROVE", "APPROVE")
    status, seen = ended(terminal("vote", deliberation, "--seat", "a"))
    assert (status, "was closed at" in seen, "Your choice" in seen) == (2, True, False)


def test_a_question_that_was_edited_meanwhile_is_not_answered(terminal: Terminal, office: Office) -> None:
    deliberation = office.opened("x=person")
    child = terminal("vote", deliberation)
    child.expect_exact("Your choice: ")
    office("revise", deliberation, "--subject", "Adopt it in May?")
    child.sendline("approve")
    answer(child, *BALLOT[1:])
    status, seen = ended(child)
    assert (status, "is outdated; the question is at revision 2" in seen) == (2, True)


@pytest.mark.parametrize(
    ("steps", "decision"),
    [
        (((CHOICE, ""),), None),
        (((CHOICE, "a: approve"), ("[y/N]: ", "")), "declined by a person"),
        (((CHOICE, "Decline"), ("Why not: ", ""), ("Why not: ", "Not in May")), "declined by a person"),
    ],
)
def test_nothing_goes_ahead_by_default(
    steps: tuple[tuple[str, str], ...], decision: str | None, terminal: Terminal, office: Office
) -> None:
    deliberation = office.decided("APPROVE", "REJECT")
    child = terminal("resolve", deliberation)
    child.expect_exact("a: APPROVE")
    answer(child, *steps)
    assert ended(child)[0] == 0
    found = office.json("show", deliberation)
    assert found["may_be_acted_on"] is False
    assert (found["decision"], bool(found["answers"])) in ((decision, True), (None, False))
    assert (len(office.json("inbox")["lines"]) == 1) is (not found["answers"])


def test_one_requirement_after_another_is_asked_for(terminal: Terminal, office: Office) -> None:
    deliberation = office.opened("a=person", "b=person", "c=person", "d=person")
    grave = office.file("b.yaml", "position: REJECT\nconfidence: 95\nconcerns: [{kind: security, text: Keys leak}]\n")
    office("vote", deliberation, "--seat", "b", "--ballot", grave)
    for seat in "ac":
        office.vote(deliberation, seat, "APPROVE")
    office("close", deliberation)
    assert office.json("show", deliberation)["still_required"] == ["mitigation_plan", "verification"]
    child = terminal("resolve", deliberation)
    answer(child, ("plan (empty: later; decline): ", "A database of its own"))
    answer(child, ("owns it: ", "ann"), ("monitor: ", "logins"), ("verify it (empty: later; decline): ", "The logs"))
    assert ended(child)[0] == 0
    assert office.json("show", deliberation)["may_be_acted_on"] is True


def test_a_block_is_overridden_only_in_writing(terminal: Terminal, office: Office) -> None:
    deliberation = office.decided("REJECT", "REJECT")
    child = terminal("resolve", deliberation)
    answer(child, ("in writing (empty: later; decline): ", ""))
    assert (ended(child)[0], office.json("show", deliberation)["answers"]) == (0, [])
    child = terminal("resolve", deliberation)
    answer(child, ("in writing (empty: later; decline): ", "We lose a day"))
    answer(child, ("Who owns it (empty: you): ", ""), ("What to monitor (empty: nothing): ", "errors"))
    assert (ended(child)[0], office.json("show", deliberation)["may_be_acted_on"]) == (0, True)


def test_nothing_that_is_shown_at_a_question_steers_the_terminal(terminal: Terminal, office: Office) -> None:
    evil = "a\x1b]0;pwned\x07\x1b[2J b"
    office.file("evil.md", evil)
    deliberation = office.opened("a b=person", "c=person", context="evil.md", domain=evil)
    child = terminal("vote", deliberation, "--seat", "a b")
    answer(child, ("Your choice: ", "approve"))
    voted = child.before
    answer(child, *BALLOT[1:])
    child.expect(pexpect.EOF)
    office.vote(deliberation, "c", "REJECT")
    shown = voted + child.before
    child = terminal("resolve", deliberation)
    answer(child, (CHOICE, "1"), ("Go ahead with a b: APPROVE? [y/N]: ", ""))
    shown += child.before
    child.expect(pexpect.EOF)
    shown += child.before
    assert "\x1b]0;" not in shown
    assert "\x1b[2J" not in shown
    assert "a\\u001b]0;pwned" in shown  # of a context nothing is left out
    assert "You are voting for the seat a b." in voted


def test_an_option_without_a_name_is_chosen_in_words_of_ones_own(terminal: Terminal, office: Office) -> None:
    deliberation = contested(office)
    child = terminal("resolve", deliberation)
    child.expect_exact("4  Other - D, E\r\nYour choice: ")
    answer(child, (CHOICE, "other"))
    answer(child, ("What exactly, in one line: ", "D, then E"))
    answer(child, ("Go ahead with D, then E? [y/N]: ", "y"))
    assert ended(child)[0] == 0
    (said,) = office.json("show", deliberation)["answers"]
    assert (said["choice"], said["text"], said["go"]) == ("Other", "D, then E", True)


def test_an_option_that_is_not_listed_is_chosen_by_its_id(terminal: Terminal, office: Office) -> None:
    deliberation = contested(office)
    child = terminal("resolve", deliberation)
    answer(child, (CHOICE, "E"), ("Go ahead with E? [y/N]: ", "y"))
    assert ended(child)[0] == 0
    assert office.json("show", deliberation)["decision"] == "E"


def test_a_choice_that_stands_against_the_action_is_not_asked_whether_to_go_ahead(
    terminal: Terminal, office: Office
) -> None:
    deliberation = office.decided("APPROVE", "REJECT")
    child = terminal("resolve", deliberation)
    answer(child, (CHOICE, "b: reject"))
    status, seen = ended(child)
    assert (status, "[y/N]" in seen) == (0, False)
    assert office.json("show", deliberation)["decision"] == "declined by a person"


def test_standard_output_stays_clean_while_questions_are_asked(terminal: Terminal, office: Office) -> None:
    deliberation = office.decided("APPROVE", "REJECT")
    child = terminal("-c", f"{QUORATE} resolve {deliberation} --json > out.json", program="bash")
    child.expect_exact("The panel is split. Which way do we go?")
    answer(child, (CHOICE, "1"), ("[y/N]: ", "y"))
    assert ended(child)[0] == 0
    assert json.loads((office.folder / "out.json").read_text()) == office.json("show", deliberation)


def test_an_interrupt_keeps_the_deliberation_and_no_call_is_paid_twice(terminal: Terminal, office: Office) -> None:
    slow = office.program("slow", APPROVE, gate=f"[ -e {office.folder}/go ]")
    (office.folder / "slow").write_text((office.folder / "slow").read_text() + f"echo >> {office.folder}/paid\n")
    child = terminal("decide", "Adopt?", "--seat", f"x={slow}", "--seat", f"y={office.program('yes', APPROVE)}")
    child.expect(r"y +command .*answered")
    child.sendintr()
    status, seen = ended(child)
    (line,) = office.json("log")["lines"]
    assert (status, "Traceback" in seen) == (130, False)
    kept = f"{line['id']} is saved; continue with: quorate resume {line['id']}"
    assert f"interrupted, 1 call ended; {kept}" in " ".join(seen.split())
    (office.folder / "go").touch()
    status, seen = ended(terminal("resume", line["id"], "--gate"))
    assert (status, "UNANIMOUS" in seen) == (0, True)
    assert (office.folder / "paid").read_text() == "\n"


def test_an_interrupt_at_the_first_question_keeps_the_deliberation_too(terminal: Terminal, office: Office) -> None:
    child = terminal("decide", "Adopt?", "--seat", "mine=person")
    child.expect_exact("Your choice: ")
    child.sendintr()
    status, seen = ended(child)
    assert (status, "quorate resume" in seen) == (130, True)
    child = terminal("resume", office.json("log")["lines"][0]["id"])
    answer(child, *BALLOT)
    child.expect_exact("(empty: later; decline): ")
    child.sendline("")
    assert ended(child)[0] == 0


def test_a_terminal_that_only_prints_lines_gets_lines(terminal: Terminal, office: Office) -> None:
    yes = office.program("yes", APPROVE)
    child = terminal("decide", "Adopt?", "--seat", f"x={yes}", "--seat", f"y={yes}", TERM="dumb")
    child.expect(pexpect.EOF)
    assert "\x1b" not in child.before
    assert re.search(r"x: answered after [\d.]+ s\r\n", child.before)


def test_lists_are_tables_as_wide_as_the_terminal(terminal: Terminal, office: Office) -> None:
    office.json("decide", "日本語の問い" * 9, "--seat", "x=person")
    _, seen = ended(terminal("log"))
    record, *rows = seen.splitlines()
    assert record.endswith("home/quorate.db")
    assert rows[0].split() == ["Deliberation", "Subject", "Status"]
    assert len(rows) > 4
    assert all(sum(2 if char > "\u2fff" else 1 for char in row) <= 80 for row in rows)


def test_the_demo_shows_the_seats_as_they_fill(terminal: Terminal) -> None:
    status, seen = ended(terminal("demo"))
    assert status == 0
    assert [seen.count(f"{seat} ") > 1 for seat in ("Logos", "Pathos", "Sophia")] == [True] * 3
    assert seen.index("waiting") < seen.index("answered") < seen.index("A PERSON DECIDES")
