"""What was wrong with a request, as problem details (RFC 9457)."""

from typing import Annotated, NamedTuple

from quorate.core.codec.declaration import OPTIONAL, OptionalText
from quorate.core.errors import Problem
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
