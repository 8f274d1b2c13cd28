"""Does a consensus document keep to its requirements, CONS-001 to CONS-007?

Four of them are violations and cost points; the rest are findings, which cost nothing. Without options there is no
confidence that could be wrong (CONS-003), and the top confidence counts as 0 (CONS-004). The messages of violations
begin with words that other programs look for.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from quorate.core.errors import Path, Problem
from quorate.core.exact import HALF, Exact, exact, rounded
from quorate.core.shape import (
    FILLED,
    FLAG,
    TEXT,
    TEXTS,
    Field,
    Problems,
    Shape,
    any_of,
    found,
    list_of,
    mapping_of,
    number,
    one_of,
    or_nothing,
    record,
)
from quorate.core.text import says_something
from quorate.protocols.evidence.document import CONFLICTS, VERDICTS
from quorate.protocols.evidence.rule import ACCEPT, CHOICES, REJECT
from quorate.protocols.parts.document_fields import EVIDENCE

Matrix = Mapping[str, Any]
COSTS = {"CONS-001": 25, "CONS-003": 20, "CONS-004": 30, "CONS-007": 15}
FEWEST_OPTIONS = 2
AGENT_TYPE = "analysis"
_PLACES = ("file", "address", "command")
_UNDECIDED = ("CONTESTED", "INSUFFICIENT_EVIDENCE")


class UnmetRequirement(NamedTuple):
    """One requirement that is not met, and what would meet it."""

    requirement: str
    severity: str
    message: str
    fix: str


class ValidationResult(NamedTuple):
    """Valid means without violations; findings do not change the score."""

    valid: bool
    score: int
    violations: tuple[UnmetRequirement, ...]
    findings: tuple[UnmetRequirement, ...]


def _any_number(value: Any, path: Path, problems: Problems) -> Exact | None:
    amount = exact(value)
    if amount is None:
        problems.append(Problem(path, found(value), "a number"))
    return amount


_NAMES = {
    "option": Field(FILLED, "What it says.", default=""),
    "name": Field(FILLED, "Another word for option.", default=""),
    "id": Field(FILLED, "Another word for option.", default=""),
}
_WEIGHED = {
    "vote": Field(one_of(*CHOICES), "The position on it.", default=""),
    "confidence": Field(
        or_nothing(Shape(_any_number, {"type": "number"}), None), "0 to 1; anything else is a violation."
    ),
    "rationale": Field(TEXT, "Why.", default=""),
    "evidence": Field(list_of(EVIDENCE), "What it rests on.", default=()),
}
_OPTION = record({**_NAMES, **_WEIGHED}, either=(("option",), ("name",), ("id",)))
_OPTIONS = any_of(list_of(_OPTION), mapping_of(record({**_NAMES, **_WEIGHED})), dict)
_MANIFEST = record(
    {
        "id": Field(TEXT, "The entry's id."),
        "file": Field(TEXT, "The report's file."),
        "title": Field(TEXT, "The report's title."),
        "date": Field(TEXT, "The report's date."),
        "status": Field(TEXT, "complete, partial or blocked."),
        "topics": Field(TEXTS, "What it is about.", default=()),
        "key_findings": Field(TEXTS, "What was found.", default=()),
        "actionable": Field(FLAG, "Whether it leads to action."),
        "needs_followup": Field(TEXTS, "Tasks that follow from it.", default=()),
        "linked_tasks": Field(TEXTS, "Tasks that it belongs to.", default=()),
        "agent_type": Field(TEXT, "Must be analysis.", default=""),
    }
)
_SHARE = number(0, 1)
_MATRIX = record(
    {
        "questionId": Field(TEXT, "The question's id.", default=""),
        "question": Field(TEXT, "What to decide.", default=""),
        "options": Field(_OPTIONS, "What was weighed: a list, or a mapping by name.", required=True, default=()),
        "conflicts": CONFLICTS,
        "verdict": Field(one_of(*VERDICTS), "What came out.", default=""),
        "consensusThreshold": Field(_SHARE, "The share that was needed."),
        "threshold": Field(_SHARE, "Another word for consensusThreshold; the higher one applies."),
        "actualConsensus": Field(_SHARE, "The share that was reached."),
        "escalated": Field(FLAG, "Whether a person was asked.", default=False),
        "assumptions": Field(TEXTS, "What was taken for granted.", default=()),
        "uncertainties": Field(TEXTS, "What is not known.", default=()),
    }
)
VALIDATION_DOCUMENT = record(
    {
        "manifest": Field(_MANIFEST, "The report's entry in the manifest.", required=True, default={}),
        "votingMatrix": Field(_MATRIX, "The voting structure.", required=True, default={}),
    }
)


def validate(values: Mapping[str, Any]) -> ValidationResult:
    """Checks a document that `VALIDATION_DOCUMENT` has read."""
    matrix = _in_one_form(values["votingMatrix"])
    violations = tuple(_violations(values["manifest"], matrix))
    score = 100 - sum(COSTS[violation.requirement] for violation in violations)
    return ValidationResult(not violations, max(score, 0), violations, tuple(_findings(matrix)))


def _in_one_form(matrix: Matrix) -> Matrix:
    """Options as a list with their names, and one threshold."""
    stated = matrix["options"]
    entries = list(stated.items()) if isinstance(stated, Mapping) else [("", one) for one in stated]
    options = [{**one, "option": one["option"] or one["name"] or one["id"] or key} for key, one in entries]
    thresholds = [one for one in (matrix["consensusThreshold"], matrix["threshold"]) if one is not None]
    return {**matrix, "options": options, "consensusThreshold": max(thresholds, default=None)}


def to_plain(validation: ValidationResult) -> dict[str, Any]:
    """The answer as plain JSON values."""
    return {
        "valid": validation.valid,
        "score": validation.score,
        "violations": [one._asdict() for one in validation.violations],
        "findings": [one._asdict() for one in validation.findings],
    }


def _violations(manifest: Matrix, matrix: Matrix) -> Iterator[UnmetRequirement]:
    options = matrix["options"]
    confidences = [option["confidence"] for option in options]
    if len(options) < FEWEST_OPTIONS:
        many = f"Voting matrix must have ≥{FEWEST_OPTIONS} options, got {len(options)}"
        yield _broken("CONS-001", many, "List at least two options")
    if wrong := [option["option"] for option in options if not _in_range(option["confidence"])]:
        what = f"Confidence scores must be 0.0-1.0: {', '.join(wrong)}"
        yield _broken("CONS-003", what, "State 0.0 to 1.0 for each")
    top = max((one for one in confidences if one is not None), default=0)
    if top < HALF:
        what = f"Threshold not met (50% required, got {_percent(top)}%)"
        yield _broken("CONS-004", what, "Gather evidence until one position reaches 0.5")
    if manifest["agent_type"] != AGENT_TYPE:
        what = f"agent_type must be {AGENT_TYPE}, got {manifest['agent_type'] or 'nothing'}"
        yield _broken("CONS-007", what, f"Set agent_type to {AGENT_TYPE}")


def _percent(share: Exact) -> str:
    return f"{rounded(share * 100):f}".removesuffix(".0")


def _broken(requirement: str, message: str, fix: str) -> UnmetRequirement:
    return UnmetRequirement(requirement, "error", message, fix)


def _in_range(confidence: Exact | None) -> bool:
    return confidence is not None and 0 <= confidence <= 1


def _findings(matrix: Matrix) -> Iterator[UnmetRequirement]:
    for requirement, severity, is_missing, message, fix in _CHECKS:
        if is_missing(matrix):
            yield UnmetRequirement(requirement, severity, message, fix)


def _lacks(options: Sequence[Matrix], key: str) -> bool:
    return any(not says_something(option[key]) for option in options)


def _cites_nothing(option: Matrix) -> bool:
    return not any(item[key] for item in option["evidence"] for key in _PLACES)


def _missed_in_silence(matrix: Matrix) -> bool:
    """The threshold, one half where none is stated, was missed; or nothing was decided, which is the same."""
    reached, needed = matrix["actualConsensus"], matrix["consensusThreshold"]
    is_below = reached is not None and reached < (HALF if needed is None else needed)
    return (is_below or matrix["verdict"] in _UNDECIDED) and not matrix["escalated"]


def _is_unsure(matrix: Matrix) -> bool:
    return any(option["confidence"] is not None and option["confidence"] < HALF for option in matrix["options"])


def _votes(matrix: Matrix) -> set[str]:
    return {option["vote"] for option in matrix["options"]}


_Check = tuple[str, str, Callable[[Matrix], bool], str, str]
_CHECKS: tuple[_Check, ...] = (
    (
        "CONS-002",
        "warning",
        lambda matrix: _lacks(matrix["options"], "rationale"),
        "A position has no rationale",
        "Say for each option why",
    ),
    (
        "CONS-004",
        "warning",
        lambda matrix: any(map(_cites_nothing, matrix["options"])),
        "A position cites no evidence",
        "Cite a file, an address or a command for each option",
    ),
    (
        "CONS-005",
        "warning",
        lambda matrix: _lacks(matrix["conflicts"], "severity"),
        "A conflict has no severity",
        "Give each conflict a severity: critical, high, medium or low",
    ),
    (
        "CONS-006",
        "warning",
        _missed_in_silence,
        "The threshold was missed and nobody was asked",
        "Ask a person, and set escalated to true",
    ),
    (
        "CONS-010",
        "advice",
        lambda matrix: len(_votes(matrix) - {""}) < 2,
        "Only one perspective is presented",
        "Present the case for at least one other position",
    ),
    (
        "CONS-011",
        "advice",
        lambda matrix: not matrix["assumptions"],
        "No assumptions are named",
        "List what is taken for granted under assumptions",
    ),
    (
        "CONS-012",
        "advice",
        lambda matrix: REJECT not in _votes(matrix),
        "No rejected alternative is documented",
        "Keep rejected options with their rationale",
    ),
    (
        "CONS-013",
        "advice",
        lambda matrix: _is_unsure(matrix) and not matrix["uncertainties"],
        "A confidence below 0.5 comes without a note on what is uncertain",
        "Say under uncertainties what is not known",
    ),
    (
        "CONS-020",
        "advice",
        lambda matrix: bool(_open_conflicts(matrix)) and not _resolved_by(matrix, "merge", "new"),
        "The positions conflict and no compromise is proposed",
        "A compromise may be proposed: resolutionType merge or new",
    ),
    (
        "CONS-021",
        "advice",
        lambda matrix: _nothing_critical(matrix) and not _resolved_by(matrix, "defer"),
        "The conflicts that are open are not critical",
        "The decision may be deferred: resolutionType defer",
    ),
    (
        "CONS-022",
        "advice",
        lambda matrix: ACCEPT not in _votes(matrix) or matrix["verdict"] == "INSUFFICIENT_EVIDENCE",
        "No option is accepted",
        "More research may be requested",
    ),
)


def _resolved_by(matrix: Matrix, *kinds: str) -> bool:
    return any((conflict["resolution"] or {}).get("resolutionType") in kinds for conflict in matrix["conflicts"])


def _open_conflicts(matrix: Matrix) -> list[Matrix]:
    """Those that nobody has accepted a resolution of."""
    return [
        one for one in matrix["conflicts"] if "accepted" not in (one["status"], (one["resolution"] or {}).get("status"))
    ]


def _nothing_critical(matrix: Matrix) -> bool:
    severities = {conflict["severity"] for conflict in _open_conflicts(matrix)}
    return bool(severities) and not severities & {"critical", ""}
