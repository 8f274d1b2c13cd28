"""The smallest panels with everything special on them: quick enough to be run on every mutant."""

import pytest

from quorate import tally
from tests.exhaustive import test_evidence_exhaustively as evidence_panels
from tests.exhaustive import test_judges_exhaustively as judges_panels
from tests.exhaustive import test_magi_exhaustively as magi_panels
from tests.exhaustive.comparing import Kind, differences, panels
from tests.naive import evidence, judges, magi, quorum

QUORUM: list[Kind] = [
    {"error": "absent", "authority_weight": "1"},
    {"error": "absent", "authority_weight": "0.49"},
    {"vote": "resume", "authority_weight": "1"},
    {"vote": "resume", "authority_weight": "1", "inferred": True},
    {"vote": "block", "authority_weight": "0.49"},
    {"vote": "block", "authority_weight": "0.49", "inferred": True},
    {"vote": "cooldown", "authority_weight": "0"},
]


def test_magi() -> None:
    for panel in panels(magi_panels.SPECIAL, 3):
        asked = magi_panels.document(magi_panels.SPECIAL, panel)
        assert not differences(magi.count(asked), tally(asked), pivotal=True), asked


@pytest.mark.parametrize("threshold", ["2/3", "1/3"])
def test_judges(threshold: str) -> None:
    for panel in panels(judges_panels.KINDS, 3):
        asked = judges_panels.document(panel, threshold)
        assert not differences(judges.count(asked), tally(asked), pivotal=True), asked


@pytest.mark.parametrize("dispute", [{}, {"dispute_type": "safety"}])
def test_quorum(dispute: Kind) -> None:
    for panel in panels(QUORUM, 4):
        votes = [{"agent_id": f"s{place}", **QUORUM[kind]} for place, kind in enumerate(panel)]
        asked = {"protocol": "quorum", "votes": votes, **dispute}
        assert not differences(quorum.count(asked), tally(asked), pivotal=True), asked


@pytest.mark.parametrize("kinds", [evidence_panels.CLAIM, evidence_panels.OPTIONS], ids=["claim", "options"])
def test_evidence(kinds: list[Kind]) -> None:
    for panel in panels(kinds, 3):
        asked = evidence_panels.document(kinds, panel, {"challengeRounds": 2, "exchanges": 3})
        assert not differences(evidence.count(asked), tally(asked), pivotal=True), asked
