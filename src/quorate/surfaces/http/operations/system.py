"""What is asked of the server itself: whether it lives, whether it can work, and a session for its token."""

from quorate.app.upkeep.served_record import ServedRecord
from quorate.core.codec import json_line
from quorate.surfaces.http.operation import Call, Operation, Rendered

OK = json_line({"status": "ok"}) + "\n"


async def _health(_: Call) -> Rendered:
    return Rendered(OK)


async def _ready(call: Call) -> Rendered:
    await ServedRecord(call.app).check()
    return Rendered(OK)


OPERATIONS = (
    Operation("health", "GET", "/health", "Whether the server lives", _health, "health", is_public=True),
    Operation("readiness", "GET", "/ready", "Whether it can read its record", _ready, "health", is_public=True),
)
