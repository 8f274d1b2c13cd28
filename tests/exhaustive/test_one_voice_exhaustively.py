"""All small panels on which voters share seats, under every protocol: one voice, one vote."""

from typing import Any

import pytest

from quorate import tally, to_json
from tests.exhaustive import test_evidence_exhaustively as evidence_panels
from tests.exhaustive.comparing import Kind, differences, panels, seated
from tests.naive import evidence, judges, magi, quorum

NAMES = ("", "ann", "ANN")
MAGI: list[Kind] = [
    *({"position": "APPROVE", "confidence": c} for c in (49, 80)),
    *({"position": "REJECT", "confidence": c} for c in (60, 95)),
    {"position": "ABSTAIN", "confidence": 60},
]
MAGI_ALONE: list[Kind] = [
    {"error": "timeout"},
    {"position": "REJECT", "confidence": 60, "concerns": ["safety"]},
    {"position": "APPROVE", "confidence": 59, "inferred": True},
]
JUDGES: list[Kind] = [{"option": "A"}, {"option": "B"}, {"option": "C"}, {"option": "ABSTAIN"}]
JUDGES_ALONE: list[Kind] = [{"error": "timeout"}, {"option": "A", "inferred": True}]
QUORUM: list[Kind] = [
    {"vote": vote, "authority_weight": weight}
    for vote in ("resume", "block", "cooldown")
    for weight in ("1", "0.49")
    if (vote, weight) != ("cooldown", "1")
]
QUORUM_ALONE: list[Kind] = [{"error": "absent", "authority_weight": "1"}]


def shared(kinds: list[Kind], alone: list[Kind]) -> list[Kind]:
    """Every kind of ballot by each of the voters, and what nobody is known to have cast."""
    named = [{**kind, "answered_by": name} if name else kind for kind in kinds for name in NAMES]
    return [*alone, *named]


def test_magi() -> None:
    kinds = shared(MAGI, MAGI_ALONE)
    for panel in panels(kinds, 4):
        asked = {"protocol": "magi", "votes": seated(kinds, panel, "seat")}
        assert not differences(magi.count(asked, pivotal=False), tally(asked), pivotal=False), asked


@pytest.mark.parametrize("threshold", ["2/3", "1/3"])
def test_judges(threshold: str) -> None:
    kinds = shared(JUDGES, JUDGES_ALONE)
    for panel in panels(kinds, 5 if threshold == "1/3" else 4):
        rows = seated(kinds, panel, "judge")
        asked = {"protocol": "judges", "options": ["A", "B", "C"], "threshold": threshold, "recommendations": rows}
        assert not differences(judges.count(asked, pivotal=False), tally(asked), pivotal=False), asked


@pytest.mark.parametrize("dispute", [{}, {"dispute_type": "safety"}])
def test_quorum(dispute: dict[str, Any]) -> None:
    kinds = shared(QUORUM, QUORUM_ALONE)
    for panel in panels(kinds, 4):
        asked = {"protocol": "quorum", "votes": seated(kinds, panel, "agent_id"), **dispute}
        assert not differences(quorum.count(asked, pivotal=False), tally(asked), pivotal=False), asked


@pytest.mark.parametrize("kinds", [evidence_panels.CLAIM, evidence_panels.OPTIONS], ids=["claim", "options"])
def test_evidence(kinds: list[Kind]) -> None:
    for panel in panels(kinds, 4):
        for names in (("ann", "ann", "", ""), ("ann", "ben", "Ann", "ben"), ("", "ann", "ann", "ann")):
            asked = evidence_panels.document(kinds, panel, {"challengeRounds": 2, "exchanges": 3})
            votes = [
                {**vote, "answered_by": name} if name else vote
                for vote, name in zip(asked["votes"], names, strict=False)
            ]
            told = {**asked, "votes": votes}
            assert not differences(evidence.count(told, pivotal=False), tally(told), pivotal=False), told


def test_no_voter_can_act_on_two_seats_where_one_would_not_do() -> None:
    kinds = shared(MAGI, MAGI_ALONE)
    for panel in panels(kinds, 3):
        votes = seated(kinds, panel, "seat")
        told = tally({"protocol": "magi", "votes": votes})
        if told.may_be_acted_on and "SHARED_VOTER" in told.flags:
            once = {str(vote.get("answered_by", vote["seat"])).casefold(): vote for vote in votes}
            assert tally({"protocol": "magi", "votes": list(once.values())}).action == "proceed", votes


def test_no_order_of_three_shared_seats_changes_a_byte() -> None:
    kinds = shared(MAGI, MAGI_ALONE)
    for panel in panels(kinds, 3):
        votes = seated(kinds, panel, "seat")
        assert to_json(tally({"votes": votes})) == to_json(tally({"votes": votes[::-1]}))
