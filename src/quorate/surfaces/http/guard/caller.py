"""Who calls: somebody with a key, or the user of this machine who was shown a token when the server started.

The token is good for one exchange. What it is exchanged for ends with the server, when nobody has used it for some
hours, and after some days in any case. Whoever presents wrong keys again and again is told to wait.
"""

import hmac
from collections.abc import Awaitable, Callable, Mapping, Sequence
from hashlib import sha256
from http.cookies import CookieError, SimpleCookie
from typing import Any, NamedTuple

from quorate.access.key_text import read_key
from quorate.app.app import App
from quorate.core.errors import AccessDenied
from quorate.deliberation.principal import Principal
from quorate.surfaces.http.guard.rate_limit import RateLimit
from quorate.surfaces.http.problems import CHALLENGE, HttpError

COOKIE = "quorate_session"
IDLE_SECONDS, LONGEST_SECONDS = 12 * 3600, 7 * 24 * 3600
FAILURES, FAILURES_PER_SECOND = 20, 0.2
_MOST_SESSIONS = 100
_EXCHANGE = "POST /v1/session with Authorization: Bearer TOKEN exchanges the server's token for a session, once"
Authenticate = Callable[[App, str], Awaitable[Principal]]
Headers = Sequence[tuple[bytes, bytes]]
Scope = Mapping[str, Any]


class _Session(NamedTuple):
    digest: bytes
    began: float
    used: float


class Callers:
    """Those who may call this server. `local` is the user of this machine, where a token stands for them."""

    def __init__(
        self, app: App, authenticate: Authenticate, local: Principal | None, token: str, time: Callable[[], float]
    ) -> None:
        self._app, self._authenticate, self._local, self._time = app, authenticate, local, time
        self._token, self._is_exchanged = _digest(token) if local else b"", False
        self._sessions: list[_Session] = []
        self._failures = RateLimit(FAILURES_PER_SECOND, FAILURES, time)

    async def caller(self, scope: Scope) -> Principal:
        """Whose request this is. Raises HttpError or AccessDenied where nobody's."""
        headers = scope["headers"]
        presented = _bearer(headers) or _cookie(headers)
        if not presented:
            or_session = f", or a session: {_EXCHANGE}" if self._token and not self._is_exchanged else ""
            raise HttpError("unauthenticated", f"expected a key: Authorization: Bearer qk_...{or_session}", CHALLENGE)
        if self._local and self._is_session(presented):
            return self._local
        return await self._with_key(presented, _address(scope))

    async def _with_key(self, presented: str, address: str) -> Principal:
        """Every key is looked up: wrong ones from the same address, such as that of a proxy, lock nobody out."""
        try:
            return await self._authenticate(self._app, presented)
        except (AccessDenied, HttpError):
            self._failures.check(address)
            if self._is_token(presented):
                how = "it was exchanged: use the token of the session" if self._is_exchanged else _EXCHANGE
                raise HttpError("unauthenticated", f"this is the token of the server; {how}", CHALLENGE) from None
            raise

    def _is_token(self, presented: str) -> bool:
        return bool(self._token) and hmac.compare_digest(_digest(presented), self._token)

    def exchange(self, scope: Scope, fresh: str) -> str:
        """Gives a session for the token, once. Raises HttpError for anything else."""
        presented = _bearer(scope["headers"])
        if self._is_exchanged or not self._is_token(presented):
            self._failures.check(_address(scope))
            raise HttpError("unauthenticated", self._why_no_exchange(presented), CHALLENGE)
        self._is_exchanged = True
        now = self._time()
        self._sessions = [*self._sessions, _Session(_digest(fresh), now, now)][-_MOST_SESSIONS:]
        return fresh

    def _why_no_exchange(self, presented: str) -> str:
        """The same for every token that is presented: nobody learns whether a guess was right."""
        if read_key(presented):
            return "a key needs no session: send it with every request"
        if self._is_session(presented):
            return "this is a session already: send it with every request"
        if not self._local:
            return "this server has no token; it needs a key: Authorization: Bearer qk_..."
        if self._is_exchanged:
            return "the token of this server was exchanged already; restart the server for a new one"
        return f"expected the token of this server; {_EXCHANGE}"

    def end_session(self, scope: Scope) -> None:
        """Ends the session that is presented, if it is one."""
        digest = _digest(_bearer(scope["headers"]) or _cookie(scope["headers"]))
        self._sessions = [one for one in self._sessions if not hmac.compare_digest(one.digest, digest)]

    def _is_session(self, presented: str) -> bool:
        now, digest = self._time(), _digest(presented)
        live = [one for one in self._sessions if now - one.used < IDLE_SECONDS and now - one.began < LONGEST_SECONDS]
        found = [hmac.compare_digest(one.digest, digest) for one in live]
        self._sessions = [one._replace(used=now) if is_it else one for one, is_it in zip(live, found, strict=True)]
        return any(found)


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else ""


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
