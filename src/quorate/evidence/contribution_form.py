"""A contribution in the strict form, written from what was read; what has no place there is kept beside it."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from quorate.core.ballot import Evidence
from quorate.core.exact import Exact
from quorate.evidence.contribution import SCHEMA, Contribution, Decision, StatedConflict
from quorate.evidence.lenient_contribution import Deviation


def strict_plain(one: Contribution, deviations: Iterable[Deviation] = ()) -> dict[str, Any]:
    """The document; whatever was written otherwise is in `extensions`, under its JSON pointer."""
    meta = {key: said for key, said in one.meta.items() if said not in ("", None)}
    plain: dict[str, Any] = {
        "$schema": SCHEMA,
        "_meta": {**meta, "contributionId": one.id, "createdAt": one.created_at, "agentId": one.agent},
        "sessionId": one.session,
        "epicId": one.epic,
        "taskId": one.task,
        "markerLabel": one.label,
        "researchOutputs": list(one.outputs),
        "decisions": [_decision(decision) for decision in one.decisions],
    }
    if one.conflicts:
        plain["conflicts"] = [_conflict(conflict) for conflict in one.conflicts]
    kept = {deviation.path or "/": deviation.found for deviation in deviations if deviation.found is not None}
    if kept:
        plain["extensions"] = kept
    written: dict[str, Any] = plain_json(plain)
    return written


def _decision(one: Decision) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "questionId": one.question_id,
        "question": one.question,
        "answer": one.answer,
        "confidence": _number(one.confidence),
        "rationale": one.rationale,
        "evidence": [citation_plain(item) for item in one.evidence],
    }
    if one.uncertainty:
        plain["uncertaintyNote"] = one.uncertainty
    if one.alternatives:
        plain["alternatives"] = [{"option": option, "reason": reason} for option, reason in one.alternatives]
    return plain


def citation_plain(item: Evidence) -> dict[str, Any]:
    """An item of evidence, with what it says alone."""
    said = {("url" if key == "address" else key): value for key, value in item._asdict().items() if value}
    return {"section": item.section, **said}


def _conflict(one: StatedConflict) -> dict[str, Any]:
    named = {
        "questionId": one.question_id,
        "conflictId": one.id,
        "severity": one.severity,
        "conflictType": one.type,
    }
    return {**one.whole, **named}


def _number(value: Exact) -> int | float:
    return int(value) if value == int(value) else float(value)


def plain_json(value: Any) -> Any:
    """Plain values as JSON writes them: exact numbers as numbers."""
    if isinstance(value, Mapping):
        return {str(key): plain_json(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain_json(one) for one in value]
    return _number(Fraction(value)) if isinstance(value, Decimal | Fraction) else value
