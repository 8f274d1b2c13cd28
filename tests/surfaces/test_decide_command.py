"""`quorate decide`, without a terminal."""

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from tests.surfaces.office import ACTION, APPROVE, REJECT, Office
from tests.surfaces.program import quorate

DOCUMENT = """\
protocol: judges
question: {subject: "Which store?", urgency: low}
options:
  - {id: A, text: Redis}
  - {id: B, text: Postgres}
panel:
  - {seat: risk, voter: "person:ann"}
  - {seat: value, voter: person}
policy: {ballots_by: "2099-01-01T00:00Z"}
"""


def test_a_panel_of_programs_is_asked_and_the_verdict_delivered(office: Office) -> None:
    yes, no = office.program("yes", APPROVE), office.program("no", REJECT)
    ended = office("decide", "Adopt the queue?", "--seat", f"x={yes}", "--seat", f"y={yes}", "--seat", f"z={no}")
    assert ended.status == 0
    assert re.match(r"Deliberation  MAGI-\d{4}-\d{4}-001\n", ended.out)
    assert "MAJORITY VERDICT" in ended.out
    assert "May be acted on." in ended.out


def test_the_seats_are_told_of_line_by_line_and_never_what_they_answered(office: Office) -> None:
    ended = office("decide", "Adopt?", "--seat", f"x={office.program('yes', APPROVE)}", "--seat", "y=person:ben")
    assert re.sub(r"\d{4}-\d{4}|\d+\.\d", "D", ended.err).splitlines() == [
        "NOTICE: protocol magi: neither options, approvers nor labels call for another one",
        "MAGI-D-001: magi, 2 seats",
        "x: thinking",
        "y: waiting",
        "x: answered after D s",
        "y is waiting for ben: quorate vote MAGI-D-001 --seat y --question d71cbd0ecf947edf",
    ]


def test_json_is_the_only_thing_on_standard_output(office: Office) -> None:
    found = office.json("decide", "Adopt?", "--seat", "y=person")
    assert (found["state"], found["round"], found["verdict"]) == ("voting", 1, None)
    assert found["opened_by"] == {"name": "ann", "proof": "asserted"}


def test_the_question_comes_from_a_document_and_options_add_to_it(office: Office) -> None:
    file = office.file("question.yaml", DOCUMENT)
    facts = office.file("facts.md", "Forty jobs a second")
    options = (
        "--option",
        "B=A table in Postgres",
        "--option",
        "C=Cookies",
        "--seat",
        "value=agent:max",
        "--seat",
        "x=person",
    )
    found = office.json(
        "decide", file, "--context", facts, "--constraint", "No new host", "--domain", "storage", *options
    )
    assert found["question"] == {
        "subject": "Which store?",
        "domain": "storage",
        "context": "Forty jobs a second",
        "urgency": "low",
        "constraints": ["No new host"],
        "options": [
            {"id": "A", "text": "Redis"},
            {"id": "B", "text": "A table in Postgres"},
            {"id": "C", "text": "Cookies"},
        ],
    }
    assert {seat["seat"]: seat["voter"] for seat in found["seats"]} == {
        "risk": "person:ann",
        "value": "agent:max",
        "x": "person",
    }
    assert found["policy"]["ballots_by"] == "2099-01-01T00:00:00.000000Z"


def test_a_document_comes_from_standard_input_too(tmp_path: Path) -> None:
    ended = quorate("decide", "-", "--json", stdin=DOCUMENT, QUORATE_HOME=str(tmp_path))
    assert json.loads(ended.out)["protocol"] == "judges"
    assert (tmp_path.stat().st_mode & 0o777, (tmp_path / "quorate.db").is_file()) == (
        tmp_path.stat().st_mode & 0o777,
        True,
    )


def test_a_sentence_that_ends_in_the_name_of_a_file_is_a_sentence(office: Office) -> None:
    found = office.json("decide", "Shall we drop settings.json", "--seat", "x=person")
    assert found["question"]["subject"] == "Shall we drop settings.json"


def test_what_is_settled_beforehand_can_be_said_in_options(office: Office) -> None:
    settled = ("--deadline", "2099-06-01T12:00+02:00", "--at-deadline", "count", "--answer-within", "1h30m")
    people = ("--at-answer-deadline", "decline", "--ask", "ann", "--ask", "ben")
    found = office.json("decide", "Adopt?", "--seat", "x=person", *settled, *people)
    assert found["policy"] == {
        "ballots_by": "2099-06-01T10:00:00.000000Z",
        "at_ballots_by": "count",
        "answer_minutes": 90,
        "at_answer_by": "decline",
        "people": ["ann", "ben"],
        "max_cost": "",
        "debate_rounds": 0,
        "deadlock": "ask",
        "deadlock_minutes": 0,
        "gated": False,
        "check_evidence": False,
        "keys_only": False,
        "advice": False,
        "reask": 1,
    }


def test_relative_programs_are_named_by_their_whole_path(office: Office) -> None:
    voter = office.program("yes", APPROVE)
    found = office.json("decide", "Adopt?", "--seat", f"x={voter} --fast", "--seat", "y=person")
    assert found["seats"][0]["voter"] == f"command:{office.folder}/yes --fast"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("Adopt?", "--protocol", "magii"), "no protocol called 'magii'"),
        (("Adopt?", "--seat", "x"), "--seat: found 'x'; allowed: NAME=VOTER"),
        (("Adopt?", "--seat", "x=persn"), "seat x: no kind of voter called 'persn'; nearest: person"),
        (("Adopt?", "--seat", "x=command:./none"), "seat x: no executable called"),
        (("Adopt?", "--seat", "x=command:'"), "seat x: command: found"),
        (("Adopt?", "--seat", "x=person", "--deadline", "soon"), "deadline: found 'soon'; allowed: a time with its"),
        (
            ("Adopt?", "--seat", "x=person", "--deadline", "2001-01-01T00:00Z"),
            "which is in the past; allowed: a moment in the future",
        ),
        (("Adopt?", "--seat", "x=person", "--deadline", "99999w"), "deadline: found '99999w'"),
        (("Adopt?", "--seat", "x=person", "--deadline", "9999-12-31T23:59:59-14:00"), "--deadline: found '9999-12-31T"),
        (
            ("Adopt?", "--seat", "x=person", "--at-deadline", "count"),
            "policy.at_ballots_by: found count without ballots_by; allowed: ballots_by, or --deadline, with it",
        ),
        (("Adopt?", "--seat", "x=person", "--answer-within", "1y"), "answer-within: found '1y'; allowed: a duration"),
        (("Adopt?", "--option", "A", "--option", "A"), "--option: found 'A'; allowed: ID or ID=text, each id once"),
        (("Adopt?", "--option", "=x"), "--option: found '=x'"),
        (("Adopt?", "--protocol", "quorum"), "quorum has no default panel"),
        (("", "--seat", "x=person"), "question: found"),
        (("none.yaml",), "none.yaml: no such file or directory"),
        (("-", "--context", "-"), "standard input can be read only once"),
        (("Adopt?", "--context", "none.md"), "none.md: no such file"),
        (("Adopt?", "--action", ""), ": no such file"),
        (("Adopt?", "--action", "/dev/null"), "/dev/null: missing; expected the action itself"),
        (("Adopt?", "--seat", "x=person", "--supersedes", "MAGI-1"), "no deliberation called 'MAGI-1'"),
        (("Adopt?", "--key", " "), "--key: missing"),
        (("Adopt?", "--key", "\u200b"), "--key: missing"),
        (("Adopt?", "--key", "k\u202e"), "--key: found a name with U+202E"),
        (
            ("Adopt?", "--key", "k\u200b"),
            "--key: found 'k\\u200b'; allowed: a name without lookalike or invisible characters",
        ),
        (("\u2800", "--seat", "x=person"), "question: found '\\u2800'; allowed: text that is not empty"),
        (("Adopt?", "--urgency", "now"), "'now' is not one of"),
    ],
)
def test_what_can_be_refused_is_refused_before_anything_is_opened(
    arguments: tuple[str, ...], said: str, office: Office
) -> None:
    ended = office("decide", *arguments)
    assert (ended.status, ended.out) == (2, "")
    assert said in ended.err
    assert not (office.folder / "home").exists()
    office.opened()
    assert said in office("decide", *arguments).err
    assert len(office.json("log")["lines"]) == 1


def test_problems_of_a_document_are_named_with_file_line_and_field(office: Office) -> None:
    broken = DOCUMENT.replace("urgency: low", "urgency: slow").replace("seat: value", "seet: value")
    ended = office("decide", office.file("question.yaml", broken))
    assert (ended.status, ended.out) == (2, "")
    assert "question.yaml:8: panel[1].seet: found an unknown key; allowed: seat (nearest)" in ended.err
    ended = office("decide", office.file("question.yaml", DOCUMENT.replace("urgency: low", "urgency: slow")))
    assert ended.err.startswith("question.yaml:2: question.urgency: found 'slow'; allowed: low, medium")
    assert "question.yaml:1: a: found the anchor" in office("decide", office.file("question.yaml", "a: &x 1")).err
    assert "not a mapping" in office("decide", office.file("question.yaml", "[1]")).err


def test_all_problems_of_a_document_are_named_at_once(tmp_path: Path) -> None:
    document = (
        "question: Q\nprotocl: judges\npannel: 3\npolicy: {ballots_by: yesterday, at_ballots_by: explode}\n"
        "horizon_months: -1\nvotes: []\n"
    )
    ended = quorate("decide", "-", stdin=document, QUORATE_HOME=str(tmp_path / "home"))
    assert (ended.status, ended.out) == (2, "")
    said = [line.removeprefix("standard input:").partition("; allowed: ") for line in ended.err.splitlines()]
    assert [(where, allowed[:12]) for where, _, allowed in said] == [
        ("2: protocl: found an unknown key", "protocol (ne"),
        ("3: pannel: found an unknown key", "panel (neare"),
        ("4: policy.ballots_by: found 'yesterday'", "a time with "),
        ("4: policy.at_ballots_by: found 'explode'", "keep-open, c"),
        ("5: horizon_months: found the number -1", "a whole numb"),
        ("6: votes: found an unknown key", "horizon_mont"),
    ]
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize(
    ("document", "places"),
    [
        (
            "question: Q\nprotocol: magii\nmode: fast\npolicy: {people: 1}\n",
            ["2: protocol", "3: mode", "4: policy.people"],
        ),
        ("question: Q\nprotocol: quorum\npannel: 3\nmode: fast\n", ["3: pannel", "4: mode"]),
        (
            "question: Q\npolicy: {at_answer_by: decline}\npanel: [{seat: 1}]\n",
            ["2: policy.at_answer_by", "3: panel[0].seat"],
        ),
        ("question: Q\npolicy: {ballots_by: '2001-01-01T00:00Z'}\nmode: 1\n", ["2: policy.ballots_by", "3: mode"]),
        ("question: Q\npolicy: {ballots_by: 1}\nmode: 1\n", ["2: policy.ballots_by", "3: mode"]),
    ],
)
def test_problems_of_different_kinds_are_named_together(document: str, places: list[str], office: Office) -> None:
    ended = office("decide", office.file("q.yaml", document))
    assert (ended.status, ended.out) == (2, "")
    assert [line.removeprefix("q.yaml:").partition(": found")[0] for line in ended.err.splitlines()] == places


def test_a_dry_run_shows_seats_and_mode_and_a_panel_too_small_and_opens_nothing(office: Office) -> None:
    options = ("--urgency", "critical", "--reversibility", "low", "--seat", "x=person:ben", "--dry-run")
    ended = office("decide", "Adopt?", *options)
    assert ended.status == 0
    assert ended.out.splitlines() == [
        "magi",
        "NOTICE: protocol magi: neither options, approvers nor labels call for another one",
        "NOTICE: a panel of 1 is too small for a decision: magi needs at least 2 votes",
        "  x    person:ben  weight 1",
    ]
    plan = office.json("decide", "Adopt?", *options)
    assert (plan["mode"], plan["seats"][0]["voter"], plan["problems"]) == ("engine", "person:ben", [])
    assert not (office.folder / "home").exists()


def test_a_dry_run_shows_the_action_that_would_be_released(office: Office) -> None:
    action = office.file("action.txt", "deploy 1.4\ndrop the old queue\n")
    options = ("--action", action, "--seat", "x=person", "--seat", "y=person", "--dry-run")
    shown = office("decide", "Adopt?", *options).out
    assert all(line in shown for line in ("deploy 1.4", "drop the old queue"))
    assert office.json("decide", "Adopt?", *options)["action"] == "deploy 1.4\ndrop the old queue\n"


def test_a_dry_run_names_what_would_be_refused(office: Office) -> None:
    ended = office("decide", "Adopt?", "--seat", "x=persn", "--seat", "y=command:none-such", "--dry-run")
    assert ended.status == 2
    assert "would be refused: seat x: no kind of voter called 'persn'" in ended.out
    assert "would be refused: seat y: no executable called 'none-such'" in ended.out


@pytest.mark.parametrize(
    ("votes", "status"),
    [((APPROVE, APPROVE), 0), ((REJECT, REJECT), 3), ((APPROVE, REJECT), 4), ((APPROVE, "no ballot at all"), 4)],
)
def test_with_gate_the_exit_status_is_the_verdicts(votes: tuple[Any, ...], status: int, office: Office) -> None:
    seats = [word for n, vote in enumerate(votes) for word in ("--seat", f"s{n}={office.program(f'p{n}', vote)}")]
    assert office("decide", "Adopt?", *seats, "--gate").status == status


def test_with_gate_an_unfinished_deliberation_needs_somebody(office: Office) -> None:
    assert office("decide", "Adopt?", "--seat", "x=person", "--gate").status == 4


def test_a_deliberation_takes_the_place_of_an_earlier_one(office: Office) -> None:
    first = office.decided("APPROVE", "REJECT")
    second = office.json("decide", "Adopt it now?", "--seat", "x=person", "--supersedes", first)
    assert second["supersedes"] == first
    assert second["mode"] == "engine"
    assert office.json("show", first)["status"] == "superseded"
    again = office("decide", "And now?", "--seat", "x=person", "--supersedes", first)
    assert again.status == 2
    assert f"--supersedes {first}: this deliberation was closed at" in again.err


def test_a_resumed_deliberation_asks_who_has_not_answered(office: Office) -> None:
    deliberation = office.opened(f"x={office.program('yes', APPROVE)}", "y=person")
    assert office.vote(deliberation, "y", "APPROVE").status == 0
    office("revise", deliberation, "--subject", "Adopt the queue in May?")
    assert office.vote(deliberation, "y", "APPROVE").status == 0
    assert [seat["state"] for seat in office.json("show", deliberation)["seats"]] == ["waiting", "answered"]
    ended = office("resume", deliberation, "--gate")
    assert (ended.status, "UNANIMOUS" in ended.out) == (0, True)
    assert office("resume", deliberation, "--json").out == office("show", deliberation, "--json").out


def test_a_deadline_that_has_passed_counts_what_is_there_when_it_is_resumed(office: Office) -> None:
    with office.an_hour_ago() as moment:
        deliberation = office.opened(deadline=moment, at_deadline="count")
    found = office.json("resume", deliberation)
    assert [seat["state"] for seat in found["seats"]] == ["absent"] * 3
    late = office.vote(deliberation, "a", "APPROVE")
    assert late.status == 2
    assert "was closed at" in late.err


def test_the_home_is_for_its_owner_alone(office: Office) -> None:
    office.opened()
    assert os.stat(office.folder / "home").st_mode & 0o777 == 0o700


def test_whoever_only_looks_leaves_no_trace(office: Office) -> None:
    ended = office("show", "MAGI-2026-1115-001")
    assert ended.status == 2
    assert "there is no record at" in ended.err
    assert (office("log").status, office("inbox").status) == (0, 0)
    assert not (office.folder / "home").exists()


def test_advice_is_counted_and_never_released(office: Office) -> None:
    action = office.file("action.txt", ACTION)
    asked = ("decide", "Adopt it?", "--seat", "a=person", "--seat", "b=person", "--action", action, "--advise")
    opened = office.json(*asked)
    for seat in "ab":
        office.vote(opened["id"], seat, "APPROVE")
    shown = office.json("show", opened["id"])
    assert (shown["policy"]["advice"], shown["verdict"]["action"]) == (True, "proceed")
    assert shown["may_be_acted_on"] is False
    refused = office("release", opened["id"], "--action", action)
    assert (refused.status, "for advice only" in refused.err) == (2, True)
    assert "advice only" in office("show", opened["id"]).out


def test_advice_opens_no_gate(office: Office) -> None:
    ended = office("decide", "Adopt it?", "--seat", "a=person", "--advise", "--gate")
    assert ended.status == 2
    assert "--advise and --gate" in ended.err
    document = office.file("q.json", '{"question": "?", "policy": {"advice": true, "gated": true}}')
    assert "policy.advice" in office("decide", document, "--seat", "a=person").err
    assert office.json("log")["lines"] == []


def test_an_option_of_another_protocol_says_what_to_do(office: Office) -> None:
    for option in (("--strict",), ("--check-evidence", "require")):
        ended = office("decide", "Adopt?", "--protocol", "magi", *option, "--seat", "a=person", "--seat", "b=person")
        assert ended.status == 2
        assert "belongs to the protocol evidence; add --protocol evidence, or leave" in ended.err
