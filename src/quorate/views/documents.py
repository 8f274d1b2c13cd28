"""What documents come to: a reply as a ballot, and why a consensus document keeps a gate closed."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from quorate.replies.reply import ReplyReading

E_PROTOCOL_VALIDATION = "E_PROTOCOL_VALIDATION"


def reply_plain(heard: ReplyReading, notes: Sequence[str]) -> dict[str, Any]:
    """What a reply comes to, with its notes as sentences; why there is no vote is the first of them."""
    option = {"option": heard.option} if heard.option else {}
    return {
        "choice": heard.choice,
        **option,
        "confidence": _number(heard.confidence),
        "inferred": heard.inferred,
        "repaired": heard.repaired,
        "kind": heard.kind,
        "notes": [*([heard.why] if heard.why else []), *notes],
        "found": [one._asdict() for one in heard.notes],
    }


def closed_gate_plain(protocol: str, task: str, answer: Mapping[str, Any]) -> dict[str, Any]:
    """Why a gate stays closed, for the program that asked."""
    waiting = {"taskId": task} if task else {}
    message = "; ".join(violation["message"] for violation in answer["violations"])
    said = {"code": E_PROTOCOL_VALIDATION, "protocol": protocol, **waiting, "message": message}
    return {"error": {**said, **answer}}


def _number(value: Any) -> Any:
    """Numbers as JSON writes them; this is shown, and nothing is decided by it."""
    if not isinstance(value, Decimal):
        return value
    return int(value) if value == int(value) else float(value)
