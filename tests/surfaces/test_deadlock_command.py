"""Deadlocks on the command line: reframe, bound in time, defer, escalate; and the choice that can be undone."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from quorate import config
from tests.surfaces.minds import LOGOS, NIGHTS, PATHOS, SOPHIA, again, calls, deadlocked, mind, split
from tests.surfaces.office import Office
from tests.surfaces.terminal import Terminal, answer, ended

STEP = ("--step", "Run it for one team", "--owner", "ann", "--monitor", "failed jobs")
PROPOSED = ["Can this be met: a rollback is there?", "Is this answered: nights get longer?"]


def test_smaller_questions_are_proposed_and_numbered(office: Office) -> None:
    deliberation = deadlocked(office)
    before = office.json("show", deliberation)
    found = office("reframe", deliberation)
    assert (found.status, found.out) == (0, f"1  {PROPOSED[0]}\n2  {PROPOSED[1]}\n")
    assert f"quorate reframe {deliberation} --verdict {before['verdict_hash'][7:23]} --accept all" in found.err
    assert office.json("reframe", deliberation) == {"id": deliberation, **before["deadlock"]}
    assert before["deadlock"] == {"is_deadlocked": True, "proposals": PROPOSED, "recommendation": None}
    assert office.json("show", deliberation) == before


def test_accepted_questions_become_children_that_go_on_by_themselves(office: Office) -> None:
    deliberation = deadlocked(office)
    found = office.json("reframe", deliberation, "--accept", "2", "--into", "Which team goes first?")
    assert (found["state"], found["decision"]) == ("decided", "reframed into 2 questions")
    children = [office.json("show", child) for child in found["children"]]
    assert [child["question"]["subject"] for child in children] == [PROPOSED[1], "Which team goes first?"]
    assert {(child["parent"], child["action_hash"]) for child in children} == {(deliberation, None)}
    assert calls(office, "logos") == 1
    gone_on = office.json("resume", found["children"][0])
    assert (gone_on["verdict"]["result"], calls(office, "logos")) == ("SPLIT", 2)
    report = office("report", deliberation).out
    assert all(child in report for child in found["children"])
    assert f"**Part of**: {deliberation}" in office("report", found["children"][0]).out
    refused = office("release", deliberation, "--action", "action.txt")
    assert (refused.status, "a person decided not to go ahead" in refused.err) == (2, True)


def test_all_of_them_may_be_accepted(office: Office) -> None:
    deliberation = deadlocked(office)
    ended_ = office("reframe", deliberation, "--accept", "all")
    children = office.json("show", deliberation)["children"]
    assert ended_.err.splitlines() == [
        f"Continue with a smaller question: quorate resume {child}" for child in children
    ]
    assert len(children) == 2


def test_a_repeated_reframing_opens_every_child_once(office: Office) -> None:
    deliberation = deadlocked(office)
    first, second = (office.json("reframe", deliberation, "--accept", "1,2", "--key", "k") for _ in range(2))
    assert first == second
    assert len(office.json("log")["lines"]) == 3
    again_ = office("reframe", deliberation, "--accept", "1")
    assert (again_.status, "a person has already decided here" in again_.err) == (2, True)


def test_people_find_the_children_in_their_inbox(office: Office) -> None:
    deliberation = office.decided("APPROVE", "REJECT", "ABSTAIN")
    for _ in range(2):
        office.json("redeliberate", deliberation, "--seat", "a", "--trigger", "changed_conditions")
        office.vote(deliberation, "a", "APPROVE")
    found = office.json("reframe", deliberation, "--into", "How?")
    (line,) = office.json("inbox", "--mine")["lines"]
    assert [line["id"]] == found["children"]
    office.vote(line["id"], "a", "APPROVE")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--accept", "3"), "--accept: found 3; allowed: 1 to 2"),
        (("--accept", "0"), "--accept: found 0; allowed: 1 to 2"),
        (("--accept", "one"), "--accept: found 'one'; allowed: numbers such as 1,3, or all"),
        (("--accept", "1,1"), "1 to 12 smaller ones, each of them once"),
        (("--into", " "), "1 to 12 smaller ones"),
        (("--into", "x" * 1001), "question.subject: found 1001 characters; allowed: at most 1000"),
    ],
)
def test_a_wrong_wish_is_refused_and_nothing_is_stored(options: tuple[str, ...], said: str, office: Office) -> None:
    deliberation = deadlocked(office)
    before = office.json("show", deliberation)
    refused = office("reframe", deliberation, *options)
    assert (refused.status, refused.out, said in refused.err) == (2, "", True)
    assert office.json("show", deliberation) == before
    assert len(office.json("log")["lines"]) == 1


@pytest.mark.parametrize("command", [("reframe",), ("reframe", "--accept", "1"), ("defer", *STEP)])
def test_without_a_deadlock_nothing_of_it_can_be_done(command: tuple[str, ...], office: Office) -> None:
    name, *options = command
    for deliberation in (split(office), office.opened()):
        refused = office(name, deliberation, *options)
        assert (refused.status, refused.out, "this is not a deadlock" in refused.err) == (2, "", True)


def test_by_policy_the_proposed_questions_are_opened_at_once(office: Office) -> None:
    deliberation = split(office, "--deadlock", "reframe")
    assert "children" not in again(office, deliberation)
    found = again(office, deliberation)
    assert [office.json("show", child)["question"]["subject"] for child in found["children"]] == PROPOSED
    assert (found["answers"][0]["reason"], found["answers"][0]["by_policy"]) == ("", True)
    assert office.json("resume", deliberation)["children"] == found["children"]


def test_where_no_question_follows_from_the_ballots_the_policy_leaves_it_to_a_person(office: Office) -> None:
    bare = {key: LOGOS[key] for key in ("position", "confidence", "rationale")}
    plain = {key: PATHOS[key] for key in ("position", "confidence", "rationale")}
    seats = [("a", bare), ("b", plain), ("c", SOPHIA)]
    named = [word for name, vote in seats for word in ("--seat", f"{name}={mind(office, name, vote)}")]
    deliberation = office.json("decide", "Adopt?", *named, "--deadlock", "reframe")["id"]
    for _ in range(2):
        found = office.json("redeliberate", deliberation, "--seat", "a", "--trigger", "changed_conditions")
    assert (found["state"], "children" in found) == ("asking", False)
    listed = office("reframe", deliberation)
    assert (listed.out, "ask your own" in listed.err) == ("", True)


def test_the_surest_seat_decides_at_the_deadline_that_was_settled(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    deliberation = deadlocked(office, "--deadlock", "most-confident", "--deadlock-after", "10m")
    waiting = office("show", deliberation)
    assert "the most confident seat's choice applies: quorate resume" in waiting.err
    assert office.json("resume", deliberation)["state"] == "asking"
    _later(monkeypatch, timedelta(minutes=11))
    assert "overdue since" in office("show", deliberation).err
    found = office.json("resume", deliberation)
    assert (found["state"], found["decision"], found["may_be_acted_on"]) == ("decided", "REJECT", False)
    assert found["why_not"].startswith("by the deadlock policy, the most confident seat's choice applies")
    assert "the most confident seat (Pathos) chose" in office("report", deliberation).out


def _later(monkeypatch: pytest.MonkeyPatch, by: timedelta) -> None:
    """The same machine, after a while."""
    now = config.clock

    def clock() -> datetime:
        return now() + by

    monkeypatch.setattr(config, "clock", clock)


def test_the_surest_seat_may_release_the_action(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    sure = {**LOGOS, "confidence": 90}
    seats = [("a", sure), ("b", {**PATHOS, "concerns": []}), ("c", SOPHIA)]
    named = [word for name, vote in seats for word in ("--seat", f"{name}={mind(office, name, vote)}")]
    action = office.file("action.txt", "deploy\n")
    options = ("--deadlock", "most-confident", "--deadlock-after", "10m", "--action", action)
    deliberation = office.json("decide", "Adopt?", *named, *options)["id"]
    for _ in range(2):
        office.json("redeliberate", deliberation, "--seat", "a", "--trigger", "changed_conditions")
    _later(monkeypatch, timedelta(minutes=11))
    found = office.json("resume", deliberation)
    assert (found["decision"], found["may_be_acted_on"]) == ("APPROVE", True)
    assert office("release", deliberation, "--action", action).status == 0


def test_a_deferral_names_a_step_its_owner_and_what_to_monitor(office: Office) -> None:
    deliberation = deadlocked(office)
    assert office("defer", deliberation, *STEP[:4]).status == 2
    assert office("defer", deliberation, *STEP[:-1], " ").status == 2
    first, second = (office.json("defer", deliberation, *STEP, "--key", "k") for _ in range(2))
    assert first == second
    assert (first["state"], first["decision"], first["may_be_acted_on"]) == ("decided", "deferred", False)
    report = office("report", deliberation).out
    assert "with a step that can be undone: Run it for one team" in report
    assert "Monitor: failed jobs" in report
    assert again(office, deliberation, "--factual")["state"] == "asking"


def test_a_deadlock_goes_to_a_person_with_the_whole_analysis(office: Office) -> None:
    deliberation = deadlocked(office)
    found = office("show", deliberation)
    for said in ("Deadlock: no consensus", "Escalate: waiting for a person.", "Question for a person", "History"):
        assert said in found.out
    assert f"quorate reframe {deliberation}" in found.err
    assert f"quorate defer {deliberation}" in found.err
    assert f"quorate resolve {deliberation} --verdict " in found.err
    assert office.json("resolve", deliberation, "--choose", "Logos: APPROVE", "--go")["may_be_acted_on"]


WATCH = "Recommended: REJECT, the only choice that can be undone. Monitor: nights get longer"


def test_what_can_be_undone_is_recommended_wherever_a_person_is_asked(office: Office, terminal: Terminal) -> None:
    deliberation = deadlocked(office, "--reversibility", "low")
    assert WATCH in " ".join(office("show", deliberation).out.split())
    assert WATCH in office("show", deliberation).err
    assert f"{deliberation}: {WATCH}" in office("inbox").err
    (line,) = office.json("inbox")["lines"]
    assert line["recommendation"] == {"choice": "REJECT", "monitor": ["nights get longer"]}
    assert WATCH in office("reframe", deliberation).err
    child = terminal("resolve", deliberation)
    child.expect_exact(WATCH)
    answer(child, ("Your choice: ", "Pathos: REJECT"))
    assert ended(child)[0] == 0
    assert office.json("show", deliberation)["decision"] == "declined by a person"


@pytest.mark.parametrize(("reversible", "choice"), [("B", "B"), ("", None)])
def test_of_options_the_only_one_that_can_be_undone_is_recommended(
    reversible: str, choice: str | None, office: Office
) -> None:
    def judge(option: str, **more: Any) -> dict[str, Any]:
        return {"option": option, "confidence": "HIGH", "reasoning": "so", **more}

    options = [f"{{id: {name}, reversible: {str(name == reversible).lower()}}}" for name in "AB"]
    text = f"question: {{subject: Which?, options: [{', '.join(options)}]}}\nprotocol: judges\n"
    one, other = mind(office, "x", judge("A", concerns=[NIGHTS])), mind(office, "y", judge("B"))
    seats = ("--seat", f"x={one}", "--seat", f"y={other}")
    deliberation = office.json("decide", office.file("q.yaml", text), *seats)["id"]
    for _ in range(2):
        found = office.json("redeliberate", deliberation, "--seat", "x", "--trigger", "changed_conditions")
    advice = found["deadlock"]["recommendation"]
    assert (advice["choice"] if advice else None) == choice
    assert not advice or advice["monitor"] == ["nights get longer"]


def test_a_crash_between_reframing_and_its_children_is_made_good(office: Office) -> None:
    from quorate.commit import change, loaded
    from quorate.deliberation.rounds.deadlock import reframe
    from quorate.surfaces.cli.terminal.runner import app_at

    deliberation = deadlocked(office)
    with app_at(None) as at:
        record, outside = at.app.record, at.app.outside(at.who)
        session = at.run(loaded(record, deliberation))
        at.run(change(record, session, lambda now: reframe(now, ["How?", "When?"], by=at.who), outside))
    assert len(office.json("log")["lines"]) == 1
    found = office.json("resume", deliberation)
    assert len(found["children"]) == 2
    assert len(office.json("log")["lines"]) == 3
