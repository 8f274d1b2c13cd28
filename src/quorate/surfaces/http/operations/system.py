"""What is asked of the server itself: whether it lives, whether it can work, and a session for its token."""

from typing import Annotated, NamedTuple

from quorate.app.upkeep.server_lock import ServedRecord
from quorate.core.codec.declaration import Key
from quorate.surfaces.http.guard.caller import COOKIE, IDLE_SECONDS, LONGEST_SECONDS
from quorate.surfaces.http.operation import KEY, SESSION, TOKEN, Call, Operation, Rendered, show_value

_SESSION = (
    f"The token of the session, for Authorization: Bearer. It ends {IDLE_SECONDS // 3600} hours after its last use, "
    f"after {LONGEST_SECONDS // 86400} days in any case, and with the server."
)


class ServerHealth(NamedTuple):
    """How the server is; one that is not well answers with a problem."""

    status: str = "ok"


class NewSession(NamedTuple):
    """What the token of the server was exchanged for; it is presented as a key is, or as a cookie."""

    token: Annotated[str, Key(schema={"description": _SESSION})]


async def _health(_: Call) -> Rendered:
    return show_value(ServerHealth())


async def _ready(call: Call) -> Rendered:
    await ServedRecord(call.app).check()
    return show_value(ServerHealth())


async def _begin_session(call: Call) -> Rendered:
    """As a cookie, too, for a page of this server."""
    token = call.sessions.begin()
    return show_value(NewSession(token))._replace(headers=_cookie(token, LONGEST_SECONDS))


async def _end_session(call: Call) -> Rendered:
    call.sessions.end()
    return Rendered("", 204, headers=_cookie("", 0))


def _cookie(session: str, seconds: int) -> dict[str, str]:
    return {"Set-Cookie": f"{COOKIE}={session}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict"}


OPERATIONS = (
    Operation("health", "GET", "/health", "Whether the server lives", _health, "health", is_public=True),
    Operation("readiness", "GET", "/ready", "Whether it can read its record", _ready, "health", is_public=True),
    Operation(
        "begin_session",
        "POST",
        "/session",
        "Exchange the token of the server for a session",
        _begin_session,
        "session",
        is_public=True,
        description="The token is good for one exchange. The session acts as the user of the machine.",
        credentials=(TOKEN,),
        headers=["Set-Cookie"],
    ),
    Operation(
        "end_session",
        "DELETE",
        "/session",
        "End a session",
        _end_session,
        status=204,
        media=(),
        is_public=True,
        description="Ends the one that is presented, as a bearer or as a cookie, if it is one.",
        credentials=(KEY, SESSION, ""),
        headers=["Set-Cookie"],
    ),
)
