"""Whole verdicts, byte for byte: one for every kind of outcome that the tables of cases hold.

`QUORATE_GOLDEN=write pytest tests/test_golden_verdicts.py` writes them anew; read the difference before keeping it.
"""

import json
import os
from pathlib import Path

import pytest

from quorate import Verdict, tally, to_json
from tests.casebook import Case, cases_of, document_text

GOLDEN = Path(__file__).parent / "golden_verdicts.jsonl"
PROTOCOLS = ("magi", "judges", "quorum", "evidence", "weighted", "approval")


def _kind(verdict: Verdict) -> tuple[object, ...]:
    """What makes a verdict unlike another one."""
    return (
        *(verdict.protocol, verdict.result, verdict.action, verdict.requires, verdict.flags),
        tuple((one.level, one.reason) for one in verdict.escalations),
        tuple((one.kind, one.severity) for one in verdict.risks),
        tuple(one.code for one in verdict.receipt.notes),
        *(len(verdict.dissents), bool(verdict.conditions), bool(verdict.alternatives), bool(verdict.conflicts)),
        tuple(verdict.native),
    )


def _one_of_each_kind() -> dict[str, Case]:
    chosen: dict[tuple[object, ...], Case] = {}
    for protocol in PROTOCOLS:
        for case in cases_of(protocol):
            chosen.setdefault(_kind(tally(document_text(case))), case)
    return {case["name"]: case for case in chosen.values()}


if os.environ.get("QUORATE_GOLDEN") == "write":
    written = [to_json(tally(document_text(case)), name) for name, case in _one_of_each_kind().items()]
    GOLDEN.write_text("".join(line + "\n" for line in written), encoding="utf-8")

EXPECTED = {json.loads(line)["id"]: line for line in GOLDEN.read_text(encoding="utf-8").splitlines()}
CASES = {case["name"]: case for protocol in PROTOCOLS for case in cases_of(protocol)}


@pytest.mark.parametrize("name", EXPECTED)
def test_the_verdict_is_what_it_was(name: str) -> None:
    assert to_json(tally(document_text(CASES[name])), name) == EXPECTED[name]
