"""Contributions of agents to one epic, as files in the folder of a story."""

import json
from pathlib import Path
from typing import Any

from tests.evidence.epics import EPIC, contribution, decision, index_line

__all__ = ["EPIC", "write_contribution"]


def write_contribution(folder: Path, agent: str, decisions: list[dict[str, Any]]) -> None:
    """One contribution more, and its line in the index."""
    epics = folder / "epics"
    epics.mkdir(exist_ok=True)
    number = len(list(epics.glob("*.json"))) + 1
    made = [decision(one["question"], one["answer"], one["confidence"]) for one in decisions]
    document = contribution(number, agent, *made)
    text = json.dumps(document).encode()
    name = f"{number}.json"
    (epics / name).write_bytes(text)
    with (epics / "CONTRIBUTIONS.jsonl").open("a") as index:
        index.write(json.dumps(index_line(name, document, text)) + "\n")
