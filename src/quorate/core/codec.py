"""A verdict as JSON and back: the same bytes wherever it is asked for."""

import json
import re
from collections.abc import Mapping
from fractions import Fraction
from operator import attrgetter
from typing import Any

from quorate.core.ballot import ABSTAINED, Answer, Ballot, Concern, Evidence, NonVote, Priority
from quorate.core.confidence import Confidence
from quorate.core.exact import Exact, percent, plain, shown
from quorate.core.panel import Seat
from quorate.core.verdict import (
    Added,
    Ask,
    AskOption,
    Conflict,
    Dissent,
    Escalation,
    Note,
    Position,
    Receipt,
    Risk,
    Threshold,
    Verdict,
)

# characters that steer a terminal or reorder text; JSON itself escapes only those below U+0020
_STEERING = re.compile("[\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")

_NEWER = ("names", "seats", "why", "value", "code", "values")
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False)


def to_json(verdict: Verdict, document_id: str | int | None = None) -> str:
    """One line of JSON; in a batch it begins with the document's id."""
    plain_verdict = to_plain(verdict)
    return json_line(plain_verdict if document_id is None else {"id": document_id, **plain_verdict})


def json_line(value: Mapping[str, Any]) -> str:
    """Plain values as one line of JSON in which nothing steers a terminal."""
    text = _ENCODER.encode(value)
    return (
        text if text.isascii() and "\x7f" not in text else _STEERING.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
    )


def from_json(text: str) -> Verdict:
    """The verdict that `to_json` wrote."""
    return from_plain(json.loads(text))


def to_plain(verdict: Verdict) -> dict[str, Any]:
    """The verdict as plain JSON values, keys in the documented order."""
    plain: dict[str, Any] = {"version": verdict.version} if verdict.version else {}
    plain |= {
        "protocol": verdict.protocol,
        "result": verdict.result,
        "choice": verdict.choice,
        "action": verdict.action,
        "requires": verdict.requires,
        "confidence": None if verdict.confidence is None else shown(verdict.confidence),
        "flags": verdict.flags,
        "escalations": [_newer_when_said(one) for one in verdict.escalations],
        "dissents": [{**one._asdict(), "confidence": _text(one.confidence)} for one in verdict.dissents],
        "conditions": verdict.conditions,
        "alternatives": verdict.alternatives,
        "risks": [{"number": index, **_newer_when_said(one)} for index, one in enumerate(verdict.risks, 1)],
        "conflicts": [_conflict(one) for one in verdict.conflicts],
        "receipt": _receipt(verdict.receipt, verdict.confidence),
        "ask": _ask(verdict.ask) if verdict.ask else None,
        "native": verdict.native,
    }
    if verdict.added:
        plain["added"] = [_newer_when_said(one) for one in verdict.added]
    return plain


def _newer_when_said(value: Escalation | Note | Risk | AskOption | Added) -> dict[str, Any]:
    """Fields that came later are written only where they say something: older verdicts are the same without them."""
    return {key: one for key, one in value._asdict().items() if one or key not in _NEWER}


def _text(value: Exact | None) -> str | None:
    return None if value is None else str(value)


def _share(value: Exact | None) -> dict[str, Any] | None:
    return None if value is None else {"fraction": str(value), "percent": percent(value)}


def _threshold(threshold: Threshold) -> dict[str, Any]:
    return {"rule": threshold.rule, "fraction": str(threshold.share), "percent": percent(threshold.share)}


def _conflict(conflict: Conflict) -> dict[str, Any]:
    return {
        "conflictId": conflict.id,
        "severity": conflict.severity,
        "conflictType": conflict.type,
        "positions": [
            {"agentId": side.agent, "position": side.position, "confidence": str(side.confidence)}
            for side in conflict.positions
        ],
        "resolution": {"status": conflict.status, "resolutionType": conflict.resolution or None},
    }


def _ask(ask: Ask) -> dict[str, Any]:
    options = [_newer_when_said(one) for one in ask.options]
    plain = {"header": ask.header, "question": ask.question, "options": options}
    return {**plain, "code": ask.code} if ask.code else plain


def _receipt(receipt: Receipt, confidence: Exact | None) -> dict[str, Any]:
    counted = frozenset(receipt.counted)
    return {
        "question": receipt.question,
        "basis": receipt.basis,
        "roster": [_answer(answer) for answer in receipt.roster],
        "counted": receipt.counted,
        "non_votes": [_non_vote(answer) for answer in receipt.roster if answer.seat.name not in counted],
        "denominators": {"heads": receipt.total_heads, "weight": str(receipt.total_weight)},
        "threshold": _threshold(receipt.threshold),
        "share": _share(receipt.share),
        "margin": _share(receipt.margin),
        "confidence": _text(confidence),
        "heads": receipt.heads,
        "weight": {choice: str(weight) for choice, weight in receipt.weight.items()},
        "pivotal": receipt.pivotal,
        "notes": [_newer_when_said(note) for note in receipt.notes],
    }


def _non_vote(answer: Answer) -> dict[str, str]:
    kind, detail = (answer.kind, answer.detail) if isinstance(answer, NonVote) else (ABSTAINED, answer.reason)
    return {"seat": answer.seat.name, "kind": kind, "detail": detail}


def _answer(answer: Answer) -> dict[str, Any]:
    return _ballot(answer) if isinstance(answer, Ballot) else _no_ballot(answer)


def _no_ballot(answer: NonVote) -> dict[str, Any]:
    seat = answer.seat
    return {
        "seat": seat.name,
        "lens": seat.lens,
        "voter": seat.voter,
        "weight": str(seat.weight),
        "choice": None,
        "non_vote": answer.kind,
        "confidence": None,
        "scale": None,
        "detail": answer.detail,
        **{key: said for key in ("why", "value") if (said := getattr(answer, key))},
    }


def _ballot(ballot: Ballot) -> dict[str, Any]:
    seat, confidence = ballot.seat, ballot.confidence
    row: dict[str, Any] = {
        "seat": seat.name,
        "lens": seat.lens,
        "voter": seat.voter,
        "weight": str(seat.weight),
        "choice": ballot.choice,
        "non_vote": None,
        "confidence": str(confidence.percent) if confidence else None,
        "scale": confidence.scale if confidence else None,
        "rationale": ballot.rationale,
        "inferred": ballot.inferred,
    }
    if ballot[_FIRST_OPTIONAL:] != _NOTHING_SAID:
        _add_what_is_said(row, ballot)
    return row


def _add_what_is_said(row: dict[str, Any], ballot: Ballot) -> None:
    for key, said in zip(_PLAIN_WHEN_SAID, _plain_when_said(ballot), strict=True):
        if said:
            row[key] = said
    for key, said in zip(_RECORDS_WHEN_SAID, _records_when_said(ballot), strict=True):
        if said:
            row[key] = [_said(one) for one in said]


_FIRST_OPTIONAL = Ballot._fields.index("option")
_NOTHING_SAID = tuple(Ballot._field_defaults[field] for field in Ballot._fields[_FIRST_OPTIONAL:])

_PLAIN_WHEN_SAID = (
    *("option", "word", "reason", "dissent_note", "conditions", "risks", "alternatives", "key_evidence"),
    *("answered_by", "repaired"),
)
_RECORDS_WHEN_SAID = {"concerns": Concern, "evidence": Evidence, "priorities": Priority}
_plain_when_said, _records_when_said = attrgetter(*_PLAIN_WHEN_SAID), attrgetter(*_RECORDS_WHEN_SAID)


def _said(item: Concern | Evidence | Priority) -> dict[str, Any]:
    if isinstance(item, Priority):
        return {"item": item.item, "score": str(item.score), "urgency": str(item.urgency)}
    return {key: value for key, value in item._asdict().items() if value}


def from_plain(value: Mapping[str, Any]) -> Verdict:
    """The verdict in plain JSON values."""
    receipt, ask = value["receipt"], value["ask"]
    return Verdict(
        protocol=value["protocol"],
        result=value["result"],
        choice=value["choice"],
        action=value["action"],
        requires=tuple(value["requires"]),
        confidence=_exact(receipt["confidence"]),
        flags=tuple(value["flags"]),
        escalations=tuple(Escalation(**{**one, "names": _names(one, "names")}) for one in value["escalations"]),
        dissents=tuple(Dissent(**{**one, "confidence": _exact(one["confidence"])}) for one in value["dissents"]),
        conditions=tuple(value["conditions"]),
        alternatives=tuple(value["alternatives"]),
        risks=tuple(_read_risk(one) for one in value["risks"]),
        conflicts=tuple(_read_conflict(one) for one in value["conflicts"]),
        receipt=_read_receipt(receipt),
        ask=Ask(**{**ask, "options": tuple(AskOption(**one) for one in ask["options"])}) if ask else None,
        native=value["native"],
        added=tuple(Added(**one) for one in value.get("added", ())),
        version=value.get("version", 0),
    )


def _read_risk(value: Mapping[str, Any]) -> Risk:
    said = {key: one for key, one in value.items() if key != "number"}
    return Risk(**{**said, "seats": _names(value, "seats")})


def _names(value: Mapping[str, Any], key: str) -> tuple[str, ...]:
    return tuple(value.get(key, ()))


def _number(text: str) -> Exact:
    return plain(Fraction(text))


def _exact(text: str | None) -> Exact | None:
    return None if text is None else _number(text)


def _read_conflict(value: Mapping[str, Any]) -> Conflict:
    sides = (Position(one["agentId"], one["position"], _number(one["confidence"])) for one in value["positions"])
    resolution = value["resolution"]
    return Conflict(
        value["conflictId"],
        value["severity"],
        value["conflictType"],
        tuple(sides),
        resolution["status"],
        resolution["resolutionType"] or "",
    )


def _read_share(value: Mapping[str, Any] | None) -> Exact | None:
    return None if value is None else _number(value["fraction"])


def _read_receipt(value: Mapping[str, Any]) -> Receipt:
    threshold, denominators = value["threshold"], value["denominators"]
    return Receipt(
        question=value["question"],
        basis=value["basis"],
        roster=tuple(_read_answer(one) for one in value["roster"]),
        counted=tuple(value["counted"]),
        total_heads=denominators["heads"],
        total_weight=_number(denominators["weight"]),
        threshold=Threshold(threshold["rule"], _number(threshold["fraction"])),
        share=_read_share(value["share"]),
        margin=_read_share(value["margin"]),
        heads=value["heads"],
        weight={choice: _number(weight) for choice, weight in value["weight"].items()},
        pivotal=tuple(value["pivotal"]),
        notes=tuple(Note(**{**one, "seats": _names(one, "seats")}) for one in value["notes"]),
    )


def _read_answer(value: Mapping[str, Any]) -> Answer:
    seat = Seat(value["seat"], value["lens"], value["voter"], _number(value["weight"]))
    if value["non_vote"]:
        return NonVote(seat, value["non_vote"], value["detail"], value.get("why", ""), value.get("value", ""))
    confidence = Confidence(_number(value["confidence"]), value["scale"]) if value["scale"] else None
    said = {key: value[key] for key in _PLAIN_WHEN_SAID if key in value}
    texts: dict[str, Any] = {key: tuple(one) if isinstance(one, list | tuple) else one for key, one in said.items()}
    records: dict[str, Any] = {
        key: tuple(_read_said(kind, one) for one in value[key])
        for key, kind in _RECORDS_WHEN_SAID.items()
        if key in value
    }
    return Ballot(seat, value["choice"], confidence, value["rationale"], inferred=value["inferred"], **texts, **records)


def _read_said(kind: Any, value: Mapping[str, Any]) -> Any:
    if kind is Priority:
        return Priority(value["item"], _number(value["score"]), _number(value["urgency"]))
    return kind(**{"text": "", **value}) if kind is Concern else kind(**value)
