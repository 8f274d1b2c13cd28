"""Waiting for a deliberation: for whoever is asked now, for the count, and for people only where that is said."""

from quorate.app.life.carriers import Carriers, wait_for_deliberation
from quorate.commit import change
from quorate.deliberation.moves import cast
from quorate.deliberation.precondition import Seen
from quorate.deliberation.session import Session
from quorate.deliberation.summary import state_of
from tests.app.house import ANN, BEN, FOR, House


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
    assert state_of(await waited(house, session.id)) == "voting"


async def waited(house: House, deliberation: str) -> Session:
    carriers = Carriers()
    try:
        return (await wait_for_deliberation(house.app, ANN, deliberation, carriers, None, listener)).session
    finally:
        await carriers.close()


async def listener(_: Session) -> None:
    """Nobody watches."""
