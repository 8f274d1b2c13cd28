"""A client that heard nothing asks again with the same key, perhaps while its first request is still under way."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from quorate.commit import change, opened
from quorate.core.errors import AppendConflict
from quorate.decide import carry
from quorate.deliberation.events import Author, Cast, Event
from quorate.deliberation.moves import cast, open_session
from quorate.deliberation.session import Session
from quorate.record import open_record
from quorate.record.memory import MemoryRecord
from quorate.record.port import Appended, Change, Record, RequestKey
from tests.crash.campaign import POSTGRES, SQLITE, addresses_of
from tests.crash.panel import VOTING, clock, outside
from tests.deliberation.playing import QUESTION, approve, people
from tests.patience import PATIENCE

HERE = outside()


class Overtaken:
    """A record on which somebody else is faster once, and then one's own first request comes through."""

    def __init__(self, record: Record, session: Session) -> None:
        self._record, self._session, self._is_new = record, session, True

    def __getattr__(self, name: str) -> Any:
        return getattr(self._record, name)

    async def append(self, changes: Sequence[Change], author: Author, key: RequestKey | None = None) -> Appended:
        if self._is_new:
            self._is_new = False
            await vote(self._record, self._session, "Sophia")
        try:
            return await self._record.append(changes, author, key)
        except AppendConflict:
            await vote(self._record, self._session, "Logos", VOTING)
            raise


async def vote(record: Record, session: Session, seat: str, key: RequestKey | None = None) -> Session:
    def rule(at: Session) -> tuple[Event, ...]:
        return cast(at, seat, approve(), HERE.who, now=HERE.now)

    return (await change(record, session, rule, HERE, key)).session


async def begun(record: Record) -> Session:
    opening = open_session("magi", QUESTION, people("Logos", "Pathos", "Sophia"))
    return await carry((await opened(record, opening, HERE)).session, {}, record, HERE)


async def voters_in(record: Record, session: Session) -> list[str]:
    return [one.event.seat for one in await record.read(session.id) if isinstance(one.event, Cast)]


def test_a_repeated_request_that_was_overtaken_gets_the_answer_of_the_first_one() -> None:
    async def story() -> list[str]:
        record = MemoryRecord(clock)
        session = await begun(record)
        await vote(Overtaken(record, session), session, "Logos", VOTING)
        return await voters_in(record, session)

    assert asyncio.run(story()) == ["Sophia", "Logos"]


@pytest.mark.parametrize("kind", [SQLITE, POSTGRES])
def test_one_request_that_is_sent_many_times_at_once_gets_one_answer(kind: str, tmp_path: Path) -> None:
    async def story(address: str) -> list[str]:
        records = [open_record(address, clock, patience=PATIENCE) for _ in range(6)]
        session = await begun(records[0])
        await asyncio.gather(*(vote(record, session, "Logos", VOTING) for record in records))
        voters = await voters_in(records[0], session)
        await asyncio.gather(*(record.close() for record in records))
        return voters

    with addresses_of(kind) as address_in:
        assert asyncio.run(story(address_in(tmp_path))) == ["Logos"]
