"""What people may do with a verdict."""

import pytest

from quorate.core.errors import InputError, Refused
from quorate.deliberation.events import Event, Policy, Resolved
from quorate.deliberation.people import decline, override, release, resolve, revise, revoke, supersede
from quorate.deliberation.permission import may_be_acted_on, refusal, still_needed
from quorate.deliberation.session import Session
from quorate.deliberation.summary import summary_of
from tests.deliberation.playing import ANN, BEN, Play, approve, moment, people, reject

ACTION = "deploy queue 1.4"
NOW = moment(0)


def approved() -> Play:
    return Play().votes(Logos=approve(), Pathos=approve(), Sophia=approve())


def split(policy: Policy | None = None) -> Play:
    return Play(*people("Logos", "Pathos"), policy=policy).votes(Logos=approve(), Pathos=reject())


def blocked() -> Play:
    return Play().votes(Logos=reject(), Pathos=reject(), Sophia=reject())


def choose(session: Session, choice: str, go: bool) -> tuple[Event, ...]:
    return resolve(session, Resolved("human_choice", choice=choice, go=go), ANN, NOW)


def test_an_approved_action_is_released_once() -> None:
    play = approved()
    play.take(*release(play.session, ACTION))
    assert summary_of(play.session).state == "released"
    with pytest.raises(Refused, match=r"was closed at .* its action was released; a verdict releases only once"):
        release(play.session, ACTION)


def test_a_line_break_at_the_end_of_the_action_does_not_matter() -> None:
    assert release(approved().session, ACTION + "\n") == release(approved().session, ACTION)


def test_a_changed_action_is_refused() -> None:
    with pytest.raises(Refused, match="is not the one that was voted on"):
        release(approved().session, "deploy queue 1.5")


def test_another_revision_is_refused() -> None:
    with pytest.raises(Refused, match="the revision presented"):
        release(approved().session, ACTION, "sha256:" + "0" * 64)


def test_an_edit_after_the_verdict_makes_it_outdated() -> None:
    play = approved()
    play.take(*revise(play.session, {"action": "deploy queue 1.5"}, by=ANN))
    for action in (ACTION, "deploy queue 1.5"):
        with pytest.raises(Refused, match="the verdict is for an earlier revision"):
            release(play.session, action)


def test_a_revoked_or_superseded_verdict_is_refused() -> None:
    revoked, superseded = approved(), approved()
    revoked.take(*revoke(revoked.session, "wrong figures", ANN))
    superseded.take(*supersede(superseded.session, "MAGI-2026-1115-002", ANN))
    with pytest.raises(Refused, match=r"revoked \(wrong figures\)"):
        release(revoked.session, ACTION)
    with pytest.raises(Refused, match="superseded by MAGI-2026-1115-002"):
        release(superseded.session, ACTION)
    assert [summary_of(play.session).status for play in (revoked, superseded)] == ["revoked", "superseded"]


def test_a_question_without_an_action_has_nothing_to_release() -> None:
    play = Play(question="Adopt?").votes(Logos=approve(), Pathos=approve(), Sophia=approve())
    with pytest.raises(Refused, match="names no action"):
        release(play.session, "")


def test_without_a_verdict_nothing_is_released_or_answered() -> None:
    play = Play()
    with pytest.raises(Refused, match="no verdict yet"):
        release(play.session, ACTION)
    with pytest.raises(Refused, match="nothing to answer yet"):
        decline(play.session, "no", ANN, NOW)
    with pytest.raises(Refused, match="no verdict to revoke"):
        revoke(play.session, "no", ANN)


def test_a_split_waits_for_a_person_and_the_choice_decides() -> None:
    play = split()
    assert summary_of(play.session).state == "asking"
    assert [wait.kind for wait in summary_of(play.session).waits] == ["answer"]
    play.take(*choose(play.session, "Logos: APPROVE", True))
    assert may_be_acted_on(play.session)
    assert summary_of(play.session)[3:8] == ("decided", "active", "SPLIT", "", "Logos: APPROVE")


def test_a_choice_not_to_go_ahead_holds() -> None:
    play = split()
    play.take(*choose(play.session, "Pathos: REJECT", False))
    assert refusal(play.session) == "a person decided not to go ahead"
    with pytest.raises(Refused, match=r"answered by ann at .*: not to go ahead"):
        choose(play.session, "Logos: APPROVE", True)


def test_a_choice_is_one_of_the_options() -> None:
    with pytest.raises(InputError, match="no option called 'Thomas'; there are: 'Logos: APPROVE', 'Pathos: REJECT'"):
        choose(split().session, "Thomas", True)


def test_a_question_is_answered_once() -> None:
    play = split()
    play.take(*choose(play.session, "Logos: APPROVE", True))
    with pytest.raises(Refused, match="human_choice was answered by ann at"):
        choose(play.session, "Logos: APPROVE", True)


def test_only_those_who_are_named_may_answer() -> None:
    play = split(Policy(people=("ben",)))
    assert [wait.who for wait in summary_of(play.session).waits] == ["ben"]
    with pytest.raises(Refused, match="only ben may answer; you are ann"):
        choose(play.session, "Logos: APPROVE", True)
    assert resolve(play.session, Resolved("human_choice", choice="Logos: APPROVE", go=True), BEN, NOW)


def test_a_block_is_a_decision_that_only_a_written_risk_acceptance_overrides() -> None:
    play = blocked()
    assert summary_of(play.session).state == "decided"
    assert still_needed(play.session) == ("risk_acceptance",)
    with pytest.raises(InputError, match="written risk acceptance; it is empty"):
        override(play.session, "  ", "", ANN, NOW)
    play.take(*override(play.session, "We accept a day of downtime.", "ann", ANN, NOW))
    assert may_be_acted_on(play.session)
    assert summary_of(play.session).decision == "overridden: risk accepted"
    with pytest.raises(Refused, match="accepted by ann"):
        override(play.session, "again", "", ANN, NOW)


def test_an_approval_has_nothing_to_override() -> None:
    with pytest.raises(Refused, match="does not require risk_acceptance; what it still requires: nothing"):
        override(approved().session, "risk", "", ANN, NOW)


def test_a_hard_limit_cannot_be_overridden() -> None:
    play = Play(*people("a", "b", "c"), protocol="quorum", question={"subject": "Resume?", "action": "go"})
    for seat in "abc":
        play.vote(seat, {"vote": "resume", "conditions": ["disable monitoring"]})
    assert play.session.verdict
    assert "HARD_LIMIT" in play.session.verdict.flags
    with pytest.raises(Refused, match="a hard limit cannot be overridden"):
        override(play.session, "we want it", "", ANN, NOW)


def test_a_mitigation_plan_needs_text_owner_and_monitor() -> None:
    play = Play().votes(
        Logos=approve(), Pathos=approve(), Sophia=reject(60, concerns=[{"kind": "safety", "text": "no rollback"}])
    )
    assert still_needed(play.session) == ("mitigation_plan",)
    with pytest.raises(InputError, match="an owner and what to monitor"):
        resolve(play.session, Resolved("mitigation_plan", "roll back by hand"), ANN, NOW)
    play.take(*resolve(play.session, Resolved("mitigation_plan", "roll back", owner="ann", monitor="errors"), ANN, NOW))
    assert may_be_acted_on(play.session)


def test_every_requirement_has_to_be_met() -> None:
    low = {"subject": "Adopt?", "action": ACTION, "reversibility": "low"}
    play = Play(question=low, policy=Policy(ballots_by=moment(50), at_ballots_by="count"))
    play.votes(Logos=approve(), Pathos=reject(90, concerns=["safety"])).later(60).settle()
    assert still_needed(play.session) == ("human_choice", "verification")
    play.take(*choose(play.session, "Logos: APPROVE", True))
    assert not may_be_acted_on(play.session)
    with pytest.raises(InputError, match="verification must say what was checked; the text is empty"):
        resolve(play.session, Resolved("verification", ""), ANN, NOW)
    play.take(*resolve(play.session, Resolved("verification", "asked Sophia by phone"), ANN, NOW))
    assert may_be_acted_on(play.session)


def test_what_is_not_required_cannot_be_met() -> None:
    with pytest.raises(Refused, match="does not require verification; what it still requires: human_choice"):
        resolve(split().session, Resolved("verification", "looked"), ANN, NOW)
    with pytest.raises(Refused, match="'more_context' cannot be met this way"):
        resolve(split().session, Resolved("more_context", "here"), ANN, NOW)


def test_at_its_deadline_a_question_lapses_where_the_policy_says_so() -> None:
    play = split(Policy(answer_minutes=1, at_answer_by="decline"))
    assert play.session.asked
    assert play.session.asked.until
    play.later(61).settle()
    assert refusal(play.session).startswith("nobody answered by 2026-11-15 09:01:0")
    assert summary_of(play.session)[3:8] == ("decided", "active", "SPLIT", "", "no answer in time")
    assert play.settle().session == play.session
    with pytest.raises(Refused, match="the time to answer ended at 2026-11-15 09:01:0"):
        resolve(play.session, Resolved("human_choice", choice="Logos: APPROVE", go=True), ANN, play.now)


def test_an_answer_after_the_deadline_is_refused_before_anybody_has_noticed_it() -> None:
    play = split(Policy(answer_minutes=1, at_answer_by="decline")).later(61)
    with pytest.raises(Refused, match="the time to answer ended"):
        resolve(play.session, Resolved("human_choice", choice="Logos: APPROVE", go=True), ANN, play.now)


def test_an_answer_in_time_holds_after_the_deadline() -> None:
    play = split(Policy(answer_minutes=1, at_answer_by="decline"))
    play.take(*choose(play.session, "Logos: APPROVE", True)).later(100).settle()
    assert may_be_acted_on(play.session)


@pytest.mark.parametrize("label", ["Pathos: REJECT", "Sophia: ABSTAIN"])
def test_nobody_goes_ahead_by_choosing_what_stands_against_it(label: str) -> None:
    play = Play().votes(Logos=approve(), Pathos=reject(), Sophia={"position": "ABSTAIN", "confidence": 50})
    with pytest.raises(Refused, match="does not take the action"):
        choose(play.session, label, True)
    assert choose(play.session, label, False)


def judged(*options: str) -> Play:
    question = {"subject": "Which?", "options": [*options], "action": ACTION}
    play = Play(*people(*(f"j{option}" for option in options)), protocol="judges", question=question)
    for option in options:
        play.vote(f"j{option}", {"option": option, "confidence": "HIGH"})
    return play


def test_behind_other_stands_an_option_or_words_of_ones_own() -> None:
    session = judged("A", "B", "C", "D", "E").session
    with pytest.raises(InputError, match="Other needs a reason"):
        choose(session, "Other", True)
    assert choose(session, "D", True)
    assert resolve(session, Resolved("human_choice", "none of them", "Other", False), ANN, NOW)
    with pytest.raises(InputError, match="no option called 'F'"):
        choose(session, "F", True)


def test_a_released_verdict_may_still_be_revoked_or_superseded_once() -> None:
    play = approved()
    play.take(*release(play.session, ACTION)).take(*revoke(play.session, "it broke", ANN))
    assert summary_of(play.session)[3:5] == ("released", "revoked")
    with pytest.raises(Refused, match="was closed at"):
        revoke(play.session, "again", ANN)
    with pytest.raises(Refused, match="was closed at"):
        supersede(play.session, "X", ANN)
    with pytest.raises(Refused, match="its action was released"):
        release(play.session, ACTION)


def test_without_a_policy_a_question_stays_open() -> None:
    play = split(Policy(answer_minutes=1)).later(1000).settle()
    assert summary_of(play.session).state == "asking"


def test_declining_and_revoking_need_a_reason() -> None:
    with pytest.raises(InputError, match="needs a reason"):
        decline(split().session, " ", ANN, NOW)
    with pytest.raises(InputError, match="needs a reason"):
        revoke(approved().session, "", ANN)


def test_answers_to_an_earlier_verdict_do_not_meet_a_later_one() -> None:
    play = split()
    play.take(*choose(play.session, "Logos: APPROVE", True))
    play.take(*revise(play.session, {"context": "more"}, by=ANN)).settle()
    play.votes(Logos=approve(), Pathos=reject())
    assert still_needed(play.session) == ("human_choice",)
