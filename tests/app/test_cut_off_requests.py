"""A request that was cut off between the last ballot and the count: whoever comes next carries it on."""

from typing import Any

import pytest

from quorate.app.life.ballots import BallotParts, BallotTerms, vote, voted_before
from quorate.app.upkeep.sweep import Sweep
from quorate.core.errors import StoreError
from quorate.deliberation.session import Session
from tests.app.house import ANN, BEN, House

YES = BallotParts("approve", "80", "It was measured")


async def test_a_request_that_was_cut_off_before_the_count_is_carried_on_when_it_is_repeated(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await cut_off_before_the_count(house, monkeypatch)
    again = await vote(house.app, BEN, session.id, YES, key="k")
    assert not again.is_new
    assert again.session.verdict


async def test_who_asks_whether_a_request_was_done_carries_on_what_it_began(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await cut_off_before_the_count(house, monkeypatch)
    before = await voted_before(house.app, BEN, session.id, BallotTerms(), "k")
    assert before
    assert before.session.verdict


async def test_a_round_that_was_cut_off_before_the_count_is_counted_by_a_sweep(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await cut_off_before_the_count(house, monkeypatch)
    assert await Sweep(house.app, ANN).due() == [session.id]


async def cut_off_before_the_count(house: House, monkeypatch: pytest.MonkeyPatch) -> Session:
    """The last ballot is on the record, and then the disk is full."""
    session = await house.opened()
    await vote(house.app, ANN, session.id, YES)
    carry = house.app.carry

    async def cut_off(at: Session, *more: Any) -> Session:
        if at.round and not at.round.missing:
            raise StoreError("the disk is full")
        return await carry(at, *more)

    with monkeypatch.context() as patch:
        patch.setattr(house.app, "carry", cut_off)
        with pytest.raises(StoreError, match="stored"):
            await vote(house.app, BEN, session.id, YES, key="k")
    return session
