"""Every error as problem details (RFC 9457): the one place where the tree of errors meets the statuses of HTTP."""

import logging
from collections.abc import Mapping
from typing import NamedTuple

from quorate.core.codec import shown_line
from quorate.core.errors import (
    AccessDenied,
    DocumentError,
    Forbidden,
    InputError,
    KeyReused,
    MissingExtra,
    Outdated,
    QuorateError,
    Refused,
    StoreError,
    UnknownDeliberation,
    UnknownName,
)
from quorate.core.wording import ArgumentName, TerminalHint, worded
from quorate.fleet.refusal import AUTHORISATION, FleetRefusal
from quorate.surfaces.http.operation import Rendered
from quorate.views.documents import PREFIX, ProblemDetails, RecoverySteps, field_problem
from quorate.views.whose_move import whose_move

MEDIA = "application/problem+json"
CHALLENGE = {"WWW-Authenticate": 'Bearer realm="quorate"'}
_LOG = logging.getLogger("quorate.http")


class HttpError(QuorateError):
    """What is wrong with a request before any use case sees it."""

    def __init__(self, kind: str, detail: str, headers: Mapping[str, str] | None = None) -> None:
        self.kind, self.headers = kind, headers or {}
        super().__init__(detail)


class _Kind(NamedTuple):
    status: int
    title: str


KINDS: Mapping[str, _Kind] = {
    "malformed": _Kind(400, "The request cannot be read"),
    "unauthenticated": _Kind(401, "No valid key or token"),
    "forbidden": _Kind(403, "Not allowed"),
    "not-found": _Kind(404, "Not found"),
    "wrong-method": _Kind(405, "The method is not allowed here"),
    "refused": _Kind(409, "The state or the rules do not allow it"),
    "outdated": _Kind(409, "It answers something that has changed since"),
    "in-flight": _Kind(409, "The same request is being processed"),
    "too-large": _Kind(413, "The body is too large"),
    "wrong-media": _Kind(415, "The body is not JSON"),
    "misdirected": _Kind(421, "This server does not answer to that name"),
    "invalid": _Kind(422, "The input is wrong"),
    "invalid-document": _Kind(422, "The document has problems"),
    "unknown-name": _Kind(422, "There is nothing of this name"),
    "key-reused": _Kind(422, "The idempotency key was used for another request"),
    "too-many": _Kind(429, "Too many requests"),
    "failed": _Kind(500, "Something failed"),
    "missing-extra": _Kind(501, "An optional package is missing"),
    "record-unavailable": _Kind(503, "The record cannot be read or written"),
    "closing": _Kind(503, "The server is shutting down"),
}
"""Every kind of problem, with its status."""

_OF_ERRORS: tuple[tuple[type[QuorateError], str], ...] = (
    (DocumentError, "invalid-document"),
    (UnknownDeliberation, "not-found"),
    (UnknownName, "unknown-name"),
    (KeyReused, "key-reused"),
    (AccessDenied, "unauthenticated"),
    (Forbidden, "forbidden"),
    (Outdated, "outdated"),
    (Refused, "refused"),
    (InputError, "invalid"),
    (MissingExtra, "missing-extra"),
    (StoreError, "record-unavailable"),
)


_OTHER_NAMES: Mapping[str, str] = {
    "key": "Idempotency-Key",
    "seats NAME=VOTER": "panel: [{seat: NAME, voter: VOTER}]",
}


def _as_field(part: ArgumentName | TerminalHint) -> str:
    """An argument as requests have it; a client is at no terminal."""
    return "" if isinstance(part, TerminalHint) else _OTHER_NAMES.get(part, part)


def problem_of(error: Exception) -> Rendered:
    """An error as it is sent. What only whoever runs the server should know goes to its log instead."""
    if isinstance(error, HttpError):
        return rendered_problem(error.kind, str(error), headers=error.headers)
    if isinstance(error, FleetRefusal):
        return _fleet_problem(error)
    kind = next((name for known, name in _OF_ERRORS if isinstance(error, known)), "failed")
    if isinstance(error, DocumentError):
        return rendered_problem(kind, _detail(error), error)
    if kind in ("failed", "record-unavailable"):
        _LOG.error("%s: %s", type(error).__name__, error, exc_info=error if kind == "failed" else None)
        return rendered_problem(kind, "the server's log says more")
    return rendered_problem(kind, _detail(error), headers=CHALLENGE if kind == "unauthenticated" else {})


def _detail(error: Exception) -> str:
    return worded(error.message, _as_field) if isinstance(error, QuorateError) else str(error)


def rendered_problem(
    kind: str, detail: str, document: DocumentError | None = None, headers: Mapping[str, str] | None = None
) -> Rendered:
    """A problem of a kind."""
    known = KINDS[kind]
    errors = tuple(map(field_problem, document.problems)) if document else ()
    details = ProblemDetails(PREFIX + kind, known.title, known.status, detail, errors)
    return Rendered(shown_line(details) + "\n", known.status, MEDIA, headers or {})


_OF_REFUSALS: Mapping[str, str] = {
    "SESSION_NOT_FOUND": "not-found",
    "AGENT_NOT_FOUND": "not-found",
    "INVALID_VOTE": "invalid",
    "INVALID_ARGUMENT": "invalid",
}


def _fleet_problem(error: FleetRefusal) -> Rendered:
    """A refusal by the rules of the fleet, with the code by which its agents know it."""
    usual = "forbidden" if error.recovery.category == AUTHORISATION else "refused"
    kind = _OF_REFUSALS.get(error.code, usual)
    known, recovery = KINDS[kind], error.recovery
    steps = RecoverySteps(recovery.action, recovery.related_tools, recovery.workflow)
    move = whose_move(error.turn, error.viewer) if error.turn else None
    said = str(error), error.code, recovery.category, steps, move
    details = ProblemDetails(PREFIX + kind, known.title, known.status, str(error), (), False, *said)
    return Rendered(shown_line(details) + "\n", known.status, MEDIA)
