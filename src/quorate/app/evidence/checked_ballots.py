"""The evidence of a round, checked and put on the record; then the round is counted."""

import asyncio

from quorate.app.access.operation import operation
from quorate.app.app import App, Deliberation
from quorate.app.keys import key_of
from quorate.checks.evidence_check import CheckRequest, check_items, commit_of
from quorate.deliberation.events import Event, ItemCheck
from quorate.deliberation.evidence_checks import CitedBallot, checked_events, checked_round, unchecked_ballots
from quorate.deliberation.principal import Principal, check_may
from quorate.deliberation.session import Session


@operation
async def check_evidence(
    app: App, who: Principal, deliberation: str, request: CheckRequest, key: str | None = None
) -> Deliberation:
    """Looks up what the ballots of the open round cite, and counts it; commands run only where `request` says so."""
    known = key_of(who, key, "check_evidence", id=deliberation, commit=request.commit)
    if await app.was_done(known):
        return await app.whole(deliberation, is_new=False)
    session = await app.moved(deliberation, who)
    check_may("close", session, who)
    found: dict[CitedBallot, tuple[ItemCheck, ...]] = {}
    for ballot in unchecked_ballots(checked_round(session)):
        found[ballot] = await asyncio.to_thread(check_items, ballot.items, request)
    commit = await asyncio.to_thread(commit_of, request)

    def rule(as_it_stands: Session) -> tuple[Event, ...]:
        check_may("close", as_it_stands, who)
        return checked_events(as_it_stands, found, request.root, commit)

    changed = await app.change(deliberation, rule, who, known)
    return await app.whole(deliberation, is_new=changed.is_new)
