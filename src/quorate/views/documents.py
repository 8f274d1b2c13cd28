"""What documents come to: a reply as a ballot, and why a consensus document keeps a gate closed."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Annotated, Any, NamedTuple

from quorate.core.codec.declaration import Form, OptionalText
from quorate.deliberation.events import BallotNote
from quorate.replies.reply import ReplyReading

E_PROTOCOL_VALIDATION = "E_PROTOCOL_VALIDATION"


def _number(value: Any) -> Any:
    """Numbers as JSON writes them; this is shown, and nothing is decided by it."""
    if not isinstance(value, Decimal):
        return value
    return int(value) if value == int(value) else float(value)


_NUMBER = Form(_number, lambda value: value, {"type": ["number", "string", "null"]})


class ShownReply(NamedTuple):
    """What a reply comes to, with its notes as sentences; why it has no ballot is the first of them."""

    choice: str | None
    option: OptionalText
    confidence: Annotated[int | Decimal | str | None, _NUMBER]
    inferred: bool
    kind: str
    notes: tuple[str, ...]
    found: tuple[BallotNote, ...]


def shown_reply(heard: ReplyReading, notes: Sequence[str]) -> ShownReply:
    """A reply as every interface shows it."""
    failure = (heard.failure,) if heard.failure else ()
    found = (*((heard.why,) if heard.why else ()), *heard.notes)
    how = heard.inferred, heard.kind
    return ShownReply(heard.choice, heard.option, heard.confidence, *how, (*failure, *notes), found)


def closed_gate_plain(protocol: str, task: str, answer: Mapping[str, Any]) -> dict[str, Any]:
    """Why a gate stays closed, for the program that asked."""
    waiting = {"taskId": task} if task else {}
    message = "; ".join(violation["message"] for violation in answer["violations"])
    said = {"code": E_PROTOCOL_VALIDATION, "protocol": protocol, **waiting, "message": message}
    return {"error": {**said, **answer}}
