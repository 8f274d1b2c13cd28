"""The names that fleets already call: their programs run as they are written."""

import asyncio
from collections import defaultdict
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from quorate.compat import (
    QuorumResult,
    QuorumVote,
    calculate_authority_score,
    requires_quorum,
    select_quorum_reviewers,
    tally_quorum_votes,
)
from quorate.core.errors import DocumentError, InputError


@dataclass
class Session:
    """What a fleet's own program keeps of a review."""

    paused_agent_state: dict[str, Any] = field(default_factory=dict)
    dispute_type: str | None = None


NEEDS: list[tuple[dict[str, Any], str | None, bool]] = [
    ({}, None, False),
    ({"risk_score": 0.60}, None, False),
    ({"risk_score": 0.61}, None, True),
    ({"risk_score": 0.6000001}, None, True),
    ({"void_active": True}, None, True),
    ({"void_active": False}, "style", False),
    ({}, "safety", True),
    ({"risk_score": None}, "", False),
]


@pytest.mark.parametrize(("state", "dispute", "answer"), NEEDS, ids=str)
def test_when_a_quorum_is_required(state: dict[str, Any], dispute: str | None, answer: bool) -> None:
    assert requires_quorum(Session(state, dispute)) is answer


def test_a_risk_score_that_is_no_number_is_not_guessed() -> None:
    for wrong in (float("nan"), "high", -0.1, 1.5, True):
        with pytest.raises(InputError, match="risk_score: found"):
            requires_quorum(Session({"risk_score": wrong}))


def votes_of(*cast: tuple[str, float]) -> list[QuorumVote]:
    made = []
    for number, (vote, weight) in enumerate(cast):
        made.append(QuorumVote(f"agent-{number}", vote, weight, "seen", []))  # type: ignore[arg-type]
    return made


COUNTS: list[tuple[list[tuple[str, float]], str, bool, float]] = [
    ([("resume", 0.8), ("resume", 0.7), ("block", 0.5)], "resume", True, 0.75),
    ([("block", 0.8), ("block", 0.7), ("resume", 0.5)], "block", True, 0.75),
    ([("cooldown", 1.0), ("cooldown", 1.0), ("resume", 1.0)], "cooldown", True, 2 / 3),
    ([("resume", 0.1), ("resume", 0.1), ("block", 0.1)], "resume", True, 2 / 3),
    ([("resume", 0.5), ("block", 0.5), ("cooldown", 0.5)], "cooldown", False, 1 / 3),
    ([("resume", 0.5), ("resume", 0.5), ("block", 0.5), ("block", 0.5)], "cooldown", False, 0.5),
    ([("resume", 0.9), ("resume", 0.9)], "cooldown", False, 1.0),
    ([], "cooldown", False, 0.0),
    ([("resume", 0.0), ("resume", 0.0), ("resume", 0.0)], "cooldown", False, 0.0),
]


@pytest.mark.parametrize(("cast", "action", "achieved", "margin"), COUNTS, ids=str)
def test_votes_are_weighed(cast: list[tuple[str, float]], action: str, achieved: bool, margin: float) -> None:
    votes = votes_of(*cast)
    assert tally_quorum_votes(votes) == QuorumResult(action, achieved, margin, votes)


def test_a_condition_that_crosses_a_hard_limit_turns_a_resume_into_a_block() -> None:
    votes = votes_of(("resume", 0.8), ("resume", 0.7), ("resume", 0.5))
    votes[1].conditions.append("Disable monitoring until Friday")
    assert tally_quorum_votes(votes).action == "block"


WRONG: list[tuple[list[tuple[str, float]], str]] = [
    ([("approve", 0.5)], "found 'approve'; allowed: resume, block, cooldown"),
    ([("resume", float("nan"))], "authority_weight"),
    ([("resume", float("inf"))], "authority_weight"),
    ([("resume", -0.5)], "authority_weight"),
]


@pytest.mark.parametrize(("cast", "says"), WRONG, ids=str)
def test_votes_that_cannot_be_counted_are_refused(cast: list[tuple[str, float]], says: str) -> None:
    with pytest.raises(DocumentError, match=says):
        tally_quorum_votes(votes_of(*cast))


def test_nobody_votes_twice() -> None:
    vote = QuorumVote(agent_id="a", vote="resume", authority_weight=0.5, reasoning="", conditions=[])
    with pytest.raises(DocumentError, match="agent_id"):
        tally_quorum_votes([vote, vote, vote])


def test_the_score_of_described_agents() -> None:
    assert calculate_authority_score("a", SimpleNamespace()) == 0.5
    assert calculate_authority_score("a", {"risk_score": 0.05}, ...) == 0.681
    known = {"risk_score": 0.05, "reviews": 10, "held_up": 9, "tags": ["db"], "last_update": "2026-11-16T09:00:00"}
    at = datetime(2026, 11, 16, 12, tzinfo=UTC)
    assert calculate_authority_score("a", known, {"tags": ["db"]}, at) == 0.951


def test_reviews_count_under_the_names_of_other_systems_and_unknown_keys_are_named() -> None:
    ours, theirs = {"reviews": 10, "held_up": 9}, {"total_reviews": 10, "successful_reviews": 9}
    assert calculate_authority_score("a", theirs) == calculate_authority_score("a", ours) > 0.5
    assert calculate_authority_score("a", SimpleNamespace(**theirs)) == calculate_authority_score("a", ours)
    with pytest.raises(InputError, match="no key in the metadata of a called 'succesful_reviews'"):
        calculate_authority_score("a", {"succesful_reviews": 9})
    with pytest.raises(InputError, match="reviews and total_reviews: found 9 and 10; allowed: one count"):
        calculate_authority_score("a", {"total_reviews": 10, "reviews": 9})


def fleet(**statuses: str) -> dict[str, SimpleNamespace]:
    return {name: SimpleNamespace(status=status) for name, status in statuses.items()}


def test_reviewers_are_active_others_by_authority() -> None:
    metadata = fleet(p="paused", d="active", c="active", b="paused", a="archived", e="active")
    metadata["e"].risk_score = 0.05
    assert asyncio.run(select_quorum_reviewers("p", metadata)) == ["e", "c", "d"]
    assert asyncio.run(select_quorum_reviewers("p", metadata, min_reviewers=1, max_reviewers=2)) == ["e", "c"]


def test_of_two_healthy_reviewers_both_are_named_and_the_dialectic_decides() -> None:
    assert asyncio.run(select_quorum_reviewers("p", fleet(p="paused", a="active", b="active"))) == ["a", "b"]
    assert asyncio.run(select_quorum_reviewers("p", fleet(p="paused"))) == []


def test_a_program_that_does_it_by_hand_comes_to_the_same() -> None:
    """A fleet's own loop over its agents, with our score, and its own sum of weights, beside our functions."""
    metadata = fleet(p="paused", a="active", b="active", c="active", d="paused")
    metadata["b"].risk_score = 0.1
    candidates = []
    for agent_id, meta in metadata.items():
        if agent_id != "p" and meta.status == "active":
            candidates.append((agent_id, calculate_authority_score(agent_id, meta, ...)))
    candidates.sort(key=lambda one: one[1], reverse=True)
    assert [one[0] for one in candidates] == asyncio.run(select_quorum_reviewers("p", metadata))
    votes = [QuorumVote(name, "resume", weight, "", []) for name, weight in candidates]
    weights: dict[str, float] = defaultdict(float)
    for vote in votes:
        weights[vote.vote] += vote.authority_weight
    result = tally_quorum_votes(votes)
    assert result.margin == pytest.approx(max(weights.values()) / sum(weights.values()))
    assert asdict(result)["votes"][0]["agent_id"] == "b"
