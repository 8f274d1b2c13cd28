"""One request from its bytes to its answer: who calls, how often, what was sent, the use case, what is sent back."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from quorate.app.app import App
from quorate.app.keys import BoundKey
from quorate.app.upkeep.carrier import Carrier
from quorate.app.upkeep.work_queue import WorkQueue
from quorate.core.errors import DocumentError
from quorate.core.shape import Problems
from quorate.core.span import METHOD, OPERATION, ROUTE, STATUS
from quorate.deliberation.principal import Principal
from quorate.documents.container import Lines, decoded, parsed_json
from quorate.surfaces.http.event_stream_response import streamed_response
from quorate.surfaces.http.guard.caller import Callers
from quorate.surfaces.http.guard.idempotency import RequestKeys, fingerprint, request_key
from quorate.surfaces.http.guard.rate_limit import RateLimit, StreamLimit
from quorate.surfaces.http.operation import JSON, ROOT, Call, Operation, Rendered, SessionCalls, read_query
from quorate.surfaces.http.problems import HttpError, problem_of

LARGEST_BODY = 1024 * 1024
BODY_SECONDS, FRESH_SECONDS = 30.0, 1.0
NOBODY = Principal("nobody")
NAME, PRINCIPAL = "quorate.operation", "quorate.principal"
EVERY: Mapping[str, str] = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}
_CLOSE = {"Connection": "close"}


class ServerParts(NamedTuple):
    """What every request is handled with."""

    app: App
    callers: Callers
    rate: RateLimit
    keys: RequestKeys
    work: Carrier | WorkQueue
    fresh: Callable[[], str]
    closing: asyncio.Event
    streams: StreamLimit
    largest_body: int = LARGEST_BODY
    body_seconds: float = BODY_SECONDS


class Sent(NamedTuple):
    """The body of a request: its bytes, the value in them, and where its parts are."""

    data: bytes
    value: Any
    line_of: Lines


async def answer(server_parts: ServerParts, operation: Operation, request: Request) -> Response:
    """The response to a request, whatever happens."""
    request.scope[NAME] = operation.name
    route = ROOT + operation.path
    what = {METHOD: operation.method, ROUTE: route, OPERATION: operation.name}
    with server_parts.app.surroundings.spans(f"{operation.method} {route}", what) as note:
        response = await _response(server_parts, operation, request)
        note(STATUS, response.status_code)
        return response


async def _response(server_parts: ServerParts, operation: Operation, request: Request) -> Response:
    try:
        rendered = await _answer(server_parts, operation, request)
        if rendered.stream is None:
            return response_of(rendered)
        return _stream(server_parts, rendered, request)
    except Exception as error:  # noqa: BLE001 - the one place where an error becomes a response
        return response_of(problem_of(error))


def _stream(server_parts: ServerParts, rendered: Rendered, request: Request) -> Response:
    who, streams = request.scope[PRINCIPAL], server_parts.streams
    streams.open(who)
    callers, closing = server_parts.callers, server_parts.closing
    return streamed_response(rendered, callers, request.scope, closing, lambda: streams.close(who))


def response_of(rendered: Rendered) -> Response:
    """As it goes over the wire."""
    return Response(rendered.content, rendered.status, {**EVERY, **rendered.headers}, rendered.media)


async def _answer(server_parts: ServerParts, operation: Operation, request: Request) -> Rendered:
    who, time = NOBODY, asyncio.get_running_loop().time
    began = time()
    if not operation.is_public:
        who = await identified(server_parts, request)
    query = read_query(operation.query, request.query_params.multi_items())
    sent = await _sent(server_parts, operation, request)
    who = who._replace(is_fresh=time() - began < FRESH_SECONDS)  # a body that drips may outlast a key
    key = request_key(request.headers.getlist("idempotency-key")) if operation.changes else None
    print_ = fingerprint(request.method, request.url.path, request.url.query, sent.data) if key else ""
    call = Call(
        server_parts.app,
        who,
        request.path_params,
        query,
        sent.value,
        sent.line_of,
        sent.data,
        BoundKey(key, print_) if key else None,
        server_parts.work.follow_up,
        _sessions(server_parts, request),
        request.headers.get("last-event-id", ""),
    )
    with server_parts.keys.running(who, key, print_) as is_repeated:
        rendered = await operation.act(call)
    return rendered.repeated() if is_repeated else rendered


def _sessions(server_parts: ServerParts, request: Request) -> SessionCalls:
    callers, scope = server_parts.callers, request.scope
    return SessionCalls(lambda: callers.exchange(scope, server_parts.fresh()), lambda: callers.end_session(scope))


async def identified(server_parts: ServerParts, request: Request) -> Principal:
    """Who calls, unless they call too often."""
    who = await server_parts.callers.caller(request.scope)
    server_parts.rate.check(f"{who.proof}/{who.name}")
    request.scope[PRINCIPAL] = who
    return who


async def _sent(server_parts: ServerParts, operation: Operation, request: Request) -> Sent:
    """The body, read by its shape; without one there must be none."""
    if operation.body is None:
        return Sent(b"", None, _no_line)
    data = await read_body(request, server_parts.largest_body, server_parts.body_seconds)
    if not data and not operation.body.schema.get("required") and "$ref" not in operation.body.schema:
        data = b"{}"
    elif request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise HttpError("wrong-media", f"Content-Type: expected {JSON}")
    line_of = _lines(data)
    problems: Problems = []
    value = operation.body.read(parsed_json(decoded(data)), (), problems)
    if problems:
        raise DocumentError(one._replace(line=line_of(one.path)) for one in problems)
    return Sent(data, value, line_of)


def _lines(data: bytes) -> Lines:
    def line_of(path: tuple[str | int, ...]) -> int | None:
        from quorate.documents.json_walk import Walk  # only an error asks for lines

        return Walk(decoded(data)).line_of(path)

    return line_of


def _no_line(_: tuple[str | int, ...]) -> int | None:
    return None


async def read_body(request: Request, largest: int, seconds: float) -> bytes:
    """The whole body. Raises HttpError where it is too large, or does not arrive in time."""
    too_large = HttpError("too-large", f"the body: allowed are at most {largest} bytes", _CLOSE)
    stated = request.headers.get("content-length", "0")
    if not stated.isdecimal() or int(stated) > largest:
        raise too_large
    parts, size = [], 0
    try:
        async with asyncio.timeout(seconds):
            async for part in request.stream():
                size += len(part)
                if size > largest:
                    raise too_large
                parts.append(part)
    except TimeoutError:
        raise HttpError("malformed", "the body did not arrive in time", _CLOSE) from None
    except ClientDisconnect:  # nobody reads the answer, and the log needs no traceback
        raise HttpError("malformed", "the client left before its body had arrived", _CLOSE) from None
    return b"".join(parts)
