"""Votes from scores: a table of cases, and what the question's document says of scores."""

import asyncio
import json
from fractions import Fraction
from typing import Any

import pytest

from quorate import DocumentError, tally
from quorate.core.panel import Seat
from quorate.core.question import Option, Question, Score
from quorate.deliberation.events import Reply
from quorate.documents.tally import read_tally
from quorate.prompts.prompt import Prompt
from quorate.protocols.parts.document_fields import CRITERIA
from quorate.voters.scorecard import Scorecard, criteria_by_lens

Scores = dict[str, Any]
EFFORT = (
    "B is best by effort with ROI 4 / (2 days x 1) = 2, a grade of 6.67, "
    "before A with ROI 4 / (5 days x 2) = 0.4, a grade of 2.86."
)
NONE = "nothing is scored by "


def question_of(protocol: str, question: Any, **more: Any) -> Question:
    """The question of a document in which nobody has voted."""
    absent: dict[str, Any] = {"error": "absent"}
    votes: dict[str, Any] = {
        "magi": {"votes": [{"seat": "a", **absent}]},
        "judges": {"recommendations": [{"judge": "a", **absent}]},
        "quorum": {"votes": [{"agent_id": "a", "authority_weight": 1, **absent}]},
        "evidence": {"votes": [{"agentId": "a", **absent}]},
    }[protocol]
    return read_tally({"protocol": protocol, "question": question, **votes, **more}).case.question


def asked(question: Any, lens: str, protocol: str, seat: str = "a seat") -> Reply:
    """What the scorecard replies about a question as a document writes it."""
    prompt = Prompt("D-1", 1, Seat(seat, lens), protocol, question_of(protocol, question), (), {}, "")
    return asyncio.run(Scorecard().answer(prompt))


def magi(lens: str, scores: Scores) -> dict[str, Any]:
    reply = asked({"subject": "Adopt?", "scores": scores} if scores else "Adopt?", lens, "magi")
    assert reply.outcome == "answered"
    vote: dict[str, Any] = json.loads(reply.output)
    return vote


def judges(lens: str, *options: Scores) -> dict[str, Any]:
    named = [{"id": name, "scores": scores} for name, scores in zip("ABCDEF", options, strict=False)]
    reply = asked({"subject": "Which?", "options": named} if named else "Which?", lens, "judges")
    assert reply.outcome == "answered"
    vote: dict[str, Any] = json.loads(reply.output)
    return vote


@pytest.mark.parametrize(
    ("lens", "scores", "position", "confidence", "rationale"),
    [
        ("Logos", {"feasibility": 8}, "APPROVE", 80, "feasibility 8, a grade of 8, above the middle of 5."),
        ("Logos", {"feasibility": 2}, "REJECT", 80, "feasibility 2, a grade of 2, below the middle of 5."),
        (
            "Logos",
            {"feasibility": 9, "evidence": 4},
            "APPROVE",
            65,
            "feasibility 9, evidence 4, a grade of 6.5, above the middle of 5.",
        ),
        ("Pathos", {"people": 10}, "APPROVE", 100, "people 10, a grade of 10, above the middle of 5."),
        ("Pathos", {"people": 0}, "REJECT", 100, "people 0, a grade of 0, below the middle of 5."),
        ("Pathos", {"people": "16/3"}, "APPROVE", 53.3, "people 5.33, a grade of 5.33, above the middle of 5."),
        ("Pathos", {"people": 5.01}, "APPROVE", 50.1, "people 5.01, a grade of 5.01, above the middle of 5."),
        ("Pathos", {"people": 5}, "ABSTAIN", 50, "people 5, a grade of 5, exactly in the middle."),
        ("Pathos", {"risk": 1}, "ABSTAIN", 0, NONE + "people; add it to the question."),
        ("Pathos", {}, "ABSTAIN", 0, NONE + "people; add it to the question."),
        ("Logos", {}, "ABSTAIN", 0, NONE + "feasibility or evidence; add it to the question."),
        (
            "Sophia",
            {"foresight": 8, "risk": 9},
            "REJECT",
            55,
            "foresight 8, risk 9, a grade of 4.5, below the middle of 5.",
        ),
        ("risk", {"risk": 3}, "APPROVE", 70, "risk 3, a grade of 7, above the middle of 5."),
        ("RISK ", {"risk": 7}, "REJECT", 70, "risk 7, a grade of 3, below the middle of 5."),
        ("value", {"value": 6}, "APPROVE", 60, "value 6, a grade of 6, above the middle of 5."),
        ("security", {"security": 1}, "REJECT", 90, "security 1, a grade of 1, below the middle of 5."),
        (
            "effort",
            {"value": 9, "days": 2, "uncertainty": 1.5},
            "APPROVE",
            75,
            "ROI 9 / (2 days x 1.5) = 3, a grade of 7.5, above the middle of 5.",
        ),
        (
            "effort",
            {"value": 8, "days": 4, "uncertainty": 2},
            "ABSTAIN",
            50,
            "ROI 8 / (4 days x 2) = 1, a grade of 5, exactly in the middle.",
        ),
        (
            "effort",
            {"value": 0, "days": 0.5, "uncertainty": 1},
            "REJECT",
            100,
            "ROI 0 / (0.5 days x 1) = 0, a grade of 0, below the middle of 5.",
        ),
        (
            "effort",
            {"value": 8, "days": 4},
            "ABSTAIN",
            0,
            "a score is missing; add uncertainty of the question.",
        ),
        (
            "neutral",
            {"risk": 2, "value": 6, "days": 9},
            "APPROVE",
            70,
            "value 6, risk 2, a grade of 7, above the middle of 5.",
        ),
        (
            "colour",
            {"people": 8},
            "ABSTAIN",
            0,
            f"no criterion belongs to the lens 'colour'; give the seat one of {', '.join(criteria_by_lens('magi'))}.",
        ),
    ],
)
def test_a_proposal_is_approved_above_the_middle(
    lens: str, scores: Scores, position: str, confidence: float, rationale: str
) -> None:
    reason = {"reason": "insufficient_information"} if position == "ABSTAIN" else {}
    vote = {"position": position, "confidence": confidence, "rationale": f"Scorecard: {rationale}", **reason}
    assert magi(lens, scores) == vote


@pytest.mark.parametrize(
    ("lens", "options", "option", "confidence", "reasoning"),
    [
        (
            "risk",
            [{"risk": 7}, {"risk": 2}, {"risk": 4}],
            "B",
            "MEDIUM",
            "B is best by risk with risk 2, a grade of 8, before C with risk 4, a grade of 6.",
        ),
        (
            "value",
            [{"value": 9}, {"value": 6}],
            "A",
            "HIGH",
            "A is best by value with value 9, a grade of 9, before B with value 6, a grade of 6.",
        ),
        (
            "value",
            [{"value": 5}, {"value": 6}],
            "B",
            "MEDIUM",
            "B is best by value with value 6, a grade of 6, before A with value 5, a grade of 5.",
        ),
        (
            "value",
            [{"value": 5}, {"value": 5.99}],
            "B",
            "LOW",
            "B is best by value with value 5.99, a grade of 5.99, before A with value 5, a grade of 5.",
        ),
        (
            "effort",
            [{"value": 4, "days": 5, "uncertainty": 2}, {"value": 4, "days": 2, "uncertainty": 1}],
            "B",
            "HIGH",
            EFFORT,
        ),
        (
            "value",
            [{"value": 6}, {"value": 2}, {"value": 6}],
            "ABSTAIN",
            "LOW",
            "A and C tie by value, both with value 6, a grade of 6.",
        ),
        ("value", [{"value": 6}, {}], "ABSTAIN", "LOW", "a score is missing; add value of option B."),
        (
            "logos",
            [{"feasibility": 6, "evidence": 1}, {"feasibility": 5}],
            "ABSTAIN",
            "LOW",
            "a score is missing; add evidence of option B.",
        ),
        ("value", [{}, {}], "ABSTAIN", "LOW", NONE + "value; add it to option A, option B."),
        (
            "value",
            [{"value": 9}],
            "ABSTAIN",
            "LOW",
            "there are no two options to compare; add them to the question.",
        ),
        ("value", [], "ABSTAIN", "LOW", "there are no two options to compare; add them to the question."),
    ],
)
def test_the_best_option_by_the_lens_is_recommended(
    lens: str, options: list[Scores], option: str, confidence: str, reasoning: str
) -> None:
    vote = {"option": option, "confidence": confidence, "reasoning": f"Scorecard: {reasoning}"}
    assert judges(lens, *options) == vote


@pytest.mark.parametrize(("seat", "position"), [("Pathos", "APPROVE"), ("risk", "REJECT"), ("Claude", "ABSTAIN")])
def test_without_a_lens_the_seat_looks_as_it_is_named_or_at_everything(seat: str, position: str) -> None:
    reply = asked({"subject": "Adopt?", "scores": {"people": 8, "risk": 8}}, "", "magi", seat=seat)
    assert json.loads(reply.output)["position"] == position


@pytest.mark.parametrize("protocol", ["quorum", "evidence"])
def test_under_other_protocols_the_scorecard_says_that_it_cannot_vote(protocol: str) -> None:
    reply = asked({"subject": "Resume?", "scores": {"risk": 1}}, "risk", protocol)
    detail = f"the scorecard cannot vote under {protocol}, only under judges or magi or weighted; name another voter"
    assert reply == Reply("error", detail=detail)


def test_the_votes_are_read_by_their_protocols() -> None:
    scores = {"feasibility": 8, "people": "20/3", "foresight": 5, "risk": 5}
    votes = [{"perspective": lens, **magi(lens, scores)} for lens in ("Logos", "Pathos", "Sophia")]
    assert tally({"question": "Adopt?", "votes": votes}).result == "MAJORITY"
    options = [{"risk": 2, "value": 3}, {"risk": 6, "value": 4}]
    said = [{"judge": lens, **judges(lens, *options)} for lens in ("risk", "value", "effort")]
    counted = tally({"protocol": "judges", "options": ["A", "B"], "recommendations": said})
    assert counted.receipt.heads == {"A": 1, "B": 1}


def test_every_criterion_is_used_by_a_lens_and_every_lens_has_known_ones() -> None:
    assert {criterion for criteria in criteria_by_lens("magi").values() for criterion in criteria} == set(CRITERIA)


# --- scores in documents -------------------------------------------------------------------------------


def test_scores_of_the_question_and_of_its_options_are_kept_exactly_and_in_one_order() -> None:
    options = ["A", {"id": "B", "text": "b", "scores": {"risk": 0, "people": "2/3"}}]
    kept = (Score("people", Fraction(2, 3), "B"), Score("risk", 0, "B"))
    asked_at_once = {"subject": "Which?", "scores": {"risk": 0.1}, "options": options}
    for protocol in ("magi", "judges", "evidence"):
        question = question_of(protocol, asked_at_once)
        assert question.scores == (Score("risk", Fraction(1, 10)), *kept)
    assert question_of("magi", asked_at_once).options == (Option("A"), Option("B", "b"))
    assert question_of("judges", "Which?", options=options).scores == kept
    assert question_of("judges", {"subject": "Which?"}, options=options).scores == kept


def test_scores_belong_to_the_content_of_a_question() -> None:
    question = Question("Adopt?")
    scored = question._replace(scores=(Score("risk", Fraction(1, 3)),))
    assert scored.content_hash != question.content_hash
    assert scored.content_hash != question._replace(scores=(Score("risk", Fraction(2, 3)),)).content_hash
    whole = [question._replace(scores=(Score("risk", value),)).content_hash for value in (2, Fraction(2))]
    assert whole[0] == whole[1]


@pytest.mark.parametrize(
    ("scores", "field", "allowed"),
    [
        ({"risk": 11}, "question.scores.risk", 'a number from 0 to 10, or a fraction such as "2/3"'),
        ({"days": 0}, "question.scores.days", 'a number above 0 up to 100000, or a fraction such as "2/3"'),
        ({"uncertainty": 0.5}, "question.scores.uncertainty", 'a number from 1 to 1000, or a fraction such as "2/3"'),
        ({"risc": 1}, "question.scores.risc", "risk (nearest); " + ", ".join(sorted(CRITERIA))),
    ],
)
def test_a_score_that_makes_no_sense_is_refused(scores: Scores, field: str, allowed: str) -> None:
    with pytest.raises(DocumentError) as caught:
        question_of("magi", {"subject": "Adopt?", "scores": scores})
    assert [(one.field, one.allowed) for one in caught.value.problems] == [(field, allowed)]
