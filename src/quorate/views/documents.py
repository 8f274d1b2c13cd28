"""What documents come to: a reply as a ballot, and why a consensus document keeps a gate closed."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Annotated, Any, NamedTuple

from quorate.core.codec.declaration import OPTIONAL, Form, OptionalText
from quorate.core.errors import Problem
from quorate.deliberation.events import BallotNote
from quorate.replies.reply import ReplyReading
from quorate.views.whose_move import WhoseMove

PREFIX = "urn:quorate:problem:"


class FieldProblem(NamedTuple):
    """One thing that is wrong with a document: where, and what is allowed there."""

    field: str
    detail: str
    line: Annotated[int | None, OPTIONAL] = None


class RecoverySteps(NamedTuple):
    """What somebody who was refused can do, with which tools of the fleet, in which order."""

    action: str
    related_tools: tuple[str, ...] = ()
    workflow: tuple[str, ...] = ()


class ProblemDetails(NamedTuple):
    """What was wrong. `type` names the kind of problem, `detail` says it in a sentence.

    A refusal by the rules of the fleet also has the keys that its agents read: `error` and those behind it.
    """

    type: str
    title: str
    status: int
    detail: str
    errors: Annotated[tuple[FieldProblem, ...], OPTIONAL] = ()
    success: Annotated[bool | None, OPTIONAL] = None
    error: OptionalText = ""
    error_code: OptionalText = ""
    error_category: OptionalText = ""
    recovery: Annotated[RecoverySteps | None, OPTIONAL] = None
    whose_move: Annotated[WhoseMove | None, OPTIONAL] = None


def field_problem(problem: Problem) -> FieldProblem:
    """A problem of a document as it is shown."""
    return FieldProblem(problem.field, problem._replace(line=None).sentence(), problem.line)


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
