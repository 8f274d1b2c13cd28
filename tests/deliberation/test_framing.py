"""From a question document to an opening."""

from typing import Any

import pytest

from quorate.core.errors import DocumentError, InputError
from quorate.core.panel import Seat
from quorate.core.question import Question
from quorate.deliberation.counting import question_document, read_frame
from quorate.deliberation.events import Policy
from quorate.deliberation.framing import choose_mode, read_opening


def test_without_a_panel_the_protocol_s_own_lenses_are_held_by_the_scorecard() -> None:
    opened = read_opening({"question": "Adopt?"})
    assert [seat.name for seat in opened.seats] == ["Logos", "Pathos", "Sophia"]
    assert {seat.voter for seat in opened.seats} == {"scorecard"}
    judges = read_opening({"protocol": "judges", "question": "Which?", "options": ["A", "B"]})
    assert [seat.lens for seat in judges.seats] == ["risk", "value", "effort"]
    assert [option.id for option in judges.question.options] == ["A", "B"]


def test_a_panel_names_seats_lenses_voters_and_weights() -> None:
    panel = [
        {"seat": "ops", "voter": "person:ben", "weight": "1/2"},
        {"seat": "bot", "lens": "risk", "voter": {"command": ["./ask", "it's fast"]}},
    ]
    seats = read_opening({"question": "Adopt?", "panel": panel}).seats
    assert seats[0] == Seat("ops", "", "person:ben", seats[0].weight)
    assert str(seats[0].weight) == "1/2"
    assert seats[1].voter == "command:./ask 'it'\"'\"'s fast'"


def test_a_protocol_without_lenses_needs_a_panel() -> None:
    with pytest.raises(InputError, match="quorum has no default panel"):
        read_opening({"protocol": "quorum", "question": "Resume?"})


@pytest.mark.parametrize(
    ("document", "problem"),
    [
        ({"question": "Adopt?", "panel": []}, "panel: found an empty list"),
        ({"question": "Adopt?", "panel": [{"lens": "risk"}]}, "panel[0].seat: missing"),
        ({"question": "Adopt?", "panel": [{"seat": "a", "vote": "x"}]}, "panel[0].vote: found an unknown key"),
        ({"question": "Adopt?", "policy": {"ballots_by": "tomorrow"}}, "policy.ballots_by: found 'tomorrow'"),
        ({"question": "Adopt?", "policy": {"ballots_by": "2026-11-15T18:00"}}, "a time with its time zone"),
        ({"question": "Adopt?", "mode": "fast"}, "mode: found 'fast'; allowed: auto, simple, engine"),
        ({"question": "Adopt?", "horizon": 3}, "horizon: found an unknown key"),
        ({"question": {"subject": "Adopt?", "urgency": "now"}}, "question.urgency: found 'now'"),
        ({}, "question: missing; expected one decidable question"),
        ({"protocol": 3, "question": "Adopt?"}, "protocol: found 3"),
    ],
)
def test_what_is_wrong_is_refused_before_anybody_is_asked(document: dict[str, Any], problem: str) -> None:
    with pytest.raises(DocumentError) as error:
        read_opening(document)
    assert problem in str(error.value)


def test_several_problems_are_reported_together() -> None:
    question = {"subject": "Adopt?", "urgency": "now"}
    with pytest.raises(DocumentError) as error:
        read_opening({"question": question, "mode": "fast", "panel": [{}], "policy": {"answer_minutes": -1}})
    assert [problem.field for problem in error.value.problems] == [
        "mode",
        "panel[0].seat",
        "policy.answer_minutes",
        "question.urgency",
    ]


def test_a_protocol_s_own_policy_is_written_beside_that_of_the_deliberation() -> None:
    policy = {"absent": "against", "answer_minutes": 5}
    opened = read_opening({"protocol": "quorum", "question": "Resume?", "panel": [{"seat": "a"}], "policy": policy})
    assert opened.policy == Policy(answer_minutes=5)
    assert opened.terms == {"policy": {"absent": "against"}}
    with pytest.raises(DocumentError, match=r"policy\.absent: found an unknown key"):
        read_opening({"question": "Adopt?", "policy": policy})


def test_a_moment_in_another_time_zone_is_kept_in_utc() -> None:
    opened = read_opening({"question": "Adopt?", "policy": {"ballots_by": "2026-11-15T18:00:00+09:00"}})
    assert opened.policy == Policy(ballots_by="2026-11-15T09:00:00.000000Z")


@pytest.mark.parametrize(
    ("question", "more", "mode"),
    [
        (Question("?"), {}, "simple"),
        (Question("?", urgency="critical", reversibility="low"), {}, "engine"),
        (Question("?", urgency="critical", reversibility="medium"), {}, "simple"),
        (Question("?", urgency="high", reversibility="low"), {}, "simple"),
        (Question("?", domain="architecture"), {"horizon_months": 13}, "engine"),
        (Question("?", domain="architecture"), {"horizon_months": 12}, "simple"),
        (Question("?", domain="hiring"), {"horizon_months": 60}, "simple"),
        (Question("?"), {"split_before": True}, "engine"),
        (Question("?", urgency="critical", reversibility="low"), {"asked": "simple"}, "simple"),
        (Question("?"), {"asked": "engine"}, "engine"),
    ],
)
def test_auto_picks_the_mode_by_what_depends_on_it(question: Question, more: dict[str, Any], mode: str) -> None:
    assert choose_mode(question, **more).name == mode


def test_a_question_comes_back_from_its_document_as_it_was() -> None:
    document = {
        "subject": "Which store?",
        "domain": "architecture",
        "context": "three months",
        "constraints": ["no downtime"],
        "urgency": "high",
        "reversibility": "low",
        "action": "migrate",
        "options": [{"id": "A", "text": "files", "scores": {"risk": "1/3", "value": 4}}, "B"],
        "scores": {"feasibility": 7},
    }
    seats = [Seat("risk"), Seat("value")]
    question = read_frame("judges", document, {}, seats)
    assert read_frame("judges", question_document(question), {}, seats) == question


def test_a_panel_of_nothing_but_neutral_engines_is_engine_mode() -> None:
    engines = [{"seat": name, "voter": {"command": [f"/opt/{name}"]}} for name in ("one", "two")]
    assert read_opening({"question": "Adopt?", "panel": engines}).mode == "engine"
    assert read_opening({"question": "Adopt?", "panel": engines, "mode": "simple"}).mode == "simple"
    with_a_person = [*engines, {"seat": "three", "voter": "person"}]
    assert read_opening({"question": "Adopt?", "panel": with_a_person}).mode == "simple"
