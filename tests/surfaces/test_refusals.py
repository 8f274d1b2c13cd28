"""What the state or the rules do not allow: exit status 2, a clear line, and nothing changed."""

import os
from collections.abc import Callable

import pytest

from tests.surfaces.office import Office

BALLOT = ("--choice", "APPROVE", "--confidence", "80")
Prepared = tuple[str, tuple[str, ...]]


def closed_round(office: Office) -> Prepared:
    deliberation = office.decided("APPROVE", "APPROVE")
    return deliberation, ("vote", deliberation, "--seat", "a", *BALLOT)


def not_on_the_panel(office: Office) -> Prepared:
    deliberation = office.opened()
    return deliberation, ("vote", deliberation, "--seat", "Gaia", *BALLOT)


def somebody_elses_seat(office: Office) -> Prepared:
    deliberation = office.opened("a=person:ben", "b=person")
    return deliberation, ("vote", deliberation, "--seat", "a", *BALLOT)


def a_second_vote(office: Office) -> Prepared:
    deliberation = office.opened()
    office.vote(deliberation, "a", "REJECT")
    return deliberation, ("vote", deliberation, "--seat", "a", *BALLOT)


def an_older_revision(office: Office) -> Prepared:
    deliberation = office.opened()
    before = office.json("show", deliberation)["question_hash"]
    office("revise", deliberation, "--subject", "Adopt it in May?")
    return deliberation, ("vote", deliberation, "--seat", "a", *BALLOT, "--question", before)


def a_choice_that_does_not_exist(office: Office) -> Prepared:
    deliberation = office.opened()
    return deliberation, ("vote", deliberation, "--seat", "a", "--choice", "MAYBE", "--confidence", "80")


def a_confidence_out_of_range(office: Office) -> Prepared:
    deliberation = office.opened()
    return deliberation, ("vote", deliberation, "--seat", "a", "--choice", "APPROVE", "--confidence", "101")


def a_ballot_that_says_a_failure(office: Office) -> Prepared:
    deliberation = office.opened()
    return deliberation, ("vote", deliberation, "--seat", "a", "--ballot", office.file("b.yaml", "error: timeout"))


def an_empty_risk_acceptance(office: Office) -> Prepared:
    deliberation = office.decided("REJECT", "REJECT")
    return deliberation, ("resolve", deliberation, "--accept-risk", " ")


def an_answer_that_nobody_asked_for(office: Office) -> Prepared:
    deliberation = office.decided("APPROVE", "APPROVE")
    return deliberation, ("resolve", deliberation, "--verified", "By hand")


def an_answer_before_the_verdict(office: Office) -> Prepared:
    deliberation = office.opened()
    return deliberation, ("resolve", deliberation, "--decline", "No")


def an_answer_of_somebody_else(office: Office) -> Prepared:
    deliberation = office.opened("a=person", "b=person", ask="ben")
    for seat, choice in (("a", "APPROVE"), ("b", "REJECT")):
        office.vote(deliberation, seat, choice)
    return deliberation, ("resolve", deliberation, "--choose", "a: APPROVE", "--go")


def a_second_answer(office: Office) -> Prepared:
    deliberation = office.decided("APPROVE", "REJECT")
    office("resolve", deliberation, "--choose", "a: APPROVE", "--go")
    return deliberation, ("resolve", deliberation, "--choose", "b: REJECT", "--hold")


def a_changed_action(office: Office) -> Prepared:
    deliberation = office.decided("APPROVE", "APPROVE")
    return deliberation, ("release", deliberation, "--action", office.file("other.txt", "deploy the queue 1.5\n"))


def another_revision_than_presented(office: Office) -> Prepared:
    deliberation = office.decided("APPROVE", "APPROVE")
    return deliberation, ("release", deliberation, "--action", "action.txt", "--question", "00000000")


def a_release_without_a_verdict(office: Office) -> Prepared:
    deliberation = office.opened()
    return deliberation, ("release", deliberation, "--action", "action.txt")


def a_release_of_a_split(office: Office) -> Prepared:
    deliberation = office.decided("APPROVE", "REJECT")
    return deliberation, ("release", deliberation, "--action", "action.txt")


def a_second_release(office: Office) -> Prepared:
    deliberation = office.decided("APPROVE", "APPROVE")
    office("release", deliberation, "--action", "action.txt")
    return deliberation, ("release", deliberation, "--action", "action.txt")


def closing_what_is_closed(office: Office) -> Prepared:
    deliberation = office.decided("APPROVE", "APPROVE")
    return deliberation, ("close", deliberation)


def revoking_what_is_not_decided(office: Office) -> Prepared:
    deliberation = office.opened()
    return deliberation, ("revoke", deliberation, "--reason", "Wrong")


@pytest.mark.parametrize(
    ("prepare", "said"),
    [
        (closed_round, "round 1 was closed at 20"),
        (not_on_the_panel, "'Gaia' is not on the panel; seats: a, b, c"),
        (somebody_elses_seat, "the seat a belongs to ben; you are ann"),
        (a_second_vote, "a has already voted in this round; use --supersede to change the ballot"),
        (an_older_revision, "which is outdated; the question is at revision 2"),
        (a_choice_that_does_not_exist, "choice: found 'MAYBE'; allowed: APPROVE, REJECT, ABSTAIN"),
        (a_confidence_out_of_range, "confidence: found the number 101; allowed: a number from 0 to 100"),
        (a_ballot_that_says_a_failure, "a voter may choose, abstain, or give `error: recused`"),
        (an_empty_risk_acceptance, "an override needs a written risk acceptance; it is empty"),
        (an_answer_that_nobody_asked_for, "this verdict does not require verification"),
        (an_answer_before_the_verdict, "there is no verdict on the current question"),
        (an_answer_of_somebody_else, "only ben may answer; you are ann"),
        (a_second_answer, "human_choice was answered by ann at 20"),
        (a_changed_action, "is not the one that was voted on"),
        (another_revision_than_presented, "the revision presented (00000000) is not the one that was voted on"),
        (a_release_without_a_verdict, "there is no verdict yet"),
        (a_release_of_a_split, "still requires: human_choice"),
        (a_second_release, "its action was released; a verdict releases only once"),
        (closing_what_is_closed, "round 1 was closed at 20"),
        (revoking_what_is_not_decided, "there is no verdict to revoke yet"),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)
def test_a_refusal_is_one_clear_line_and_changes_nothing(
    prepare: Callable[[Office], Prepared], said: str, office: Office
) -> None:
    deliberation, arguments = prepare(office)
    before = office("show", deliberation, "--json").out
    for more in ((), ("--json",)):
        ended = office(*arguments, *more)
        assert (ended.status, ended.out) == (2, "")
        assert said in ended.err
        assert len(ended.err.splitlines()) == 1
    assert office("show", deliberation, "--json").out == before


@pytest.mark.parametrize(
    "arguments",
    [
        ("show",),
        ("report",),
        ("resume",),
        ("vote", "--seat", "a", *BALLOT),
        ("resolve", "--decline", "No"),
        ("release", "--action", "action.txt"),
        ("revise", "--subject", "x"),
        ("close",),
        ("revoke", "--reason", "x"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_an_unknown_id_is_answered_with_the_nearest(arguments: tuple[str, ...], office: Office) -> None:
    deliberation = office.opened()
    command, *options = arguments
    ended = office(command, deliberation[:-1] + "9", *options)
    assert (ended.status, ended.out) == (2, "")
    assert ended.err == f"no deliberation called '{deliberation[:-1]}9'; nearest: {deliberation}\n"


@pytest.mark.parametrize("options", [(), ("--confidence", "80"), ("--no-input",)])
def test_a_ballot_without_a_choice_is_wrong_usage_where_nobody_can_be_asked(
    options: tuple[str, ...], office: Office
) -> None:
    ended = office("vote", office.opened(), "--seat", "a", *options)
    assert (ended.status, ended.out) == (2, "")
    assert "a ballot needs a choice: use --choice or --ballot FILE, or answer at a terminal" in ended.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("vote", "--seat", "a", *BALLOT, "--rationale"),
        ("resolve", "--decline"),
        ("revise", "--subject"),
        ("revise", "--subject", "x", "--reason"),
        ("revoke", "--reason"),
    ],
)
def test_bytes_that_are_no_text_are_refused(arguments: tuple[str, ...], office: Office) -> None:
    deliberation = office.opened()
    before = office("show", deliberation, "--json").out
    command, *options = arguments
    ended = office(command, deliberation, *options, os.fsdecode(b"bad \xff"))
    assert (ended.status, ended.out) == (2, "")
    assert "found half of a surrogate pair; allowed: whole characters" in ended.err
    assert office("show", deliberation, "--json").out == before


def test_a_ballot_comes_from_one_place(office: Office) -> None:
    ended = office("vote", office.opened(), "--ballot", "b.yaml", *BALLOT)
    assert (ended.status, "--ballot holds the whole ballot" in ended.err) == (2, True)


def test_a_record_that_cannot_be_opened_is_a_failure(office: Office) -> None:
    office.file("notes.db", "this is no database, and long enough to be looked at " * 20)
    ended = office("log", "--store", "notes.db")
    assert (ended.status, ended.out) == (1, "")
    assert ended.err.startswith("quorate: notes.db is not a record of Quorate")
    nowhere = office("decide", "Adopt?", "--seat", "x=person", "--store", "no/such/place.db")
    assert (nowhere.status, nowhere.out) == (1, "")
    assert "there is no directory no/such" in nowhere.err
