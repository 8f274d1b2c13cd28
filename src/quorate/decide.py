"""THE STORY: open, ask, record, count. Start reading here.

A deliberation is carried by one loop. The rules move it where they can; otherwise the voters that are still waited for
are asked; everything goes onto the record before it counts. When only people or agents are awaited, the loop returns
the unfinished session: what they do appends an event, and the same loop goes on. After a crash it is that loop again,
from what the record holds. Where Engine Mode lost its external engines it goes on with a child in Simple Mode; what a
deadlock was broken into becomes children of its own.
"""

import asyncio
from collections.abc import Callable

from quorate.commit import Changed, Outside, Rule, change, in_turn, loaded, opened, refreshed
from quorate.core.errors import Refused
from quorate.deliberation.engines.engine_mode import fallback_of
from quorate.deliberation.events import Event, Opened
from quorate.deliberation.moves import moves
from quorate.deliberation.rounds.deadlock import children_opened, reframed_by_policy, unopened_children
from quorate.deliberation.session import Session
from quorate.record.port import FALL_BACK, REFRAMING, Record, RequestKey
from quorate.replies.cost import spent
from quorate.replies.seat_reply import ballot_of
from quorate.seat_calls import SeatCalls, Voters, ask, drop_needless, forget_calls, to_ask

GLANCE_SECONDS = 0.25
Watcher = Callable[[Session], None]


async def decide(
    opening: Opened,
    voters: Voters,
    record: Record,
    outside: Outside,
    key: RequestKey | None = None,
    watcher: Watcher | None = None,
    then: Rule | None = None,
) -> Changed:
    """Puts a question to a panel and carries it to its verdict, or until only people or agents are awaited.

    What `then` says is on the record before anybody is asked.
    """
    changed = await opened(record, opening, outside, key, then)
    return changed._replace(session=await carry(changed.session, voters, record, outside, watcher))


async def carry(
    session: Session, voters: Voters, record: Record, outside: Outside, watcher: Watcher | None = None
) -> Session:
    """Goes on with a deliberation from where it stands, however it got there."""
    if not voters and not watcher:  # nobody is asked, as after every ballot of a person
        return await _moved(session, record, outside)
    calls = SeatCalls({}, {})
    try:
        while True:
            session = await _moved(session, record, outside)
            if voters:
                drop_needless(session, calls, voters)
                session = await ask(session, calls, voters, record, outside)
            if watcher:
                watcher(session)
            if to_ask(session, voters):
                session = await _heard(session, calls, record, outside)
                continue
            forget_calls(session, voters)
            child = fallback_of(session, spent(session).known) if voters else None
            if child is None:
                return session
            session = await _fallen_back(session, child, record, outside)
    finally:
        for call in calls.running.values():
            call.cancel()
        await asyncio.gather(*calls.running.values(), return_exceptions=True)  # a loop may end right after us


async def _fallen_back(session: Session, child: Opened, record: Record, outside: Outside) -> Session:
    """The child; or the deliberation itself, where somebody has answered or edited it at the last moment."""
    try:
        return (await opened(record, child, outside, RequestKey(f"{FALL_BACK}{session.id}", session.id))).session
    except Refused:
        return await loaded(record, session.id)


async def _moved(session: Session, record: Record, outside: Outside) -> Session:
    """As far as the rules carry it alone."""

    def rule(as_it_stands: Session) -> tuple[Event, ...]:
        return moves(as_it_stands, outside.now, ballot_of) or reframed_by_policy(as_it_stands)

    while events := rule(session):
        session = (await change(record, session, rule, outside, foreseen=events)).session
    return await _with_children(session, record, outside)


async def _with_children(session: Session, record: Record, outside: Outside) -> Session:
    """What the question was broken into is asked on its own: every smaller question once, also after a crash."""
    openings, ids = unopened_children(session), list[str]()
    for number, opening in enumerate(openings, 1):
        key = RequestKey(f"{REFRAMING}{session.id} in round {session.verdict_round}: {number}", session.id)
        child = (await opened(record, opening, outside, key)).session
        ids.append((await _moved(child, record, outside)).id)
    if not openings:
        return session
    return (await change(record, session, lambda as_it_stands: children_opened(as_it_stands, ids), outside)).session


async def _heard(session: Session, calls: SeatCalls, record: Record, outside: Outside) -> Session:
    """What the calls have brought, put on the record; or, after a while, what others have put there."""
    running = calls.running
    if running:
        await asyncio.wait(running.values(), timeout=GLANCE_SECONDS, return_when=asyncio.FIRST_COMPLETED)
    else:
        await asyncio.sleep(GLANCE_SECONDS)
    heard = [running.pop(name).result() for name in [name for name, call in running.items() if call.done()]]
    if not heard:
        return await refreshed(record, session)
    session = (await change(record, session, in_turn([one.rule for one in heard]), outside)).session
    for one in heard:
        one.afterwards()
    return session
