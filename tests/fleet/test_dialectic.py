"""Two parties: phases, time limits, agreement, and the end without one."""

from collections.abc import Callable

import pytest

from quorate.fleet.dialectic.agreement import resolution_plain
from quorate.fleet.dialectic.dialectic_events import DialecticEnded, SynthesisFiled, ThesisFiled
from quorate.fleet.dialectic.dialectic_moves import end_session, lapse
from quorate.fleet.dialectic.dialectic_state import (
    ANTITHESIS,
    ESCALATED,
    FAILED,
    RESOLVED,
    SYNTHESIS,
    THESIS,
    Turn,
    deadline_of,
    turn_of,
)
from quorate.fleet.dialectic.tool_arguments import is_agreement, synthesis_of
from quorate.fleet.refusal import RECOVERIES, FleetRefusal
from quorate.views.whose_move import refusal_plain
from tests.fleet.talk import CAUSE, MONITOR, REPORT, Talk


def test_the_phases_follow_each_other_and_each_answer_says_whose_move_it_is() -> None:
    talk = Talk()
    assert (talk.now.phase, turn_of(talk.now)) == (THESIS, Turn(("p",), talk.at(hours=6)))
    talk.thesis()
    assert (talk.now.phase, turn_of(talk.now)) == (ANTITHESIS, Turn(("r",), talk.at(hours=2)))
    talk.antithesis()
    assert (talk.now.phase, turn_of(talk.now)) == (SYNTHESIS, Turn(("p", "r"), talk.at(hours=1)))
    talk.synthesis("p", agrees=True)
    assert turn_of(talk.now).parties == ("r",)
    talk.synthesis("r", agrees=True)
    assert (talk.now.phase, turn_of(talk.now)) == (RESOLVED, Turn())


def test_both_agree_and_the_conditions_are_merged() -> None:
    talk = Talk().in_synthesis()
    talk.synthesis("p", [MONITOR, "Stop the crawler"], agrees=True)
    talk.synthesis("r", [MONITOR, REPORT], agrees=True)
    ended = talk.end()
    assert (ended.action, ended.kind, ended.conditions) == (
        "resume",
        "agreement",
        (MONITOR, "Stop the crawler", REPORT),
    )
    assert (ended.root_cause, ended.requires, ended.limits) == (CAUSE, (), ())


def test_an_agreement_without_conditions_of_its_own_accepts_those_of_the_other() -> None:
    talk = Talk().in_synthesis()
    talk.synthesis("p", [REPORT], agrees=True)
    talk.synthesis("r", [], agrees=True)
    assert talk.end().conditions == (REPORT,)


def test_two_bare_agreements_accept_what_the_thesis_proposed() -> None:
    talk = Talk().in_synthesis()
    talk.synthesis("r", [], agrees=True)
    talk.synthesis("p", [], agrees=True)
    assert talk.end().conditions == (MONITOR,)


def test_agreement_on_no_condition_at_all_is_refused() -> None:
    talk = Talk()
    talk.thesis([])
    talk.antithesis()
    talk.refuses("EMPTY_AGREEMENT", lambda: talk.synthesis("p", [], agrees=True))
    talk.refuses("EMPTY_AGREEMENT", lambda: talk.synthesis("p", [" ", "\u200b"], agrees=True))


def test_different_conditions_are_no_agreement_and_the_talk_goes_on() -> None:
    talk = Talk().in_synthesis()
    talk.synthesis("p", [MONITOR], agrees=True)
    talk.synthesis("r", [REPORT], agrees=True)
    assert (talk.now.phase, talk.now.round, talk.now.ended) == (SYNTHESIS, 2, None)
    talk.synthesis("p", [REPORT], agrees=True)
    assert talk.end().conditions == (REPORT,)


def test_after_five_rounds_without_agreement_the_state_is_kept() -> None:
    talk = Talk().in_synthesis()
    for round_ in range(1, 6):
        assert (talk.now.round, talk.now.ended) == (round_, None)
        talk.synthesis("r", [REPORT])
        talk.synthesis("p", [MONITOR], agrees=True)
    assert talk.now.phase == FAILED
    plain = resolution_plain(talk.end(), "p")
    assert plain["autonomous_resolution"] is True
    assert (plain["resolution_type"], plain["action"]) == ("conservative_default", "cooldown")
    assert plain["retry_from"] == talk.at(hours=1)
    assert "p stays paused" in plain["next_step"]


TIMES = [(0, THESIS, 6), (1, ANTITHESIS, 2), (2, SYNTHESIS, 1)]


@pytest.mark.parametrize(("steps", "phase", "hours"), TIMES)
def test_a_move_may_come_at_the_last_moment_and_not_after_it(steps: int, phase: str, hours: int) -> None:
    talk = Talk()
    for step in (talk.thesis, talk.antithesis)[:steps]:
        step()
    talk.wait(hours=hours)
    assert (talk.now.phase, talk.clock, lapse(talk.now, talk.clock)) == (phase, deadline_of(talk.now), ())
    talk.wait(seconds=1)
    moves: dict[str, Callable[[], None]] = {
        THESIS: talk.thesis,
        ANTITHESIS: talk.antithesis,
        SYNTHESIS: lambda: talk.synthesis("p"),
    }
    talk.refuses("WRONG_PHASE", moves[phase])
    talk.take(lapse(talk.now, talk.clock))
    assert (talk.now.phase, talk.end().kind) == (FAILED, "conservative_default")
    assert lapse(talk.now, talk.clock) == ()


def test_six_hours_in_all_whatever_the_phase() -> None:
    talk = Talk()
    talk.wait(hours=5, minutes=30)
    talk.thesis()
    assert deadline_of(talk.now) == talk.at(minutes=30)
    talk.wait(minutes=20)
    talk.antithesis()
    assert deadline_of(talk.now) == talk.at(minutes=10)


def test_each_round_has_an_hour_of_its_own() -> None:
    talk = Talk().in_synthesis()
    talk.wait(minutes=50)
    talk.synthesis("r", [REPORT])
    assert deadline_of(talk.now) == talk.at(minutes=10)
    talk.synthesis("p", [MONITOR])
    assert deadline_of(talk.now) == talk.at(hours=1)


def test_a_condition_that_crosses_a_hard_limit_blocks_whoever_agreed() -> None:
    talk = Talk().in_synthesis()
    talk.synthesis("p", ["Disable monitoring until Friday"], agrees=True)
    talk.synthesis("r", [], agrees=True)
    ended = talk.end()
    assert (ended.action, ended.kind) == ("block", "hard_limit")
    assert ended.limits == ("Disable monitoring until Friday: may not remove monitoring",)


def test_what_a_quorum_should_have_decided_a_person_verifies() -> None:
    talk = Talk(quorum_required=("risk",)).in_synthesis().agreed()
    assert talk.end().requires == ("verification",)
    assert turn_of(talk.now).for_person
    assert "A person verifies" in resolution_plain(talk.end(), "p")["next_step"]


def test_a_thesis_needs_a_root_cause() -> None:
    talk = Talk()
    talk.refuses("ROOT_CAUSE_MISSING", lambda: talk.thesis(cause=" "))


WRONG_MOVES = [
    (0, "antithesis", "r", "WRONG_PHASE"),
    (0, "synthesis", "p", "WRONG_PHASE"),
    (0, "thesis", "r", "NOT_YOUR_MOVE"),
    (0, "thesis", "x", "NOT_A_PARTY"),
    (1, "thesis", "p", "WRONG_PHASE"),
    (1, "antithesis", "p", "NOT_YOUR_MOVE"),
    (1, "antithesis", "x", "NOT_A_PARTY"),
    (1, "synthesis", "p", "WRONG_PHASE"),
    (2, "antithesis", "r", "WRONG_PHASE"),
    (2, "synthesis", "x", "NOT_A_PARTY"),
]


@pytest.mark.parametrize(("steps", "move", "who", "code"), WRONG_MOVES)
def test_moves_out_of_turn_are_refused(steps: int, move: str, who: str, code: str) -> None:
    talk = Talk()
    for step in (talk.thesis, talk.antithesis)[:steps]:
        step()
    moves = {
        "thesis": lambda: talk.thesis(who=who),
        "antithesis": lambda: talk.antithesis(who=who),
        "synthesis": lambda: talk.synthesis(who),
    }
    talk.refuses(code, moves[move])


AGREEMENTS: list[tuple[object, bool, bool]] = [
    (True, True, True),
    ("true", True, True),
    ("True ", True, True),
    ("1", True, True),
    ("yes", True, True),
    (False, False, True),
    ("false", False, True),
    ("no", False, True),
    ("0", False, True),
    ("", False, True),
    (None, False, True),
    (1, False, False),
    ("probably", False, False),
    ("true, once monitored", False, False),
    (["true"], False, False),
    ({"agrees": True}, False, False),
]


@pytest.mark.parametrize(("value", "agrees", "is_readable"), AGREEMENTS, ids=str)
def test_only_an_explicit_yes_agrees(value: object, agrees: bool, is_readable: bool) -> None:
    assert is_agreement(value) == (agrees, is_readable)


def test_conditions_is_another_name_for_proposed_conditions() -> None:
    assert synthesis_of({"conditions": ["a"], "agrees": "yes"}) == SynthesisFiled("", ("a",), True)
    assert synthesis_of({"proposed_conditions": ["b"], "conditions": ["a"]}).conditions == ("b",)


def test_ending_twice_alike_is_harmless_and_otherwise_refused() -> None:
    talk = Talk().in_synthesis().agreed()
    assert end_session(talk.now, talk.end()) == ()
    with pytest.raises(FleetRefusal, match="ended with resume"):
        end_session(talk.now, DialecticEnded("block", "by_person"))


def test_a_dispute_about_the_reviews_waits_for_a_person() -> None:
    talk = Talk(for_person=True, dispute_type="review_system")
    assert (talk.now.phase, turn_of(talk.now)) == (ESCALATED, Turn(for_person=True))
    talk.refuses("NEEDS_A_PERSON", talk.thesis)


def test_every_refusal_says_what_to_do_instead() -> None:
    for code, recovery in RECOVERIES.items():
        plain = refusal_plain(FleetRefusal(code, "No."))
        assert (plain["success"], plain["error"], plain["error_code"]) == (False, "No.", code)
        assert plain["error_category"] in ("validation_error", "auth_error", "system_error")
        assert plain["recovery"]["action"] == recovery.action
        assert recovery.action.endswith(".")


def test_a_thesis_keeps_each_condition_once() -> None:
    talk = Talk()
    talk.thesis([MONITOR, f"{MONITOR} ", " "])
    said = talk.now.transcript[0].said
    assert isinstance(said, ThesisFiled)
    assert said.conditions == (MONITOR,)
