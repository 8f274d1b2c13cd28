"""The server as an application that a web server mounts, which has checked host, origin and caller before."""

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, NamedTuple

from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.streamable_http import MCP_SESSION_ID_HEADER
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp
from mcp.server.transport_security import TransportSecuritySettings
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quorate.app.access.refusals import note_unseen
from quorate.app.app import App
from quorate.app.life.carriers import Carriers
from quorate.core.errors import AccessDenied
from quorate.deliberation.events import AUTHENTICATED
from quorate.deliberation.principal import MCP, Principal
from quorate.surfaces.mcp.caller import Host
from quorate.surfaces.mcp.mcp_server import SET_NAMES, server_of

PRINCIPAL = "quorate.principal"
"""Under which key of a request's scope whoever mounts this has put who calls."""
MOST_SESSIONS = 100
"""Sessions of one caller at the same time; the SDK's limit is one for all callers together."""
_OPERATION = "mcp_session"
_HEADER = MCP_SESSION_ID_HEADER.encode()


class OwnedSessions:
    """The SDK's application, which compares the user in a request's scope with whoever opened the session."""

    def __init__(self, app: App, sessions: ASGIApp) -> None:
        self._app, self._sessions = app, sessions
        self._open: dict[tuple[str, str], OrderedDict[bytes, AuthenticatedUser]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, and keeps that somebody named a session that is not theirs, or not there."""
        who: Principal = scope[PRINCIPAL]
        user, named = _user(who), _session_in(scope["headers"])
        opened: list[bytes] = []

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                if named and message["status"] == 404:
                    # kept whether it is there or not, so that the time that it takes tells nothing either
                    await note_unseen(self._app, who._replace(via=MCP), _OPERATION)
                elif session := _session_in(message["headers"]):
                    opened.append(session)
            await send(message)

        await self._sessions({**scope, "user": user}, receive, sent)
        for session in opened:
            await self._end_oldest(scope, who, user, session)

    async def _end_oldest(self, scope: Scope, who: Principal, user: AuthenticatedUser, used: bytes) -> None:
        """Of more sessions than somebody may have, the one that was not used for the longest time is ended."""
        own = self._open.setdefault((who.proof, who.name), OrderedDict())
        own[used] = user
        own.move_to_end(used)
        while len(own) > MOST_SESSIONS:
            oldest, opener = own.popitem(last=False)
            ending = {**scope, "method": "DELETE", "headers": [(_HEADER, oldest)], "user": opener}
            await self._sessions(ending, _nothing, _unsent)


def _user(who: Principal) -> AuthenticatedUser:
    return AuthenticatedUser(AccessToken(token="", client_id=f"{who.proof} {who.key_id}", scopes=[], subject=who.name))


def _session_in(headers: Any) -> bytes:
    return next((value for name, value in headers if name.lower() == _HEADER), b"")


async def _nothing() -> Message:
    return {"type": "http.request", "body": b"", "more_body": False}


async def _unsent(_: Message) -> None:
    """Nobody waits for this answer."""


ABOUT: Mapping[str, str] = {
    "summary": "The tools for agents: an endpoint of the Model Context Protocol (MCP)",
    "description": (
        "For clients of that protocol, over its streamable HTTP transport. It needs the same key as the operations, "
        "and lists its tools itself."
    ),
}


class HttpApp(NamedTuple):
    """The application, what has to be entered while it is served, and what it is, in the words of OpenAPI."""

    app: ASGIApp
    running: Callable[[], AbstractAsyncContextManager[None]]
    about: Mapping[str, str] = ABOUT


def http_app(app: App, sets: Sequence[str] = SET_NAMES, add: Callable[[MCPServer[Any]], None] | None = None) -> HttpApp:
    """Streamable HTTP for both eras of the protocol, on this record; `add` puts more beside our own tools."""

    async def opened() -> App:
        return app

    server = server_of(Host(opened, known_caller, Carriers(), is_local=False), sets)
    if add:
        add(server)
    # the server that mounts it checks Host and Origin for all that it serves
    server.streamable_http_app(transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False))
    sessions = OwnedSessions(app, StreamableHTTPASGIApp(server.session_manager))
    return HttpApp(_trimmed(sessions), server.session_manager.run)


def _trimmed(app: ASGIApp) -> ASGIApp:
    """Space around the value of a header is no part of it; the parser leaves it there."""

    async def called(scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(name, value.strip(b" \t")) for name, value in scope["headers"]]
        await app({**scope, "headers": headers}, receive, send)

    return called


async def known_caller(_: App, context: Context) -> Principal:
    """Whoever the web server has found out; without that, nobody. For the local user it is a program that acts."""
    request = context.request_context.request
    who = request.scope.get(PRINCIPAL) if request is not None else None
    if not isinstance(who, Principal):
        raise AccessDenied
    is_proved = who.proof == AUTHENTICATED
    return who._replace(via=MCP, owns_store=who.owns_store and is_proved)
