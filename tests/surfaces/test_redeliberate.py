"""`quorate redeliberate`: what triggers it, who is asked, how often, and what is delivered."""

import pytest

from quorate.deliberation.rounds.redeliberation import TRIGGERS
from quorate.surfaces.cli.commands.life import redeliberate
from tests.surfaces.minds import (
    CONVINCED,
    LOGOS,
    NIGHTS,
    PATHOS,
    SOPHIA,
    again,
    calls,
    deadlocked,
    mind,
    prompt,
    split,
)
from tests.surfaces.office import ACTION, Office
from tests.surfaces.terminal import Terminal, answer, ended

FORMS = ("markdown", "madr")
EVIDENCE = ("--seat", "Pathos", "--evidence", "evidence.md")


@pytest.fixture(autouse=True)
def evidence(office: Office) -> None:
    office.file("evidence.md", "It held 4,000 jobs a second.\n")


def test_the_command_knows_every_trigger() -> None:
    assert redeliberate.TRIGGERS == TRIGGERS


def test_new_evidence_is_shown_to_the_seats_concerned_and_to_nobody_else(office: Office) -> None:
    deliberation = split(office, then=CONVINCED)
    found = again(office, deliberation, "--reason", "The load test is done")
    assert found["verdict"]["result"] == "MAJORITY"
    assert (calls(office, "logos"), calls(office, "pathos"), calls(office, "sophia")) == (1, 2, 1)
    assert "NEW EVIDENCE:\n    It held 4,000 jobs a second." in prompt(office, "pathos")
    assert "WHY IT IS ASKED AGAIN: The load test is done" in prompt(office, "pathos")
    assert "NEW EVIDENCE" not in prompt(office, "logos")


def test_what_changed_is_compared_and_delivered_with_the_history(office: Office) -> None:
    deliberation = split(office, then=CONVINCED)
    first, second = again(office, deliberation)["rounds"]
    assert (first["purpose"], first["verdict"]["result"], second["verdict"]["result"]) == ("first", "SPLIT", "MAJORITY")
    told = {key: second[key] for key in ("purpose", "trigger", "reason", "evidence", "factual", "seats")}
    assert told == {
        "purpose": "redeliberation",
        "trigger": "new_evidence",
        "reason": "new evidence",
        "evidence": "It held 4,000 jobs a second.",
        "factual": False,
        "seats": ["Pathos"],
    }
    logos, pathos, _ = second["steps"]
    assert (logos["asked"], logos["changed"], pathos["asked"], pathos["changed"]) == (False, False, True, True)
    assert (pathos["before"]["position"], pathos["after"]["position"], pathos["moved_far"]) == (
        "REJECT",
        "APPROVE",
        True,
    )
    report = office("report", deliberation).out
    assert "| Pathos | REJECT (70) | APPROVE (91) | changed, moved by more than 20 points |" in report


def test_in_engine_mode_all_engines_are_asked_again(office: Office) -> None:
    seats = [word for name in ("a", "b") for word in ("--seat", f"{name}={mind(office, name, PATHOS)}")]
    deliberation = office.json("decide", "Adopt?", "--mode", "engine", *seats)["id"]
    found = office.json("redeliberate", deliberation, "--evidence", "evidence.md")
    assert found["rounds"][1]["seats"] == ["a", "b"]
    assert (calls(office, "a"), calls(office, "b")) == (2, 2)


def test_until_the_new_round_is_over_the_earlier_verdict_may_not_be_acted_on(office: Office) -> None:
    deliberation = office.decided("APPROVE", "APPROVE", "APPROVE")
    office.json("redeliberate", deliberation, "--seat", "a", "--trigger", "false_assumption")
    refused = office("release", deliberation, "--action", office.file("action.txt", ACTION))
    assert (refused.status, "it is being deliberated again" in refused.err) == (2, True)
    office.vote(deliberation, "a", "APPROVE")
    assert office("release", deliberation, "--action", "action.txt").status == 0


@pytest.mark.parametrize("trigger", TRIGGERS)
def test_after_a_split_every_trigger_is_a_reason(trigger: str, office: Office) -> None:
    deliberation = split(office)
    assert again(office, deliberation, "--trigger", trigger)["rounds"][1]["trigger"] == trigger


def test_evidence_that_moves_a_seat_by_twenty_points_is_too_little(office: Office) -> None:
    deliberation = split(office)
    refused = office("redeliberate", deliberation, *EVIDENCE, "--confidence-shift", "20")
    assert (refused.status, "more than 20 are needed" in refused.err) == (2, True)
    assert office("redeliberate", deliberation, *EVIDENCE, "--confidence-shift", "21").status == 0


def test_context_is_no_reason_after_a_majority(office: Office) -> None:
    deliberation = office.decided("APPROVE", "APPROVE", "REJECT")
    refused = office("redeliberate", deliberation, "--seat", "a", "--trigger", "added_context", *EVIDENCE[2:])
    assert (refused.status, "added_context needs a split" in refused.err) == (2, True)


def test_a_third_time_is_refused_and_a_person_gets_the_whole_history(office: Office) -> None:
    deliberation = deadlocked(office)
    refused = office("redeliberate", deliberation, *EVIDENCE)
    assert (refused.status, "deliberated again 2 times; now a person decides" in refused.err) == (2, True)
    found = office.json("show", deliberation)
    assert (found["state"], found["still_required"]) == ("asking", ["human_choice"])
    assert [one["purpose"] for one in found["rounds"]] == ["first", "redeliberation", "redeliberation"]
    assert office("show", deliberation).out.count("re-deliberation\n    Trigger") == 2
    assert [line["id"] for line in office.json("inbox", "--mine")["lines"]] == [deliberation]


def test_new_facts_are_always_a_reason_and_logged_as_such(office: Office) -> None:
    deliberation = deadlocked(office)
    found = again(office, deliberation, "--factual")
    assert [one.get("factual") for one in found["rounds"]] == [None, False, False, True]
    assert "not counted against the limit of two re-deliberations" in office("report", deliberation).out


def test_the_same_evidence_is_new_once(office: Office) -> None:
    deliberation = split(office)
    again(office, deliberation)
    refused = office("redeliberate", deliberation, *EVIDENCE, "--factual")
    assert (refused.status, "this is not new: the seats were shown it in round 2" in refused.err) == (2, True)


def test_a_seat_that_is_silenced_takes_its_warning_to_nobody(office: Office) -> None:
    deliberation = office.opened("a=person", "b=person", "c=person")
    for seat in ("a", "b"):
        office.vote(deliberation, seat, "APPROVE")
    warning = '{"position": "REJECT", "confidence": 90, "concerns": [{"kind": "security", "text": "keys leak"}]}'
    office.json("vote", deliberation, "--seat", "c", "--ballot", office.file("c.json", warning))
    office.json("redeliberate", deliberation, "--seat", "c", "--evidence", "evidence.md")
    assert office("close", deliberation).status == 0
    refused = office("release", deliberation, "--action", office.file("action.txt", ACTION))
    assert (refused.status, "still requires: mitigation_plan, verification" in refused.err) == (2, True)


def test_too_little_to_go_by_asks_for_more_context(office: Office) -> None:
    deliberation = office.decided("APPROVE", "ABSTAIN", "ABSTAIN")
    found = office("show", deliberation)
    assert f"quorate redeliberate {deliberation} --trigger added_context --evidence FILE --seat b --seat c" in found.err
    office.json("redeliberate", deliberation, "--seat", "b", "--trigger", "added_context", "--evidence", "evidence.md")
    assert "New: It held 4,000 jobs a second." in office("show", deliberation).out
    office.vote(deliberation, "b", "APPROVE")
    assert office.json("show", deliberation)["verdict"]["result"] == "MAJORITY"


def test_a_seat_that_fails_this_time_has_no_ballot_and_the_report_says_so(office: Office) -> None:
    deliberation = split(office, then="the model is gone")
    found = again(office, deliberation)
    step = found["rounds"][1]["steps"][1]
    assert (step["before"]["position"], step["after"]["position"]) == ("REJECT", "error")
    assert "DEGRADED_PANEL" in found["verdict"]["flags"]
    assert "no ballot this time" in office("report", deliberation).out


@pytest.mark.parametrize(
    ("options", "status", "said"),
    [
        (("--evidence", "evidence.md"), 2, "name the seats to ask again; seats: a, b, c"),
        (("--seat", "z", "--evidence", "evidence.md"), 2, "'z' is not on the panel; seats: a, b, c"),
        (("--seat", "a"), 2, "new evidence is missing"),
        (("--seat", "a", "--evidence", "nowhere.md"), 2, "nowhere.md: no such file or directory"),
        (("--seat", "a", "--trigger", "boredom"), 2, "'boredom' is not one of 'new_evidence'"),
        (("--seat", "a", "--evidence", "evidence.md", "--confidence-shift", "many"), 2, "--confidence-shift"),
        (("--seat", "a", "--evidence", "long.md"), 2, "evidence: found 400001 characters; allowed: at most 400000"),
        (("--seat", "a", "--evidence", "evidence.md", "--key", " "), 2, "--key: missing"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_stored(
    options: tuple[str, ...], status: int, said: str, office: Office
) -> None:
    office.file("long.md", "x" * 400_001)
    deliberation = office.decided("APPROVE", "REJECT", "ABSTAIN")
    before = office.json("show", deliberation)
    found = office("redeliberate", deliberation, *options)
    assert (found.status, found.out) == (status, "")
    assert said in found.err
    assert office.json("show", deliberation) == before


def test_a_program_that_is_gone_is_refused_before_anything_is_stored(office: Office) -> None:
    deliberation = split(office)
    (office.folder / "pathos").unlink()
    refused = office("redeliberate", deliberation, *EVIDENCE)
    assert (refused.status, "seat Pathos: no executable called" in refused.err) == (2, True)
    assert "rounds" not in office.json("show", deliberation)


def test_without_a_verdict_nothing_is_deliberated_again(office: Office) -> None:
    refused = office("redeliberate", office.opened(), "--seat", "a", "--evidence", "evidence.md")
    assert (refused.status, "there is no verdict on the current question" in refused.err) == (2, True)


def test_a_repeated_request_asks_once(office: Office) -> None:
    deliberation = split(office)
    request = ("redeliberate", deliberation, *EVIDENCE, "--key", "k")
    first, second = (office.json(*request) for _ in range(2))
    assert first == second
    assert calls(office, "pathos") == 2
    other = office("redeliberate", deliberation, "--seat", "Logos", "--evidence", "evidence.md", "--key", "k")
    assert (other.status, "the key 'k' was used for another request" in other.err) == (2, True)


def test_the_exit_status_says_what_holds_where_it_is_asked_for(office: Office) -> None:
    deliberation = split(office, then=CONVINCED)
    assert office("redeliberate", deliberation, *EVIDENCE, "--gate").status == 0
    stuck = split(office)
    assert office("redeliberate", stuck, *EVIDENCE, "--gate").status == 4


def test_evidence_may_come_from_standard_input(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    from io import BytesIO, TextIOWrapper

    deliberation = split(office)
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO("証拠\n".encode()), "utf-8"))
    found = office.json("redeliberate", deliberation, "--seat", "pathos", "--evidence", "-")
    assert found["rounds"][1]["evidence"] == "証拠"


def test_show_says_why_a_seat_is_not_asked_again(office: Office) -> None:
    deliberation = office.decided("APPROVE", "REJECT", "ABSTAIN")
    office("redeliberate", deliberation, "--seat", "b", "--evidence", office.file("new.md", "It held.\n"))
    shown = " ".join(office("show", deliberation).out.split())
    assert "a not asked: this round asked only the seats that were named" in shown
    assert "対象外：この回は指名された席のみが対象" in office("show", deliberation, "--lang", "ja").out
    seats = {one["seat"]: one.get("why_not_asked") for one in office.json("show", deliberation)["seats"]}
    assert seats == {"a": "not_named", "b": None, "c": "not_named"}


def test_the_new_round_is_announced(office: Office) -> None:
    deliberation = split(office)
    said = office("redeliberate", deliberation, *EVIDENCE).err
    assert "round 2: re-deliberation\n" in said
    assert "Logos: not asked\n" in said


def test_a_person_at_the_terminal_sees_what_is_new_and_votes(office: Office, terminal: Terminal) -> None:
    deliberation = office.decided("APPROVE", "REJECT", "ABSTAIN")
    child = terminal("redeliberate", deliberation, "--seat", "b", "--evidence", "evidence.md", user="ben")
    child.expect_exact("Why this is asked again: new evidence")
    child.expect_exact("New: It held 4,000 jobs a second.")
    answer(child, ("Your choice: ", "approve"), ("0 to 100: ", "80"), ("in one line: ", "Measured"), ("no more): ", ""))
    status, seen = ended(child)
    assert (status, "Approved by majority" in seen) == (0, True)


def test_an_override_of_a_unanimous_rejection_is_l4_with_its_risk_acceptance(office: Office) -> None:
    voters = [word for name in "abc" for word in ("--seat", f"{name}={mind(office, name, PATHOS)}")]
    action = office.file("action.txt", ACTION)
    deliberation = office.json("decide", "Adopt?", "--action", action, *voters)["id"]
    assert office("resolve", deliberation, "--accept-risk", " ", "--owner", "ann").status == 2
    found = office.json("resolve", deliberation, "--accept-risk", "An hour at worst", "--owner", "ann")
    assert found["may_be_acted_on"]
    report = office("report", deliberation).out
    assert "[L4]" in report
    assert "Went ahead against the panel: An hour at worst" in report


def later(office: Office, deliberation: str) -> tuple[str, ...]:
    """What is shown once Pathos has looked again at new facts: in every form, and in both languages."""
    again(office, deliberation, "--factual")
    forms = [
        office("report", deliberation, "--format", form, "--lang", lang) for form in FORMS for lang in ("en", "ja")
    ]
    return tuple(" ".join(ended.out.split()) for ended in (office("show", deliberation), *forms))


def rejected(office: Office) -> str:
    """The id of a deliberation in which three programs, Pathos among them, reject."""
    named = [
        word for name in ("Logos", "Pathos", "Sophia") for word in ("--seat", f"{name}={mind(office, name, PATHOS)}")
    ]
    action = office.file("action.txt", ACTION)
    deliberation: str = office.json("decide", "Adopt the queue?", "--action", action, *named)["id"]
    return deliberation


def test_an_override_stays_in_every_later_report_and_its_risk_in_the_register(office: Office) -> None:
    deliberation = rejected(office)
    said = ("--accept-risk", "We lose an HOUR", "--owner", "ann", "--monitor", "the queue's length")
    assert office.json("resolve", deliberation, *said)["may_be_acted_on"]
    for shown in later(office, deliberation):
        assert "We lose an HOUR" in shown
        assert "the queue's length" in shown
    found = office.json("show", deliberation)
    assert (found["answers"], found["may_be_acted_on"]) == ([], False)
    (past,) = found["earlier"]
    assert (past["round"], past["answers"][0]["risk_acceptance"]) == (1, "We lose an HOUR")
    (risk,) = [one for one in office.json("risks")["items"] if one["kind"] == "override"]
    assert (risk["owner"], risk["monitor"], risk["status"], risk["earlier"]) == (
        "ann",
        "the queue's length",
        "open",
        True,
    )
    assert found["register"]["risks"][-1]["id"] == risk["id"]
    assert office("risks", "set", deliberation, risk["id"], "--status", "accepted").status == 0


def test_an_earlier_answer_permits_nothing_after_a_newer_count(office: Office) -> None:
    deliberation = rejected(office)
    office.json("resolve", deliberation, "--accept-risk", "We lose an hour", "--owner", "ann")
    again(office, deliberation, "--factual")
    refused = office("release", deliberation, "--action", "action.txt")
    assert (refused.status, "still requires: risk_acceptance" in refused.err) == (2, True)
    assert "May not be acted on" in office("show", deliberation).out


def test_a_reason_not_to_go_ahead_stays_in_every_later_report(office: Office) -> None:
    deliberation = split(office)
    office.json("resolve", deliberation, "--decline", "Never, says ben", user="ben")
    for shown in later(office, deliberation):
        assert "Never, says ben" in shown
    assert office.json("show", deliberation)["state"] == "asking"


def test_a_mitigation_plan_stays_in_every_later_report(office: Office) -> None:
    named = [
        word
        for name, vote in (("Logos", LOGOS), ("Sophia", LOGOS))
        for word in ("--seat", f"{name}={mind(office, name, vote)}")
    ]
    seats = (*named, "--seat", f"Pathos={mind(office, 'Pathos', PATHOS)}")
    deliberation = office.json("decide", "Adopt the queue?", *seats)["id"]
    plan = ("--mitigation", "A second shift", "--owner", "zoe", "--monitor", "hours slept")
    office.json("resolve", deliberation, *plan)
    for shown in later(office, deliberation):
        assert all(text in shown for text in ("A second shift", "zoe", "hours slept"))


def test_a_deferral_stays_in_every_later_report_and_its_step_in_the_register(office: Office) -> None:
    deliberation = deadlocked(office)
    office.json("defer", deliberation, "--step", "One team first", "--owner", "zoe", "--monitor", "failed jobs")
    for shown in later(office, deliberation):
        assert all(text in shown for text in ("One team first", "zoe", "failed jobs"))
    (step,) = office.json("risks", deliberation)["steps"]
    assert (step["id"], step["owner"], step["monitor"], step["earlier"]) == ("S1", "zoe", "failed jobs", True)


def test_the_parts_of_a_question_stay_linked_after_a_newer_count(office: Office) -> None:
    deliberation = deadlocked(office)
    children = office.json("reframe", deliberation, "--accept", "all")["children"]
    shown = later(office, deliberation)
    assert not [one for one in shown if not all(child in one for child in children)]
    assert f"Reframed into {', '.join(children)}" in shown[0]
    assert office.json("show", deliberation)["children"] == children
    more = office.json("reframe", deliberation, "--into", "Which team goes first?")["children"]
    assert (more[:-1], len(more)) == (children, len(children) + 1)


def test_what_was_argued_in_an_earlier_round_is_told_in_every_later_report(office: Office) -> None:
    cost = {"kind": "other", "text": "it costs a fortune"}
    first = {**PATHOS, "concerns": [NIGHTS, cost], "dissent_note": "I saw it fail", "conditions": ["a second shift"]}
    seats = {"Logos": mind(office, "logos", LOGOS), "Sophia": mind(office, "sophia", SOPHIA)}
    seats["Pathos"] = mind(office, "pathos", first, NEW_EVIDENCE=CONVINCED)
    named = [word for seat, voter in seats.items() for word in ("--seat", f"{seat}={voter}")]
    deliberation = office.json("decide", "Adopt the queue?", *named)["id"]
    said = ("Night shifts suffer", "nights get longer", "it costs a fortune", "I saw it fail", "a second shift")
    shown = later(office, deliberation)
    assert not [(one, text) for one in shown[1:] for text in said if text not in one]
    assert "Round 1: first" in shown[0]
    assert "Pathos, REJECT (70): Night shifts suffer" in shown[0]
    (past,) = office.json("show", deliberation)["earlier"]
    assert [ballot["seat"] for ballot in past["ballots"]] == ["Logos", "Pathos", "Sophia"]
    assert past["ballots"][1]["concerns"] == [NIGHTS, cost]


def test_while_a_round_is_open_nothing_of_earlier_ones_is_shown(office: Office) -> None:
    deliberation = office.decided("APPROVE", "REJECT", "ABSTAIN")
    for _ in range(2):
        office.json("redeliberate", deliberation, "--seat", "a", "--trigger", "changed_conditions")
        assert "earlier" not in office.json("show", deliberation)
        office.vote(deliberation, "a", "APPROVE")
    assert [past["round"] for past in office.json("show", deliberation)["earlier"]] == [1, 2]


def test_evidence_that_stood_there_before_is_told_once(office: Office) -> None:
    deliberation = split(office)
    office.json("redeliberate", deliberation, *EVIDENCE)
    office.json("revise", deliberation, "--urgency", "high", "--reason", "more is known")
    office.json("resume", deliberation)
    office.json("redeliberate", deliberation, *EVIDENCE)
    report = office("report", deliberation).out
    assert report.count("It held 4,000 jobs a second.") == 1
    assert report.count("- **What was new**: as in round 2") == 1
    assert office("show", deliberation, "--lang", "ja").out.count("新しい内容：第2回と同じ") == 1


@pytest.mark.parametrize("gone", [("pathos",), ("logos", "pathos", "sophia")])
def test_a_round_in_which_seats_failed_is_not_called_answered(gone: tuple[str, ...], office: Office) -> None:
    deliberation = split(office)
    for name in gone:
        mind(office, name, PATHOS, NEW_EVIDENCE="the model is gone")
    seats = [word for name in gone for word in ("--seat", name)]
    office.json("redeliberate", deliberation, *seats, "--evidence", "evidence.md")
    shown = office("report", deliberation).out
    assert shown.count("every seat answered") == 2
    assert shown.count("every seat was asked; none cast a ballot") == 2
