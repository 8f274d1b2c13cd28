"""A contribution: what one agent found for one task, a decision per question, each with evidence."""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from quorate.core.ballot import Evidence
from quorate.core.errors import DocumentError, Path, Problem
from quorate.core.exact import Exact
from quorate.core.shape import (
    FILLED,
    FLAG,
    TEXT,
    TEXTS,
    Field,
    Problems,
    Shape,
    found,
    list_of,
    mapping_of,
    narrowed,
    number,
    one_of,
    record,
    whole,
)
from quorate.core.text.names import name_problems

SCHEMA = "urn:quorate:schema:contribution"
EVIDENCE_TYPES = ("code", "documentation", "research", "external")
SEVERITIES = ("critical", "high", "medium", "low")
EVIDENCE_CONFLICT = "evidence-conflict"
CONFLICT_TYPES = ("contradiction", "partial-overlap", "scope-difference", "priority-difference", EVIDENCE_CONFLICT)
RESOLUTIONS = ("merge", "choose-a", "choose-b", "new", "defer", "escalate")
STATUSES = ("pending", "proposed", "accepted", "rejected")
_HEDGES = re.compile(
    r"\b(maybe|perhaps|possibly|probably|might|could be|it depends|not sure|i think|i guess|somewhat)\b", re.I
)
_NOTE_BELOW, _TWO_FROM = Fraction(7, 10), Fraction(9, 10)


class Decision(NamedTuple):
    """One question, the agent's answer, how confident it is, why, and what that rests on."""

    question_id: str
    question: str
    answer: str
    confidence: Exact
    rationale: str = ""
    evidence: tuple[Evidence, ...] = ()
    uncertainty: str = ""
    alternatives: tuple[tuple[str, str], ...] = ()


class StatedConflict(NamedTuple):
    """A conflict that an agent states itself; `whole` is all that it says of it."""

    question_id: str
    id: str
    severity: str
    type: str
    whole: Mapping[str, Any] = {}

    @property
    def positions(self) -> tuple[str, str]:
        """What this side and the other one hold; "" where the agent does not say it."""
        return self._position("thisSession"), self._position("otherSession")

    def _position(self, side: str) -> str:
        said = self.whole.get(side)
        return str(said.get("position", "")) if isinstance(said, Mapping) else ""


class Contribution(NamedTuple):
    """A contribution, however it was written."""

    id: str
    agent: str
    session: str
    epic: str
    task: str
    decisions: tuple[Decision, ...]
    conflicts: tuple[StatedConflict, ...] = ()
    label: str = ""
    outputs: tuple[str, ...] = ()
    created_at: str = ""
    status: str = "complete"
    meta: Mapping[str, Any] = {}


class Advice(NamedTuple):
    """What would make a contribution better, as a code, and where."""

    code: str
    path: Path


def _matching(pattern: str, allowed: str) -> Shape:
    compiled = re.compile(pattern)

    def read(value: Any, path: Path, problems: Problems) -> str:
        if type(value) is str and compiled.fullmatch(value):
            return value
        problems.append(Problem(path, found(value), allowed))
        return ""

    return Shape(read, {"type": "string", "pattern": f"^{pattern}$"})


TASK_ID = _matching(r"T[0-9]{3,}", "T and at least three digits, such as T2679")
QUESTION_ID = _matching(r"[A-Za-z]+-[0-9]{3}", "letters, a dash and three digits, such as CONS-001")
CONTRIBUTION_ID = _matching(r"contrib_[0-9a-zA-Z]{8}", "contrib_ and eight letters or digits")
CONFLICT_ID = _matching(r"conflict_[0-9a-f]{8}", "conflict_ and eight hexadecimal digits")
MOMENT = _matching(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})",
    "a moment in ISO 8601, such as 2026-01-26T15:00:00Z",
)
_UNIT = number(0, 1)
_ITEM = record(
    {
        "section": Field(FILLED, "The part that is meant.", required=True),
        "file": Field(FILLED, "Path of the file, below the root.", default=""),
        "url": Field(FILLED, "Its address, in place of a file.", default=""),
        "quote": Field(TEXT, "The words or figures that count.", default=""),
        "line": Field(whole(1, 10**9), "The line where the passage begins.", default=0),
        "type": Field(one_of(*EVIDENCE_TYPES), "What kind of source it is.", default=""),
        "reproducible": Field(FLAG, "Whether its command can be run again.", default=False),
        "command": Field(TEXT, "The command that shows it again.", default=""),
    },
    either=(("file",), ("url",)),
)
_DECISION = record(
    {
        "questionId": Field(QUESTION_ID, "The question's id.", required=True),
        "question": Field(FILLED, "What is decided.", required=True),
        "answer": Field(FILLED, "The agent's answer.", required=True),
        "confidence": Field(_UNIT, "0 to 1.", required=True, default=0),
        "rationale": Field(FILLED, "Why.", required=True),
        "evidence": Field(list_of(_ITEM, least=1), "What it rests on.", required=True, default=()),
        "uncertaintyNote": Field(TEXT, "What is uncertain; advised below 0.7.", default=""),
        "alternatives": Field(
            list_of(
                record(
                    {
                        "option": Field(FILLED, "What else was weighed.", required=True),
                        "reason": Field(TEXT, "Why it was not chosen.", default=""),
                    }
                )
            ),
            "What was not chosen.",
            default=(),
        ),
    }
)
_SIDE = {
    "position": Field(TEXT, "What it holds.", default=""),
    "confidence": Field(_UNIT, "0 to 1.", default=0),
    "evidence": Field(list_of(_ITEM), "What it rests on.", default=()),
}
_VOTE = record(
    {
        "agentId": Field(FILLED, "Who votes.", required=True),
        "vote": Field(FILLED, "accept, reject or abstain.", required=True),
        "confidence": Field(_UNIT, "0 to 1.", default=0),
        "reason": Field(TEXT, "Why.", default=""),
    }
)
_RESOLUTION = record(
    {
        "status": Field(one_of(*STATUSES), "Where it stands.", default="pending"),
        "resolutionType": Field(one_of(*RESOLUTIONS), "How it is resolved.", default=""),
        "proposedBy": Field(TEXT, "Who proposed it.", default=""),
        "proposedAt": Field(TEXT, "When.", default=""),
        "proposal": Field(TEXT, "What is proposed.", default=""),
        "votes": Field(list_of(_VOTE), "Who is for it.", default=()),
        "resolvedAt": Field(TEXT, "When it was resolved.", default=""),
        "finalDecision": Field(TEXT, "What holds.", default=""),
    }
)
_CONFLICT = record(
    {
        "questionId": Field(QUESTION_ID, "The question.", required=True),
        "conflictId": Field(CONFLICT_ID, "Its id.", required=True),
        "severity": Field(one_of(*SEVERITIES), "An evidence-conflict is critical.", required=True),
        "conflictType": Field(one_of(*CONFLICT_TYPES), "How the positions differ.", required=True),
        "thisSession": Field(record(_SIDE), "This agent's side."),
        "otherSession": Field(
            record(
                {
                    **_SIDE,
                    "sessionId": Field(TEXT, "The other session.", default=""),
                    "sessionLabel": Field(TEXT, "Its label.", default=""),
                    "contributionId": Field(TEXT, "Its contribution.", default=""),
                }
            ),
            "The other side.",
        ),
        "requiresConsensus": Field(FLAG, "True for critical and high ones.", default=False),
        "resolution": Field(_RESOLUTION, "Its resolution."),
    }
)
_META = record(
    {
        "contributionId": Field(CONTRIBUTION_ID, "Its id.", required=True),
        "createdAt": Field(MOMENT, "When it was begun.", required=True),
        "agentId": Field(FILLED, "The agent.", required=True),
        "protocolVersion": Field(TEXT, "The version that it follows.", default=""),
        "completedAt": Field(MOMENT, "When it was completed.", default=""),
        "checksum": Field(_matching("[0-9a-f]{16}", "sixteen hexadecimal digits"), "See below.", default=""),
        "consensusReady": Field(FLAG, "Whether it may be counted.", default=True),
    }
)
_CRITICAL = {
    "if": {"properties": {"conflictType": {"const": EVIDENCE_CONFLICT}}, "required": ["conflictType"]},
    "then": {"properties": {"severity": {"const": "critical"}}},
}
DOCUMENT = record(
    {
        "$schema": Field(TEXT, "The schema's name.", default=""),
        "_meta": Field(_META, "Who wrote it, and when.", required=True, default={}),
        "sessionId": Field(FILLED, "The session.", required=True),
        "epicId": Field(TASK_ID, "The epic.", required=True),
        "taskId": Field(TASK_ID, "The task.", required=True),
        "markerLabel": Field(FILLED, "The label that finds all contributions.", required=True),
        "researchOutputs": Field(TEXTS, "Files with what was found.", required=True, default=()),
        "decisions": Field(list_of(_DECISION, least=1), "One per question.", required=True, default=()),
        "conflicts": Field(list_of(narrowed(_CONFLICT, _CRITICAL)), "Conflicts with other contributions.", default=()),
        "extensions": Field(
            mapping_of(Shape(lambda value, *_: value, {})), "What has no other place, by JSON pointer.", default={}
        ),
    }
)


def read_strictly(value: Any) -> Contribution:
    """A contribution in the form that we write. Raises DocumentError with every problem."""
    problems: Problems = []
    values = DOCUMENT.read(value, (), problems)
    if not problems:
        problems += _crossed(value, values)
    if problems:
        raise DocumentError(problems)
    meta = values["_meta"]
    return Contribution(
        meta["contributionId"],
        meta["agentId"],
        values["sessionId"],
        values["epicId"],
        values["taskId"],
        tuple(map(_decision, values["decisions"])),
        tuple(map(_conflict, values["conflicts"])),
        values["markerLabel"],
        values["researchOutputs"],
        meta["createdAt"],
        "complete" if meta["consensusReady"] else "partial",
        meta,
    )


def _crossed(value: Mapping[str, Any], values: Mapping[str, Any]) -> Iterator[Problem]:
    """What must hold between keys, and of the name of who wrote it."""
    yield from name_problems([values["_meta"]["agentId"]], lambda _: ("_meta", "agentId"), "agent")
    seen: set[str] = set()
    for index, one in enumerate(values["decisions"]):
        if one["questionId"] in seen:
            again = f"{found(one['questionId'])} a second time"
            yield Problem(("decisions", index, "questionId"), again, "each question once")
        seen.add(one["questionId"])
    for index, one in enumerate(values["conflicts"]):
        if one["conflictType"] == EVIDENCE_CONFLICT and one["severity"] != "critical":
            yield Problem(
                ("conflicts", index, "severity"), found(one["severity"]), "critical, for an evidence-conflict"
            )
    said = values["_meta"]["checksum"]
    if said and said != checksum_of(value):
        yield Problem(("_meta", "checksum"), found(said), f"{checksum_of(value)}, or none")


def _decision(values: Mapping[str, Any]) -> Decision:
    return Decision(
        values["questionId"],
        values["question"],
        values["answer"],
        values["confidence"],
        values["rationale"],
        tuple(map(_citation, values["evidence"])),
        values["uncertaintyNote"],
        tuple((one["option"], one["reason"]) for one in values["alternatives"]),
    )


def _citation(values: Mapping[str, Any]) -> Evidence:
    kept = {key: value for key, value in values.items() if key != "url"}
    return Evidence(address=values["url"], **kept)


def _conflict(values: Mapping[str, Any]) -> StatedConflict:
    named = values["questionId"], values["conflictId"], values["severity"], values["conflictType"]
    return StatedConflict(*named, values)


def checksum_of(value: Mapping[str, Any]) -> str:
    """The first 16 hex digits of SHA-256 of the document without its checksum: sorted keys, no spaces, UTF-8."""
    meta = {key: said for key, said in value["_meta"].items() if key != "checksum"}
    text = json.dumps(
        {**value, "_meta": meta}, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=_as_number
    )
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _as_number(value: Any) -> Any:
    """A number as JSON has it; decimals keep their digits where a float can hold them."""
    if isinstance(value, Decimal | Fraction):
        return int(value) if value == int(value) else float(value)
    raise TypeError(type(value).__name__)


def advice_on(contribution: Contribution) -> Iterator[Advice]:
    """What an answer had better do: no hedging, a note where it is unsure, two sources where it is very sure."""
    for index, one in enumerate(contribution.decisions):
        path: Path = ("decisions", index)
        if _HEDGES.search(one.answer):
            yield Advice("hedged_answer", (*path, "answer"))
        if one.confidence < _NOTE_BELOW and not one.uncertainty:
            yield Advice("no_uncertainty_note", (*path, "uncertaintyNote"))
        if one.confidence >= _TWO_FROM and len(one.evidence) < 2:
            yield Advice("one_source_only", (*path, "evidence"))
