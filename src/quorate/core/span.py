"""What is being done, for whoever wants to trace it: names, kinds and numbers. Never a text that somebody wrote."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext

# what traces call things; `http.*` are the names of OpenTelemetry's conventions
METHOD, ROUTE, STATUS = "http.request.method", "http.route", "http.response.status_code"
OPERATION, DELIBERATION, ROUND = "quorate.operation", "quorate.deliberation", "quorate.round"
VOTER_KIND, ATTEMPT, OUTCOME = "quorate.voter.kind", "quorate.call.fence", "quorate.call.outcome"
ERROR_TYPE = "error.type"

Attribute = str | int
Note = Callable[[str, Attribute], None]
Spans = Callable[[str, Mapping[str, Attribute]], AbstractContextManager[Note]]
"""Given a name and attributes, a block that is traced; within it, more can be noted."""


def no_span(_: str, __: Mapping[str, Attribute]) -> AbstractContextManager[Note]:
    """Nobody traces."""
    return _NO_SPAN


def _nothing(_: str, __: Attribute) -> None:
    pass


_NO_SPAN = nullcontext[Note](_nothing)
