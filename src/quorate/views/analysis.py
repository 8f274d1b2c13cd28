"""Explanations and comparisons as plain JSON values."""

from collections.abc import Mapping
from typing import Any

from quorate.analysis.explain import Explanation
from quorate.analysis.flips import BallotChange, Search
from quorate.analysis.meanings import Remark
from quorate.analysis.retally import Retally
from quorate.core.ballot import Answer, Ballot
from quorate.core.codec import to_plain
from quorate.core.confidence import Confidence
from quorate.core.exact import Exact
from quorate.core.rule_table import Step, Value


def retally_to_plain(retally: Retally) -> dict[str, Any]:
    """Both verdicts, and where they differ."""
    return {
        "original": to_plain(retally.original),
        "other": to_plain(retally.other),
        "differences": [difference._asdict() for difference in retally.differences],
        "assumed_confidences": retally.assumed,
    }


def explanation_to_plain(explanation: Explanation) -> dict[str, Any]:
    """The verdict and what it rests on."""
    return {
        "verdict": to_plain(explanation.verdict),
        "rules": [_step(step) for step in explanation.steps],
        "flags": [_remark(remark) for remark in explanation.flags],
        "requires": [_remark(remark) for remark in explanation.requires],
        "failures": [_remark(remark) for remark in explanation.failures],
        "flip": _search(explanation.search) if explanation.search else None,
    }


def _step(step: Step) -> dict[str, Any]:
    return {
        "rule": step.rule,
        "fits": step.fits,
        "why": step.why,
        "after": step.is_after,
        "values": _values(step.values),
    }


def _remark(remark: Remark) -> dict[str, Any]:
    return {"code": remark.code, "values": _values(remark.values)}


def _values(values: Mapping[str, Value]) -> dict[str, Any]:
    return {name: value if isinstance(value, int | str | tuple) else str(value) for name, value in values.items()}


def _search(search: Search) -> dict[str, Any]:
    flip = search.flip
    return {
        "action": flip.action if flip else None,
        "changes": [_change(change) for change in flip.changes] if flip else [],
        "points": _number(flip.points) if flip else None,
        "looked_at": search.looked_at,
        "seats": search.seats,
        "confidences_kept": search.kept,
        "complete": search.is_complete,
    }


def _change(change: BallotChange) -> dict[str, Any]:
    return {
        "seat": change.seat,
        "from": _answer(change.was),
        "to": {
            "choice": change.choice,
            "option": change.option or None,
            **_confidence(change.confidence),
            "least": _number(change.least),
            "most": _number(change.most),
        },
    }


def _answer(answer: Answer) -> dict[str, Any]:
    if isinstance(answer, Ballot):
        said = {"choice": answer.choice, "option": answer.option or None, "non_vote": None}
        return {**said, **_confidence(answer.confidence)}
    return {"choice": None, "option": None, "non_vote": answer.kind, **_confidence(None)}


def _confidence(confidence: Confidence | None) -> dict[str, Any]:
    return {
        "confidence": str(confidence.percent) if confidence else None,
        "scale": confidence.scale if confidence else None,
    }


def _number(value: Exact | None) -> str | None:
    return None if value is None else str(value)
