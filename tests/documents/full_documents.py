"""A valid document of every protocol that uses every key there is, and what kind of value each key takes."""

from copy import deepcopy
from typing import Any

Document = dict[str, Any]
Steps = tuple[str | int, ...]

_SCORES: Document = {
    "feasibility": 7,
    "evidence": 0,
    "people": 7.5,
    "foresight": "20/3",
    "security": 10,
    "value": 8,
    "risk": 2,
    "days": 0.5,
    "uncertainty": "3/2",
}
_QUESTION: Document = {
    "subject": "Adopt Postgres for the queue?",
    "domain": "architecture",
    "context": "The queue holds a million jobs.",
    "constraints": ["no downtime"],
    "urgency": "low",
    "reversibility": "medium",
    "action": "merge",
    "decision_type": "approval",
    "review_by": "2027-05-31",
    "action_for": "B",
    "scores": {**_SCORES},
}
_OPTIONS = ["A", {"id": "B", "text": "the second", "reversible": True, "scores": {**_SCORES}}]
_WARNINGS: Document = {
    "conditions": ["a backup first"],
    "concerns": ["safety", {"kind": "security", "text": "keys in logs"}],
    "risks": ["the old queue stays"],
    "alternatives": ["wait"],
    "dissent_note": "too early",
}
_CONDITIONS = [
    "a backup first",
    {"kind": "monitor", "what": "risk", "for": "24h", "every": "5 updates", "purpose": "normal operations"},
    {"kind": "threshold", "name": "risk", "at": 0.5, "remark": "as before"},
    {"kind": "cap", "name": "complexity", "at_most": "40%"},
    {"kind": "rate_limit", "at_most": 50, "per": "minute"},
    {"kind": "report", "after": "2 hours"},
    {"kind": "scope", "only": ["search", "read"]},
    {"kind": "approval", "by": ["ops"], "for": ["Bash"]},
    {"kind": "note", "text": "rename the index"},
]
_EVIDENCE: Document = {
    "id": "e1",
    "file": "src/queue.py",
    "address": "https://example.org/queue",
    "section": "pop",
    "line": 7,
    "type": "code",
    "quote": "return the oldest",
    "reproducible": True,
    "command": "pytest",
    "counter": True,
    "answers": "e1",
    "checked": "held",
}

MAGI: Document = {
    "protocol": "magi",
    "id": "case-1",
    "question": {**_QUESTION, "options": _OPTIONS},
    "votes": [
        {
            "perspective": "Logos",
            "position": "APPROVE",
            "confidence": 82,
            "rationale": "it fits",
            "reason": "irrelevant",
            **_WARNINGS,
            "key_evidence": ["the load test"],
            "priorities": [{"item": "queue", "score": 8, "urgency": "2/3"}],
            "weight": 1.5,
            "inferred": False,
            "answered_by": "Ann",
            "second_request": False,
        },
        {"engine": "Codex", "error": "timeout", "detail": "no answer in 60 s"},
        {"seat": "guest", "position": "NO-GO", "confidence": 0.5},
    ],
}
JUDGES: Document = {
    "protocol": "judges",
    "id": 17,
    "question": _QUESTION,
    "options": _OPTIONS,
    "threshold": 0.67,
    "recommendations": [
        {
            "judge": "risk",
            "option": "A",
            "confidence": "HIGH",
            "reasoning": "few parts",
            **_WARNINGS,
            "weight": "3/2",
            "inferred": True,
            "answered_by": "Ann",
            "second_request": True,
        },
        {"judge": "value", "error": "error", "detail": "broke off"},
        {"judge": "effort", "option": "B", "confidence": "LOW"},
    ],
}
JUDGES_WRAPPED: Document = {
    "id": "case-2",
    "consensus_check_input": {key: value for key, value in JUDGES.items() if key not in ("id", "question")},
    "question": {"subject": "Which queue?"},
}
QUORUM: Document = {
    "protocol": "quorum",
    "id": "case-3",
    "question": {**_QUESTION, "options": _OPTIONS},
    "roster": [
        {"agent_id": "r1", "authority_weight": 0.49},
        {"agent_id": "r2", "authority_weight": "1/3"},
        {"agent_id": "r3", "authority_weight": 0},
    ],
    "votes": [
        {
            "agent_id": "r1",
            "vote": "resume",
            "authority_weight": 0.49,
            "reasoning": "calm",
            **_WARNINGS,
            "conditions": _CONDITIONS,
            "inferred": False,
            "answered_by": "Ann",
            "second_request": False,
        },
        {"agent_id": "r2", "error": "unreadable", "detail": "half a sentence"},
    ],
    "dispute_type": "safety",
    "paused_agent_state": {
        "agent_id": "build-7",
        "status": "paused",
        "risk_score": 0.4,
        "coherence": 0.6,
        "void_active": False,
    },
    "policy": {"absent": "against", "cooldown_minutes": 30, "notes": "ask"},
}
EVIDENCE: Document = {
    "protocol": "evidence",
    "id": "case-4",
    "questionId": "CONS-001",
    "question": _QUESTION,
    "options": [
        "Single file",
        {"option": "Split files", "text": "One per part", "confidence": 0.5, "rationale": "known"},
    ],
    "votes": [
        {
            "agentId": "opus-1",
            "option": "Single file",
            "vote": "accept",
            "confidence": 0.85,
            "rationale": "atomic",
            "evidence": [_EVIDENCE],
            **_WARNINGS,
            "inferred": False,
            "answered_by": "Ann",
            "second_request": False,
        },
        {"agentId": "sonnet-1", "error": "absent", "detail": "never came"},
    ],
    "challengeRounds": 1,
    "exchanges": 2,
    "conflicts": [
        {
            "conflictId": "conflict_a1b2c3d4",
            "severity": "high",
            "conflictType": "contradiction",
            "positions": [{"agentId": "opus-1", "position": "Single file", "confidence": 0.85}],
            "status": "accepted",
            "resolution": {"status": "accepted", "resolutionType": "merge"},
        }
    ],
    "strict": True,
    "requireChecked": True,
    "consensusThreshold": 0.8,
    "actualConsensus": 0.75,
    "verdict": "PROVEN",
}
ONE_AGENT: Document = {
    "protocol": "consensus",
    "questionId": "CONS-001",
    "question": "How is the map stored?",
    "options": [
        {"option": "Single file", "vote": "accept", "confidence": 0.85, "rationale": "atomic", "evidence": [_EVIDENCE]},
        {"option": "Split files", "vote": "reject", "confidence": 0.7, "evidence": [{"file": "src/split.py"}]},
    ],
}
CLAIM: Document = {
    "protocol": "evidence",
    "question": "The map is written atomically",
    "votes": [
        {"agentId": "opus-1", "vote": "accept", "evidence": [{"file": "src/map.py"}]},
        {"agentId": "sonnet-1", "vote": "reject", "confidence": 0.4},
        {"agentId": "haiku-1", "vote": "abstain"},
    ],
}
WITHOUT_ROSTER: Document = {
    "protocol": "quorum",
    "votes": [
        {"agent_id": "r1", "vote": "block", "authority_weight": 1},
        {"agent_id": "r2", "error": "recused", "authority_weight": 2},
    ],
}
OPTIONS_INSIDE: Document = {
    "protocol": "judges",
    "question": {"subject": "Which queue?", "options": _OPTIONS},
    "recommendations": [{"judge": "risk", "option": "A"}, {"judge": "value", "option": None}],
}
CLAIM_WITH_OPTIONS: Document = {
    "protocol": "evidence",
    "question": {"subject": "Which queue?", "options": _OPTIONS},
    "votes": [{"agentId": "opus-1", "option": "A", "vote": "accept"}],
}
BARE: Document = {"votes": [{"seat": "one", "position": "ABSTAIN", "confidence": 0}]}

VALIDATION: Document = {
    "manifest": {
        "id": "report-1",
        "file": "reports/1.md",
        "title": "How the map is stored",
        "date": "2026-01-31",
        "status": "complete",
        "topics": ["storage"],
        "key_findings": ["writes are atomic"],
        "actionable": True,
        "needs_followup": ["T2217"],
        "linked_tasks": ["T2216"],
        "agent_type": "analysis",
    },
    "votingMatrix": {
        "questionId": "CONS-001",
        "question": "How is the map stored?",
        "options": [
            {
                "option": "Single file",
                "vote": "accept",
                "confidence": 1.5,
                "rationale": "atomic",
                "evidence": [_EVIDENCE],
            },
            {"option": "Split files"},
        ],
        "conflicts": EVIDENCE["conflicts"],
        "verdict": "CONTESTED",
        "consensusThreshold": "4/5",
        "actualConsensus": 0.75,
        "escalated": False,
        "assumptions": ["one writer"],
        "uncertainties": ["the size"],
    },
}

DOCUMENTS: list[tuple[str, Document]] = [
    ("tally-magi", MAGI),
    ("tally-magi", BARE),
    ("tally-judges", JUDGES),
    ("tally-judges", OPTIONS_INSIDE),
    ("tally-judges-wrapped", JUDGES_WRAPPED),
    ("tally-quorum", QUORUM),
    ("tally-quorum", WITHOUT_ROSTER),
    ("tally-evidence", EVIDENCE),
    ("tally-evidence", ONE_AGENT),
    ("tally-evidence", CLAIM),
    ("tally-evidence", CLAIM_WITH_OPTIONS),
]


def paths_in(value: Any, path: Steps = ()) -> list[Steps]:
    """Every place in a document, itself aside."""
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place for step, one in steps for place in [(*path, step), *paths_in(one, (*path, step))]]


def at(document: Any, path: Steps) -> Any:
    """The value at a place."""
    for step in path:
        document = document[step]
    return document


def replaced(document: Document, path: Steps, value: Any) -> Document:
    """The document with another value at a place."""
    changed = deepcopy(document)
    at(changed, path[:-1])[path[-1]] = value
    return changed


def without(document: Document, path: Steps) -> Document:
    """The document without what stands at a place."""
    changed = deepcopy(document)
    del at(changed, path[:-1])[path[-1]]
    return changed


def key_of(path: Steps) -> str:
    """A place as the tables name it: `votes[].confidence`."""
    return "".join("[]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")
