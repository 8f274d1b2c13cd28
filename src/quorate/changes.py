"""How anything is changed: a rule gives the events, and the record takes them unless somebody was faster."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import NamedTuple

from quorate.core.errors import Conflict
from quorate.deliberation.events import Author, Event, Opened, Stored
from quorate.deliberation.moments import stamp
from quorate.deliberation.session import Session, ahead, evolve, replay
from quorate.deliberation.summary import summary_of
from quorate.record.port import Change, Key, Record

Rule = Callable[[Session], tuple[Event, ...]]


class Outside(NamedTuple):
    """What comes in from outside: the time, names that nobody else has, and who acts."""

    clock: Callable[[], datetime]
    fresh: Callable[[], str]
    author: Author

    @property
    def now(self) -> str:
        """The time as the record writes it."""
        return stamp(self.clock())


async def opened(record: Record, opening: Opened, outside: Outside, key: Key | None = None) -> Session:
    """A new deliberation on the record; with a key that was used before, the one that it opened."""
    day = f"{opening.protocol.upper()}-{outside.clock():%Y-%m%d}-"
    first = evolve(None, Stored(day, 1, outside.now, outside.author, opening))
    stored = await record.append([Change(day, 0, (opening,), summary_of(first))], outside.author, key)
    return await loaded(record, stored[0].deliberation)


async def loaded(record: Record, deliberation: str) -> Session:
    """A deliberation as it stands."""
    return replay(await record.read(deliberation))


async def refreshed(record: Record, session: Session) -> Session:
    """The session with whatever has happened since."""
    return _folded(session, await record.read(session.id, session.position))


def _folded(session: Session, history: Iterable[Stored]) -> Session:
    for stored in history:
        session = evolve(session, stored)
    return session


async def change(record: Record, session: Session, rule: Rule, outside: Outside, key: Key | None = None) -> Session:
    """Does what the rule says of the session as it stands on the record; with a used key, what was done then."""
    while True:
        if key and await record.answered(key):
            return await refreshed(record, session)
        events = rule(session)
        if not events:
            return session
        entry = Change(session.id, session.position, events, summary_of(ahead(session, events)))
        try:
            stored = await record.append([entry], outside.author, key)
        except Conflict:
            session = await refreshed(record, session)
            continue
        if stored[0].position != session.position + 1:  # the key had been used before
            return await refreshed(record, session)
        return _folded(session, stored)
