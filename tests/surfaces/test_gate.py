"""`--gate`: the exit status tells a script whether to act."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.surfaces.program import EXAMPLES, MAGI, Here, quorate


def ballots(*positions: str, confidence: int = 80, **more: Any) -> dict[str, Any]:
    votes = [{"seat": f"s{n}", "position": one, "confidence": confidence} for n, one in enumerate(positions)]
    return {"question": "Act?", "votes": votes, **more}


@pytest.fixture
def document(tmp_path: Path) -> Path:
    return tmp_path / "ballots.json"


@pytest.mark.parametrize(
    ("positions", "status"),
    [
        (("APPROVE", "APPROVE", "REJECT"), 0),
        (("REJECT", "REJECT", "APPROVE"), 3),
        (("REJECT", "REJECT", "REJECT"), 3),
        (("APPROVE", "REJECT"), 4),
        (("APPROVE", "ABSTAIN", "ABSTAIN"), 4),
    ],
)
def test_only_an_unconditional_proceed_opens_the_gate(
    positions: tuple[str, ...], status: int, document: Path, here: Here
) -> None:
    document.write_text(json.dumps(ballots(*positions)))
    assert here("tally", str(document), "--gate").status == status


def test_a_proceed_that_still_requires_something_needs_a_person() -> None:
    assert quorate("tally", MAGI, "--gate").status == 4


def test_a_cooldown_needs_more(document: Path, here: Here) -> None:
    votes = [{"agent_id": name, "vote": "cooldown", "authority_weight": 1} for name in "abc"]
    document.write_text(json.dumps({"protocol": "quorum", "question": "Go on?", "votes": votes}))
    assert here("tally", str(document), "--gate").status == 4


def test_without_gate_a_block_is_a_count_that_worked(document: Path, here: Here) -> None:
    document.write_text(json.dumps(ballots("REJECT", "REJECT")))
    assert here("tally", str(document)).status == 0


def test_a_wrong_document_is_wrong_and_never_opens_the_gate(document: Path, here: Here) -> None:
    document.write_text(json.dumps(ballots("APPROVE", "APROVE")))
    assert here("tally", str(document), "--gate").status == 2


@pytest.mark.parametrize(
    ("batch", "status"),
    [
        ([("APPROVE", "APPROVE")], 0),
        ([("APPROVE", "APPROVE"), ("APPROVE", "REJECT")], 4),
        ([("APPROVE", "APPROVE"), ("APPROVE", "REJECT"), ("REJECT", "REJECT")], 3),
        ([("REJECT", "REJECT"), ("APPROVE", "MAYBE")], 2),
        ([("APPROVE", "MAYBE")], 2),
        ([], 4),
    ],
)
def test_a_batch_opens_the_gate_only_if_every_verdict_does(
    batch: list[tuple[str, ...]], status: int, document: Path, here: Here
) -> None:
    document.write_text("".join(json.dumps(ballots(*one, id=n)) + "\n" for n, one in enumerate(batch)))
    assert here("tally", "--batch", str(document), "--gate").status == status


def test_the_other_examples_may_be_acted_on(here: Here) -> None:
    assert [here("tally", str(EXAMPLES / f"{name}.yaml"), "--gate").status for name in ("judges", "quorum")] == [0, 0]
