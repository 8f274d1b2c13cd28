"""What somebody may know of: to a key without the scope `read`, others' deliberations look like none."""

from typing import TYPE_CHECKING

from quorate.core.errors import InputError, UnknownDeliberation
from quorate.deliberation.principal import READ, Principal, may_see

if TYPE_CHECKING:
    from quorate.app.app import App


async def check_sight(app: "App", who: Principal, deliberation: str) -> None:
    """Raises UnknownDeliberation for what is not there, and in the same words for what they may not see."""
    if who.has_scope(READ):
        return
    unknown = UnknownDeliberation(deliberation, None)
    try:
        session = await app.load(deliberation)
    except InputError:
        raise unknown from None
    if not may_see(session, who):
        raise unknown
