"""The smallest flip is true, and nothing smaller is: compared with a search that tries everything."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import pytest

from quorate.analysis.flips import BallotChange, Search, smallest_flip
from quorate.core.verdict import Verdict
from quorate.documents.tally import read_tally
from tests.analysis.brute import BOUNDARIES, WHOLE, Document, Smallest, disproves, panel_of, smallest
from tests.exhaustive import test_evidence_exhaustively as evidence_panels
from tests.exhaustive.comparing import Kind, panels, seated

FAILED: Kind = {"error": "timeout"}
MAGI: list[Kind] = [
    FAILED,
    *({"position": p, "confidence": c} for p in ("APPROVE", "REJECT", "ABSTAIN") for c in (40, 55, 95)),
]
JUDGES: list[Kind] = [FAILED, *({"option": option} for option in ("A", "B", "C", "ABSTAIN"))]
QUORUM: list[Kind] = [
    {"error": "absent", "authority_weight": "1"},
    *({"vote": v, "authority_weight": w} for v in ("resume", "block", "cooldown") for w in ("1", "0.49")),
    {"vote": "resume", "authority_weight": "1", "conditions": ["disable monitoring"]},
]
FEW = (0, 50, 60, 81, 100)
PROOF, COUNTER = evidence_panels.REPRODUCIBLE, evidence_panels.COUNTER
DISPROVED: list[Kind] = [
    {"vote": "accept", "option": "Red", "confidence": Fraction("0.9"), "evidence": [PROOF, COUNTER]},
    {"vote": "accept", "option": "Red", "confidence": Fraction("0.7"), "evidence": [PROOF]},
    {"vote": "accept", "option": "Blue", "confidence": Fraction("0.6"), "evidence": [PROOF, COUNTER]},
    {"vote": "reject", "option": " red", "confidence": Fraction("0.85"), "evidence": [COUNTER]},
    {"vote": "reject", "option": "Blue", "confidence": Fraction("0.5"), "evidence": [COUNTER, PROOF]},
    {"vote": "abstain", "option": "Red", "confidence": Fraction("0.4"), "evidence": [COUNTER]},
    {"vote": "accept", "option": "Blue", "confidence": Fraction("0.8"), "evidence": [PROOF, evidence_panels.REBUTTAL]},
]


def found(document: Document) -> tuple[Verdict, Search]:
    """The verdict on a document, and its smallest flip."""
    tally = read_tally(document)
    verdict = tally.verdict()
    explainer = tally.protocol.explainer
    search = smallest_flip(explainer() if explainer else None, tally.case, verdict)
    assert search is not None
    return verdict, search


def size_of(search: Search) -> Smallest | None:
    """The flip as the search that tries everything gives it."""
    if search.flip is None:
        return None
    changes = search.flip.changes
    return Smallest(len(changes), Fraction(search.flip.points), tuple(change.seat for change in changes))


def check(document: Document, grids: Sequence[Sequence[int]]) -> None:
    """Single seats are tried at every whole point; of larger changes only some, so that ours may be smaller still."""
    verdict, search = found(document)
    ours, tried = size_of(search), smallest(panel_of(document), grids)
    if ours is None:
        assert tried is None, document
    elif tried is None:
        assert ours.seats > 1, document
    elif tried.seats == 1 or grids[tried.seats - 1] == WHOLE:
        assert ours == tried, document
    else:
        assert ours <= tried, document
    agrees_with_receipt(verdict, ours, _tied_to_their_option(document))
    if document["protocol"] == "evidence":
        is_true(document, verdict, search)


def _tied_to_their_option(document: Document) -> set[str]:
    """Agents with a counter-proof, where there are options: the receipt moves them without it, and a flip does not."""
    rows = document["votes"] if document.get("options") and document["protocol"] == "evidence" else []
    return {row["agentId"] for row in rows if disproves(row)}


def agrees_with_receipt(verdict: Verdict, ours: Smallest | None, tied: set[str]) -> None:
    """A pivotal seat is a flip of one seat that is as sure as before, and the first of them is the one named."""
    pivotal = sorted(verdict.receipt.pivotal)
    free = [seat for seat in pivotal if seat not in tied]
    alone = [*ours.names] if ours is not None and ours.seats == 1 and not ours.points else []
    assert set(alone) <= set(pivotal)
    assert not free or (alone and alone <= free)


def is_true(document: Document, verdict: Verdict, search: Search) -> None:
    """A document with the changes written into it is counted as the flip says."""
    if search.flip:
        counted = read_tally(_written_into(document, search.flip.changes)).verdict()
        assert counted.action == search.flip.action != verdict.action, document


def _written_into(document: Document, changes: Sequence[BallotChange]) -> Document:
    votes = {row["agentId"]: row for row in document["votes"]}
    for one in changes:
        said: Kind = {"vote": one.choice, **({"option": one.option} if one.option else {})}
        sure = {"confidence": one.confidence.percent / Fraction(100)} if one.confidence else {}
        kept = {name: value for name, value in votes[one.seat].items() if name != "error"}
        votes[one.seat] = {**kept, **said, **sure}
    return {**document, "votes": list(votes.values())}


@pytest.mark.parametrize("part", range(2))
def test_magi_up_to_three_seats(part: int) -> None:
    for number, panel in enumerate(panels(MAGI, 3)):
        if number % 2 == part:
            check({"protocol": "magi", "votes": seated(MAGI, panel, "seat")}, (WHOLE, BOUNDARIES))


@pytest.mark.parametrize("threshold", ["2/3", "1/2", "1"])
@pytest.mark.parametrize("options", [{}, {"options": ["A", "B", "C"]}], ids=["named", "listed"])
def test_judges_up_to_four(threshold: str, options: dict[str, Any]) -> None:
    for panel in panels(JUDGES, 4):
        votes = seated(JUDGES, panel, "judge")
        check({"protocol": "judges", "threshold": threshold, "recommendations": votes, **options}, (WHOLE,) * 4)


@pytest.mark.parametrize("dispute", [{}, {"dispute_type": "safety"}])
def test_quorum_up_to_four_reviewers(dispute: dict[str, Any]) -> None:
    for panel in panels(QUORUM, 4):
        check({"protocol": "quorum", "votes": seated(QUORUM, panel, "agent_id"), **dispute}, (WHOLE,) * 2)


def _some(kinds: list[Kind], most: int, every: int) -> Iterator[Document]:
    for number, panel in enumerate(panels(kinds, most)):
        if number % every == 0:
            settings = evidence_panels.SETTINGS[number // every % len(evidence_panels.SETTINGS)]
            yield evidence_panels.document(kinds, panel, settings)


def test_evidence_on_a_claim() -> None:
    for document in _some(evidence_panels.CLAIM, 3, 37):
        check(document, (WHOLE, FEW))


def test_evidence_on_options() -> None:
    for document in _some(evidence_panels.OPTIONS, 3, 29):
        check(document, (WHOLE, FEW))


def test_evidence_with_counter_proofs_of_options() -> None:
    for document in _some(DISPROVED, 3, 11):
        check(document, (WHOLE, FEW))


def test_a_counter_proof_is_not_taken_to_another_option() -> None:
    votes: list[Kind] = [
        {"agentId": "s0", "vote": "accept", "option": "Red", "confidence": Fraction("0.9")},
        {"agentId": "s1", "vote": "accept", "option": "Red", "confidence": Fraction("0.7")},
    ]
    votes[0]["evidence"], votes[1]["evidence"] = [PROOF, COUNTER], [PROOF]
    asked = {"protocol": "evidence", "question": "Which?", "options": ["Red", "Blue"], "votes": votes}
    verdict, search = found(asked)
    assert (verdict.action, verdict.receipt.pivotal) == ("block", ("s0",))
    assert search.flip is not None
    assert [(one.seat, one.choice, one.option) for one in search.flip.changes] == [("s0", "reject", "Red")]
    is_true(asked, verdict, search)


def magi_votes(*said: str) -> Document:
    """A document of magi: A80 approves with 80, R rejects, B abstains, F failed."""
    words = {"A": "APPROVE", "R": "REJECT", "B": "ABSTAIN"}
    votes = [
        {"seat": f"s{n}", "error": "timeout"}
        if one == "F"
        else {"seat": f"s{n}", "position": words[one[0]], "confidence": Fraction(one[1:])}
        for n, one in enumerate(said)
    ]
    return {"protocol": "magi", "votes": votes}


def test_a_single_seat_that_has_to_be_sure_enough_says_how_sure() -> None:
    _, search = found(magi_votes("A62", "A62", "A55", "A60"))
    (change,) = search.flip.changes if search.flip else ()
    assert (change.choice, change.least, change.most) == ("REJECT", 90, 100)
    assert search.flip is not None
    assert (search.flip.action, search.flip.points) == ("ask", 28)


def test_two_seats_where_one_only_becomes_less_sure() -> None:
    _, search = found(magi_votes(*["A62"] * 5))
    assert search.flip is not None
    said = [(one.seat, one.choice, one.confidence.percent if one.confidence else None) for one in search.flip.changes]
    assert said == [("s0", "APPROVE", 53), ("s1", "REJECT", 90)]
    assert search.flip.points == 37


def test_confidences_between_whole_points_are_moved_in_their_own_steps() -> None:
    _, search = found(magi_votes("A99/2", "A45", "A40"))
    assert search.flip is not None
    (change,) = search.flip.changes
    assert (change.seat, change.least, search.flip.points) == ("s0", 50, Fraction(1, 2))


def test_a_large_panel_is_searched_as_far_as_is_reasonable_and_says_so() -> None:
    _, search = found(magi_votes(*(f"A{90 + n % 10}" for n in range(300))))
    assert search.flip is None
    assert not search.is_complete
    assert 1 < search.looked_at < search.seats == 300


def test_where_even_single_seats_are_too_many_nothing_is_claimed() -> None:
    votes = [{"agentId": f"a{n:02}", "vote": "accept", "confidence": 1} for n in range(13)]
    stated = [{"conflictId": "c", "severity": "low"}]
    document = {"protocol": "evidence", "question": "Is it so?", "votes": votes, "conflicts": stated}
    _, search = found(document)
    assert (search.flip, search.looked_at, search.is_complete) == (None, 0, False)


def test_a_verdict_that_nothing_changes_says_so_for_certain() -> None:
    _, search = found(magi_votes("A80"))
    assert (search.flip, search.looked_at, search.seats, search.is_complete) == (None, 1, 1, True)


def test_confidences_too_fine_to_try_are_left_as_they_are_and_said_to_be() -> None:
    votes = [{"agentId": f"a{n}", "vote": "accept", "confidence": Fraction(n + 70001, 100000)} for n in range(3)]
    _, search = found({"protocol": "evidence", "question": "Is it so?", "votes": votes})
    assert search.kept
    assert not search.is_complete
