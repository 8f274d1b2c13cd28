"""`quorate outcome`: what turned out to be true."""

import json
import time
from datetime import UTC, datetime

import pytest

from tests.surfaces.office import Office, contested
from tests.surfaces.terminal import Terminal, ended


def told(office: Office, found: str, *words: str, user: str = "zoe") -> tuple[str, str]:
    outcome = office.json("outcome", found, *words, user=user)["outcome"]
    return outcome["was"], outcome["truth"]


def _day(after: int) -> str:
    return datetime.fromtimestamp(time.time() + after * 86_400, UTC).date().isoformat()


def test_right_wrong_and_an_option_come_to_what_was_true(office: Office) -> None:
    found = office.decided("APPROVE", "APPROVE", "REJECT")
    assert told(office, found, "--was", "right") == ("right", "APPROVE")
    assert told(office, found, "--was", "wrong", "--note", "Jobs were lost") == ("wrong", "REJECT")
    assert told(office, found, "--was", "approve", "--on", _day(0)) == ("APPROVE", "APPROVE")
    kinds = [one["kind"] for one in office.json("show", found)["history"]]
    assert kinds[-3:] == ["OutcomeKnown"] * 3
    assert office("verify").status == 0


def test_the_same_outcome_again_changes_nothing(office: Office) -> None:
    found = office.decided("APPROVE", "APPROVE", "REJECT")
    for _ in range(2):
        told(office, found, "--was", "right")
    assert [one["kind"] for one in office.json("show", found)["history"]].count("OutcomeKnown") == 1


def test_it_changes_neither_the_verdict_nor_the_permission_and_may_come_after_the_end(office: Office) -> None:
    found = office.decided("APPROVE", "APPROVE", "APPROVE")
    before = office.json("show", found)
    told(office, found, "--was", "wrong")
    after = office.json("show", found)
    assert [after[key] for key in ("verdict", "may_be_acted_on", "state")] == [
        before[key] for key in ("verdict", "may_be_acted_on", "state")
    ]
    assert office("revoke", found, "--reason", "It was wrong").status == 0
    assert told(office, found, "--was", "right") == ("right", "APPROVE")


def test_with_more_options_wrong_leaves_open_what_was_true(office: Office) -> None:
    options = [word for name in "ABC" for word in ("--option", name)]
    seats = [word for name in "abc" for word in ("--seat", f"{name}=person")]
    found = office.json("decide", "Which?", "--protocol", "judges", *options, *seats)["id"]
    for seat in "abc":
        office.json("vote", found, "--seat", seat, "--choice", "A", "--confidence", "HIGH")
    assert told(office, found, "--was", "wrong") == ("wrong", "")
    assert told(office, found, "--was", "b") == ("B", "B")


def test_what_cannot_be_is_refused_with_a_reason(office: Office) -> None:
    later = _day(3)
    found, pending, split = office.decided("APPROVE", "APPROVE", "REJECT"), office.opened(), contested(office)
    for arguments, said in (
        ((pending, "--was", "right"), "there is no verdict on the question as it stands"),
        ((found, "--was", "aprove"), "nearest: APPROVE; allowed: right, wrong, APPROVE, REJECT"),
        ((split, "--was", "right"), "the verdict has no choice that could be right; say which one was true: A, B"),
        ((found, "--was", "right", "--on", "soon"), "--on: found 'soon'"),
        ((found, "--was", "right", "--on", "2020-01-01"), "--on: found '2020-01-01'; allowed: a day from "),
        ((found, "--was", "right", "--on", later), f"--on: found '{later}'; allowed: a day from "),
        ((found, "--was", "right", "--note", " "), "--note: found nothing"),
        (("MAGI-2020-0101-001", "--was", "right"), "no deliberation called"),
        ((found,), "name a deliberation and --was"),
    ):
        ended = office("outcome", *arguments, user="zoe")
        assert ended.status == 2
        assert said in ended.err, ended.err


def test_nobody_who_votes_says_what_was_true(office: Office) -> None:
    found = office.decided("APPROVE", "APPROVE", "REJECT")
    ended = office("outcome", found, "--was", "right", user="ben")
    assert (ended.status, "ben votes here" in ended.err) == (2, True)


def test_only_those_who_may_answer_say_it(office: Office) -> None:
    found = office.opened("a=person", "b=person", "c=person", ask="zoe")
    for seat in "abc":
        office.vote(found, seat, "APPROVE")
    assert "only zoe may answer" in office("outcome", found, "--was", "right", user="yan").err
    assert told(office, found, "--was", "right") == ("right", "APPROVE")


@pytest.mark.parametrize("is_json", [True, False])
def test_many_come_in_a_file_and_bad_lines_do_not_stop_the_rest(office: Office, is_json: bool) -> None:
    first, second = (office.decided("APPROVE", "APPROVE", "REJECT") for _ in range(2))
    rows = [(first, "right"), ("MAGI-1999-0101-001", "right"), (second, "perhaps"), (second, "wrong")]
    lines = [json.dumps({"id": name, "was": was}) if is_json else f"{name},{was}" for name, was in rows]
    file = office.file("outcomes", "\n".join([*([] if is_json else ["id,was"]), *lines]) + "\n")
    ended = office("outcome", "--batch", file, "--json", user="zoe")
    assert ended.status == 2
    assert [(one["deliberation"], one["truth"]) for one in map(json.loads, ended.out.splitlines())] == [
        (first, "APPROVE"),
        (second, "REJECT"),
    ]
    offset = 0 if is_json else 1
    assert [line.split(":")[1] for line in ended.err.splitlines()] == [str(2 + offset), str(3 + offset)]
    assert (
        office("outcome", "--batch", file, user="zoe").out.splitlines()[0].startswith(f"{first}: it is on the record")
    )


def test_columns_that_nobody_knows_are_refused(office: Office) -> None:
    ended = office("outcome", "--batch", office.file("outcomes.csv", "id,result\nx,y\n"), user="zoe")
    assert (ended.status, "found id, result; allowed: id, was" in ended.err) == (2, True)


@pytest.mark.parametrize("spoilt", ["{id},ri\rght,", "{id},right,{long}", '{id},right,"it was', '{id},right,"it" was'])
def test_what_is_no_row_of_csv_is_refused_and_does_not_stop_the_rest(office: Office, spoilt: str) -> None:
    found = office.decided("APPROVE", "APPROVE", "REJECT")
    line = spoilt.format(id=found, long="x" * 200_000)
    (office.folder / "outcomes.csv").write_bytes(f"id,was,note\n{line}\n{found},wrong,\n".encode())
    ended = office("outcome", "--batch", "outcomes.csv", user="zoe")
    assert (ended.status, ended.out) == (2, f"{found}: recorded that it was wrong.\n")
    assert ended.err.startswith("outcomes.csv:2: found what is no row of CSV")


@pytest.mark.parametrize("header", ["id\r,was", '"id,was'])
def test_a_header_that_is_no_row_of_csv_is_refused(office: Office, header: str) -> None:
    (office.folder / "outcomes.csv").write_bytes(f"{header}\nx,right\n".encode())
    ended = office("outcome", "--batch", "outcomes.csv", user="zoe")
    assert (ended.status, "found what is no row of CSV" in ended.err) == (2, True)


def test_a_decision_whose_review_date_has_come_is_due_until_somebody_says_what_turned_out(office: Office) -> None:
    seats = ("--seat", "a=person:ann", "--seat", "b=person:ben")
    due, later, _ = (
        office.json("decide", "Adopt it?", *seats, *more)["id"]
        for more in (("--review-by", "2020-01-31"), ("--review-by", "2199-12-31"), ())
    )
    assert office.json("outcome", "--due") == {"due": []}
    for found in (due, later):
        for seat in "ab":
            assert office.vote(found, seat, "APPROVE", 80).status == 0
    (found,) = office.json("outcome", "--due")["due"]
    assert found == {"id": due, "subject": "Adopt it?", "decision": "APPROVE", "review_by": "2020-01-31"}
    assert "2020-01-31" in office("outcome", "--due").out
    told(office, due, "--was", "right")
    assert office("outcome", "--due").out == "No decision is past its review date without an outcome.\n"


def test_to_list_what_is_due_takes_nothing_else(office: Office) -> None:
    assert office("outcome", "--due", "--was", "right").status == 2


def test_the_first_line_at_a_terminal_says_what_was_recorded(office: Office, terminal: Terminal) -> None:
    found = office.decided("APPROVE", "APPROVE", "REJECT")
    status, seen = ended(terminal("outcome", found, "--was", "wrong", "--note", "Jobs were lost", user="zoe"))
    assert (status, seen.splitlines()[0]) == (0, f"{found}: recorded that it was wrong.")
    _, again = ended(terminal("outcome", found, "--was", "wrong", "--note", "Jobs were lost", user="zoe"))
    assert again.splitlines()[0] == f"{found}: it is on the record already that it was wrong."
    _, shown = ended(terminal("show", found))
    assert "Outcome: the verdict was wrong (REJECT was true), says zoe" in shown
    assert "Note: Jobs were lost" in shown


def test_an_empty_file_says_that_there_was_nothing_to_record(office: Office) -> None:
    for text in ("", "\n", "id,was\n"):
        ended = office("outcome", "--batch", office.file("outcomes.csv", text), user="zoe")
        assert (ended.status, ended.out, ended.err) == (0, "", "outcomes.csv: there was nothing to record\n")
