"""Contributions to an epic, as tests need them."""

import hashlib
import json
from pathlib import Path
from typing import Any

EPIC = "T2679"


def decision(question: str, answer: str, confidence: float, **more: Any) -> dict[str, Any]:
    """A decision in the strict form."""
    said = {
        "questionId": question,
        "question": f"What about {question}?",
        "answer": answer,
        "confidence": confidence,
        "rationale": f"{answer} was measured",
        "evidence": [{"file": "docs/measured.md", "section": "Results", "type": "documentation"}],
    }
    return {**said, **more}


def contribution(number: int, agent: str, *decisions: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A contribution in the strict form."""
    said = {
        "$schema": "urn:quorate:schema:contribution",
        "_meta": {
            "contributionId": f"contrib_{number:08d}",
            "createdAt": "2026-01-26T15:00:00Z",
            "agentId": agent,
        },
        "sessionId": f"session_{agent}",
        "epicId": EPIC,
        "taskId": f"T{2680 + number}",
        "markerLabel": "epic-map",
        "researchOutputs": ["docs/measured.md"],
        "decisions": list(decisions),
    }
    return {**said, **more}


def index_line(file: str, document: dict[str, Any], text: bytes, **more: Any) -> dict[str, Any]:
    """A line of the index for a document that was written to a file."""
    said = {
        "id": document["_meta"]["contributionId"],
        "sessionId": document["sessionId"],
        "epicId": document["epicId"],
        "taskId": document["taskId"],
        "agentId": document["_meta"]["agentId"],
        "status": "complete",
        "createdAt": document["_meta"]["createdAt"],
        "updatedAt": document["_meta"]["createdAt"],
        "decisionCount": len(document["decisions"]),
        "conflictCount": 0,
        "filePath": file,
        "checksum": hashlib.sha256(text).hexdigest()[:8],
    }
    return {**said, **more}


def write_epic(folder: Path, *documents: dict[str, Any], **more: Any) -> Path:
    """The documents in a folder with their index; `more` goes into every line of it."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = []
    for place, document in enumerate(documents):
        text, file = json.dumps(document).encode(), f"c{place}.json"
        (folder / file).write_bytes(text)
        lines.append(json.dumps(index_line(file, document, text, **more)))
    (folder / "CONTRIBUTIONS.jsonl").write_text("".join(line + "\n" for line in lines))
    return folder
