"""Waiting for a deliberation: for whoever is asked now, for the count, and for people only where that is said."""

from datetime import timedelta

import pytest

from quorate.app.access.access_keys import issue_key
from quorate.app.access.authentication import authenticate
from quorate.app.app import App
from quorate.app.life.carriers import Carriers, wait_for_deliberation
from quorate.app.life.next_steps import next_steps
from quorate.commit import change
from quorate.deliberation.events import Resolved
from quorate.deliberation.moves import cast
from quorate.deliberation.precondition import Seen
from quorate.deliberation.principal import Principal
from quorate.deliberation.session import Session
from quorate.deliberation.summary import state_of
from tests.app.house import AGAINST, ANN, BEN, FOR, House
from tests.record.parts import Clock

CONFIDENT = {"deadlock": "most-confident", "deadlock_minutes": 1}
DECLINED = {"answer_minutes": 1, "at_answer_by": "decline"}


class NoCarriers(Carriers):
    """Of somebody who waits for nobody."""

    def start(self, app: App, who: Principal, deliberation: str) -> None:  # noqa: ARG002
        """Whoever is not to be waited for is not carried on."""
        raise AssertionError(f"{who.name} waits for {deliberation}")


async def test_where_every_ballot_is_in_the_count_is_waited_for(house: House) -> None:
    session = await house.voted(await house.opened(), "a", ANN, FOR)
    seen, outside = Seen(session.question_hash), house.app.outside(BEN)
    last = await change(
        house.app.record, session, lambda at: cast(at, "b", FOR, BEN, now=house.app.now, seen=seen), outside
    )
    assert state_of(last.session) == "voting"
    assert state_of(await waited(house, session.id)) == "decided"


async def test_people_are_not_waited_for_by_default(house: House) -> None:
    session = await house.opened()
    assert state_of(await waited(house, session.id, NoCarriers())) == "voting"


async def test_after_the_deadline_for_an_answer_it_is_stored_that_nobody_answered(house: House) -> None:
    session = await house.decided(FOR, AGAINST, policy=DECLINED)
    await pass_deadline(house, session.id)
    found = await waited(house, session.id)
    assert found.lapsed_at
    assert "overdue" not in codes(house, found)


async def test_after_the_deadline_of_a_deadlock_the_most_confident_choice_is_stored(house: House) -> None:
    session = await house.deadlocked(policy=CONFIDENT)
    await pass_deadline(house, session.id)
    found = await waited(house, session.id)
    answer = found.said[-1].answer
    assert isinstance(answer, Resolved)
    assert answer.seat == "a"
    assert "overdue" not in codes(house, found)


@pytest.mark.parametrize("seconds", [None, 0])
async def test_after_the_deadline_for_ballots_they_are_counted_without_any_waiting(
    house: House, seconds: float | None
) -> None:
    due = (house.app.surroundings.clock() + timedelta(minutes=1)).isoformat()
    session = await house.opened(policy={"ballots_by": due, "at_ballots_by": "count"})
    await pass_deadline(house, session.id)
    assert (await waited(house, session.id, NoCarriers(), seconds)).verdict


async def test_a_key_that_may_only_read_stores_nothing_by_waiting(house: House) -> None:
    issued = await issue_key(house.app, Principal("local", owns_store=True), "rex", ["read"])
    reader = await authenticate(house.app, issued.text)
    session = await house.decided(FOR, AGAINST, policy=DECLINED)
    await pass_deadline(house, session.id)
    found = await wait_for_deliberation(house.app, reader, session.id, Carriers(), 0, listener)
    assert found.session.position == session.position


async def pass_deadline(house: House, deliberation: str) -> None:
    """Two minutes go by, and nobody notices."""
    clock = house.app.surroundings.clock
    assert isinstance(clock, Clock)
    clock.now += timedelta(minutes=2)
    assert codes(house, await house.app.load(deliberation)) == ["overdue"]


def codes(house: House, session: Session) -> list[str]:
    return [step.code for step in next_steps(session, house.app.now)]


async def waited(
    house: House, deliberation: str, carriers: Carriers | None = None, seconds: float | None = None
) -> Session:
    carriers = carriers or Carriers()
    try:
        return (await wait_for_deliberation(house.app, ANN, deliberation, carriers, seconds, listener)).session
    finally:
        await carriers.close()


async def listener(_: Session) -> None:
    """Nobody watches."""
