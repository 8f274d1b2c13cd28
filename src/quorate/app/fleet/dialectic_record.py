"""Dialectics on the record: read, changed by a rule, and settled, which is all that follows without anybody's move."""

from collections.abc import Callable

from quorate.app.app import App
from quorate.app.fleet.agent_access import load_agent
from quorate.app.fleet.quorum_opening import end_without_agreement
from quorate.app.fleet.review_state import Review, execute, load_review, turn_in
from quorate.core.errors import AppendConflict
from quorate.deliberation.principal import Principal
from quorate.fleet.agent_events import ReviewExecuted
from quorate.fleet.dialectic.agreement import RESUME, wants_quorum
from quorate.fleet.dialectic.dialectic_events import DialecticEnded
from quorate.fleet.dialectic.dialectic_moves import Events, lapse
from quorate.fleet.dialectic.dialectic_state import IMPORTED, Dialectic, evolve_dialectic
from quorate.fleet.refusal import FleetRefusal
from quorate.record.port import Change, RequestKey, keep_key
from quorate.record.side_streams import fleet_change, folded_fleet
from quorate.views.fleet import phase_of

DialecticRule = Callable[[Dialectic], Events]
_MOST_TRIES = 50


async def move_dialectic(
    app: App, who: Principal, session_id: str, rule: DialecticRule, key: RequestKey | None = None
) -> Review:
    """A move of somebody's, with all that follows before it and after it."""
    await settle_dialectic(app, who, session_id)
    if await _changed(app, who, session_id, rule, key) is None:
        raise FleetRefusal("FLEET_CHANGES", f"the fleet changes too fast to choose reviewers after {session_id}")
    return (await settle_dialectic(app, who, session_id)).warning(who.name)


async def settle_dialectic(app: App, who: Principal, session_id: str) -> Review:
    """A dialectic as it stands, after all that follows by the rules: the end of its time, and the execution.

    Where the fleet changes too fast for the end of its time, it stays as it is, and the next look ends it.
    """
    session = await _changed(app, who, session_id, lambda at: lapse(at, app.now))
    ended = session.ended if session else None
    if session and ended and not ended.requires and ended.kind != IMPORTED:
        conditions = ended.conditions if ended.action == RESUME else ()
        done = ReviewExecuted(session_id, ended.action, conditions, ended.retry_from, ended.reason, session.objections)
        await execute(app, who, session, done, f"{ended.action} {session.ended_at}")
    return await read_review(app, session_id)


async def _changed(
    app: App, who: Principal, session_id: str, rule: DialecticRule, key: RequestKey | None = None
) -> Dialectic | None:
    """What the rule says of the dialectic as it stands, put on the record; two at once are one after the other.

    None where somebody changed at every try.
    """
    for _ in range(_MOST_TRIES):
        session, position = await load_dialectic(app, session_id)
        if await app.was_done(key):
            return session
        events = rule(session)
        if not events:
            await keep_key(app.record, who.author, key)
            return session
        changes = await _changes(app, who, session_id, position, session, events)
        if changes is None:
            continue
        try:
            stored, _ = await app.record.append(changes, who.author, key)
        except AppendConflict:
            continue
        # a quorum that was opened with the end begins its round at once
        if stored and stored[0].deliberation != session_id:
            await app.moved(stored[0].deliberation, who)
        return (await load_dialectic(app, session_id))[0]
    return None


async def _changes(
    app: App, who: Principal, session_id: str, position: int, session: Dialectic, events: Events
) -> list[Change] | None:
    """The events as a change; with an end after which a quorum decides, all that opens it. None: look again."""
    *said, last = events
    if not isinstance(last, DialecticEnded) or not wants_quorum(session, last):
        return [dialectic_change(session_id, position, session, events, app.now)]
    after = session
    for event in said:
        after = evolve_dialectic(after, event, app.now)
    found = await end_without_agreement(app, who, session_id, after, last)
    if found is None:
        return None
    ended, more = found
    return [*more, dialectic_change(session_id, position, session, (*said, ended), app.now)]


async def load_dialectic(app: App, session_id: str) -> tuple[Dialectic, int]:
    """A dialectic and its position. Raises FleetRefusal for a review by a quorum."""
    state = await load_review(app, session_id)
    if not isinstance(state, Dialectic):
        raise FleetRefusal("WRONG_PHASE", f"{session_id} is in the phase {phase_of(state)}, and no dialectic")
    stored = await app.record.read(session_id)
    session = folded_fleet(session_id, stored)
    assert isinstance(session, Dialectic)
    return session, len(stored)


async def read_review(app: App, session_id: str) -> Review:
    """A dialectic as it stands, as a review."""
    session, _ = await load_dialectic(app, session_id)
    opened = session.opened
    fell_back = opened.fell_back or (bool(opened.quorum_required) and not opened.for_person)
    subject = await load_agent(app, session.paused_agent)
    turn = await turn_in(app, session)
    return Review(session_id, session, subject, turn, opened.quorum_required, fell_back=fell_back)


def dialectic_change(stream: str, expected: int, session: Dialectic | None, events: Events, now: str) -> Change:
    """Events of a dialectic, to be appended behind where it stands."""
    after = session
    for event in events:
        after = evolve_dialectic(after, event, now)
    assert after
    return fleet_change(stream, expected, events, after)
