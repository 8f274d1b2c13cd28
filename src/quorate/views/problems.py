"""What was wrong with a request, as problem details (RFC 9457)."""

from typing import Annotated, NamedTuple

from quorate.core.codec.declaration import SAID, Key
from quorate.core.errors import Problem
from quorate.views.whose_move import WhoseMove

PREFIX = "urn:quorate:problem:"


class FieldProblem(NamedTuple):
    """One thing that is wrong with a document: where, and what is allowed there."""

    field: str
    detail: str
    line: Annotated[int | None, Key(if_set=True)] = None


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
    errors: Annotated[tuple[FieldProblem, ...], SAID] = ()
    success: Annotated[bool | None, Key(if_set=True)] = None
    error: Annotated[str, Key(if_set=True)] = ""
    error_code: Annotated[str, Key(if_set=True)] = ""
    error_category: Annotated[str, Key(if_set=True)] = ""
    recovery: Annotated[RecoverySteps | None, Key(if_set=True)] = None
    whose_move: Annotated[WhoseMove | None, Key(if_set=True)] = None


def field_problem(problem: Problem) -> FieldProblem:
    """A problem of a document as it is shown."""
    return FieldProblem(problem.field, problem._replace(line=None).sentence(), problem.line)
