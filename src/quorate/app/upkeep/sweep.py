"""Finds what has to go on: after a crash, at a deadline, or because somebody else's process was lost.

The record is looked through from time to time. What has not changed since it was read is not read again.
"""

import logging
from collections.abc import AsyncIterator
from typing import NamedTuple

from quorate.app.app import App
from quorate.app.fleet.review_requests import open_reviews
from quorate.app.upkeep.carrier import awaits_engines
from quorate.core.errors import QuorateError
from quorate.deliberation.permission import is_asking
from quorate.deliberation.principal import Principal
from quorate.deliberation.rounds.timebound import due_at, will_be_bound
from quorate.deliberation.session import Session
from quorate.deliberation.summary import waits_of
from quorate.record.port import OpenLine


def next_deadline(session: Session) -> str:
    """The moment from which something follows by the rules alone; empty where there is none."""
    return "" if session.endings else min(_deadlines(session), default="")


def _deadlines(session: Session) -> list[str]:
    found, policy, round_ = [], session.policy, session.round
    if round_ is not None and round_.is_open and session.ballots_by and policy.at_ballots_by == "count":
        found.append(session.ballots_by)
    if is_asking(session) and session.asked and session.asked.until and policy.at_answer_by == "decline":
        found.append(session.asked.until)
    if will_be_bound(session):
        found.append(due_at(session))
    return found


_PAGE = 500
_LOG = logging.getLogger("quorate.upkeep")


class Unfinished(NamedTuple):
    """What is kept of a deliberation that is not decided: there may be very many. `is_timed` where somebody has until
    some time to answer."""

    position: int
    awaits_engines: bool = False
    deadline: str = ""
    calls: tuple[str, ...] = ()
    is_timed: bool = False


class Sweep:
    """Looks through what is not decided yet. `who` settles the reviews of the fleet, as an operator would."""

    def __init__(self, app: App, who: Principal) -> None:
        self._app, self._who = app, who
        self.unfinished: dict[str, Unfinished] = {}
        self.reviews: tuple[str, ...] = ()

    async def due(self) -> list[str]:
        """The deliberations whose engines are to be asked, oldest last: one process is enough for each."""
        self.unfinished = {line.deliberation: await self._looked_at(line) async for line in self._lines()}
        return [name for name, one in self.unfinished.items() if one.awaits_engines]

    def due_here(self) -> list[str]:
        """Those that this process carries on itself, after `due` has looked.

        A deadline waits for nobody's free hands. And a call of this machine that has ended and is not on the record has
        a result that nobody else finds.
        """
        now, calls = self._app.now, self._app.surroundings.calls()

        def is_due(found: Unfinished) -> bool:
            return "" < found.deadline <= now or any(calls.knows(one) and not calls.is_held(one) for one in found.calls)

        return [name for name, found in self.unfinished.items() if is_due(found)]

    async def settle_reviews(self) -> None:
        """Ends the reviews of the fleet whose time is over; those that are still open are `reviews`."""
        self.reviews = tuple(review.id for review in await open_reviews(self._app, self._who))

    async def _lines(self) -> AsyncIterator[OpenLine]:
        after = ""
        while True:
            page = await self._app.record.unfinished(after=after, limit=_PAGE)
            for line in page.lines:
                yield line
            after = page.after
            if not after:
                return

    async def _looked_at(self, line: OpenLine) -> Unfinished:
        before = self.unfinished.get(line.deliberation)
        if before and before.position == line.position:
            return before
        try:
            known = self._app.recent(line.deliberation, line.position)
            session = known or await self._app.load(line.deliberation)
        except QuorateError as error:  # one that is damaged does not stop the others
            _LOG.warning("%s cannot be read: %s", line.deliberation, error)
            return Unfinished(line.position)
        is_timed = any(wait.until for wait in waits_of(session))
        engines, calls = awaits_engines(session), _open_calls(session)
        return Unfinished(session.position, engines, next_deadline(session), calls, is_timed)


def _open_calls(session: Session) -> tuple[str, ...]:
    """The calls that are claimed and have brought nothing yet."""
    round_ = session.round
    if round_ is None or not round_.is_open:
        return ()
    return tuple(claim.call for seat, claim in round_.claims.items() if seat not in round_.replies)
