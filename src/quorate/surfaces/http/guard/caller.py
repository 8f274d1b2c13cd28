"""Who calls: somebody with a key, or the user of this machine who was shown a token when the server started.

The token is good for one exchange. What it is exchanged for holds until the server ends.
"""

import hmac
from collections.abc import Awaitable, Callable, Sequence
from hashlib import sha256
from http.cookies import CookieError, SimpleCookie

from quorate.app.app import App
from quorate.deliberation.principal import Principal
from quorate.surfaces.http.problems import CHALLENGE, HttpError

COOKIE = "quorate_session"
_MOST_SESSIONS = 100
Authenticate = Callable[[App, str], Awaitable[Principal]]
Headers = Sequence[tuple[bytes, bytes]]


class Callers:
    """Those who may call this server. `local` is the user of this machine, where a token stands for them."""

    def __init__(self, app: App, authenticate: Authenticate, local: Principal | None, token: str) -> None:
        self._app, self._authenticate, self._local = app, authenticate, local
        self._token = _digest(token) if local else b""
        self._sessions: list[bytes] = []

    async def caller(self, headers: Headers) -> Principal:
        """Whose request this is. Raises HttpError where nobody's."""
        presented = _bearer(headers) or _cookie(headers)
        if not presented:
            raise HttpError("unauthenticated", "expected a key: Authorization: Bearer qk_...", CHALLENGE)
        if self._local and self._is_session(presented):
            return self._local
        return await self._authenticate(self._app, presented)

    def exchange(self, headers: Headers, fresh: str) -> str:
        """Gives a session for the token, once. Raises HttpError for anything else."""
        presented = _digest(_bearer(headers))
        if not self._token or not hmac.compare_digest(presented, self._token):
            raise HttpError("unauthenticated", "expected the token that the server printed", CHALLENGE)
        self._token = b""
        self._sessions = [*self._sessions, _digest(fresh)][-_MOST_SESSIONS:]
        return fresh

    def _is_session(self, presented: str) -> bool:
        digest = _digest(presented)
        return any(hmac.compare_digest(digest, one) for one in self._sessions)


def _digest(secret: str) -> bytes:
    return sha256(secret.encode(errors="replace")).digest()


def _bearer(headers: Headers) -> str:
    stated = [value for key, value in headers if key.lower() == b"authorization"]
    if len(stated) > 1:
        raise HttpError("malformed", "found several Authorization headers; expected one")
    if not stated:
        return ""
    scheme, _, secret = stated[0].decode("latin-1").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else ""


def _cookie(headers: Headers) -> str:
    for key, value in headers:
        if key.lower() == b"cookie":
            try:
                found = SimpleCookie(value.decode("latin-1")).get(COOKIE)
            except CookieError:
                continue
            if found:
                return found.value
    return ""
