"""What is being done, for whoever wants to trace it: names, kinds and numbers. Never a text that somebody wrote."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager

# what traces call things; `http.*` are the names of OpenTelemetry's conventions
METHOD, ROUTE, STATUS = "http.request.method", "http.route", "http.response.status_code"
OPERATION, DELIBERATION, ROUND = "quorate.operation", "quorate.deliberation", "quorate.round"
VOTER_KIND, ATTEMPT, OUTCOME = "quorate.voter.kind", "quorate.call.fence", "quorate.call.outcome"
ERROR_TYPE = "error.type"

Attribute = str | int
Note = Callable[[str, Attribute], None]
Spans = Callable[[str, Mapping[str, Attribute]], AbstractContextManager[Note]]
"""Given a name and attributes, a block that is traced; within it, more can be noted."""


@contextmanager
def no_span(_: str, __: Mapping[str, Attribute]) -> Iterator[Note]:
    """Nobody traces."""
    yield _nothing


def _nothing(_: str, __: Attribute) -> None:
    pass
