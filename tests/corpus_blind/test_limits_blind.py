"""Conditions of a resume that were written without sight of the reader of hard limits."""

import json
from pathlib import Path
from typing import Any

import pytest

from quorate.limits import violations

NAMES = ("limits.jsonl", "limits_b.jsonl", "limits_c.jsonl", "limits_d.jsonl")
FILES = [Path(__file__).with_name(name) for name in NAMES]
LINES = [line for file in FILES for line in file.read_text(encoding="utf-8").splitlines()]
ROWS: list[dict[str, Any]] = [json.loads(line) for line in LINES]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["id"]))
def test_a_condition_is_refused_if_and_only_if_it_is_forbidden(row: dict[str, Any]) -> None:
    assert bool(violations([row["condition"]])) == row["forbidden"], row["why"]
