"""One process that carries a deliberation on, votes or releases, and dies where it is told to.

By hand: python -m tests.crash.worker TASK FOLDER ADDRESS [POINT [NTH]], for example
python -m tests.crash.worker carry /tmp/one /tmp/one/record.db 'after Claimed' 2
"""

import asyncio
import sys
import time
import traceback
from pathlib import Path

from quorate.commit import change, loaded
from quorate.core.errors import Refused
from quorate.decide import carry, decide
from quorate.deliberation.moves import cast
from quorate.deliberation.people import release
from quorate.deliberation.session import Session
from quorate.record import open_record
from quorate.record.port import Record
from tests.crash.dying import DyingCommand, DyingRecord, Errand, Trail
from tests.crash.panel import (
    ACTION,
    BALLOTS,
    OPENING,
    PERSON,
    SECONDS,
    VOTING,
    calls_in,
    clock,
    opening,
    outside,
    releasing,
    voter_of,
)
from tests.patience import PATIENCE

CARRY, VOTE, RELEASE = "carry", "vote", "release"
DECIDED, WAITING, DONE, REFUSED, UNOPENED, BROKEN = "decided", "waiting", "done", "refused", "unopened", "broken"


def carry_out(errand: Errand) -> None:
    """Does one errand, and writes down how it ended."""
    trail = Trail(errand)
    try:
        asyncio.run(_carry_out(errand, trail))
    except Exception:  # noqa: BLE001 - whatever it is, whoever runs this has to see it
        trail.note(ended=BROKEN, why=traceback.format_exc())
        sys.exit(1)


async def _carry_out(errand: Errand, trail: Trail) -> None:
    store = open_record(errand.address, clock, patience=PATIENCE)
    record = DyingRecord(store, trail)
    try:
        ended = await _TASKS[errand.task](errand, record, trail)
    except Refused as error:
        trail.note(ended=REFUSED, why=str(error))
    else:
        trail.note(ended=ended)
    await store.close()


async def _carry(errand: Errand, record: Record, trail: Trail) -> str:
    calls = calls_in(Path(errand.folder))
    voters = {voter_of(seat): DyingCommand(seat, errand, calls, trail) for seat in SECONDS}
    known = await _session(record, errand.begin)
    if known and errand.number % 2:  # the others repeat the opening with its key, as a client does that heard nothing
        session = await carry(known, voters, record, outside())
    else:
        session = (await decide(opening(), voters, record, outside(), OPENING)).session
    return DECIDED if session.verdict else WAITING


async def _vote(errand: Errand, record: Record, _: Trail) -> str:
    if not (session := await _session(record, errand.begin)):
        return UNOPENED
    here = outside("anna")
    await change(record, session, lambda at: cast(at, PERSON, BALLOTS[PERSON], here.who, now=here.now), here, VOTING)
    return DONE


async def _release(errand: Errand, record: Record, _: Trail) -> str:
    if not (session := await _session(record, errand.begin)):
        return UNOPENED
    await change(record, session, lambda at: release(at, ACTION), outside(errand.who), releasing(errand.who))
    return DONE


async def _session(record: Record, begin: float) -> Session | None:
    """The deliberation as it stands, at the moment at which others begin too."""
    opened = await record.answered(OPENING)
    session = await loaded(record, opened[0].deliberation) if opened else None
    await asyncio.sleep(max(0.0, begin - time.time()))
    return session


_TASKS = {CARRY: _carry, VOTE: _vote, RELEASE: _release}


if __name__ == "__main__":
    task, folder_, address, *rest = sys.argv[1:]
    carry_out(Errand(task, folder_, address, 0, rest[0] if rest else "", int(rest[1]) if len(rest) > 1 else 1))
