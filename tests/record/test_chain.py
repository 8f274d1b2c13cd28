"""The chain of hashes: computed a second time by hand, and every change found."""

import hashlib
import json
from typing import Any

import pytest

from quorate.deliberation.events import Resolved
from quorate.record.chain import chained, check_chain, written
from quorate.record.port import Change
from quorate.record.rows import EventRow, LineRow
from tests.record.parts import ANNA, DAY, ROBOT, cast, more, opened

AT = "2026-11-15T12:00:00.000000Z"
LINE = LineRow(f"{DAY}001")
CHANGE = more(LINE.id, 0, opened(), cast(confidence=0.5), Resolved("verification", "später"))
ROWS, _ = written(CHANGE, LINE, ROBOT, AT)


def sha256(text: str) -> str:
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def test_the_hash_can_be_computed_by_hand() -> None:
    content = {
        "at": AT,
        "author": {"name": "robot", "proof": "authenticated"},
        "body": {
            "requirement": sha256("verification"),
            "text": sha256("später"),
            "go": False,
            **dict.fromkeys(("choice", "owner", "monitor", "verdict", "seat"), sha256("")),
            "accept_notes": [],
            "strike_notes": [],
        },
        "deliberation": LINE.id,
        "kind": "Resolved",
        "position": 3,
        "previous": ROWS[1].hash,
    }
    assert ROWS[2].hash == sha256(json.dumps(content, separators=(",", ":"), sort_keys=True))


def test_the_first_event_has_nothing_before_it() -> None:
    assert ROWS[0].hash == chained(ROWS[0], "")


def test_two_changes_make_the_same_chain_as_one() -> None:
    first, _ = written(CHANGE._replace(events=CHANGE.events[:1]), LINE, ROBOT, AT)
    line = LINE._replace(position=1, head=first[0].hash)
    rest, _ = written(Change(LINE.id, 1, CHANGE.events[1:], CHANGE.summary), line, ROBOT, AT)
    assert first + rest == ROWS


def test_a_chain_that_nobody_touched_holds() -> None:
    assert not [*check_chain(ROWS)]
    assert not [*check_chain([])]


@pytest.mark.parametrize(
    "change",
    [
        {"at": "2026-11-15T12:00:00.000001Z"},
        {"author": "anna"},
        {"proof": "asserted"},
        {"kind": "Failed"},
        {"deliberation": f"{DAY}002"},
        {"body": ROWS[1].body.replace("APPROVE", "REJECT")},
        {"body": ROWS[1].body.replace("0.5", "0.6")},
        {"body": ROWS[1].body.replace('"seat"', '"seats"')},
        {"body": "no JSON"},
        {"hash": ROWS[0].hash},
    ],
    ids=str,
)
def test_any_change_is_found(change: dict[str, Any]) -> None:
    changed = ROWS[1]._replace(**change)
    found = [*check_chain([ROWS[0], changed, ROWS[2]])]
    assert found[0] == f"{changed.deliberation}, event 2: its hash does not match; it was changed after it was stored"


@pytest.mark.parametrize("kept", [(0, 2), (1, 2), (0, 2, 1)])
def test_a_gap_or_another_order_is_found(kept: tuple[int, ...]) -> None:
    rows: list[EventRow] = [ROWS[number] for number in kept]
    (found,) = check_chain(rows)
    assert "is missing or was moved" in found


def test_the_author_is_part_of_the_hash() -> None:
    assert written(CHANGE, LINE, ANNA, AT)[0][0].hash != ROWS[0].hash
