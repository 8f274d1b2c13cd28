"""Deadlock: smaller questions, the surest seat by a policy, a step that can be undone, and a person."""

from typing import Any

import pytest

from quorate.core.errors import InputError, Refused
from quorate.deliberation.events import Cast, Event, Failed, Policy, Reframed, Resolved, Revoked
from quorate.deliberation.people import override, resolve, revise
from quorate.deliberation.permission import may_be_acted_on, still_needed
from quorate.deliberation.rounds.deadlock import (
    children_of,
    children_opened,
    defer,
    proposals,
    recommendation,
    reframe,
    unopened_children,
)
from quorate.deliberation.rounds.redeliberation import Again, redeliberate
from quorate.deliberation.rounds.stalemate import is_deadlocked
from quorate.deliberation.rounds.timebound import why_not_bound
from quorate.deliberation.summary import decision_of, state_of
from tests.deliberation.playing import ANN, QUESTION, Play, approve, people, reject

FACTS = Again("changed_conditions", "the budget is smaller", seats=("Pathos",))
ABSTAIN = {"position": "ABSTAIN", "confidence": 45}


def deadlocked(policy: Policy | None = None, *, question: Any = QUESTION, sure: int = 70) -> Play:
    play = Play(policy=policy, question=question)
    play.vote("Logos", approve(65, conditions=["a rollback is rehearsed"], risks=["the disk fills"]))
    concern = {"kind": "safety", "text": "nights get longer."}
    play.vote("Pathos", reject(sure, concerns=[concern], alternatives=["a smaller queue"])).vote("Sophia", ABSTAIN)
    for _ in range(2):
        play.take(*redeliberate(play.session, FACTS, ANN)).settle()
        play.vote("Pathos", reject(sure, concerns=[concern], alternatives=["a smaller queue"]))
    return play


def test_two_re_deliberations_without_consensus_are_a_deadlock_for_a_person() -> None:
    play = deadlocked()
    assert is_deadlocked(play.session)
    assert state_of(play.session) == "asking"
    assert "human_choice" in still_needed(play.session)


def test_what_would_be_asked_for_again_is_asked_of_a_person_instead() -> None:
    play = Play(*people("a", "b", "c")).votes(a=approve(), b=ABSTAIN, c=ABSTAIN)
    assert play.session.verdict
    assert play.session.verdict.action == "redeliberate"
    assert "human_choice" not in still_needed(play.session)
    for _ in range(2):
        play.take(*redeliberate(play.session, FACTS._replace(seats=("b",)), ANN)).settle().vote("b", ABSTAIN)
    assert "human_choice" in still_needed(play.session)


def test_smaller_questions_are_proposed_from_the_disagreement() -> None:
    assert proposals(deadlocked().session) == (
        "Can this be met: a rollback is rehearsed?",
        "Is this answered: nights get longer?",
        "Would this do instead: a smaller queue?",
    )


def test_smaller_questions_become_children_without_an_action() -> None:
    play = deadlocked()
    play.take(*reframe(play.session, ["Is a rollback rehearsed?", "Are nights short?"], by=ANN))
    (reframed,) = [one.event for one in play.history if isinstance(one.event, Reframed)]
    children = children_of(play.session, reframed)
    assert [child.question.subject for child in children] == ["Is a rollback rehearsed?", "Are nights short?"]
    assert {(child.parent, child.question.action, len(child.seats)) for child in children} == {
        ("MAGI-2026-1115-001", "", 3)
    }
    assert not may_be_acted_on(play.session)
    assert (state_of(play.session), decision_of(play.session)) == ("decided", "reframed into 2 questions")


@pytest.mark.parametrize("questions", [[], [" "], ["A?", "A?"], [f"{number}?" for number in range(13)]])
def test_no_question_is_broken_into_nothing(questions: list[str]) -> None:
    with pytest.raises(Refused, match="1 to 12 smaller ones"):
        reframe(deadlocked().session, questions, by=ANN)


def test_a_deferral_names_step_owner_and_what_to_watch() -> None:
    play = deadlocked()
    with pytest.raises(InputError, match="a deferral needs"):
        defer(play.session, "run it for one team", "", "errors", by=ANN)
    play.take(*defer(play.session, "run it for one team", "ops", "errors", by=ANN))
    assert (state_of(play.session), decision_of(play.session)) == ("decided", "deferred")
    assert not may_be_acted_on(play.session)
    with pytest.raises(Refused, match="a person has already decided here"):
        defer(play.session, "again", "ops", "errors", by=ANN)


@pytest.mark.parametrize("play", [Play(), Play().votes(Logos=approve(), Pathos=reject(), Sophia=ABSTAIN)])
def test_without_a_deadlock_nothing_of_it_can_be_done(play: Play) -> None:
    with pytest.raises(Refused, match="this is not a deadlock"):
        reframe(play.session, ["A?"], by=ANN)
    with pytest.raises(Refused, match="this is not a deadlock"):
        defer(play.session, "step", "owner", "watch", by=ANN)


def test_the_surest_seat_decides_only_where_that_was_settled_beforehand() -> None:
    settled = Policy(deadlock="most-confident", deadlock_minutes=10)
    play = deadlocked(settled, sure=60)
    assert "human_choice" in still_needed(play.session)
    play.later(590).settle()
    assert "human_choice" in still_needed(play.session)
    play.later(20).settle()
    assert play.session.said[-1].answer == Resolved("human_choice", choice="APPROVE", go=True, seat="Logos")
    assert not deadlocked().later(10**6).settle().session.said


def test_the_surest_seat_may_hold_the_action() -> None:
    play = deadlocked(Policy(deadlock="most-confident"))
    answer = play.session.said[-1].answer
    assert isinstance(answer, Resolved)
    assert (answer.choice, answer.go) == ("REJECT", False)
    assert not may_be_acted_on(play.session)


def test_without_an_action_the_surest_seat_decides_all_the_same() -> None:
    play = stuck(approve(65), reject(60))
    assert (decision_of(play.session), may_be_acted_on(play.session)) == ("APPROVE", True)
    held = deadlocked(Policy(deadlock="most-confident"), question="Adopt it?")
    assert (decision_of(held.session), may_be_acted_on(held.session)) == ("REJECT", False)


def _agent(option: str, confidence: float) -> dict[str, Any]:
    proof = [{"file": f"{option}{confidence}.py", "reproducible": True}]
    return {"vote": "accept", "option": option, "confidence": confidence, "evidence": proof}


def stuck(first: dict[str, Any], second: dict[str, Any], *more: dict[str, Any], **question: str) -> Play:
    """A deadlock in which the surest seat decides, as was settled."""
    said = dict(zip("abcd", (first, second, ABSTAIN, *more), strict=False))
    play = Play(*people(*said), policy=Policy(deadlock="most-confident"), question={"subject": "Adopt it?", **question})
    for seat, vote in said.items():
        play.take(_answer(play, seat, vote), author=play.voter(seat)).settle()
    for _ in range(2):
        play.take(*redeliberate(play.session, FACTS._replace(seats=("c",)), ANN)).settle().vote("c", ABSTAIN)
    assert is_deadlocked(play.session)
    return play


def _answer(play: Play, seat: str, vote: dict[str, Any]) -> Event:
    """What was heard of a seat: a ballot, also one that was only inferred, or why there is none."""
    return (
        Failed(1, seat, vote["error"]) if "error" in vote else Cast(1, seat, play.session.question.content_hash, vote)
    )


def test_the_surest_seat_does_not_overrule_a_majority() -> None:
    play = stuck(reject(55), approve(95), reject(55))
    assert play.session.verdict
    assert (play.session.verdict.choice, play.session.verdict.flags) == (
        "REJECT",
        ("STRONG_DISSENT", "CONFIDENCE_OVERRIDE"),
    )
    assert (play.session.said, still_needed(play.session)) == ((), ("human_choice",))


@pytest.mark.parametrize(
    ("protocol", "terms", "votes"),
    [
        (
            "judges",
            {"threshold": "9/10"},
            [
                {"option": "A", "confidence": "LOW"},
                {"option": "A", "confidence": "LOW"},
                {"option": "B", "confidence": "HIGH"},
            ],
        ),
        (
            "evidence",
            {"challengeRounds": 2},
            [_agent("B", 0.79), _agent("A", 0.7), _agent("A", 0.7), _agent("B", 0.7), _agent("A", 0.7)],
        ),
    ],
)
def test_the_surest_seat_overrules_no_larger_side_either(
    protocol: str, terms: dict[str, Any], votes: list[dict[str, Any]]
) -> None:
    said = dict(zip("abcde", votes, strict=False))
    question = {"subject": "Which?", "options": ["A", "B"]}
    play = Play(
        *people(*said), protocol=protocol, policy=Policy(deadlock="most-confident"), question=question, terms=terms
    )
    play.votes(**said)
    for _ in range(2):
        play.take(*redeliberate(play.session, FACTS._replace(seats=("a",)), ANN)).settle().vote("a", said["a"])
    assert (is_deadlocked(play.session), why_not_bound(play.session), play.session.said) == (True, "majority", ())


def test_the_surest_of_seats_that_are_all_unsure_decides_nothing() -> None:
    play = stuck(approve(45), reject(40))
    assert (why_not_bound(play.session), play.session.said) == ("unsure", ())


def test_an_edited_question_is_not_bound_by_what_was_asked_before() -> None:
    play = stuck(approve(65), reject(65))
    play.take(*revise(play.session, {"subject": "Quite another thing?"}, by=ANN)).settle()
    play.votes(a=approve(65), b=reject(60), c=ABSTAIN)
    assert (why_not_bound(play.session), play.session.said) == ("edited", ())


def test_who_may_not_answer_can_neither_reframe_nor_defer() -> None:
    play = deadlocked(Policy(people=("ben",)))
    with pytest.raises(Refused, match="only ben may answer; you are ann"):
        reframe(play.session, ["How?"], by=ANN)
    with pytest.raises(Refused, match="only ben may answer; you are ann"):
        defer(play.session, "a trial", "ops", "errors", by=ANN)
    assert deadlocked(Policy(people=("ben",), deadlock="reframe")).session


@pytest.mark.parametrize("conditions", [["disable monitoring"], ["report daily"]])
def test_a_person_may_resume_after_a_deadlock_but_not_across_a_hard_limit(conditions: list[str]) -> None:
    play = Play(*people("w", "x", "y", "z"), protocol="quorum", question="Resume build-7?")
    resume = {"vote": "resume", "conditions": conditions}
    play.votes(w=resume, x=resume, y={"vote": "block"}, z={"vote": "block"})
    for _ in range(2):
        play.take(*redeliberate(play.session, FACTS._replace(seats=("z",)), ANN)).settle().vote("z", {"vote": "block"})
    for word in ("block", "cooldown"):
        with pytest.raises(Refused, match="does not take the action"):
            resolve(play.session, Resolved("human_choice", choice=word, go=True), ANN, play.now)
    with pytest.raises(InputError, match="no option called 'banana'; there are: 'resume', 'block', 'cooldown'"):
        resolve(play.session, Resolved("human_choice", choice="banana", go=True), ANN, play.now)
    play.take(*resolve(play.session, Resolved("human_choice", choice="resume", go=True), ANN, play.now))
    if "disable" in conditions[0]:
        with pytest.raises(Refused, match="a hard limit cannot be overridden"):
            override(play.session, "we accept it", "ann", ANN, play.now)
    else:
        play.take(*override(play.session, "we accept it", "ann", ANN, play.now))
    assert may_be_acted_on(play.session) is (conditions == ["report daily"])


def test_the_surest_seat_does_not_choose_what_cannot_be_undone() -> None:
    assert not stuck(approve(65), reject(60), reversibility="low").session.said
    held = stuck(approve(65), reject(70), reversibility="low")
    assert (decision_of(held.session), may_be_acted_on(held.session)) == ("REJECT", False)


@pytest.mark.parametrize(
    ("first", "more", "still"),
    [
        (approve(65), {"error": "unreadable"}, ("verification",)),
        (approve(65, inferred=True), ABSTAIN, ("verification",)),
        (approve(65, concerns=[{"kind": "safety", "text": "fire"}]), ABSTAIN, ("mitigation_plan",)),
    ],
)
def test_what_only_a_policy_has_chosen_waits_for_a_person_where_something_is_amiss(
    first: dict[str, Any], more: dict[str, Any], still: tuple[str, ...]
) -> None:
    play = stuck(first, reject(60), more)
    assert (decision_of(play.session), still_needed(play.session)) == ("APPROVE", still)
    assert state_of(play.session) == "asking"


def test_of_several_options_the_surest_seat_says_which() -> None:
    question = {"subject": "Which?", "options": ["A", "B", "C"]}
    play = Play(
        *people("x", "y", "z"), protocol="evidence", policy=Policy(deadlock="most-confident"), question=question
    )
    said = {
        seat: {"vote": vote, "option": option, "confidence": sure, "evidence": [{"file": seat, "reproducible": True}]}
        for seat, vote, option, sure in (
            ("x", "accept", "A", 0.5),
            ("y", "accept", "B", 0.5),
            ("z", "reject", "C", 0.6),
        )
    }
    play.votes(**said)
    for _ in range(2):
        play.take(*redeliberate(play.session, FACTS._replace(seats=("z",)), ANN)).settle().vote("z", said["z"])
    assert isinstance(play.session.said[-1].answer, Resolved)
    assert (play.session.said[-1].answer.choice, play.session.said[-1].answer.go) == ("not C", False)


def test_once_the_time_to_answer_is_over_the_surest_seat_decides_nothing_more() -> None:
    policy = Policy(answer_minutes=1, at_answer_by="decline", deadlock="most-confident", deadlock_minutes=2)
    play = deadlocked(policy, sure=60).later(600).settle()
    assert (play.session.said, bool(play.session.lapsed_at), may_be_acted_on(play.session)) == ((), True, False)


def test_a_quorum_that_two_more_rounds_do_not_settle_goes_to_a_person() -> None:
    play = Play(*people("x", "y", "z"), protocol="quorum", question="Resume build-7?")
    play.votes(x={"vote": "resume"}, y={"vote": "block"}, z={"vote": "cooldown"})
    assert state_of(play.session) == "decided"
    for _ in range(2):
        play.take(*redeliberate(play.session, FACTS._replace(seats=("z",)), ANN)).settle()
        play.vote("z", {"vote": "cooldown"})
    assert (is_deadlocked(play.session), state_of(play.session)) == (True, "asking")
    assert "human_choice" in still_needed(play.session)


def test_proposals_to_judges_are_answered_with_yes_or_no() -> None:
    options = [{"id": "A", "reversible": True}, {"id": "B"}]
    play = Play(*people("x", "y"), protocol="judges", question={"subject": "Which?", "options": options})
    votes: dict[str, dict[str, Any]] = {"x": {"option": "A", "conditions": ["it is tested"]}, "y": {"option": "B"}}
    play.votes(**votes)
    for _ in range(2):
        play.take(*redeliberate(play.session, FACTS._replace(seats=("x",)), ANN)).settle().vote("x", votes["x"])
    play.take(*reframe(play.session, [*proposals(play.session), "Which first?"], by=ANN))
    suggested, own = unopened_children(play.session)
    assert [option.id for option in suggested.question.options] == ["yes", "no"]
    assert ([option.id for option in own.question.options], own.question.reversible) == (["A", "B"], ("A",))


def test_children_are_opened_once_and_not_for_what_has_ended() -> None:
    play = deadlocked()
    play.take(*reframe(play.session, ["A?"], by=ANN))
    assert len(unopened_children(play.session)) == 1
    assert unopened_children(Play().take(Revoked("no")).session) == []
    play.take(*children_opened(play.session, ["MAGI-2026-1115-002"]))
    assert (play.session.children, unopened_children(play.session)) == (("MAGI-2026-1115-002",), [])
    assert children_opened(play.session, ["MAGI-2026-1115-003"]) == ()


def test_seats_that_are_equally_sure_and_disagree_leave_it_to_a_person() -> None:
    play = deadlocked(Policy(deadlock="most-confident"), sure=65)
    assert not play.session.said
    choice = Resolved("human_choice", choice=_first_option(play))
    play.take(*resolve(play.session, choice, ANN, play.now))
    assert state_of(play.session) == "decided"


def _first_option(play: Play) -> str:
    assert play.session.verdict
    assert play.session.verdict.ask
    return play.session.verdict.ask.options[0].label


def test_what_cannot_be_undone_is_not_recommended() -> None:
    found = recommendation(deadlocked(question={**QUESTION, "reversibility": "low"}).session)
    assert found
    assert (found.choice, found.monitor) == ("REJECT", ("the disk fills", "nights get longer."))
    assert recommendation(deadlocked(question={**QUESTION, "reversibility": "high"}).session) is None
    assert recommendation(Play().session) is None


@pytest.mark.parametrize(("reversible", "choice"), [(("B",), "B"), (("A", "B"), None), ((), None)])
def test_the_one_option_that_can_be_undone_is_recommended(reversible: tuple[str, ...], choice: str | None) -> None:
    options = [{"id": name, "reversible": name in reversible} for name in ("A", "B")]
    play = Play(*people("x", "y"), protocol="judges", question={"subject": "Which?", "options": options})

    def judged(option: str) -> dict[str, str]:
        return {"option": option, "confidence": "HIGH", "reasoning": "so"}

    play.votes(x=judged("A"), y=judged("B"))
    for _ in range(2):
        play.take(*redeliberate(play.session, FACTS._replace(seats=("x",)), ANN)).settle().vote("x", judged("A"))
    found = recommendation(play.session)
    assert (found.choice if found else None) == choice
