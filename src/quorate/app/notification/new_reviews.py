"""Reviews of the fleet that are new on the record since it was looked at last.

Which are new follows from the order of the log. The times in it are those of the machines that wrote them, whose clocks
disagree on what came first.
"""

from itertools import pairwise
from typing import NamedTuple

from quorate.app.app import App
from quorate.app.fleet.quorum_opening import QUORUMS
from quorate.deliberation.moments import later
from quorate.fleet.streams import DIALECTICS

_PAGE, _FIRST_PAGE = 50, 500
_OVERLAP_SECONDS = 60
"""On Postgres a line takes its place in the log before it can be seen, so that one may appear before the newest."""
_ANYTHING = ("",)
"""Begins every id: a search for the few that are reviews would go through the whole log."""


class _Look(NamedTuple):
    """When the log was looked at, by the clock of this process, and the id of its newest line then."""

    at: str
    newest: str


class NewReviews:
    """Remembers how far the log was read. A review is named again for as long as one before it may appear."""

    def __init__(self, app: App) -> None:
        self._app, self._started_at = app, app.now
        self._looks: list[_Look] = []

    async def ids(self) -> list[str]:
        """Those that began since the last time, whether they are over or not. What cannot be read is new later."""
        looks = self._looks or [await self._first_look()]
        now, new = self._app.now, list[str]()
        async for line in self._app.lines(_ANYTHING, _PAGE):
            if line.deliberation == looks[0].newest:
                break
            new.append(line.deliberation)
        newest = new[0] if new else looks[0].newest
        self._looks = _still_needed([*looks, _Look(now, newest)], later(now, -_OVERLAP_SECONDS))
        return [name for name in new if name.startswith((DIALECTICS, QUORUMS))]

    async def _first_look(self) -> _Look:
        """Before the first look only times tell what is new: that ends where a whole page is older than the start."""
        moment = later(self._started_at, -_OVERLAP_SECONDS)
        newest, old = "", 0
        async for line in self._app.lines(_ANYTHING, _FIRST_PAGE):
            if line.opened_at >= moment:
                newest, old = "", 0
                continue
            newest, old = newest or line.deliberation, old + 1
            if old == _FIRST_PAGE:
                break
        return _Look(moment, newest)


def _still_needed(looks: list[_Look], moment: str) -> list[_Look]:
    """Those since this moment, and the last one before it."""
    return [one for one, following in pairwise(looks) if following.at > moment] + looks[-1:]
