"""The server as an application that a web server mounts, which has checked host, origin and caller before."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, NamedTuple

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp
from mcp.server.transport_security import TransportSecuritySettings
from starlette.types import ASGIApp, Receive, Scope, Send

from quorate.app.app import App
from quorate.app.life.carriers import Carriers
from quorate.core.errors import AccessDenied
from quorate.deliberation.events import AUTHENTICATED
from quorate.deliberation.principal import MCP, Principal
from quorate.surfaces.mcp.caller import Host
from quorate.surfaces.mcp.mcp_server import SET_NAMES, server_of
from quorate.surfaces.mcp.session_owner import PRINCIPAL, OwnedSessions

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
