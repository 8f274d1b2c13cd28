"""What was wrong with a request, as problem details (RFC 9457)."""

from typing import Annotated, NamedTuple

from quorate.core.codec.declaration import SAID, Key
from quorate.core.errors import Problem

PREFIX = "urn:quorate:problem:"


class FieldProblem(NamedTuple):
    """One thing that is wrong with a document: where, and what is allowed there."""

    field: str
    detail: str
    line: Annotated[int | None, Key(if_set=True)] = None


class ProblemDetails(NamedTuple):
    """What was wrong. `type` names the kind of problem, `detail` says it in a sentence."""

    type: str
    title: str
    status: int
    detail: str
    errors: Annotated[tuple[FieldProblem, ...], SAID] = ()


def field_problem(problem: Problem) -> FieldProblem:
    """A problem of a document as it is shown."""
    return FieldProblem(problem.field, problem._replace(line=None).sentence(), problem.line)
