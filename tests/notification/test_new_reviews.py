"""Which reviews are new on the record: by the order of the log, and for a while longer than they have to be."""

from quorate.app.app import App
from quorate.app.fleet.review_requests import request_dialectic_review
from quorate.app.notification.outbox import NewReviews
from tests.app.fleet_house import OPERATOR, FleetHouse


async def _requested(fleet: FleetHouse) -> str:
    return (await request_dialectic_review(fleet.app, OPERATOR, "p", "It is well again")).id


async def test_a_review_is_named_for_a_minute_since_one_before_it_may_appear_late(app: App) -> None:
    fleet, new = FleetHouse(app), NewReviews(app)
    assert await new.ids() == []
    await fleet.founded("a", risk=0.1)
    review = await _requested(fleet)
    assert await new.ids() == [review]
    assert await new.ids() == [review]
    fleet.wait(minutes=2)
    assert await new.ids() == [review]
    assert await new.ids() == []


async def test_at_the_start_only_the_last_minute_is_new(app: App) -> None:
    fleet = FleetHouse(app)
    await fleet.founded("a", risk=0.1)
    review = await _requested(fleet)
    assert await NewReviews(app).ids() == [review]
    fleet.wait(minutes=2)
    assert await NewReviews(app).ids() == []
