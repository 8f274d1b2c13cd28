"""How anything is changed: a rule gives the events, and the record takes them unless somebody was faster."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import NamedTuple

from quorate.core.errors import AppendConflict, InputError, Refused, StoreError, UnknownDeliberation
from quorate.core.span import Spans, no_span
from quorate.core.wording import TerminalHint, Wording
from quorate.deliberation.engines.engine_mode import fallback_of
from quorate.deliberation.events import Author, Event, Opened, Redacted, Stored
from quorate.deliberation.moments import stamp
from quorate.deliberation.people import give_way, supersede
from quorate.deliberation.principal import Principal
from quorate.deliberation.session import Session, ahead, evolve
from quorate.deliberation.summary import summary_of
from quorate.fleet.streams import is_of_the_fleet
from quorate.prompts.templates import USUAL, Templates
from quorate.record.port import Change, Record, RequestKey, keep_key, was_done
from quorate.record.side_streams import is_side_stream

Rule = Callable[[Session], tuple[Event, ...]]


class Outside(NamedTuple):
    """What comes in from outside: the time, names that nobody else has, who acts, how voters are asked, who traces."""

    clock: Callable[[], datetime]
    fresh: Callable[[], str]
    who: Principal
    templates: Templates = USUAL
    spans: Spans = no_span

    @property
    def author(self) -> Author:
        """Who acts, as the record names them."""
        return self.who.author

    @property
    def now(self) -> str:
        """The time as the record writes it."""
        return stamp(self.clock())


class Changed(NamedTuple):
    """The session after a change; `is_new` is False where its key had been used for it before.

    `stored` is what the change itself put on the record, behind the event with the hash `behind`.
    """

    session: Session
    is_new: bool = True
    stored: tuple[Stored, ...] = ()
    behind: str = ""


async def opened(
    record: Record, opening: Opened, outside: Outside, key: RequestKey | None = None, then: Rule | None = None
) -> Changed:
    """A new deliberation on the record; with a key that was used before, the one that it opened.

    What `then` says follows in the same transaction, and an earlier one that it supersedes gives way in it.
    """
    day = f"{opening.protocol.upper()}-{outside.clock():%Y-%m%d}-"
    first = evolve(None, Stored(day, 1, outside.now, outside.author, opening))
    following = then(first) if then else ()
    new = Change(day, 0, (opening, *following), summary_of(ahead(first, following, outside.author)))
    while True:
        if key and (before := await record.answered(key)):
            return Changed(await loaded(record, before[0].deliberation), is_new=False)
        try:
            superseded = await _superseded(record, opening, day, outside.who)
            stored, is_new = await record.append([new, *superseded], outside.author, key)
        except AppendConflict:
            continue
        except InputError:
            if not await was_done(record, key):
                raise
            continue
        name = stored[0].deliberation
        if not is_new:
            return Changed(await loaded(record, name), is_new)
        return Changed(folded(None, [one for one in stored if one.deliberation == name]))


async def _superseded(record: Record, opening: Opened, by: str, who: Principal) -> list[Change]:
    if not opening.supersedes:
        return []
    earlier = await loaded(record, opening.supersedes)
    if opening.parent != opening.supersedes:
        return [_step(earlier, supersede(earlier, by, who), who.author)]
    child = fallback_of(earlier)  # nobody asks for it, so it gives way to whatever people did meanwhile
    if child is None or child.question != opening.question:
        raise Refused(f"{earlier.id} has moved on and no longer falls back")
    return [_step(earlier, give_way(earlier, by), who.author)]


async def loaded(record: Record, deliberation: str) -> Session:
    """A deliberation as it stands."""
    return (await loaded_with_history(record, deliberation))[0]


async def loaded_with_history(record: Record, deliberation: str) -> tuple[Session, tuple[Stored, ...]]:
    """The same, with the events that it was folded from."""
    if is_side_stream(deliberation) and not is_of_the_fleet(deliberation):
        raise UnknownDeliberation(deliberation, None)
    if is_of_the_fleet(deliberation):
        what, how = f"{deliberation} is no deliberation but belongs to the fleet", "; see `quorate agents --help`"
        raise InputError(Wording(what, TerminalHint(how)))
    history = await record.read(deliberation)
    return folded(None, history), history


async def refreshed(record: Record, session: Session) -> Session:
    """The session with whatever has happened since."""
    news = await news_of(record, session)
    if news is None:
        return await loaded(record, session.id)
    return folded(session, news) if news else session


async def news_of(record: Record, session: Session) -> tuple[Stored, ...] | None:
    """What has happened since; None where all of it has to be read anew.

    That is after a redaction, since a text that is gone must not be written again; and where the database was put back
    to an earlier state: the last event that is known is gone or is another one.
    """
    since = await record.read(session.id, session.position - 1)
    if not since or since[0].hash != session.head or any(isinstance(stored.event, Redacted) for stored in since):
        return None
    return since[1:]


async def _with_news(record: Record, session: Session) -> Session:
    """What somebody else was faster with; there must be something, or nothing would ever change again."""
    after = await refreshed(record, session)
    if after.position == session.position:
        after = await loaded(record, session.id)
    if after.head == session.head:
        raise StoreError(f"{session.id}: its last events are missing; the record is damaged: restore a backup")
    return after


def folded(session: Session | None, history: Sequence[Stored]) -> Session:
    """The session with what happened since. Raises StoreError where that contradicts it."""
    try:
        for stored in history:
            session = evolve(session, stored)
    except (ValueError, LookupError, TypeError) as error:
        what = f"{history[0].deliberation}: its events contradict each other"
        raise StoreError(f"{what}; the record is damaged: restore a backup") from error
    assert session is not None
    return session


def _step(session: Session, events: tuple[Event, ...], author: Author) -> Change:
    return Change(session.id, session.position, events, summary_of(ahead(session, events, author)), session.head)


def in_turn(rules: Sequence[Rule]) -> Rule:
    """One rule after the other, each of the session as those before it leave it, as one change."""

    def rule(session: Session) -> tuple[Event, ...]:
        events: tuple[Event, ...] = ()
        for one in rules:
            following = one(session)
            events, session = (*events, *following), ahead(session, following)
        return events

    return rule


async def change(
    record: Record,
    session: Session,
    rule: Rule,
    outside: Outside,
    key: RequestKey | None = None,
    foreseen: tuple[Event, ...] | None = None,
) -> Changed:
    """Does what the rule says of the session as it stands on the record; with a used key, what was done then.

    Whoever has asked the rule about this very session already gives what it said.
    """
    while True:
        if await was_done(record, key):
            return Changed(await refreshed(record, session), is_new=False)
        try:
            events = rule(session) if foreseen is None else foreseen
            if not events:
                await keep_key(record, outside.author, key)
                return Changed(session)
            stored, is_new = await record.append([_step(session, events, outside.author)], outside.author, key)
        except AppendConflict:
            session, foreseen = await _with_news(record, session), None
            continue
        except InputError:
            if not await was_done(record, key):
                raise
            continue
        if not is_new:
            return Changed(await refreshed(record, session), is_new=False)
        return Changed(folded(session, stored), stored=stored, behind=session.head)
