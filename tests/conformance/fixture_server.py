"""Our own application with the tools of the suite: every check of the real one, and a key for a suite without one."""

import asyncio
import sys
import time

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send

from quorate.app.app import App, open_app_in_memory
from quorate.app.upkeep.carrier import Carrier
from quorate.deliberation.events import AUTHENTICATED
from quorate.deliberation.principal import SCOPES, Principal
from quorate.surfaces.http.application import Mounted, application
from quorate.surfaces.http.endpoint import ServerParts
from quorate.surfaces.http.guard.caller import Callers
from quorate.surfaces.http.guard.idempotency import RequestKeys
from quorate.surfaces.http.guard.origin_check import allowed_hosts
from quorate.surfaces.http.guard.rate_limit import RateLimit, StreamLimit
from quorate.surfaces.mcp.http_app import http_app
from tests.conformance.fixtures import add_fixtures

KEY = "the key of the suite"
SUITE = Principal("suite", AUTHENTICATED, scopes=frozenset(SCOPES))


class WithKey:
    """Every request comes with the key of the suite, which knows of none."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scope = {**scope, "headers": [*scope["headers"], (b"authorization", f"Bearer {KEY}".encode())]}
        await self._app(scope, receive, send)


async def _authenticated(_: App, presented: str) -> Principal:
    assert presented == KEY
    return SUITE


async def serve(port: int) -> None:
    """Serves until it is ended."""
    async with open_app_in_memory() as app:
        rate = RateLimit(0, 1, asyncio.get_running_loop().time)
        callers = Callers(app, _authenticated, None, "", time.monotonic)
        server_parts = ServerParts(
            app, callers, rate, RequestKeys(), Carrier(app), app.surroundings.fresh, asyncio.Event(), StreamLimit(100)
        )
        mounted = Mounted("/mcp", *http_app(app, add=add_fixtures))
        asgi = WithKey(application(server_parts, allowed_hosts(port, ()), "0", [mounted]))
        await uvicorn.Server(uvicorn.Config(asgi, port=port, log_level="warning", ws="none")).serve()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1])))
