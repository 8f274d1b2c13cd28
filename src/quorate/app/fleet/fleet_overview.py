"""A fleet at a glance: agents by status, reviews by their state and whose move it is, and how reviews turned out."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from quorate.app.access.operation import operation
from quorate.app.app import App
from quorate.app.fleet.agent_access import load_agent, names_at
from quorate.app.fleet.quorum_opening import QUORUMS
from quorate.app.fleet.quorum_reviews import settle_review
from quorate.app.fleet.review_requests import open_reviews
from quorate.app.fleet.review_state import Review
from quorate.deliberation.principal import Principal
from quorate.deliberation.summary import ASKING, DECIDED, RELEASED
from quorate.fleet.agent import STATUSES
from quorate.fleet.dialectic.session_document import PHASES
from quorate.fleet.fleet_figures import FleetFigures, figures_of
from quorate.fleet.refusal import FleetRefusal
from quorate.fleet.streams import DIALECTICS
from quorate.views.fleet import overview_plain, phase_of

OPEN, ENDED = "open", "ended"
STATES = (OPEN, ENDED, *PHASES)
_DECIDED = {"resolved": ("resolved", DECIDED, RELEASED), "escalated": ("escalated", ASKING), "failed": ("failed",)}
_LINES = {**_DECIDED, ENDED: tuple(state for states in _DECIDED.values() for state in states)}


class FleetOverview(NamedTuple):
    """How many agents there are of each status, the open reviews, and figures over all that are over."""

    agents: Mapping[str, int]
    reviews: tuple[Review, ...]
    figures: FleetFigures

    def plain(self, viewer: str) -> dict[str, Any]:
        """As programs read it."""
        return overview_plain(self.agents, [one.plain(viewer) for one in self.reviews], self.figures)


@operation
async def show_fleet(app: App, who: Principal) -> FleetOverview:
    """The whole fleet; every agent's history is read for the figures."""
    reviews = await open_reviews(app, who)
    places = await app.record.agent_counts()
    agents = {
        status: sum(number for place, number in places.items() if place.split()[0] == status) for status in STATUSES
    }
    stories = [await load_agent(app, name) async for name in names_at(app)]
    return FleetOverview(agents, tuple(reviews), figures_of(stories))


class ReviewFilter(NamedTuple):
    """Which reviews are wanted: `open`, `ended`, or those in a phase; of one agent, or of all."""

    status: str = OPEN
    agent_id: str = ""

    @property
    def line_states(self) -> tuple[str, ...]:
        """The states in the log that such reviews may be in; none where only open ones are wanted."""
        return _LINES.get(self.status, ())

    def takes(self, review: Review) -> bool:
        """True where it is one of these."""
        if self.agent_id not in ("", review.subject.agent.agent_id):
            return False
        is_open = review.subject.in_review == review.id
        return {OPEN: is_open, ENDED: not is_open}.get(self.status, phase_of(review.state) == self.status)


class ReviewPage(NamedTuple):
    """Some reviews, and where the next page begins; empty at the end."""

    reviews: tuple[Review, ...]
    after: str = ""
    wanted: ReviewFilter = ReviewFilter()

    def plain(self, viewer: str) -> dict[str, Any]:
        """As programs read it."""
        return {"success": True, "sessions": [one.plain(viewer) for one in self.reviews], "after": self.after}


@operation
async def list_reviews(
    app: App, who: Principal, status: str = "", agent_id: str = "", after: str = "", limit: int = 20
) -> ReviewPage:
    """Reviews by their state, at most so many: open ones by the name of the agent, others the newest first."""
    wanted = ReviewFilter(status or OPEN, agent_id)
    if wanted.status not in STATES:
        raise FleetRefusal("INVALID_ARGUMENT", f"status: found {status!r}; allowed: {', '.join(STATES)}")
    if not wanted.line_states:
        reviews = [one for one in await open_reviews(app, who) if _is_behind(one, after, wanted)]
        shown = tuple(reviews[:limit])
        return ReviewPage(shown, shown[-1].subject.agent.agent_id if len(reviews) > limit else "", wanted)
    if not after:
        await open_reviews(app, who)  # those whose time is over end here, and are listed
    page = await app.record.log(
        after=after, limit=limit, search=agent_id, prefix=(DIALECTICS, QUORUMS), states=wanted.line_states
    )
    found = [await settle_review(app, who, line.deliberation) for line in page.lines]
    return ReviewPage(tuple(one for one in found if wanted.takes(one)), page.after, wanted)


def _is_behind(review: Review, after: str, wanted: ReviewFilter) -> bool:
    return review.subject.agent.agent_id > after and wanted.takes(review)
