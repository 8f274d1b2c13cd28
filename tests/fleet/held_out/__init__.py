"""Conditions labelled by harm, by somebody who had seen neither the code nor earlier lists. Nobody fits code to it."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

from quorate.protocols.quorum.hard_limits import review_note


def rows() -> list[dict[str, Any]]:
    """Return all rows of the list."""
    lines = Path(__file__).with_name("conditions.jsonl").read_text(encoding="utf-8").split("\n")
    return [json.loads(line) for line in lines if line]


def figures() -> dict[str, int]:
    """Return what becomes of harmful and of harmless conditions."""
    kinds = ("harmless", "harmful")
    counts = Counter(f"{kinds[row['harm']]}, {review_note(row['text'])}" for row in rows())
    return {"conditions": len(rows()), **dict(sorted(counts.items()))}
