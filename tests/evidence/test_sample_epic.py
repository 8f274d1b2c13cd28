"""The sample epic that comes with the package: agreement, weight against heads, a split, and every type of conflict."""

import json
from pathlib import Path

import quorate
from quorate.app.evidence.contribution_files import check_contribution
from quorate.app.evidence.epic import EpicRequest, compute_consensus
from quorate.config import clock
from quorate.evidence.contribution import CONFLICT_TYPES
from quorate.evidence.epic_consensus import EpicConsensus
from quorate.reports.layouts.epic_synthesis import render_synthesis
from quorate.views.evidence import consensus_plain

EPIC = Path(quorate.__file__).parent / "examples" / "epic"


def found() -> EpicConsensus:
    return compute_consensus(EpicRequest(str(EPIC), "T2679"), clock())


def test_its_synthesis_is_the_golden_one() -> None:
    synthesis = render_synthesis(consensus_plain(found()), source="epic")
    assert synthesis == (EPIC / "synthesis.md").read_text(encoding="utf-8")


def test_its_documents_are_strict_and_deviate_in_nothing() -> None:
    for file in EPIC.glob("*.json"):
        check_contribution(file.read_bytes(), file.name)
    assert (found().deviations, found().problems) == ({}, ())


def test_it_shows_agreement_weight_against_heads_and_a_split() -> None:
    kinds = {one.id: (one.vote.kind, one.vote.winner) for one in found().questions}
    assert kinds["MAP-001"] == ("unanimous", "Yes, as JSON")
    assert kinds["MAP-002"] == ("majority", "Yes, on every commit")
    assert [group.heads for group in found().questions[1].vote.groups] == [1, 2]
    assert kinds["MAP-003"] == ("split", None)


def test_it_has_every_type_of_conflict() -> None:
    plain = consensus_plain(found())
    types = {one["conflictType"] for one in [*plain["conflicts"], *plain["statedConflicts"]]}
    assert types == set(CONFLICT_TYPES)
    assert json.dumps(plain)
