"""What people do: vote, resolve, release, revise, close, revoke."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.patience import PATIENCE
from tests.surfaces.office import ACTION, Office, contested
from tests.surfaces.program import QUORATE, Ended, environment, quorate


def test_the_whole_path_from_the_question_to_the_release(tmp_path: Path) -> None:
    action = tmp_path / "deploy.sh"
    action.write_text("#!/bin/sh\necho deployed\n")

    def run(*arguments: str, user: str) -> Ended:
        ended = quorate(*arguments, QUORATE_HOME=str(tmp_path / "home"), QUORATE_USER=user)
        assert ended.status == 0, ended.err
        return ended

    seats = ("--seat", "Logos=person:ann", "--seat", "Pathos=person:ben")
    asked = run("decide", "Deploy it?", "--action", str(action), "--reversibility", "low", *seats, "--json", user="ann")
    deliberation: str = json.loads(asked.out)["id"]
    run("vote", deliberation, "--choice", "APPROVE", "--confidence", "80", user="ann")
    run("vote", deliberation, "--choice", "reject", "--confidence", "70", "--rationale", "Friday", user="ben")
    waiting = json.loads(run("inbox", "--mine", "--json", user="cleo").out)["lines"]
    assert [line["id"] for line in waiting] == [deliberation]
    seen = json.loads(run("show", deliberation, "--json", user="ann").out)["verdict_hash"]
    run("resolve", deliberation, "--verdict", seen[:15], "--choose", "Logos: APPROVE", "--go", user="ann")
    released = run("release", deliberation, "--action", str(action), user="ann")
    assert released.out.endswith("\n\n#!/bin/sh\necho deployed\n")
    found = json.loads(run("show", deliberation, "--json", user="ben").out)
    assert (found["state"], found["endings"][0]["author"]["name"]) == ("released", "ann")
    assert found["verdict"]["result"] == "SPLIT"


def test_the_open_question_as_a_form_for_programs(office: Office) -> None:
    name = office.opened("Logos=person", "Pathos=person", "Sophia=person")
    refused = office("show", name, "--ask")
    assert (refused.status, "no question is open" in refused.err) == (2, True)
    for seat, choice in zip(("Logos", "Pathos", "Sophia"), ("APPROVE", "REJECT", "ABSTAIN"), strict=True):
        office.vote(name, seat, choice, 65)
    (form,) = office.json("show", name, "--ask")["questions"]
    assert (form["question"], form["header"]) == ("The panel is split. Which way do we go?", "Split Vote")
    assert [option["label"] for option in form["options"]] == ["Logos: APPROVE", "Pathos: REJECT", "Sophia: ABSTAIN"]
    assert form["multiSelect"] is False
    japanese = office("show", name, "--ask", "--lang", "ja").out
    assert yaml.safe_load(japanese)["questions"][0]["question"] == "三視点で意見が分かれました。どの方針で進めますか？"
    assert "信頼度: 65" in japanese


def test_a_ballot_does_not_count_for_what_is_edited_while_the_command_runs(tmp_path: Path) -> None:
    home, user = str(tmp_path / "home"), "ann"

    def run(*arguments: str) -> Ended:
        return quorate(*arguments, QUORATE_HOME=home, QUORATE_USER=user)

    asked = run("decide", "Adopt the queue?", "--seat", "Logos=person:ann", "--json")
    deliberation: str = json.loads(asked.out)["id"]
    ballot = tmp_path / "ballot"
    os.mkfifo(ballot)
    voting = [QUORATE, "vote", deliberation, "--ballot", str(ballot)]
    at_home = environment(QUORATE_HOME=home, QUORATE_USER=user)
    with subprocess.Popen(voting, env=at_home, stderr=subprocess.PIPE, text=True) as vote:
        with open(ballot, "w") as pipe:  # from here on the command has read the question, and waits for the ballot
            assert run("revise", deliberation, "--subject", "Adopt it in May?").status == 0
            pipe.write("{position: APPROVE, confidence: 80}")
        said = vote.communicate(timeout=PATIENCE)[1]
    assert vote.returncode == 2
    assert "the question is at revision 2; state which revision this ballot answers" in said
    (seat,) = json.loads(run("show", deliberation, "--json").out)["seats"]
    assert seat["state"] == "waiting"


def test_the_seat_may_be_left_out_where_only_one_is_yours(office: Office) -> None:
    deliberation = office.opened("Logos=person:ann", "Pathos=person:ben", "Sophia=agent:max")
    ballot = ("--choice", "APPROVE", "--confidence", "80")
    office.json("vote", deliberation, *ballot, user="ben")
    office.json("vote", deliberation, *ballot, user="max")
    seats = office.json("show", deliberation)["seats"]
    assert [seat["state"] for seat in seats] == ["waiting", "answered", "answered"]
    nobody = office("vote", deliberation, *ballot, user="zoe")
    assert nobody.status == 2
    assert nobody.err.startswith("none of the seats is yours, zoe; seats: Logos (person:ann), Pathos (person:ben)")


def test_of_several_seats_the_one_that_still_waits_is_meant(office: Office) -> None:
    deliberation = office.opened("a=person", "b=person", "c=person:ben")
    several = office("vote", deliberation, "--choice", "APPROVE", "--confidence", "80")
    assert (several.status, several.err) == (2, "more than one seat is possible; name one with --seat: a, b\n")
    office.vote(deliberation, "a", "APPROVE")
    assert office("vote", deliberation, "--choice", "APPROVE", "--confidence", "80").status == 0
    assert [seat["state"] for seat in office.json("show", deliberation)["seats"]] == ["answered", "answered", "waiting"]


@pytest.mark.parametrize(
    ("protocol", "ballot", "choice"),
    [
        ("magi", ("--choice", "go with conditions", "--confidence", "66.5"), "APPROVE"),
        ("judges", ("--choice", "b", "--confidence", "HIGH"), "B"),
        ("quorum", ("--choice", "resume"), "resume"),
        ("evidence", ("--choice", "accept", "--confidence", "0.9", "--option", "B"), "accept"),
    ],
)
def test_a_ballot_is_said_in_the_words_of_its_protocol(
    protocol: str, ballot: tuple[str, ...], choice: str, office: Office
) -> None:
    options = () if protocol == "quorum" else ("--option", "A", "--option", "B=Postgres")
    asked = ("decide", "Which?", "--protocol", protocol, "--seat", "x=person", *options)
    deliberation = office.json(*asked)["id"]
    found = office.json("vote", deliberation, *ballot, "--rationale", "Measured", "--condition", "Two weeks")
    (row,) = found["verdict"]["receipt"]["roster"]
    assert (row["choice"], row["rationale"], row["conditions"]) == (choice, "Measured", ["Two weeks"])


def test_a_ballot_may_come_as_a_document(office: Office) -> None:
    deliberation = office.opened("x=person")
    concern = "position: REJECT\nconfidence: 90\nconcerns: [{kind: security, text: Keys leak}]\n"
    found = office.json("vote", deliberation, "--ballot", office.file("ballot.yaml", concern))
    assert found["verdict"]["receipt"]["roster"][0]["concerns"] == [{"text": "Keys leak", "kind": "security"}]


def test_problems_of_a_ballot_are_named_with_file_line_and_field(office: Office) -> None:
    deliberation = office.opened("x=person")
    file = office.file("ballot.yaml", "position: MAYBE\nconfidense: 90\n")
    ended = office("vote", deliberation, "--ballot", file)
    assert (ended.status, ended.out) == (2, "")
    assert "ballot.yaml:1: position: found 'MAYBE'; allowed: APPROVE, REJECT, ABSTAIN" in ended.err
    assert "ballot.yaml:2: confidense: found an unknown key; allowed: confidence (nearest)" in ended.err
    assert "not a mapping" in office("vote", deliberation, "--ballot", office.file("ballot.yaml", "yes")).err


def test_a_ballot_may_name_the_round_that_it_answers(office: Office) -> None:
    deliberation = office.opened()
    unseen = office.unseeing("vote", deliberation, "--choice", "APPROVE", "--round", "1")
    assert (unseen.status, "--round needs --question" in unseen.err) == (2, True)
    late = office.vote(deliberation, "a", "APPROVE", 80, "--round", "2")
    assert (late.status, "round 2 was closed in the meantime" in late.err) == (2, True)
    assert office.vote(deliberation, "a", "APPROVE", 80, "--round", "1").status == 0


def test_a_ballot_can_be_changed_while_the_round_is_open(office: Office) -> None:
    deliberation = office.opened("a=person", "b=person")
    office.vote(deliberation, "a", "REJECT")
    assert office.vote(deliberation, "a", "APPROVE", 80, "--supersede").status == 0
    office.vote(deliberation, "b", "APPROVE")
    assert office.json("show", deliberation)["verdict"]["result"] == "UNANIMOUS"


def test_several_answers_are_taken_together(office: Office) -> None:
    deliberation = office.opened("a=person", "b=person", "c=person", reversibility="low")
    office.vote(deliberation, "a", "APPROVE")
    grave = "position: REJECT\nconfidence: 90\nconcerns: [{kind: security, text: Keys leak}]\n"
    office("vote", deliberation, "--seat", "b", "--ballot", office.file("ballot.yaml", grave))
    office.vote(deliberation, "c", "APPROVE")
    assert office.json("show", deliberation)["still_required"] == ["mitigation_plan"]
    plan = ("--mitigation", "A database of its own", "--owner", "ann", "--monitor", "failed logins")
    found = office.json("resolve", deliberation, *plan, user="ben")
    assert (found["may_be_acted_on"], found["still_required"]) == (True, [])
    assert found["answers"][0] == {
        "kind": "resolved",
        "requirement": "mitigation_plan",
        "text": "A database of its own",
        "choice": "",
        "go": False,
        "owner": "ann",
        "monitor": "failed logins",
        "verdict": found["verdict_hash"],
        "seat": "",
        "accept_notes": [],
        "strike_notes": [],
        "author": {"name": "ben", "proof": "asserted"},
        "at": found["answers"][0]["at"],
    }


def test_of_several_answers_one_that_is_refused_takes_the_others_with_it(office: Office) -> None:
    deliberation = office.decided("APPROVE", "REJECT")
    before = office("show", deliberation, "--json").out
    ended = office("resolve", deliberation, "--choose", "a: APPROVE", "--go", "--verified", "Looked at the logs")
    assert ended.status == 2
    assert "this verdict does not require verification; what it still requires: human_choice" in ended.err
    assert office("show", deliberation, "--json").out == before


def test_holding_back_is_an_answer_too(office: Office) -> None:
    deliberation = office.decided("APPROVE", "REJECT")
    found = office.json("resolve", deliberation, "--choose", "b: REJECT", "--hold")
    assert (found["may_be_acted_on"], found["why_not"]) == (False, "a person decided not to go ahead")
    assert office("resume", deliberation, "--gate").status == 3


def test_declining_closes_the_question(office: Office) -> None:
    deliberation = office.decided("APPROVE", "REJECT")
    assert office.json("resolve", deliberation, "--decline", "Not in May")["decision"] == "declined by a person"
    assert office.json("inbox")["lines"] == []


def test_a_block_can_be_overridden_in_writing(office: Office) -> None:
    deliberation = office.decided("REJECT", "REJECT")
    assert "resolve" in office("show", deliberation).err
    found = office.json("resolve", deliberation, "--accept-risk", "We lose a day at worst", "--owner", "ann")
    assert (found["may_be_acted_on"], found["decision"]) == (True, "overridden: risk accepted")
    assert office("release", deliberation, "--action", "action.txt").status == 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ((), "no answer was given; answer with: quorate resolve MAGI-"),
        ((), " --choose 'a: APPROVE' --go"),
        (("--choose", "a: APPROVE"), "--choose and --go or --hold must be used together"),
        (("--go",), "must be used together"),
        (("--decline", "no", "--verified", "x"), "--decline cannot be combined with other answers"),
        (("--monitor", "x"), "--monitor needs --mitigation"),
        (("--owner", "x"), "--owner needs --mitigation or --accept-risk"),
        (("--reason", "x"), "--reason needs --choose"),
        (("--choose", "c: APPROVE", "--go"), "no option called 'c: APPROVE'; there are: 'a: APPROVE', 'b: REJECT'"),
    ],
)
def test_answers_that_do_not_go_together_are_refused(options: tuple[str, ...], said: str, office: Office) -> None:
    ended = office("resolve", office.decided("APPROVE", "REJECT"), *options)
    assert (ended.status, ended.out) == (2, "")
    assert said in ended.err


def test_a_choice_may_say_why_and_one_that_has_no_name_says_what(office: Office) -> None:
    deliberation = contested(office)
    nothing = office("resolve", deliberation, "--choose", "Other", "--go")
    assert (nothing.status, "say in words what was chosen" in nothing.err) == (2, True)
    found = office.json("resolve", deliberation, "--choose", "Other", "--reason", "D, then E", "--hold")
    assert [(one["choice"], one["text"]) for one in found["answers"]] == [("Other", "D, then E")]
    unlisted = office.json("resolve", contested(office), "--choose", "E", "--reason", "Cheaper", "--go")
    assert (unlisted["decision"], unlisted["answers"][0]["text"]) == ("E", "Cheaper")


@pytest.mark.parametrize(
    ("presented", "status"),
    [
        (b"deploy 1.4\r\n", 0),
        (b"deploy 1.4\r", 0),
        (b"deploy 1.4\n", 2),
        (b"\xef\xbb\xbfdeploy 1.4\r\n", 2),
        (b"deploy 1.4\r\n\n", 2),
        (b" deploy 1.4\r\n", 2),
    ],
)
def test_an_action_is_compared_character_by_character_but_for_the_last_line_end(
    presented: bytes, status: int, office: Office
) -> None:
    (office.folder / "voted.txt").write_bytes(b"deploy 1.4\r\n")
    asked = office.json("decide", "Run it?", "--action", "voted.txt", "--seat", "x=person", "--seat", "y=person")
    assert asked["question"]["action"] == "deploy 1.4\r\n"
    for seat in "xy":
        office.vote(asked["id"], seat, "APPROVE")
    (office.folder / "presented.txt").write_bytes(presented)
    ended = office("release", asked["id"], "--action", "presented.txt")
    assert ended.status == status
    assert (r"deploy 1.4\r" in ended.out) is (status == 0)


@pytest.mark.parametrize(
    ("action", "said"),
    [(b"", "missing; expected the action itself"), (b"\n", "missing"), (b"a\xff", "the byte 0xff")],
)
def test_an_action_is_text_that_says_something(action: bytes, said: str, office: Office) -> None:
    deliberation = office.decided("APPROVE", "APPROVE")
    (office.folder / "odd.txt").write_bytes(action)
    for arguments in (("release", deliberation), ("revise", deliberation), ("decide", "Q?", "--seat", "x=person")):
        ended = office(*arguments, "--action", "odd.txt")
        assert (ended.status, ended.out) == (2, "")
        assert ended.err.startswith("odd.txt:")
        assert said in ended.err


def test_hidden_characters_of_a_released_action_are_seen(office: Office) -> None:
    action = office.file("hidden.txt", "\ufeffrm\u200b -rf\t\u202e日本\U000e0041\n\nend")
    asked = office.json("decide", "Run it?", "--action", action, "--seat", "x=person", "--seat", "y=person")
    for seat in "xy":
        office.vote(asked["id"], seat, "APPROVE")
    ended = office("release", asked["id"], "--action", action)
    assert ended.out.endswith("\n\n\\ufeffrm\\u200b -rf\\t\\u202e日本\\udb40\\udc41\n\nend\n")


def test_an_edited_question_is_a_new_revision_and_earlier_ballots_do_not_count(office: Office) -> None:
    deliberation = office.decided("APPROVE", "APPROVE")
    facts = office.file("facts.md", "It was measured")
    found = office.json("revise", deliberation, "--context", facts, "--option", "A=Now", "--reason", "New facts")
    assert (found["revision"], found["state"], found["verdict"]) == (2, "voting", None)
    assert [seat["state"] for seat in found["seats"]] == ["waiting", "waiting"]
    assert office("release", deliberation, "--action", "action.txt").status == 2
    nothing = office("revise", deliberation)
    assert (nothing.status, nothing.out) == (2, "")
    same = office("revise", deliberation, "--context", facts)
    assert (same.status, same.err) == (2, "this would not change the question\n")


def test_closing_ends_the_waiting_and_absence_never_helps(office: Office) -> None:
    deliberation = office.opened()
    office.vote(deliberation, "a", "APPROVE")
    office.vote(deliberation, "b", "APPROVE")
    found = office.json("close", deliberation)
    assert [seat["state"] for seat in found["seats"]] == ["answered", "answered", "absent"]
    assert found["verdict"]["flags"][0] == "DEGRADED_PANEL"


def test_a_revoked_verdict_can_no_longer_be_acted_on(office: Office) -> None:
    deliberation = office.decided("APPROVE", "APPROVE")
    assert office.json("revoke", deliberation, "--reason", "The measurement was wrong")["status"] == "revoked"
    ended = office("release", deliberation, "--action", "action.txt")
    assert (ended.status, "its verdict was revoked (The measurement was wrong)" in ended.err) == (2, True)


def test_what_was_released_is_printed_with_all_that_would_steer_a_terminal_made_visible(office: Office) -> None:
    action = office.file("evil.txt", "echo \x1b[31mred\x1b[0m\n")
    asked = office.json("decide", "Run it?", "--action", action, "--seat", "x=person", "--seat", "y=person")
    for seat in "xy":
        office.vote(asked["id"], seat, "APPROVE")
    ended = office("release", asked["id"], "--action", action)
    assert ended.out.splitlines()[-1] == r"echo \u001b[31mred\u001b[0m"


def test_the_json_of_every_command_is_the_deliberation(office: Office) -> None:
    deliberation = office.opened("a=person", "b=person")
    ballot = ("--choice", "APPROVE", "--confidence", "80")

    def shown(*arguments: str) -> dict[str, Any]:
        found = office.json(*arguments)
        assert found == office.json("show", deliberation)
        return found

    shown("vote", deliberation, "--seat", "a", *ballot)
    shown("close", deliberation)
    shown("resume", deliberation)
    shown("resolve", deliberation, "--accept-risk", "Half of the panel")
    shown("revise", deliberation, "--subject", "Adopt it in May?")
    shown("vote", deliberation, "--seat", "a", *ballot)
    shown("vote", deliberation, "--seat", "b", *ballot)
    released = office.json("release", deliberation, "--action", office.file("action.txt", ACTION))
    assert released == {**office.json("show", deliberation), "repeated": False}
    assert released["state"] == "released"


def test_a_rejection_of_a_person_who_was_asked_is_called_no_hard_limit(office: Office) -> None:
    name = office.json("decide", "Deploy?", "--protocol", "approval", "--seat", "ann=person:ann")["id"]
    blocked = office("vote", name, "--choice", "reject", "--rationale", "Not today", user="ann")
    assert "blocked; the answer of those who were asked cannot be overridden." in " ".join(blocked.out.split())
    assert "hard limit" not in blocked.out + office("show", name).out
    refused = office(
        "resolve", name, "--accept-risk", "I know better", "--owner", "zoe", "--monitor", "logs", user="zoe"
    )
    assert (refused.status, "cannot be overridden" in refused.err) == (2, True)
    assert "hard limit" not in refused.err


def test_a_verdict_that_requires_nothing_has_nothing_to_answer(office: Office) -> None:
    opened = office.json("decide", "Adopt?", "--seat", "a=person:ann", "--seat", "b=person:ben")["id"]
    early = office("resolve", opened, "--no-input", user="zoe")
    assert (early.status, "nothing to answer yet" in early.err) == (2, True)
    decided = office.decided("APPROVE", "APPROVE", "APPROVE")
    ended = office("resolve", decided, "--no-input", user="zoe")
    assert (ended.status, f"{decided} requires no answer: it may be acted on" in ended.err) == (2, True)
    assert "--verdict" not in ended.err


def test_a_mode_is_shown_only_where_an_engine_is_seated(office: Office) -> None:
    people = office.json("decide", "Adopt?", "--seat", "a=person:ann", "--seat", "b=person:ben")["id"]
    assert "Simple Mode" not in office("show", people, "--full").out
    mixed = office(
        "decide", "Adopt?", "--seat", "a=person:ann", "--seat", "b=openai:m@http://127.0.0.1:1/v1", "--dry-run"
    )
    assert mixed.out.startswith("magi, simple mode (")
