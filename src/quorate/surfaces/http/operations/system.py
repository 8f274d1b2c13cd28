"""What is asked of the server itself: whether it lives, whether it can work, and a session for its token."""

from typing import NamedTuple

from quorate.app.upkeep.served_record import ServedRecord
from quorate.surfaces.http.operation import Call, Operation, Rendered, show_value


class ServerHealth(NamedTuple):
    """How the server is; one that is not well answers with a problem."""

    status: str = "ok"


async def _health(_: Call) -> Rendered:
    return show_value(ServerHealth())


async def _ready(call: Call) -> Rendered:
    await ServedRecord(call.app).check()
    return show_value(ServerHealth())


OPERATIONS = (
    Operation("health", "GET", "/health", "Whether the server lives", _health, "health", is_public=True),
    Operation("readiness", "GET", "/ready", "Whether it can read its record", _ready, "health", is_public=True),
)
