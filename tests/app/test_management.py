"""A verdict's permission: used once, or taken back."""

import asyncio

from quorate.app.life.management import release, revoke
from quorate.core.errors import InputError, Refused
from quorate.deliberation.events import Released, Revoked
from quorate.deliberation.precondition import short
from tests.app.house import ACTION, AGAINST, ANN, BEN, EVE, FOR, House


async def test_a_permission_is_used_once_for_the_very_action_that_was_voted_on(house: House) -> None:
    session = await house.decided()
    await house.refuses(release(house.app, ANN, session.id, "deploy everything\n"), "action", Refused)
    found = await release(house.app, ANN, session.id, ACTION, short(session.question.content_hash))
    assert isinstance(found.session.endings[-1].event, Released)
    assert found.history[-1].author == ANN.author
    await house.refuses(release(house.app, ANN, session.id, ACTION), "used once|was released", Refused)


async def test_a_permission_for_another_revision_is_refused(house: House) -> None:
    session = await house.decided()
    await house.refuses(release(house.app, ANN, session.id, ACTION, "0" * 8), "revision|question", InputError)


async def test_what_may_not_be_acted_on_is_not_released(house: House) -> None:
    session = await house.decided(FOR, AGAINST)
    await house.refuses(release(house.app, ANN, session.id, ACTION), "still requires", Refused)


async def test_of_several_at_once_with_one_key_exactly_one_is_told_that_it_released(house: House) -> None:
    session = await house.decided()
    tried = await asyncio.gather(*(release(house.app, ANN, session.id, ACTION, key="k") for _ in range(4)))
    assert sorted(one.is_new for one in tried) == [False, False, False, True]
    await house.refuses(release(house.app, BEN, session.id, ACTION, key="k"), "only ann, .* may do this", Refused)


async def test_a_repeated_release_is_answered_with_what_holds_now(house: House) -> None:
    session = await house.decided()
    await release(house.app, ANN, session.id, ACTION, key="k")
    await revoke(house.app, ANN, session.id, "The measurement was wrong")
    await house.refuses(release(house.app, ANN, session.id, ACTION, key="k"), "revoked|taken back", Refused)


async def test_a_verdict_is_taken_back_by_whoever_manages_it(house: House) -> None:
    session = await house.decided()
    await house.refuses(revoke(house.app, EVE, session.id, "No"), "only ann", Refused)
    await house.refuses(revoke(house.app, ANN, session.id, "\ud800"), "half", InputError)
    tried = [await revoke(house.app, ANN, session.id, "Wrong", "k") for _ in range(2)]
    assert [one.is_new for one in tried] == [True, False]
    assert isinstance(tried[1].session.endings[-1].event, Revoked)
