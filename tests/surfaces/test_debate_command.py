"""Debates of judges and challenges of evidence on the command line: they run by themselves where they were settled."""

from typing import Any

import pytest

from tests.surfaces.minds import calls, mind, prompt
from tests.surfaces.office import Office
from tests.surfaces.program import Ended
from tests.surfaces.terminal import Terminal, answer, ended

WHICH = ("Which store?", "--protocol", "judges", "--option", "A", "--option", "B", "--option", "C")
PEOPLE = ("--seat", "risk=person", "--seat", "value=person", "--seat", "effort=person")


def judge(option: str, reasoning: str, **more: Any) -> dict[str, Any]:
    return {"option": option, "confidence": "HIGH", "reasoning": reasoning, **more}


def debated(office: Office, *options: str) -> dict[str, Any]:
    """Three programs of which one changes, one stays, and one fails in the debate."""
    risk = mind(office, "risk", judge("A", "A is safe"), ARGUMENT=judge("A", "A is safe", challenge="Riches burn"))
    changed = judge("A", "A pays in the end", challenge="C saves nothing", convinced_by="B may burn")
    value = mind(office, "value", judge("B", "B is rich"), ARGUMENT=changed)
    effort = mind(office, "effort", judge("C", "C is small"), ARGUMENT="out of quota")
    seats = ("--seat", f"risk={risk}", "--seat", f"value={value}", "--seat", f"effort={effort}")
    return office.json("decide", *WHICH, *seats, *options)


def test_one_judge_changes_and_says_why_one_stays_one_fails_and_all_is_told(office: Office) -> None:
    found = debated(office, "--debate", "2")
    assert (found["verdict"]["result"], found["verdict"]["choice"]) == ("UNANIMOUS", "A")
    assert found["debate"] == {
        "rounds": 1,
        "final_word": "RECOMMENDED",
        "changes": [{"seat": "value", "round": 2, "from": "B", "to": "A", "reason": "B may burn"}],
    }
    assert found["rounds"][1]["challenges"] == [
        {"seat": "risk", "challenge": "Riches burn"},
        {"seat": "value", "challenge": "C saves nothing"},
    ]
    assert [(step["changed"], step["after"]["position"]) for step in found["rounds"][1]["steps"]] == [
        (False, "A"),
        (True, "A"),
        (True, "error"),
    ]
    report = office("report", found["id"]).out
    assert "| value | 2 | B | A | B may burn |" in report
    assert "- risk challenges: Riches burn" in report
    assert "no ballot this time" in report
    assert "Final result after 1 debate round: RECOMMENDED, A." in report


def test_what_judges_argued_before_they_changed_stays_in_the_report(office: Office) -> None:
    found = debated(office, "--debate", "2")
    text, report = office("show", found["id"]).out, office("report", found["id"]).out
    for said in ("value, B (HIGH): B is rich", "effort, C (HIGH): C is small"):
        assert said in text
        assert said in report
    (past,) = found["earlier"]
    assert {ballot["seat"]: ballot["rationale"] for ballot in past["ballots"]}["value"] == "B is rich"
    assert "every seat answered" in report.partition("Round 2 (debate)")[0]
    assert "Round 2 (debate), revision 1: closed, every seat was asked; 1 of 3 cast no ballot." in report
    assert "3席のうち1席は票なし" in office("report", found["id"], "--lang", "ja").out


def test_the_final_word_of_evidence_is_one_after_challenge_rounds(office: Office) -> None:
    def claims(vote: str) -> dict[str, Any]:
        proof = {"id": f"e-{vote}", "file": f"{vote}.txt", "type": "measurement"}
        return {"vote": vote, "confidence": 0.7, "rationale": f"{vote} it", "evidence": [proof]}

    seats = []
    for name, vote in (("a", "accept"), ("b", "reject")):
        challenged = {**claims(vote), "challenge": "Not so"}
        seats += ["--seat", f"{name}={mind(office, name, claims(vote), ARGUMENT=challenged)}"]
    found = office.json("decide", "Does it hold?", "--protocol", "evidence", *seats, "--debate", "1")["id"]
    report = office("report", found).out
    assert "Final result after 1 challenge round: CONTESTED." in report
    assert "debate round" not in report
    assert "accept.txt (measurement)" in report.partition("### Round 1: first")[2].partition("###")[0]


def test_judges_are_asked_at_the_same_time_and_then_checked(office: Office) -> None:
    wait = "until [ $(ls started.* | wc -l) = 3 ]; do sleep 0.02; done"
    for name in ("risk", "value", "effort"):
        vote = "echo option: A; echo confidence: HIGH; echo reasoning: It is there"
        script = f"#!/bin/sh\ncd {office.folder}\ntouch started.{name}\n{wait}\n{vote}\n"
        office.file(name, script)
        (office.folder / name).chmod(0o755)
    seats = [word for name in ("risk", "value", "effort") for word in ("--seat", f"{name}=command:./{name}")]
    assert office.json("decide", *WHICH, *seats)["verdict"]["result"] == "UNANIMOUS"


def test_the_others_arguments_are_on_the_prompt_without_names_or_counts(office: Office) -> None:
    debated(office, "--debate", "1")
    shown = prompt(office, "risk")
    quoted = shown.partition("<<<quoted")[2].partition(">>>")[0]
    assert "FOR B:\n    B is rich\n" in quoted
    assert "FOR C:\n    C is small\n" in quoted
    assert "FOR A" not in quoted
    assert not [seat for seat in ("value", "effort") if seat in quoted]
    assert "challenge:" in shown


def test_without_debates_a_person_is_asked_at_once(office: Office) -> None:
    found = debated(office, "--debate", "0")
    assert (found["state"], calls(office, "risk")) == ("asking", 1)
    assert "debate" not in found


def test_unless_said_otherwise_judges_debate(office: Office) -> None:
    assert debated(office)["debate"]["final_word"] == "RECOMMENDED"


def test_after_two_debates_the_result_stands_as_it_is(office: Office) -> None:
    seats = []
    for name, option in (("risk", "A"), ("value", "B"), ("effort", "C")):
        stays = judge(option, f"{option} is best", challenge="They forget the nights")
        seats += ["--seat", f"{name}={mind(office, name, judge(option, f'{option} is best'), ARGUMENT=stays)}"]
    found = office.json("decide", *WHICH, *seats, "--debate", "2")
    assert (found["state"], found["verdict"]["result"], found["round"]) == ("asking", "NONE", 3)
    assert found["debate"] == {"rounds": 2, "final_word": "CONTESTED", "changes": []}
    assert "Contested Decision" in office("report", found["id"]).out


def test_a_judge_that_challenges_nobody_and_one_that_changes_without_a_reason_keep_their_ballots(
    office: Office,
) -> None:
    risk = mind(office, "risk", judge("A", "A is safe"))
    value = mind(office, "value", judge("B", "B is rich"), ARGUMENT=judge("A", "A is safe", challenge="Not so"))
    found = office.json("decide", *WHICH, "--seat", f"risk={risk}", "--seat", f"value={value}", "--debate", "1")
    assert [step["after"]["position"] for step in found["rounds"][1]["steps"]] == ["A", "B"]
    report = office("report", found["id"]).out
    assert "it challenges none of the others' arguments" in report
    assert "it changed to A without saying what convinced it; its earlier ballot stands" in report


def divided(office: Office, *options: str) -> str:
    """The id of a debate of three people, each for another option."""
    deliberation: str = office.json("decide", *WHICH, *PEOPLE, "--debate", "1", *options)["id"]
    for seat, option in (("risk", "A"), ("value", "B"), ("effort", "C")):
        assert vote(office, deliberation, seat, option, "--rationale", f"{option} is best").status == 0
    return deliberation


def vote(office: Office, deliberation: str, seat: str, option: str, *more: str) -> Ended:
    return office("vote", deliberation, "--seat", seat, "--choice", option, "--confidence", "HIGH", *more)


def test_people_see_the_arguments_and_challenge_them(office: Office) -> None:
    deliberation = divided(office)
    shown = office("show", deliberation)
    assert "for B: B is best" in shown.out
    assert "verdict" not in shown.out.lower().partition("may not")[0]
    assert office.json("show", deliberation)["verdict"] is None
    for seat, option in (("risk", "A"), ("value", "B")):
        assert vote(office, deliberation, seat, option, "--challenge", "Not so").status == 0
    assert vote(office, deliberation, "effort", "A", "--challenge", "B is dear", "--convinced-by", "Safety").status == 0
    found = office.json("show", deliberation)
    assert found["verdict"]["choice"] == "A"
    assert found["debate"]["changes"][0]["reason"] == "Safety"


def test_nothing_of_ballots_or_counts_is_in_the_json_of_an_open_debate(office: Office) -> None:
    deliberation = divided(office)
    vote(office, deliberation, "risk", "A", "--challenge", "Not so")
    found = office.json("show", deliberation)
    assert [one["verdict"] for one in found["rounds"]] == [None, None]
    assert not [one for one in found["rounds"] if "steps" in one or "challenges" in one]
    assert "debate" not in found


@pytest.mark.parametrize(
    ("option", "words", "said"),
    [
        ("A", (), "challenge: missing; expected what is wrong or missing in the others' arguments"),
        ("B", ("--challenge", "No"), "convinced_by: missing; expected what convinced you"),
        ("B", ("--challenge", " ", "--convinced-by", "It"), "challenge: missing"),
    ],
)
def test_who_does_not_argue_is_refused(option: str, words: tuple[str, ...], said: str, office: Office) -> None:
    deliberation = divided(office)
    before = office.json("show", deliberation)
    refused = vote(office, deliberation, "risk", option, *words)
    assert (refused.status, refused.out, said in refused.err) == (2, "", True)
    assert office.json("show", deliberation) == before


def test_a_ballot_in_a_file_may_argue_too(office: Office) -> None:
    deliberation = divided(office)
    ballot = "option: B\nconfidence: LOW\nchallenge: A is dear\nconvinced_by: B is rich\n"
    assert office("vote", deliberation, "--seat", "risk", "--ballot", office.file("b.yaml", ballot)).status == 0
    wrong = office("vote", deliberation, "--seat", "value", "--ballot", office.file("b.yaml", "option: B\n"))
    assert (wrong.status, "b.yaml:1: challenge: missing" in wrong.err) == (2, True)


def test_outside_of_debates_nobody_is_to_argue(office: Office) -> None:
    deliberation = office.json("decide", *WHICH, *PEOPLE)["id"]
    refused = vote(office, deliberation, "risk", "A", "--challenge", "No", "--convinced-by", "It")
    assert (refused.status, "--challenge and --convinced-by: this round is not a debate" in refused.err) == (
        2,
        True,
    )


def test_at_the_terminal_the_arguments_are_shown_and_both_texts_are_asked_for(
    office: Office, terminal: Terminal
) -> None:
    deliberation = divided(office)
    child = terminal("vote", deliberation, "--seat", "risk")
    child.expect_exact("Argument for ")
    answer(child, ("Your choice: ", "B"), ("How confident are you: ", "1"), ("in one line: ", "So"), ("no more): ", ""))
    answer(child, ("the others' arguments: ", ""), ("the others' arguments: ", "C is dear"))
    answer(child, ("What convinced you: ", "B is rich"))
    assert ended(child)[0] == 0
    child = terminal("vote", deliberation, "--seat", "value")
    answer(child, ("Your choice: ", "B"), ("How confident are you: ", "1"), ("in one line: ", "So"), ("no more): ", ""))
    answer(child, ("the others' arguments: ", "C is dear"))
    assert ended(child)[0] == 0


def test_the_scorecard_argues_with_its_scores(office: Office) -> None:
    options = [f"{{id: {name}, scores: {{risk: {risk}, value: {value}}}}}" for name, risk, value in ("A11", "B99")]
    text = f"question: {{subject: Which?, options: [{', '.join(options)}]}}\nprotocol: judges\n"
    panel = "panel: [{seat: risk, lens: risk, voter: scorecard}, {seat: value, lens: value, voter: scorecard}]\n"
    found = office.json("decide", office.file("q.yaml", f"{text}{panel}policy: {{debate_rounds: 1}}\n"))
    assert (found["round"], found["debate"]["final_word"]) == (2, "CONTESTED")
    assert len(found["rounds"][1]["challenges"]) == 2


def test_evidence_is_challenged_before_a_person_is_asked(office: Office) -> None:
    proof = {"id": "e1", "file": "load.txt", "reproducible": True, "command": "make load"}

    def claims(vote: str, item: dict[str, Any], **more: Any) -> dict[str, Any]:
        return {"vote": vote, "confidence": 0.7, "rationale": f"{vote} it", "evidence": [item], **more}

    other = {"id": "e2", "file": "night.txt"}
    yes = mind(office, "yes", claims("accept", proof), ARGUMENT=claims("accept", proof, challenge="Unmeasured"))
    no = mind(office, "no", claims("reject", other), ARGUMENT=claims("reject", other, challenge="One load only"))
    seats = ("--seat", f"a={yes}", "--seat", f"b={no}")
    found = office.json("decide", "It holds?", "--protocol", "evidence", *seats, "--debate", "2")
    assert [one["purpose"] for one in found["rounds"]] == ["first", "challenge", "challenge"]
    actions = [one["verdict"]["action"] for one in found["rounds"]]
    assert actions == ["redeliberate", "redeliberate", "ask"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--debate", "1"), "debate_rounds: found 1; allowed: 0 under magi; protocols with debates: evidence, judges"),
        (("--debate", "3"), "--debate"),
        (("--deadlock-after", "2h"), "policy.deadlock_minutes: found 120; allowed: it with deadlock: most-confident"),
        (
            ("--deadlock-after", "soon", "--deadlock", "most-confident"),
            "--deadlock-after: found 'soon'; allowed: a duration",
        ),
        (("--deadlock", "coin"), "--deadlock"),
    ],
)
def test_what_could_never_hold_is_refused_beforehand(options: tuple[str, ...], said: str, office: Office) -> None:
    refused = office("decide", "Adopt?", "--seat", "a=person", *options)
    assert (refused.status, refused.out, said in refused.err) == (2, "", True)
    assert not (office.folder / "home" / "quorate.db").exists()


def test_a_plan_says_what_debates_may_cost(office: Office) -> None:
    voter = mind(office, "x", judge("A", "so"))
    plan = office("decide", *WHICH, "--seat", f"x={voter}", "--debate", "2", "--dry-run").out
    assert "as much again for each debate round, at most 2" in plan
