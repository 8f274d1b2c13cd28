"""What the fleet is told of reviews: whose move it is, how they ended, and never what a party said."""

import json
from datetime import timedelta
from pathlib import Path

import pytest

from quorate.app.app import App
from quorate.app.fleet.agents import register_agent, show_agent
from quorate.app.fleet.dialectic_reviews import (
    decide_review,
    reassign_review,
    submit_antithesis,
    submit_synthesis,
    submit_thesis,
    verify_review,
)
from quorate.app.fleet.review_requests import request_dialectic_review
from quorate.app.fleet.review_state import Review
from quorate.app.fleet.session_import import import_sessions
from quorate.app.notification.messages import Message
from quorate.app.notification.outbox import DeliveryLog, Outbox
from quorate.app.upkeep.sweep import Sweep
from quorate.core.errors import StoreError
from quorate.deliberation.principal import Principal
from quorate.fleet.dialectic.dialectic_events import AntithesisFiled, SynthesisFiled, ThesisFiled
from quorate.record import open_record
from quorate.settings import Settings
from tests.app.fleet_house import OPERATOR, RISK_ABOVE, FleetHouse
from tests.notification.test_outbox import Listener

P, A = Principal("p"), Principal("a")
CONDITIONS = ("read only for 24h",)
THESIS = ThesisFiled("A race that nobody else names", CONDITIONS, "I am sure")
AGREES = SynthesisFiled("", CONDITIONS, agrees=True)


class Post:
    """A fleet, and somebody who is told what happens in it."""

    def __init__(self, app: App, place: Path) -> None:
        self.fleet, self.listener = FleetHouse(app), Listener()
        self.sweep = Sweep(app, OPERATOR)
        self.place = place
        self.outbox = self.new_outbox()

    @property
    def app(self) -> App:
        return self.fleet.app

    def new_outbox(self) -> Outbox:
        return Outbox(self.app, [self.listener], DeliveryLog(self.place / "log"), [timedelta(minutes=30)])

    async def told(self) -> list[Message]:
        """What is new since the last time."""
        before = len(self.listener.told)
        await self.sweep.due()
        await self.sweep.settle_reviews()
        await self.outbox.send(self.sweep.unfinished, self.sweep.reviews)
        await self.outbox.settled()
        return self.listener.told[before:]

    async def waits(self) -> list[tuple[str, str | None]]:
        new = await self.told()
        assert {one.kind for one in new} <= {"inbox.waiting"}
        return [(one.data["kind"], one.data["who"]) for one in new]

    async def requested(self, dispute: str = "") -> Review:
        return await request_dialectic_review(self.app, P, "p", "I am well again", dispute_type=dispute)

    async def agreed(self, review: Review) -> None:
        await submit_thesis(self.app, P, review.id, THESIS)
        await submit_antithesis(self.app, A, review.id, AntithesisFiled({"errors": 3}))
        for who in (P, A):
            await submit_synthesis(self.app, who, review.id, AGREES)


@pytest.fixture
def post(app: App, tmp_path: Path) -> Post:
    return Post(app, tmp_path)


async def test_everybody_whose_move_it_is_is_told_once_and_then_what_was_done(post: Post) -> None:
    await post.fleet.founded("a", risk=0.1)
    review = await post.requested()
    (first,) = await post.told()
    assert first.data["command"] == f"quorate review thesis {review.id} --root-cause TEXT --condition TEXT"
    assert (first.data["who"], first.data["paused_agent_id"]) == ("p", "p")
    assert first.data["until"] == review.turn.until
    assert await post.told() == []
    await submit_thesis(post.app, P, review.id, THESIS)
    assert await post.waits() == [("antithesis", "a")]
    await submit_antithesis(post.app, A, review.id, AntithesisFiled())
    assert sorted(await post.waits()) == [("synthesis", "a"), ("synthesis", "p")]
    await submit_synthesis(post.app, P, review.id, AGREES)
    assert await post.waits() == []
    await submit_synthesis(post.app, A, review.id, AGREES)
    (done,) = await post.told()
    assert (done.kind, done.data["action"], done.data["conditions"]) == (
        "deliberation.decided",
        "resume",
        list(CONDITIONS),
    )
    assert (done.data["review_from"], done.data["resolution_type"]) == (None, "agreement")
    assert await post.told() == []
    assert "nobody else names" not in json.dumps([one.data for one in post.listener.told])


async def test_a_conservative_default_is_told_with_the_time_from_which_to_ask_again(post: Post) -> None:
    await post.fleet.founded("a", risk=0.1)
    review = await post.requested()
    await submit_thesis(post.app, P, review.id, THESIS)
    await post.told()
    post.fleet.wait(hours=1, minutes=45)
    (reminder,) = await post.told()
    assert (reminder.kind, reminder.data["who"]) == ("inbox.reminder", "a")
    post.fleet.wait(hours=1)
    (done,) = await post.told()
    asked_from = (await show_agent(post.app, OPERATOR, "p")).agent.review_from
    assert (done.data["action"], done.data["review_from"]) == ("cooldown", asked_from)
    assert (done.data["resolution_type"], done.data["autonomous_resolution"]) == ("conservative_default", True)
    assert "stays paused" in done.data["next_step"]


async def test_an_end_without_agreement_names_the_quorum_that_decides_and_its_reviewers_are_told(post: Post) -> None:
    app = post.app
    app.surroundings = app.surroundings._replace(settings=lambda: Settings(fleet={"without_agreement": "quorum"}))
    await post.fleet.founded("a", "b", "c", "d", risk=0.1)
    review = await post.requested()
    await post.told()
    post.fleet.wait(hours=7)
    await post.fleet.settled(review)
    told = await post.told()
    (ended,) = [one for one in told if one.kind == "deliberation.decided"]
    assert (ended.data["id"], ended.data["action"]) == (review.id, "quorum")
    waits = [(one.data["id"], one.data["who"]) for one in told if one.kind == "inbox.waiting"]
    assert sorted(waits) == [(ended.data["quorum_review"], name) for name in "bcd"]


async def test_a_person_is_told_what_only_a_person_may_do(post: Post) -> None:
    await post.fleet.founded("a", risk=RISK_ABOVE)
    review = await post.requested()
    await post.agreed(review)
    assert await post.waits() == [("verify", None)]
    await verify_review(post.app, OPERATOR, review.id, approves=False, reason="Too early")
    (done,) = await post.told()
    assert (done.data["action"], done.data["conditions"]) == ("block", [])
    post.fleet.wait(hours=7)
    review = await post.requested("review_system")
    assert await post.waits() == [("decide", None)]
    await decide_review(post.app, OPERATOR, review.id, "resume", CONDITIONS, "It is right")
    (done,) = await post.told()
    assert (done.data["action"], done.data["resolution_type"]) == ("resume", "by_person")


async def test_a_new_reviewer_is_told(post: Post) -> None:
    await post.fleet.founded("a", "b", risk=0.1)
    review = await post.requested()
    await submit_thesis(post.app, P, review.id, THESIS)
    assert await post.waits() == [("antithesis", "a")]
    await reassign_review(post.app, A, review.id, "b", "No time")
    assert await post.waits() == [("antithesis", "b")]


@pytest.mark.parametrize("kind", ["dialectic", "quorum"])
async def test_a_review_that_begins_and_ends_between_two_looks_is_told(post: Post, kind: str) -> None:
    await post.fleet.founded("a", "b", "c", risk=0.1)
    await post.told()
    if kind == "dialectic":
        await post.agreed(await post.requested())
    else:
        review = await post.fleet.requested()
        for name in "abc":
            await post.fleet.vote(review, name, "resume", CONDITIONS)
    (done,) = await post.told()
    assert (done.kind, done.data["action"], done.data["paused_agent_id"]) == ("deliberation.decided", "resume", "p")
    assert done.data["conditions"] == list(CONDITIONS)
    post.fleet.wait(minutes=10)
    assert await post.told() == []


async def test_a_review_by_a_machine_whose_clock_is_slow_is_told_although_it_began_before_the_last_look(
    post: Post,
) -> None:
    await post.fleet.founded("a", risk=0.1)
    await post.told()
    post.fleet.wait(minutes=-20)
    await post.agreed(await post.requested())
    post.fleet.wait(minutes=20)
    (done,) = await post.told()
    assert (done.kind, done.data["action"]) == ("deliberation.decided", "resume")
    for _ in range(3):
        post.fleet.wait(minutes=1)
        assert await post.told() == []


@pytest.mark.parametrize("is_first_look", [True, False])
async def test_a_review_is_told_however_many_lines_of_a_slow_clock_follow_it(post: Post, is_first_look: bool) -> None:
    await post.fleet.founded("a", risk=0.1)
    if not is_first_look:
        await post.told()
    await post.agreed(await post.requested())
    post.fleet.wait(minutes=-20)
    for number in range(60):
        await register_agent(post.app, OPERATOR, f"late{number}")
    post.fleet.wait(minutes=20)
    assert [one.kind for one in await post.told()] == ["deliberation.decided"]


async def test_a_review_that_ended_before_the_record_was_out_of_reach_is_told_after_that(post: Post) -> None:
    await post.fleet.founded("a", risk=0.1)
    await post.told()
    await post.agreed(await post.requested())
    within_reach = post.app.record
    post.app.record = open_record(str(post.place / "other.db"), post.app.surroundings.clock)
    await post.app.record.close()
    for _ in range(3):
        post.fleet.wait(minutes=1)
        with pytest.raises(StoreError):
            await post.outbox.send({})
    post.app.record = within_reach
    assert [one.kind for one in await post.told()] == ["deliberation.decided"]


async def test_what_was_not_taken_is_sent_again_also_after_a_new_start(post: Post) -> None:
    await post.fleet.founded("a", risk=0.1)
    await post.requested()
    post.listener.failures = 2
    (first,) = await post.told()
    post.fleet.wait(seconds=6)
    (second,) = await post.told()
    post.outbox = post.new_outbox()
    assert await post.told() == []
    post.fleet.wait(minutes=6)
    (third,) = await post.told()
    assert first == second == third
    post.fleet.wait(hours=1)
    assert await post.told() == []


async def test_of_what_was_imported_nobody_is_told(post: Post) -> None:
    await post.fleet.founded("a", risk=0.1)
    session = {"session_id": "0123456789abcdef", "paused_agent_id": "p", "phase": "thesis"}
    (taken,) = await import_sessions(post.app, OPERATOR, json.dumps([session]).encode(), "a file")
    assert taken.outcome == "taken"
    assert await post.told() == []
