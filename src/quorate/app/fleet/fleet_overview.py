"""A fleet at a glance: agents by status, open reviews and whose move it is, and how reviews turned out."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from quorate.app.access.operation import operation
from quorate.app.app import App
from quorate.app.fleet.agent_access import load_agent, names_at
from quorate.app.fleet.review_requests import open_reviews
from quorate.app.fleet.review_state import Review
from quorate.deliberation.principal import Principal
from quorate.fleet.agent import STATUSES
from quorate.fleet.fleet_figures import FleetFigures, figures_of
from quorate.views.fleet import overview_plain


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
