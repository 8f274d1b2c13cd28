"""The JSON Schema of a verdict as the codec writes it."""

from collections.abc import Iterable
from typing import Any

from quorate.core.ballot import ABSTAINED, NON_VOTES, NOT_NEEDED
from quorate.core.confidence import LABEL, PERCENT, UNIT
from quorate.core.verdict import ACTIONS, FLAGS, REQUIREMENTS, VERSION

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}
_NULL: Schema = {"type": "null"}
_FLAG: Schema = {"type": "boolean"}
_COUNT: Schema = {"type": "integer", "minimum": 0}
_EXACT: Schema = {"type": "string", "pattern": "^[0-9]+(/[1-9][0-9]*)?$"}
_PERCENT: Schema = {"type": "number", "minimum": 0, "maximum": 100}
_SEVERITY: Schema = {"enum": ["low", "medium", "high", "critical"]}


def _closed(properties: Schema, optional: Iterable[str] = ()) -> Schema:
    left_out = set(optional)
    required = [key for key in properties if key not in left_out]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, _NULL]}


def _names(words: Iterable[str]) -> Schema:
    """Words that there are, and that added protocols may add to."""
    return {"type": "string", "pattern": "^[A-Z][A-Z0-9_]*$", "examples": list(words)}


_TEXTS = _list(_TEXT)
_CODE: Schema = {"type": "string", "pattern": "^[a-z][a-z0-9_]*$"}
_VALUES: Schema = {
    "type": "object",
    "additionalProperties": {"anyOf": [_TEXT, _COUNT, _TEXTS]},
    "description": "What the code is about, by name.",
}
_NAMED_ONCE: Schema = {**_TEXTS, "uniqueItems": True}
_SHARE = _closed({"fraction": _EXACT, "percent": _PERCENT})
_SCALE: Schema = {"enum": [PERCENT, UNIT, LABEL]}
_SEAT = {"seat": {**_TEXT, "minLength": 1}, "lens": _TEXT, "voter": _TEXT, "weight": _EXACT}
_EVIDENCE = {
    "id": _TEXT,
    "file": _TEXT,
    "address": _TEXT,
    "section": _TEXT,
    "line": _COUNT,
    "type": _TEXT,
    "reproducible": _FLAG,
    "command": _TEXT,
    "counter": _FLAG,
    "answers": _TEXT,
}
_CONCERN = {"text": _TEXT, "kind": {"enum": ["safety", "security", "other"]}, "stated": _TEXT}
_SAID = {
    "option": _TEXT,
    "word": _TEXT,
    "reason": _TEXT,
    "dissent_note": _TEXT,
    "conditions": _TEXTS,
    "risks": _TEXTS,
    "alternatives": _TEXTS,
    "key_evidence": _TEXTS,
    "answered_by": {**_TEXT, "description": "The person, agent or key that answered for the seat."},
    "concerns": _list(_closed(_CONCERN, ["text", "stated"])),
    "evidence": _list(_closed(_EVIDENCE, _EVIDENCE)),
    "repaired": _FLAG,
    "priorities": _list(_closed({"item": _TEXT, "score": _EXACT, "urgency": _EXACT})),
}
_BALLOT = _closed(
    {
        **_SEAT,
        "choice": _TEXT,
        "non_vote": _NULL,
        "confidence": _or_null(_EXACT),
        "scale": _or_null(_SCALE),
        "rationale": _TEXT,
        "inferred": _FLAG,
        **_SAID,
    },
    _SAID,
)
_NON_VOTE = _closed(
    {
        **_SEAT,
        "choice": _NULL,
        "non_vote": {"enum": [*NON_VOTES, NOT_NEEDED]},
        "confidence": _NULL,
        "scale": _NULL,
        "detail": _TEXT,
        "why": {**_TEXT, "description": "A code for what Quorate found out."},
        "value": {**_TEXT, "description": "What that is about, such as an option that does not exist."},
    },
    ["why", "value"],
)
_RECEIPT = _closed(
    {
        "question": {"type": "string", "pattern": "^sha256:[0-9a-f]{64}$"},
        "basis": {"enum": ["heads", "weight"]},
        "roster": _list({"oneOf": [_BALLOT, _NON_VOTE]}),
        "counted": _NAMED_ONCE,
        "non_votes": _list(
            _closed({"seat": _TEXT, "kind": {"enum": [ABSTAINED, *NON_VOTES, NOT_NEEDED]}, "detail": _TEXT})
        ),
        "denominators": _closed({"heads": _COUNT, "weight": _EXACT}),
        "threshold": _closed({"rule": {"enum": ["more than", "at least"]}, "fraction": _EXACT, "percent": _PERCENT}),
        "share": _or_null(_SHARE),
        "margin": _or_null(_SHARE),
        "confidence": _or_null(_EXACT),
        "heads": {"type": "object", "additionalProperties": _COUNT},
        "weight": {"type": "object", "additionalProperties": _EXACT},
        "pivotal": _NAMED_ONCE,
        "notes": _list(
            _closed({"code": _TEXT, "seat": _TEXT, "detail": _TEXT, "seats": _NAMED_ONCE}, ["seats"]),
        ),
    }
)
_RISK = _closed(
    {
        "number": {"type": "integer", "minimum": 1},
        "risk": _TEXT,
        "source": _TEXT,
        "kind": _TEXT,
        "severity": _SEVERITY,
        "mitigation": _TEXT,
        "monitor": _TEXT,
        "owner": _TEXT,
        "status": _TEXT,
        "seats": _NAMED_ONCE,
        "why": {**_TEXT, "description": "The kind of a failure."},
        "code": {**_CODE, "description": "What the text says, where it is not a voter's."},
        "values": _VALUES,
    },
    ["seats", "why", "code", "values"],
)
_CONFLICT = _closed(
    {
        "conflictId": _TEXT,
        "severity": _SEVERITY,
        "conflictType": _TEXT,
        "positions": _list(_closed({"agentId": _TEXT, "position": _TEXT, "confidence": _EXACT})),
        "resolution": _closed(
            {
                "status": {"enum": ["pending", "proposed", "accepted", "rejected"]},
                "resolutionType": _or_null(_TEXT),
            }
        ),
    }
)
_DISSENT = _closed(
    {
        "seat": _TEXT,
        "choice": _TEXT,
        "confidence": _or_null(_EXACT),
        "concern": _TEXT,
        "mitigation": _TEXT,
        "monitor": _TEXT,
    }
)
_ASK = _closed(
    {
        "header": {"type": "string", "minLength": 1, "maxLength": 12},
        "question": _TEXT,
        "options": {
            **_list(
                _closed(
                    {"label": {**_TEXT, "minLength": 1}, "description": _TEXT, "code": _CODE, "values": _VALUES},
                    ["code", "values"],
                )
            ),
            "minItems": 2,
            "maxItems": 4,
        },
        "code": {**_CODE, "description": "Why a person is asked."},
    },
    ["code"],
)
_ADDED = _closed(
    {"among": {"enum": ["conditions", "alternatives"]}, "text": _TEXT, "code": _CODE, "values": _VALUES},
    ["values"],
)
VERDICT_SCHEMA = _closed(
    {
        "id": {"anyOf": [_TEXT, _COUNT], "description": "The document's id; in a batch only."},
        "version": {
            "type": "integer",
            "minimum": VERSION,
            "description": "Of this JSON: fields are only added. Verdicts from before there was one lack it.",
        },
        "protocol": {**_TEXT, "description": "The protocol that counted."},
        "result": {**_names(()), "description": "The protocol's own name for the outcome."},
        "choice": {**_or_null(_TEXT), "description": "What won, or null."},
        "action": {"enum": list(ACTIONS), "description": "What to do next."},
        "requires": {
            **_list({"enum": list(REQUIREMENTS)}),
            "uniqueItems": True,
            "description": "What stands between the verdict and acting on it.",
        },
        "confidence": {**_or_null(_PERCENT), "description": "Percent, rounded to one decimal; exact in the receipt."},
        "flags": {**_list(_names(FLAGS)), "uniqueItems": True, "description": "What to be aware of."},
        "escalations": _list(
            _closed(
                {
                    "level": {"enum": ["L1", "L2", "L3", "L4"]},
                    "reason": _TEXT,
                    "detail": _TEXT,
                    "names": _TEXTS,
                    "values": _VALUES,
                },
                ["names", "values"],
            ),
        ),
        "dissents": _list(_DISSENT),
        "conditions": _NAMED_ONCE,
        "alternatives": _NAMED_ONCE,
        "risks": _list(_RISK),
        "conflicts": _list(_CONFLICT),
        "receipt": {**_RECEIPT, "description": "The arithmetic, complete enough to redo it by hand."},
        "ask": {**_or_null(_ASK), "description": "What a person is to choose, recommended first."},
        "native": {"type": "object", "description": "The outcome in the protocol's own output format."},
        "added": {
            **_list(_ADDED),
            "description": "Which conditions and alternatives come from the rules, and their codes.",
        },
    },
    ["id", "version", "added"],
)
