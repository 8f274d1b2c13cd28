"""Tally documents as people and engines write them, different every time but the same in every run."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

Document = dict[str, Any]
SEATS = ("Logos", "Pathos", "Sophia", "Ethos", "Kairos")
_SUBJECTS = (
    "Adopt Postgres for the queue?",
    "Merge the new retry policy into the release branch?",
    "Move the build to the shared runners this week?",
    "Drop support for the old export format?",
    "Let the agent restart the staging cluster on its own?",
)
_DOMAINS = ("architecture", "release", "operations", "security", "product")
_FIRST = (
    "The load test shows {n} jobs a second with headroom to spare.",
    "We already run it elsewhere, so operations knows its {n} known failure modes.",
    "The migration touches {n} call sites and most of them have no tests.",
    "Latency at the 99th percentile went from {n} ms to about twice that.",
    "Nobody has restored a backup of this service in {n} days.",
    "The change is small, and it can be undone within {n} minutes.",
)
_SECOND = (
    "That is enough for the next year at the present rate of growth.",
    "I would still like to see the numbers from the second region.",
    "The team that owns the consumer has agreed to the date.",
    "Waiting another week costs us more than the risk that is left.",
    "It is not clear who is called when it fails at night.",
)
_CONDITIONS = ("a tested rollback before the release", "dashboards for queue depth", "a second reviewer for the schema")
_CONCERNS = ("the old queue stays in use", {"kind": "security", "text": "credentials in the job payload"}, "cost")
_FAILED = {"engine": "Codex", "error": "timeout"}


def magi_document(chance: Random, number: int) -> Document:
    """Five votes with a sentence or two each; one panel in twenty lost a seat."""
    votes = [_vote(chance, seat) for seat in SEATS]
    if chance.random() < 0.05:
        votes[-1] = _FAILED
    question = {
        "subject": chance.choice(_SUBJECTS),
        "domain": chance.choice(_DOMAINS),
        "reversibility": chance.choice(("high", "medium", "low")),
    }
    return {"id": f"case-{number}", "protocol": "magi", "question": question, "votes": votes}


def _vote(chance: Random, seat: str) -> Document:
    position = chance.choices(("APPROVE", "REJECT", "ABSTAIN"), (65, 30, 5))[0]
    rejects = position == "REJECT"
    return {
        "perspective": seat,
        "position": position,
        "confidence": chance.randint(35, 98),
        "rationale": _rationale(chance),
        "conditions": [chance.choice(_CONDITIONS)] if not rejects and chance.random() < 0.2 else [],
        "dissent_note": _rationale(chance) if rejects and chance.random() < 0.3 else "",
        "concerns": [chance.choice(_CONCERNS)] if rejects and chance.random() < 0.5 else [],
    }


def _rationale(chance: Random) -> str:
    first = chance.choice(_FIRST).format(n=chance.randint(2, 900))
    return f"{first} {chance.choice(_SECOND)}" if chance.random() < 0.5 else first


def write_json_lines(path: Path, count: int) -> Path:
    """So many documents, one per line."""
    chance = Random(count)
    with path.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(magi_document(chance, number)) + "\n" for number in range(count))
    return path


def write_scattered_csv(path: Path, rows: int) -> Path:
    """Five votes per question, with all other questions between one vote and the next."""
    questions = rows // len(SEATS)
    with path.open("w", encoding="utf-8") as file:
        file.write("question,seat,choice,confidence,weight\n")
        file.writelines(_csv_rows(questions))
    return path


def _csv_rows(questions: int) -> Iterator[str]:
    chance = Random(questions)
    for seat in SEATS:
        for number in range(questions):
            choice = "APPROVE" if chance.random() < 0.65 else "REJECT"
            yield f"Ship change {number} with the next release?,{seat},{choice},{chance.randrange(35, 99)},1\n"
