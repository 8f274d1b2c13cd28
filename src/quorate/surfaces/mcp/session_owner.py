"""Whose a session is: the key's that opened it. For every other key it does not exist."""

from collections import OrderedDict
from typing import Any

from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from mcp.server.streamable_http import MCP_SESSION_ID_HEADER
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quorate.app.access.refusals import note_unseen
from quorate.app.app import App
from quorate.deliberation.principal import MCP, Principal

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
