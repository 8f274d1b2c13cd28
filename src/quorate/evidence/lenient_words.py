"""Words that contributions use in the place of ours."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from quorate.core.exact import Exact


class Keys(NamedTuple):
    """The keys of a mapping that are ours, and other names for them."""

    strict: frozenset[str]
    others: Mapping[str, str]


def _keys(table: Mapping[str, str]) -> Keys:
    others = {other: key for key, more in table.items() for other in more.split()}
    return Keys(frozenset(table), others)


TOP_KEYS = _keys(
    {
        "$schema": "schema",
        "_meta": "meta metadata",
        "sessionId": "session_id session",
        "epicId": "epic_id epic",
        "taskId": "task_id task",
        "markerLabel": "marker_label marker label",
        "researchOutputs": "research_outputs outputs research",
        "decisions": "answers positions",
        "conflicts": "disagreements",
        "extensions": "",
        "agentId": "agent_id agent",
        "contributionId": "contribution_id id",
        "createdAt": "created_at created timestamp",
        "status": "state",
    }
)
META_KEYS = _keys(
    {
        "contributionId": "contribution_id id",
        "createdAt": "created_at created timestamp date",
        "agentId": "agent_id agent",
        "protocolVersion": "protocol_version version",
        "completedAt": "completed_at completed",
        "checksum": "",
        "consensusReady": "consensus_ready ready",
        "sessionId": "session_id session",
        "epicId": "epic_id epic",
        "taskId": "task_id task",
        "status": "state",
    }
)
DECISION_KEYS = _keys(
    {
        "questionId": "question_id id qid",
        "question": "title prompt",
        "answer": "decision position choice recommendation",
        "confidence": "score certainty confidenceScore confidence_score",
        "rationale": "reasoning reason justification why",
        "evidence": "citations sources references",
        "uncertaintyNote": "uncertainty_note uncertainty caveat",
        "alternatives": "alternatives_considered alternativesConsidered rejected",
    }
)
EVIDENCE_KEYS = _keys(
    {
        "section": "heading part location",
        "file": "path filePath file_path",
        "url": "address link uri href",
        "quote": "excerpt snippet text",
        "line": "lineNumber line_number lines",
        "type": "kind",
        "reproducible": "",
        "command": "cmd",
    }
)
CONFLICT_KEYS = _keys(
    {
        "questionId": "question_id question",
        "conflictId": "conflict_id id",
        "severity": "",
        "conflictType": "conflict_type type",
        "thisSession": "this_session",
        "otherSession": "other_session",
        "requiresConsensus": "requires_consensus",
        "resolution": "",
        "positions": "",
        "otherAnswer": "other_answer",
        "otherContributionId": "other_contribution_id",
        "resolutionRequired": "resolution_required",
    }
)
STATUS_WORDS = {
    "complete": "complete",
    "completed": "complete",
    "done": "complete",
    "accepted": "complete",
    "validated": "complete",
    "merged": "complete",
    "partial": "partial",
    "draft": "partial",
    "in_progress": "partial",
    "blocked": "blocked",
}
LEVELS: Mapping[str, Exact] = {
    "high": Fraction(9, 10),
    "medium": Fraction(7, 10),
    "low": Fraction(4, 10),
}
KNOWN_FORMS = {
    "contributionId": (re.compile(r"contrib_[0-9a-zA-Z]{8}"), "id"),
    "epicId": (re.compile(r"T[0-9]{3,}"), "epic"),
    "taskId": (re.compile(r"T[0-9]{3,}"), "task"),
    "questionId": (re.compile(r"[A-Za-z]+-[0-9]{3}"), "question_id"),
    "createdAt": (
        re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})"),
        "date",
    ),
}
