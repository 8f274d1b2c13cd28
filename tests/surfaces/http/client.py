"""Requests to the application in this process, each as whoever is named: no socket, no wait."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any

import httpx2

from quorate.app.app import App
from quorate.app.upkeep.carrier import Carrier
from quorate.deliberation.principal import Principal
from quorate.surfaces.http.application import Mounted, application
from quorate.surfaces.http.endpoint import ServerParts
from quorate.surfaces.http.guard.caller import Callers
from quorate.surfaces.http.guard.idempotency import RequestKeys
from quorate.surfaces.http.guard.origin_check import AllowedHosts
from quorate.surfaces.http.guard.rate_limit import RateLimit, StreamLimit
from quorate.surfaces.http.problems import HttpError

HOST = "127.0.0.1:8640"
TOKEN = "the token that the server printed"


class Client:
    """An application on an app, and requests to it. Whoever calls is taken at the word of their key's text."""

    def __init__(self, app: App, rate: float = 0, burst: int = 1, mounted: tuple[Mounted, ...] = ()) -> None:
        self.app, self.known, self.carrier = app, dict[str, Principal](), Carrier(app)
        self.time, self.closing = 0.0, asyncio.Event()
        local = Principal("local", owns_store=True)
        limit = RateLimit(rate, burst, lambda: self.time)
        self.callers = Callers(app, self._authenticated, local, TOKEN, lambda: self.time)
        server_parts = ServerParts(
            app,
            self.callers,
            limit,
            RequestKeys(),
            self.carrier,
            app.surroundings.fresh,
            self.closing,
            StreamLimit(100),
        )
        self.asgi = application(server_parts, AllowedHosts(frozenset({HOST})), "0", mounted)
        self.transport = httpx2.ASGITransport(self.asgi)

    async def _authenticated(self, _: App, presented: str) -> Principal:
        if presented not in self.known:
            raise HttpError("unauthenticated", "the key is not valid")
        return self.known[presented]

    async def send(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        who: Principal | None = None,
        headers: Mapping[str, str] | Sequence[tuple[str, str]] = (),
        **query: Any,
    ) -> httpx2.Response:
        """The response. A body that is bytes is sent as it is."""
        said = httpx2.Headers(headers)
        said.setdefault("Host", HOST)
        if who:
            self.known[f"key of {who.name}"] = who
            said.setdefault("Authorization", f"Bearer key of {who.name}")
        data = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        if data is not None:
            said.setdefault("Content-Type", "application/json")
        params = {name: value for name, value in query.items() if value is not None}
        async with httpx2.AsyncClient(
            transport=self.transport, base_url="http://127.0.0.1:8640", verify=False
        ) as client:
            return await client.request(method, path, content=data, headers=said, params=params)

    async def get(self, path: str, who: Principal, **query: Any) -> httpx2.Response:
        """What is shown."""
        return await self.send("GET", path, who=who, **query)

    async def post(self, path: str, who: Principal, body: Any, key: str | None = None, **query: Any) -> httpx2.Response:
        """What a change answers."""
        headers = {"Idempotency-Key": key} if key is not None else {}
        return await self.send("POST", path, body, who=who, headers=headers, **query)
