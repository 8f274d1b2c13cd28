"""What follows where two parties do not agree: the state is kept, or a quorum decides where the policy says so."""

import asyncio
from typing import Any, cast

import pytest

from quorate.app.app import App
from quorate.app.fleet.agents import AgentReport, agent_history, archive_agent, report_state, show_agent
from quorate.app.fleet.dialectic_reviews import submit_antithesis, submit_synthesis
from quorate.app.fleet.quorum_reviews import settle_review
from quorate.app.fleet.review_requests import request_dialectic_review
from quorate.app.fleet.review_state import Review
from quorate.deliberation.principal import Principal
from quorate.fleet.agent_events import ReviewExecuted, ReviewJoined
from quorate.fleet.dialectic.dialectic_events import AntithesisFiled, SynthesisFiled, ThesisFiled
from quorate.fleet.dialectic.dialectic_state import FAILED, MOST_ROUNDS, Dialectic
from quorate.fleet.refusal import FleetRefusal
from quorate.record.rows import Store
from quorate.settings import Settings
from tests.app.fleet_house import OPERATOR, FleetHouse

P, A = Principal("p"), Principal("a")
THESIS = ThesisFiled("The queue overflowed", ("monitor everything for 24h",), "It is fixed")
CONCERNED = AntithesisFiled({"errors": 3}, ("It will come back",))
OURS, THEIRS = SynthesisFiled("", ("read only for 2h",)), SynthesisFiled("", ("Report errors hourly",))


@pytest.fixture
def fleet(app: App) -> FleetHouse:
    return FleetHouse(app)


def says(app: App, policy: str) -> None:
    app.surroundings = app.surroundings._replace(
        settings=lambda: Settings(fleet={"without_agreement": policy} if policy else {})
    )


async def opened(fleet: FleetHouse, *others: str, policy: str = "quorum") -> Review:
    await fleet.founded("a", *others, risk=0.1)
    says(fleet.app, policy)
    return await request_dialectic_review(fleet.app, P, "p", "I am well again", THESIS)


async def disagreed(fleet: FleetHouse, review: Review) -> Review:
    """All rounds without an agreement."""
    await submit_antithesis(fleet.app, A, review.id, CONCERNED)
    for _ in range(MOST_ROUNDS):
        await submit_synthesis(fleet.app, P, review.id, OURS)
        last = await submit_synthesis(fleet.app, A, review.id, THEIRS)
    return last


def state(review: Review) -> Dialectic:
    assert isinstance(review.state, Dialectic)
    return review.state


async def following(fleet: FleetHouse, review: Review) -> Review:
    ended = state(review).ended
    assert ended
    return await settle_review(fleet.app, OPERATOR, ended.quorum_review)


async def test_a_quorum_decides_where_two_do_not_agree_and_the_policy_says_so(fleet: FleetHouse) -> None:
    review = await opened(fleet, "b", "c", "d")
    assert review.plain("p")["without_agreement"] == "quorum"
    done = await disagreed(fleet, review)
    resolution = done.plain("p")["resolution"]
    assert (state(done).phase, resolution["action"], resolution["resolution_type"]) == (
        FAILED,
        "quorum",
        "quorum_required",
    )
    assert (resolution["autonomous_resolution"], resolution["quorum_review"] in resolution["next_step"]) == (
        False,
        True,
    )
    quorum = await following(fleet, done)
    assert (quorum.id, quorum.needs) == (resolution["quorum_review"], ("no_agreement",))
    assert (quorum.turn.parties, quorum.plain("p")["dialectic_before"]) == (("b", "c", "d"), review.id)
    assert done.plain("b")["whose_move"] == quorum.plain("b")["whose_move"]
    assert (await show_agent(fleet.app, OPERATOR, "a")).in_review == ""
    for name in "bcd":
        quorum = await fleet.vote(quorum, name, "resume", ["read only for 2h"])
    assert quorum.executed
    assert (quorum.executed.action, await fleet.status()) == ("resume", "active")
    assert await fleet.is_intact()


async def test_reviewers_of_the_quorum_are_told_what_the_two_said(fleet: FleetHouse) -> None:
    done = await disagreed(fleet, await opened(fleet, "b", "c", "d"))
    quorum = await following(fleet, done)
    assert not isinstance(quorum.state, Dialectic)
    context = quorum.state.opened.question.context
    for said in ("I am well again", "The queue overflowed", "read only for 2h", "Report errors hourly", "come back"):
        assert said in str(context)


async def test_too_few_for_that_quorum_keep_the_state_and_it_says_so(fleet: FleetHouse) -> None:
    done = await disagreed(fleet, await opened(fleet, "b", "c"))
    resolution = done.plain("p")["resolution"]
    assert (resolution["resolution_type"], resolution["autonomous_resolution"]) == ("conservative_default", True)
    assert "a quorum is required, and only 2 may review" in resolution["next_step"]
    assert done.executed
    assert (done.executed.action, await fleet.status()) == ("cooldown", "paused")
    await fleet.refuses("COOLDOWN", request_dialectic_review(fleet.app, P, "p", "Again"))


@pytest.mark.parametrize("policy", ["", "cooldown"])
async def test_without_such_a_policy_the_state_is_kept(fleet: FleetHouse, policy: str) -> None:
    done = await disagreed(fleet, await opened(fleet, "b", "c", "d", policy=policy))
    assert done.plain("p")["without_agreement"] == "cooldown"
    assert done.plain("p")["resolution"]["resolution_type"] == "conservative_default"
    assert (await show_agent(fleet.app, OPERATOR, "p")).in_review == ""


async def test_the_end_of_the_time_is_no_agreement_either(fleet: FleetHouse) -> None:
    review = await opened(fleet, "b", "c", "d")
    fleet.wait(hours=2, minutes=1)
    quorum = await following(fleet, await fleet.settled(review))
    assert (quorum.needs, quorum.turn.parties) == (("no_agreement",), ("b", "c", "d"))


async def test_the_policy_of_the_day_it_was_opened_holds(fleet: FleetHouse) -> None:
    review = await opened(fleet, "b", "c", "d")
    says(fleet.app, "cooldown")
    assert state(await disagreed(fleet, review)).ended
    assert (await show_agent(fleet.app, OPERATOR, "p")).in_review.startswith("QUORUM-")


async def test_an_agent_that_left_meanwhile_is_not_reviewed_again(fleet: FleetHouse) -> None:
    review = await opened(fleet, "b", "c", "d")
    await archive_agent(fleet.app, OPERATOR, "p")
    fleet.wait(hours=2, minutes=1)
    ended = state(await fleet.settled(review)).ended
    assert ended
    assert (ended.kind, ended.quorum_review, await fleet.status()) == ("conservative_default", "", "archived")


async def test_whoever_looks_at_once_opens_one_quorum(fleet: FleetHouse) -> None:
    review = await opened(fleet, "b", "c", "d")
    fleet.wait(hours=2, minutes=1)
    await asyncio.gather(*(fleet.settled(review) for _ in range(4)))
    history = [one.event for one in await agent_history(fleet.app, OPERATOR, "p")]
    assert sum(isinstance(one, ReviewJoined) for one in history) == 2
    assert [one.action for one in history if isinstance(one, ReviewExecuted)] == ["quorum"]
    assert await fleet.is_intact()


class RestlessRecord:
    """The record of a fleet in which somebody changes whenever reviewers are looked for."""

    def __init__(self, app: App) -> None:
        self._app, self._record, self._risk = App(app.record, app.surroundings), app.record, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._record, name)

    async def agents(self, *asked: Any, **more: Any) -> Any:
        found = await self._record.agents(*asked, **more)
        self._risk += 1
        await report_state(self._app, OPERATOR, "b", AgentReport(self._risk / 1000))
        return found


async def test_while_the_fleet_keeps_changing_a_look_shows_it_as_it_is_and_a_move_is_refused(fleet: FleetHouse) -> None:
    review = await opened(fleet, "b", "c", "d")
    await submit_antithesis(fleet.app, A, review.id, CONCERNED)
    for turn in range(2 * MOST_ROUNDS - 1):
        await submit_synthesis(fleet.app, (P, A)[turn % 2], review.id, (OURS, THEIRS)[turn % 2])
    calm = fleet.app.record
    fleet.app.record = cast(Store, RestlessRecord(fleet.app))
    with pytest.raises(FleetRefusal) as refused:
        await submit_synthesis(fleet.app, A, review.id, THEIRS)
    assert refused.value.code == "FLEET_CHANGES"
    fleet.wait(days=30)
    assert state(await fleet.settled(review)).ended is None
    fleet.app.record = calm
    quorum = await following(fleet, await fleet.settled(review))
    assert (quorum.needs, quorum.turn.parties) == (("no_agreement",), ("b", "c", "d"))
    assert await fleet.is_intact()
