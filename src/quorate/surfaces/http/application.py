"""The ASGI application: the routes of all operations behind the checks, and other applications beside them."""

import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from functools import cache
from typing import Any, NamedTuple

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quorate.core.codec import json_line
from quorate.core.errors import AccessDenied
from quorate.surfaces.http.endpoint import NAME, ServerParts, answer, identified, read_body, response_of
from quorate.surfaces.http.event_stream_response import has_answered
from quorate.surfaces.http.guard.origin_check import TARGET, AllowedHosts, check_origin
from quorate.surfaces.http.openapi import openapi
from quorate.surfaces.http.operation import ROOT, Operation, Rendered
from quorate.surfaces.http.operations import contributions, fleet, life, overview, system
from quorate.surfaces.http.problems import HttpError, problem_of, rendered_problem

OPERATIONS = (
    *system.OPERATIONS,
    *life.OPERATIONS,
    *overview.OPERATIONS,
    *contributions.OPERATIONS,
    *fleet.OPERATIONS,
)
_LOG = logging.getLogger("quorate.access")


class Mounted(NamedTuple):
    """Another application under a path, for callers who are known: its scope has them under `PRINCIPAL`.

    `running` is entered when the server starts and left when it ends. `about` says in the description what it is.
    """

    path: str
    app: ASGIApp
    running: Callable[[], AbstractAsyncContextManager[Any]]
    about: Mapping[str, str] = {}


def application(
    server_parts: ServerParts, hosts: AllowedHosts, version: str, mounted: Sequence[Mounted] = ()
) -> ASGIApp:
    """Everything that the server answers."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            for one in mounted:
                await stack.enter_async_context(one.running())
            yield

    routes: list[BaseRoute] = [*_routes(server_parts), _description(version, mounted)]
    routes += [Route(one.path, _Known(server_parts, one.app)) for one in mounted]
    handlers: dict[Any, Any] = {HTTPException: _unrouted}
    return _Checked(Starlette(routes=routes, lifespan=lifespan, exception_handlers=handlers), hosts)


def _routes(server_parts: ServerParts) -> Iterator[Route]:
    """One for each path, so that a wrong method is answered with all that are right."""
    paths: dict[str, dict[str, Operation]] = {}
    for one in OPERATIONS:
        paths.setdefault(ROOT + one.path, {})[one.method] = one
    for path, offered in paths.items():
        yield Route(path, _endpoint(server_parts, offered), methods=[*offered])


def _endpoint(server_parts: ServerParts, offered: Mapping[str, Operation]) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        method = "GET" if request.method == "HEAD" else request.method
        return await answer(server_parts, offered[method], request)

    return endpoint


def _description(version: str, mounted: Sequence[Mounted]) -> Route:
    others = {one.path: one.about for one in mounted if one.about}

    @cache
    def text() -> str:
        return json_line(openapi(OPERATIONS, version, others)) + "\n"

    async def endpoint(_: Request) -> Response:
        return response_of(Rendered(text()))

    return Route(f"{ROOT}/openapi.json", endpoint, methods=["GET"])


async def _unrouted(_: Request, error: HTTPException) -> Response:
    """A path or a method that is no operation."""
    kind = "wrong-method" if error.status_code == 405 else "not-found"
    return response_of(rendered_problem(kind, f"{error.detail}; see {ROOT}/openapi.json", headers=error.headers or {}))


class _Known:
    """An application for callers who are known."""

    def __init__(self, server_parts: ServerParts, app: ASGIApp) -> None:
        self._server_parts, self._app = server_parts, app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Finds out who calls, and passes it on."""
        if scope["type"] != "http":
            return
        parts = self._server_parts
        try:
            request = Request(scope, receive)
            who = await identified(parts, request)
            body = await read_body(request, parts.largest_body, parts.body_seconds)
            parts.streams.open(who)
        except Exception as error:  # noqa: BLE001 - every failure is a response
            await response_of(problem_of(error))(scope, receive, send)
            return
        sent = _Sent(send)
        try:
            answer = self._app(scope, _replayed(body, receive), sent)
            if not await has_answered(answer, parts.callers, scope, parts.closing):
                await sent.end(scope, receive)
        finally:
            parts.streams.close(who)


class _Sent:
    """What is sent, and whether it has begun: then it can only be ended."""

    def __init__(self, send: Send) -> None:
        self._send, self._has_begun = send, False

    async def __call__(self, message: Message) -> None:
        """Sends it."""
        self._has_begun = True
        await self._send(message)

    async def end(self, scope: Scope, receive: Receive) -> None:
        """Ends an answer that is not waited for any more; where none has begun, since the key is not valid."""
        if self._has_begun:
            await self._send({"type": "http.response.body", "body": b"", "more_body": False})
        else:
            await response_of(problem_of(AccessDenied()))(scope, receive, self._send)


def _replayed(body: bytes, receive: Receive) -> Receive:
    """The body that was read already, and whatever comes after it."""
    left = [{"type": "http.request", "body": body, "more_body": False}]

    async def received() -> Any:
        return left.pop() if left else await receive()

    return received


class _Checked:
    """The outermost part: checks where a request comes from, and writes one line on each to the log."""

    def __init__(self, app: ASGIApp, hosts: AllowedHosts) -> None:
        self._app, self._hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers requests; anything else but the lifespan is refused."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await self._answered(scope, receive, _logged(scope, send))
        else:
            await send({"type": "websocket.close", "code": 1008})

    async def _answered(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            check_origin(scope["headers"], self._hosts, scope.get(TARGET, b"/"))
            sent = scope.get("raw_path", b"")
            if b"%2f" in sent.lower():
                raise HttpError("not-found", f"Not Found; see {ROOT}/openapi.json")
        except HttpError as error:
            await response_of(problem_of(error))(scope, receive, send)
            return
        await self._app(scope, receive, send)


def _logged(scope: Scope, send: Send) -> Send:
    """Says what was answered, and how long it took; no path, since a client may write a secret into one."""
    began = time.monotonic()

    async def sending(message: Any) -> None:
        if message["type"] == "http.response.start":
            took = round((time.monotonic() - began) * 1000, 1)
            said = {"operation": scope.get(NAME, ""), "status": message["status"], "ms": took}
            _LOG.info("request", extra={"fields": said})
        await send(message)

    return sending
