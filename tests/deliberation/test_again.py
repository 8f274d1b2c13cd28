"""Re-deliberation: what triggers it, who is asked again, how often, and what has changed since."""

from typing import Any

import pytest

from quorate.core.errors import InputError, Refused
from quorate.deliberation.events import Policy, Revised, RoundOpened
from quorate.deliberation.moves import close_round
from quorate.deliberation.people import decline, revise
from quorate.deliberation.permission import may_be_acted_on, still_needed
from quorate.deliberation.principal import Principal
from quorate.deliberation.rounds.redeliberation import TRIGGERS, Again, compared, redeliberate, why_not_asked
from quorate.deliberation.rounds.stalemate import is_deadlocked
from quorate.deliberation.summary import state_of, waits_of
from tests.deliberation.playing import ANN, BEN, Play, approve, moment, people, reject

ABSTAIN = {"position": "ABSTAIN", "confidence": 45}
EVIDENCE = Again("new_evidence", "the load test is done", "it held 4,000 a second", ("Pathos",))


def split() -> Play:
    return Play().votes(Logos=approve(65), Pathos=reject(70), Sophia=ABSTAIN)


def again(play: Play, request: Again = EVIDENCE, author: Principal = ANN, **changes: Any) -> Play:
    """Asks again, with something new every time unless it is said."""
    news = {"evidence": f"{request.evidence}, run {len(play.session.rounds)}", **changes}
    return play.take(*redeliberate(play.session, request._replace(**news), author), author=author).settle()


def test_only_the_seats_concerned_are_asked_again() -> None:
    play = again(split())
    assert play.session.rounds[-1].seats == ("Pathos",)
    assert state_of(play.session) == "voting"
    play.vote("Pathos", approve(75))
    assert play.session.verdict
    assert play.session.verdict.result == "MAJORITY"
    assert play.session.verdict.receipt.heads["APPROVE"] == 2


def test_why_a_seat_was_not_asked_again_is_a_code() -> None:
    play = Play().votes(Logos=approve(65), Pathos=reject(70), Sophia={"error": "recused"})
    session = again(play).session
    why = {seat.name: why_not_asked(session, session.rounds[-1], seat) for seat in session.opened.seats}
    assert why == {"Logos": "not_named", "Pathos": "", "Sophia": "recused"}
    assert not any(why_not_asked(session, session.rounds[0], seat) for seat in session.opened.seats)


def test_in_engine_mode_all_engines_are_asked_again() -> None:
    play = Play(*people("Claude", "Codex"), mode="engine").votes(Claude=approve(), Codex=reject())
    again(play, seats=())
    assert play.session.rounds[-1].seats == ("Claude", "Codex")


def test_while_it_is_deliberated_again_the_earlier_verdict_may_not_be_acted_on() -> None:
    play = Play().votes(Logos=approve(), Pathos=approve(), Sophia=approve())
    assert may_be_acted_on(play.session)
    again(play, trigger="false_assumption", reason="the disk is smaller", evidence="")
    assert not may_be_acted_on(play.session)


def test_what_changed_is_told_seat_by_seat() -> None:
    play = again(split())
    assert compared(play.session, play.session.rounds[-1]) == ()
    play.vote("Pathos", reject(45))
    steps = {step.seat: step for step in compared(play.session, play.session.rounds[-1])}
    assert [step.was_asked for step in steps.values()] == [False, True, False]
    assert (steps["Pathos"].has_changed, steps["Pathos"].moved_far) == (False, True)
    assert (steps["Logos"].has_changed, steps["Logos"].moved_far) == (False, False)


@pytest.mark.parametrize(("after", "is_far"), [(50, False), (49, True), (90, False), (91, True)])
def test_a_seat_has_moved_far_beyond_twenty_points(after: int, is_far: bool) -> None:
    play = again(split())
    play.vote("Pathos", reject(after))
    assert compared(play.session, play.session.rounds[-1])[1].moved_far is is_far


def test_there_are_two_and_no_more() -> None:
    play = split()
    for _ in range(2):
        again(play).vote("Pathos", reject(70))
    assert is_deadlocked(play.session)
    with pytest.raises(Refused, match="deliberated again 2 times; now a person decides"):
        again(play)


def test_new_facts_are_always_a_reason_and_do_not_count() -> None:
    play = split()
    for number in range(5):
        again(play, factual=True, evidence=f"fact {number}").vote("Pathos", reject(70))
    assert not is_deadlocked(play.session)
    for _ in range(2):
        again(play).vote("Pathos", reject(70))
    again(play, factual=True)
    opened = [one.event for one in play.history if isinstance(one.event, RoundOpened)]
    assert [one.factual for one in opened] == [False, *[True] * 5, False, False, True]


def test_after_a_consensus_there_is_no_deadlock() -> None:
    play = split()
    again(play).vote("Pathos", reject(70))
    again(play).vote("Pathos", approve(70))
    assert not is_deadlocked(play.session)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"trigger": "boredom"}, f"no trigger called 'boredom'; there are: {', '.join(TRIGGERS)}"),
        ({"reason": " "}, "a re-deliberation needs a reason; it is empty"),
        ({"evidence": ""}, "new evidence is missing"),
        ({"trigger": "added_context", "evidence": " "}, "new evidence is missing"),
        ({"trigger": "false_assumption", "evidence": "", "factual": True}, "new evidence is missing"),
        ({"points": 20}, "shifts a confidence by 20 points changes little; more than 20 are needed"),
        ({"seats": ()}, "name the seats to ask again; seats: Logos, Pathos, Sophia"),
        ({"seats": ("Zeus",)}, "'Zeus' is not on the panel"),
    ],
)
def test_what_is_no_reason_to_ask_again_is_refused(changes: dict[str, Any], said: str) -> None:
    play = split()
    before = play.session
    with pytest.raises(InputError, match=said.replace("(", r"\(")):
        again(play, **changes)
    assert play.session == before


def test_the_same_evidence_is_new_once() -> None:
    play = again(split(), factual=True, evidence="It held\n4,000 a second").vote("Pathos", reject(70))
    with pytest.raises(Refused, match="this is not new: the seats were shown it in round 2"):
        again(play, factual=True, evidence="it held 4,000  a second ")


def test_a_seat_that_stepped_aside_is_not_asked_again() -> None:
    play = Play().votes(Logos=approve(65), Pathos=reject(70), Sophia={"error": "recused"})
    with pytest.raises(Refused, match="a seat that recused itself is not asked again"):
        again(play, seats=("Sophia",))
    assert again(play, seats=("Sophia", "Logos")).session.rounds[-1].seats == ("Logos",)


def test_in_engine_mode_too_a_seat_that_is_not_there_is_refused() -> None:
    play = Play(*people("Claude", "Codex"), mode="engine").votes(Claude=approve(), Codex=reject())
    with pytest.raises(Refused, match="'Zeus' is not on the panel"):
        again(play, seats=("Zeus",))


def test_who_may_not_answer_cannot_undo_an_answer() -> None:
    play = Play(policy=Policy(people=("ben",))).votes(Logos=approve(65), Pathos=reject(70), Sophia=ABSTAIN)
    play.take(*decline(play.session, "never", BEN, play.now), author=BEN)
    with pytest.raises(Refused, match="only ben may reopen it; you are ann"):
        again(play)
    with pytest.raises(Refused, match="only ben may reopen it; you are ann"):
        revise(play.session, {"context": "more"}, by=ANN)
    assert again(play, author=BEN).session.rounds[-1].is_open


def test_who_may_not_answer_cannot_reopen_what_lapsed() -> None:
    policy = Policy(people=("ben",), answer_minutes=1, at_answer_by="decline")
    play = Play(policy=policy).votes(Logos=approve(65), Pathos=reject(70), Sophia=ABSTAIN).later(100).settle()
    with pytest.raises(Refused, match="only ben may reopen it; you are ann"):
        again(play)


@pytest.mark.parametrize(
    "evidence", ["It runs on Linux", "it runs on  Linux\u200b", "Ｉｔ runs on Linux", "\u200b\u2060"]
)
def test_what_was_known_or_cannot_be_seen_is_not_new(evidence: str) -> None:
    play = Play(question={"subject": "Move?", "context": "It runs on Linux"})
    play.votes(Logos=approve(65), Pathos=reject(70), Sophia=ABSTAIN)
    with pytest.raises(InputError, match=r"is not new|new evidence is missing"):
        again(play, factual=True, evidence=evidence)


def test_who_steps_aside_or_fails_after_an_edit_takes_no_warning_back() -> None:
    asked = {"subject": "Move it?", "reversibility": "high", "action": "move"}
    votes = {"Logos": approve(75), "Pathos": reject(90, **ALARM), "Sophia": approve(75)}
    stepped_aside = again(Play(question=asked).votes(**votes)).vote("Pathos", {"error": "recused"})
    assert still_needed(stepped_aside.session) == ("mitigation_plan", "verification")
    edited = Play(question=asked).votes(**votes)
    edited.take(*revise(edited.session, {"domain": "ops"}, by=ANN)).settle().votes(Logos=approve(), Sophia=approve())
    edited.take(*close_round(edited.session, edited.now, ANN))
    assert still_needed(edited.session) == ("mitigation_plan", "verification")


ALARM = {"concerns": [{"kind": "security", "text": "keys leak"}]}


@pytest.mark.parametrize(
    ("first", "still"),
    [
        (reject(90, **ALARM), ("mitigation_plan", "verification")),
        (reject(90), ("verification",)),
        (approve(75), ("verification",)),
        (approve(75, **ALARM), ("mitigation_plan", "verification")),
    ],
)
def test_a_seat_that_falls_silent_takes_no_warning_back(first: dict[str, Any], still: tuple[str, ...]) -> None:
    play = Play(question={"subject": "Move it?", "reversibility": "high", "action": "move"})
    play.votes(Logos=approve(75), Pathos=first, Sophia=approve(75))
    again(play).take(*close_round(play.session, play.now, ANN))
    assert play.session.verdict
    assert (play.session.verdict.action, play.session.verdict.requires) == ("proceed", ())
    assert (still_needed(play.session), may_be_acted_on(play.session)) == (still, False)
    assert play.session.asked
    assert play.session.asked.requires == still
    again(play, seats=("Logos",)).vote("Logos", approve(80))
    assert still_needed(play.session) == still
    again(play, factual=True).vote("Pathos", approve(80))
    assert may_be_acted_on(play.session)


def test_evidence_that_moves_a_seat_far_enough_is_a_reason() -> None:
    assert again(split(), points=21).session.rounds[-1].purpose == "redeliberation"
    assert again(split(), points=5, factual=True).session.rounds[-1].is_factual


def test_context_is_added_after_a_split_and_not_after_a_majority() -> None:
    assert again(split(), trigger="added_context").session.rounds[-1].trigger == "added_context"
    decided = Play().votes(Logos=approve(), Pathos=approve(), Sophia=reject())
    with pytest.raises(Refused, match="added_context needs a split"):
        again(decided, trigger="added_context")


def test_a_round_that_asks_again_after_the_deadline_is_not_bound_by_it() -> None:
    policy = Policy(ballots_by=moment(60), at_ballots_by="count")
    play = Play(policy=policy).votes(Logos=approve(65), Pathos=reject(70), Sophia=ABSTAIN).later(100)
    again(play)
    assert play.session.rounds[-1].is_open
    assert [wait.until for wait in waits_of(play.session)] == [""]
    play.vote("Pathos", approve(75))
    assert play.session.verdict
    assert play.session.verdict.result == "MAJORITY"


def test_a_round_that_asks_again_before_the_deadline_ends_with_it() -> None:
    policy = Policy(ballots_by=moment(60), at_ballots_by="count")
    play = again(Play(policy=policy).votes(Logos=approve(65), Pathos=reject(70), Sophia=ABSTAIN))
    play.later(100).settle()
    assert compared(play.session, play.session.rounds[-1])[1].after.position == "absent"


def test_an_edited_question_leaves_the_history_as_it_was() -> None:
    options = {"subject": "Which?", "options": ["A", "B"]}
    play = Play(*people("x", "y"), protocol="evidence", question=options)
    proof = [{"file": "bench.py", "reproducible": True}]
    said = {"vote": "accept", "confidence": 0.7, "rationale": "So it is", "evidence": proof}
    play.votes(x={**said, "option": "A"}, y={**said, "option": "B"})
    again(play, seats=("y",)).vote("y", {**said, "option": "B"})
    play.take(*revise(play.session, {"options": ["C", "D"]}, by=ANN)).settle().votes(x={**said, "option": "C"})
    assert [step.after.option for step in compared(play.session, play.session.rounds[1])] == ["A", "B"]


def test_nothing_is_deliberated_again_before_there_is_a_verdict() -> None:
    with pytest.raises(Refused, match="there is no verdict on the current question"):
        again(Play())
    play = split()
    play.take(Revised(play.session.question.revised(subject="Adopt another queue?")))
    with pytest.raises(Refused, match="there is no verdict on the current question"):
        again(play)
