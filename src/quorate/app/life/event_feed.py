"""The events of a deliberation as they come. What is sealed stays so: an event is shown by its envelope."""

from collections.abc import AsyncIterator

from quorate.app.access.operation import stream_operation
from quorate.app.app import App
from quorate.deliberation.events import Redacted, Stored
from quorate.deliberation.principal import Principal
from quorate.deliberation.session import Session, evolve
from quorate.views.deliberation import ShownEvent, sealed_behind, shown_event


@stream_operation
async def watch_deliberation(app: App, who: Principal, deliberation: str, after: int = 0) -> AsyncIterator[ShownEvent]:
    """Those behind a position, and all that follow, without end."""
    session = await app.load(deliberation)
    async for stored in app.record.watch(session.id, after):
        session = await _moved(app, session, stored)
        yield shown_event(stored, sealed_behind(session))


async def _moved(app: App, session: Session, stored: Stored) -> Session:
    """The session as it is with this event; one that was read before it came may know it already."""
    if stored.position <= session.position:
        return session
    if isinstance(stored.event, Redacted) or stored.position != session.position + 1:
        return await app.load(session.id)
    return evolve(session, stored)
