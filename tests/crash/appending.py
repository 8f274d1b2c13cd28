"""Appends ballots to a new record, and says on standard output when it is about to and when that is acknowledged.

It is run under strace: python -m tests.crash.appending FILE
"""

import asyncio
import os
import sys

from quorate.decide import decide
from quorate.deliberation.moves import cast
from quorate.deliberation.session import Session, ahead, evolve
from quorate.deliberation.summary import summary_of
from quorate.record import open_record
from quorate.record.port import Change, Record
from tests.crash.panel import BALLOTS, PERSON, clock, opening, outside

APPENDS = 3
ABOUT, ACKNOWLEDGED = "about to append", "acknowledged"


async def _main(file: str) -> None:
    record = open_record(file, clock)
    session = (await decide(opening(), {}, record, outside())).session
    for number in range(1, APPENDS + 1):
        session = await _append(record, session, number)
    await record.close()


async def _append(record: Record, session: Session, number: int) -> Session:
    anna = outside("anna")
    events = cast(session, PERSON, BALLOTS[PERSON], anna.who, now=anna.now, supersede=number > 1)
    change = Change(session.id, session.position, events, summary_of(ahead(session, events)))
    _say(ABOUT, number)
    stored, _ = await record.append([change], anna.author)
    _say(ACKNOWLEDGED, number)
    return evolve(session, stored[0])


def _say(what: str, number: int) -> None:
    os.write(1, f"{what} {number}\n".encode())


if __name__ == "__main__":
    asyncio.run(_main(sys.argv[1]))
