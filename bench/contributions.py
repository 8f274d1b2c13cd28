"""The consensus of an epic, next to reading and parsing the same files: a bounded ratio, in linear time."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from bench.measuring import in_process, medians, ratio
from bench.result import Effort, Line
from quorate.app.evidence.epic import EpicRequest, compute_consensus

EPIC, QUESTIONS = "T2679", 10
_ANSWERS = ("Single file", "Split files", "One file per folder")


def run(effort: Effort) -> list[Line]:
    """At one size the ratio; at a size that is ten times as large, the time per contribution compared with that."""
    size = effort.size(10_000, 4_000, 20)
    with TemporaryDirectory() as name:
        small, large = write_epic(Path(name) / "small", size), write_epic(Path(name) / "large", 10 * size)
        rounds = effort.rounds(5, 3)
        times = ratio(rounds, in_process(counting(small)), in_process(parsing(small)))
        at_large = ratio(1, in_process(counting(large)), in_process(parsing(large)))
        one, ten = medians(1, in_process(counting(small)), in_process(counting(large)))
    what = "contributions of 10 decisions to a consensus, to reading and parsing their files"
    return [
        Line("contributions", f"{size:,} {what}", times, 5),
        Line("contributions", f"{10 * size:,} {what}", at_large, 5),
        Line("contributions", f"time per contribution, {10 * size:,} to {size:,}", ten / one / 10, 1.3),
    ]


def counting(folder: Path) -> Callable[[], None]:
    """What `quorate consensus` does before it writes."""

    def count() -> None:
        found = compute_consensus(EpicRequest(str(folder), EPIC), datetime(2026, 1, 27, tzinfo=UTC))
        assert len(found.questions) == QUESTIONS

    return count


def parsing(folder: Path) -> Callable[[], None]:
    """The same files, opened, read and parsed by the standard library."""
    files = sorted(folder.glob("*.json"))

    def parse() -> None:
        for file in files:
            with file.open("rb") as stream:
                json.loads(stream.read())

    return parse


def write_epic(folder: Path, size: int) -> Path:
    """So many contributions with their index."""
    folder.mkdir()
    random = Random(size)
    with (folder / "CONTRIBUTIONS.jsonl").open("w") as index:
        for number in range(size):
            document = _document(number, random)
            file = folder / f"c{number}.json"
            file.write_text(json.dumps(document))
            index.write(json.dumps(_line(number, file.name)) + "\n")
    return folder


def _document(number: int, random: Random) -> dict[str, Any]:
    return {
        "$schema": "urn:quorate:schema:contribution",
        "_meta": {
            "contributionId": f"contrib_{number:08d}",
            "createdAt": "2026-01-26T15:00:00Z",
            "agentId": f"agent-{number:06d}",
        },
        "sessionId": f"session_{number}",
        "epicId": EPIC,
        "taskId": f"T{1000 + number}",
        "markerLabel": "map",
        "researchOutputs": ["docs/map.md"],
        "decisions": [_decision(question, random) for question in range(QUESTIONS)],
    }


def _decision(question: int, random: Random) -> dict[str, Any]:
    file = {"file": f"docs/{random.randrange(50)}.md", "section": "Results", "line": 12, "type": "documentation"}
    return {
        "questionId": f"MAP-{question:03d}",
        "question": "How should the map be written?",
        "answer": random.choice(_ANSWERS),
        "confidence": round(random.random(), 2),
        "rationale": "It was measured twice, and both times it took less than a second.",
        "evidence": [file],
    }


def _line(number: int, file: str) -> dict[str, Any]:
    return {
        "id": f"contrib_{number:08d}",
        "sessionId": f"session_{number}",
        "epicId": EPIC,
        "taskId": f"T{1000 + number}",
        "agentId": f"agent-{number:06d}",
        "status": "complete",
        "createdAt": "2026-01-26T15:00:00Z",
        "updatedAt": "2026-01-26T15:00:00Z",
        "decisionCount": QUESTIONS,
        "conflictCount": 0,
        "filePath": file,
    }
