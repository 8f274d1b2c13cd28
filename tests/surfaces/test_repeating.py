"""Keys: a request that is sent again after a lost answer acts once and is answered the same."""

import pytest

from tests.surfaces.office import ACTION, APPROVE, Office

DECIDE = ("decide", "Adopt the queue?", "--seat", "a=person", "--seat", "b=person", "--deadline", "2h", "--key", "k")


def test_a_repeated_question_opens_one_deliberation(office: Office) -> None:
    first, again = office(*DECIDE, "--json"), office(*DECIDE, "--json")
    assert (first.status, first.out) == (again.status, again.out)
    assert len(office.json("log")["lines"]) == 1


def test_a_repeated_question_pays_no_program_twice(office: Office) -> None:
    voter = office.program("ask", APPROVE)
    (office.folder / "ask").write_text((office.folder / "ask").read_text() + f"echo >> {office.folder}/paid\n")
    arguments = ("decide", "Adopt?", "--seat", f"x={voter}", "--seat", "y=person", "--key", "k", "--json")
    assert office(*arguments).out == office(*arguments).out
    assert (office.folder / "paid").read_text() == "\n"


def test_a_question_that_takes_anothers_place_can_be_repeated(office: Office) -> None:
    first = office.decided("APPROVE", "REJECT")
    arguments = (*DECIDE, "--supersedes", first, "--json")
    assert office(*arguments).out == office(*arguments).out


def prepared(office: Office, name: str) -> tuple[str, ...]:
    """A request that can be made once, and its arguments."""
    match name:
        case "vote":
            return "vote", office.opened(), "--seat", "a", "--choice", "APPROVE", "--confidence", "80"
        case "vote without a seat":
            deliberation = office.opened("a=person", "b=person", "c=person:ben")
            office.vote(deliberation, "a", "APPROVE")
            return "vote", deliberation, "--choice", "APPROVE", "--confidence", "80"
        case "resolve":
            return "resolve", office.decided("APPROVE", "REJECT"), "--choose", "a: APPROVE", "--go"
        case "release":
            return "release", office.decided("APPROVE", "APPROVE"), "--action", "action.txt"
        case "revise":
            return "revise", office.opened(), "--subject", "Adopt it in May?"
        case "close":
            return "close", office.opened()
    return "revoke", office.decided("APPROVE", "APPROVE"), "--reason", "Wrong"


@pytest.mark.parametrize("name", ["vote", "vote without a seat", "resolve", "release", "revise", "close", "revoke"])
def test_the_same_key_and_request_act_once_and_answer_the_same(name: str, office: Office) -> None:
    arguments = prepared(office, name)
    for form in ((), ("--json",)):
        first, again = office(*arguments, "--key", "k", *form), office(*arguments, "--key", "k", *form)
        assert first.status == 0, first.err
        assert first == again
    assert office(*arguments, *(("--key", "other") if name != "revise" else ())).status == 2


def test_a_key_that_was_used_for_something_else_is_refused(office: Office) -> None:
    deliberation = office.opened()
    ballot = ("--seat", "a", "--choice", "APPROVE", "--confidence", "80")
    assert office("vote", deliberation, *ballot, "--key", "k").status == 0
    before = office("show", deliberation, "--json").out
    for other in (
        ("vote", deliberation, *ballot[:-1], "81", "--key", "k"),
        ("close", deliberation, "--key", "k"),
        (*DECIDE,),
    ):
        ended = office(*other)
        assert (ended.status, ended.out) == (2, "")
        assert ended.err == "the key 'k' was used for another request; take a new key for a new request\n"
    assert office("vote", deliberation, *ballot, "--key", "k", user="ben").status == 2
    assert office("show", deliberation, "--json").out == before


def test_the_content_of_a_file_is_part_of_the_request_and_not_its_name(office: Office) -> None:
    deliberation = office.decided("APPROVE", "APPROVE")
    assert office("release", deliberation, "--action", "action.txt", "--key", "k").status == 0
    copy = office.file("copy.txt", ACTION)
    assert office("release", deliberation, "--action", copy, "--key", "k").status == 0
    changed = office.file("copy.txt", "deploy everything\n")
    assert "was used for another request" in office("release", deliberation, "--action", changed, "--key", "k").err
