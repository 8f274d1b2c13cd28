"""Who reviews, who does not, and why; and when a quorum is required at all."""

from fractions import Fraction

import pytest

from quorate.core.exact import Exact
from quorate.fleet.agent import ARCHIVED, PAUSED, Agent
from quorate.fleet.quorum_need import is_about_the_reviews, reasons_for_quorum
from quorate.fleet.reviewers import (
    IN_REVIEW,
    OUTRANKED,
    RECENT,
    SAME_OWNER,
    SENTENCES,
    SUBJECT,
    UNKNOWN,
    ChosenReviewer,
    Exclusion,
    ReviewContext,
    choose_reviewers,
    reason_against,
    reason_not_to_count,
)

NOW = "2026-11-16T12:00:00.000000Z"
SIX_HOURS_AGO, LATER_THAN_THAT = "2026-11-16T06:00:00.000000Z", "2026-11-16T06:00:00.000001Z"
SUBJECT_AGENT = Agent("p", PAUSED, owner="ann")
CONTEXT = ReviewContext(SUBJECT_AGENT, NOW, frozenset({"busy"}), {"rested": SIX_HOURS_AGO, "tired": LATER_THAN_THAT})

AGAINST: list[tuple[Agent, str]] = [
    (Agent("free"), ""),
    (Agent("p"), SUBJECT),
    (SUBJECT_AGENT, SUBJECT),
    (Agent("sister", owner="ann"), SAME_OWNER),
    (Agent("sister", owner="ANN "), SAME_OWNER),
    (Agent("sister", owner="a\u200bnn"), SAME_OWNER),
    (Agent("sister", owner="\u0430nn"), SAME_OWNER),
    (Agent("stranger", owner="ben"), ""),
    (Agent("ill", PAUSED), PAUSED),
    (Agent("old", ARCHIVED), ARCHIVED),
    (Agent("busy"), IN_REVIEW),
    (Agent("tired"), RECENT),
    (Agent("rested"), ""),
    (Agent("busy", PAUSED, owner="ann"), SAME_OWNER),
]


@pytest.mark.parametrize(("agent", "reason"), AGAINST, ids=str)
def test_who_may_not_be_chosen_and_why(agent: Agent, reason: str) -> None:
    assert reason_against(agent, CONTEXT) == reason


def test_agents_without_an_owner_have_none_in_common() -> None:
    assert reason_against(Agent("x"), CONTEXT._replace(subject=Agent("p", PAUSED))) == ""


NOT_COUNTED: list[tuple[Agent | None, str]] = [
    (Agent("free"), ""),
    (Agent("busy"), ""),
    (Agent("tired"), ""),
    (Agent("ill", PAUSED), PAUSED),
    (Agent("old", ARCHIVED), ARCHIVED),
    (Agent("sold", owner="ann"), SAME_OWNER),
    (SUBJECT_AGENT, SUBJECT),
    (None, UNKNOWN),
]


@pytest.mark.parametrize(("agent", "reason"), NOT_COUNTED, ids=str)
def test_whose_vote_does_not_count_any_more(agent: Agent | None, reason: str) -> None:
    assert reason_not_to_count(agent, SUBJECT_AGENT) == reason


def risky(agent_id: str, risk: str) -> Agent:
    return Agent(agent_id, risk_score=Fraction(risk))


def test_the_highest_authority_comes_first_and_ties_go_by_name() -> None:
    fleet = [risky("d", "0.2"), risky("c", "0.1"), risky("b", "0.2"), risky("a", "0.3")]
    found = choose_reviewers(fleet, ReviewContext(Agent("p"), NOW))
    assert [one.agent_id for one in found.chosen] == ["c", "b", "d", "a"]
    assert found.excluded == ()


def test_of_more_than_five_the_others_are_outranked() -> None:
    fleet = [risky(f"a{number}", f"0.{number}") for number in range(1, 9)]
    found = choose_reviewers(reversed(fleet), ReviewContext(Agent("p"), NOW))
    assert [one.agent_id for one in found.chosen] == ["a1", "a2", "a3", "a4", "a5"]
    assert found.excluded == tuple(Exclusion(f"a{number}", OUTRANKED) for number in (6, 7, 8))
    assert found.is_quorum


def test_five_alike_are_chosen_by_name_alone() -> None:
    found = choose_reviewers([Agent(name) for name in "gfedcba"], ReviewContext(Agent("p"), NOW))
    assert [one.agent_id for one in found.chosen] == [*"abcde"]


def test_every_agent_is_chosen_or_excluded_with_a_reason() -> None:
    fleet = [agent for agent, _ in AGAINST if agent.agent_id not in ("p", "sister", "busy")]
    fleet += [SUBJECT_AGENT, Agent("sister", owner="ann"), Agent("busy")]
    found = choose_reviewers(fleet, CONTEXT)
    seen = {one.agent_id for one in found.chosen} | {one.agent_id for one in found.excluded}
    assert seen == {agent.agent_id for agent in fleet}
    assert all(one.sentence == SENTENCES[one.reason] for one in found.excluded)


def test_fewer_than_three_are_no_quorum() -> None:
    found = choose_reviewers([Agent("a"), Agent("b"), Agent("c", PAUSED)], ReviewContext(Agent("p"), NOW))
    assert [one.agent_id for one in found.chosen] == ["a", "b"]
    assert not found.is_quorum
    assert found.excluded == (Exclusion("c", PAUSED),)


def test_the_weights_of_three_are_their_scores_and_those_of_four_are_capped() -> None:
    fleet = [risky("a", "0.05"), risky("b", "0.35"), risky("c", "0.35")]
    assert choose_reviewers(fleet, ReviewContext(Agent("p"), NOW)).chosen == (
        ChosenReviewer("a", Fraction(681, 1000)),
        ChosenReviewer("b", Fraction(1, 2)),
        ChosenReviewer("c", Fraction(1, 2)),
    )
    poor = Agent("", reviews=1, tags=frozenset({"x"}), risk_score=1)
    rich = Agent("a", risk_score=0, reviews=1, held_up=1, tags=frozenset({"db"}), updated_at=NOW)
    panel = [rich, *(poor._replace(agent_id=name) for name in "bcd")]
    weights = [one.weight for one in choose_reviewers(panel, ReviewContext(Agent("p", tags=rich.tags), NOW)).chosen]
    assert weights == [Fraction(3 * 506, 20000), *[Fraction(506, 10000)] * 3]


NEEDS: list[tuple[Exact | None, bool, str, tuple[str, ...]]] = [
    (None, False, "", ()),
    (Fraction(60, 100), False, "", ()),
    (Fraction(601, 1000), False, "", ("risk",)),
    (0, True, "", ("void",)),
    (0, False, "safety", ("safety",)),
    (0, False, "Safety incident", ("safety",)),
    (0, False, "patient safety", ("safety",)),
    (0, False, "style", ()),
    (1, True, "safety", ("risk", "void", "safety")),
]


@pytest.mark.parametrize(("risk", "void", "dispute", "reasons"), NEEDS, ids=str)
def test_when_a_quorum_is_required(risk: Exact | None, void: bool, dispute: str, reasons: tuple[str, ...]) -> None:
    assert reasons_for_quorum(risk, void, dispute) == reasons
    without = reasons_for_quorum(risk, void, dispute, ended_without_agreement=True)
    assert without == (*reasons, "no_agreement")


@pytest.mark.parametrize(
    ("dispute", "works_here", "answer"),
    [
        ("review_system", False, True),
        ("Review System", False, True),
        ("review-system", False, True),
        ("safety", False, False),
        ("safety", True, True),
        ("", True, False),
    ],
)
def test_disputes_about_the_reviews_go_to_a_person(dispute: str, works_here: bool, answer: bool) -> None:
    assert is_about_the_reviews(dispute, works_here) is answer
