"""What happens while a server or a worker runs and nobody types a command: reminders, retries, deadlines, calls."""

import asyncio
from datetime import timedelta
from pathlib import Path

from quorate.app.app import App
from quorate.app.notification.outbox import BACKOFF, DeliveryLog, Outbox
from quorate.app.upkeep.carrier import Carrier
from quorate.app.upkeep.periodic_sweep import sweeping
from quorate.app.upkeep.sweep import Sweep
from quorate.deliberation.events import DeadlinePassed
from quorate.deliberation.moments import later
from tests.app.house import ANN, FOR, House
from tests.notification.test_outbox import Listener, _wait
from tests.patience import happens

OFTEN = 0.01


async def test_people_are_told_again_and_reminded_and_the_deadline_applies(
    house: House, app: App, tmp_path: Path
) -> None:
    listener, carrier = Listener(failures=2), Carrier(app)
    outbox = Outbox(app, [listener], DeliveryLog(tmp_path / "log"), [timedelta(hours=2)])
    session = await house.opened(policy={"ballots_by": later(app.now, 26 * 3600), "at_ballots_by": "count"})
    async with sweeping(Sweep(app, ANN), carrier.carry_on_all, outbox, OFTEN):
        await happens(lambda: listener.kinds.count("inbox.waiting") == 2)
        _wait(app, seconds=BACKOFF[0] + 1)
        await happens(lambda: listener.kinds.count("inbox.waiting") == 4)
        _wait(app, hours=25)
        await happens(lambda: listener.kinds.count("inbox.reminder") == 2)
        _wait(app, hours=2)
        while not (await app.load(session.id)).verdict:
            await asyncio.sleep(OFTEN)
        await carrier.close(60)
    passed = [one.event for one in await app.record.read(session.id) if isinstance(one.event, DeadlinePassed)]
    assert [one.what for one in passed] == ["ballots"]


async def test_what_a_process_has_left_behind_is_carried_on(house: House, app: App, tmp_path: Path) -> None:
    carrier = Carrier(app)
    session = await house.opened(panel=[{"seat": "x", "voter": house.program("ask", FOR)}])
    outbox = Outbox(app, [], DeliveryLog(tmp_path / "log"))
    async with sweeping(Sweep(app, ANN), carrier.carry_on_all, outbox, OFTEN):
        while not (await app.load(session.id)).verdict:
            await asyncio.sleep(OFTEN)
        await carrier.close(60)
    assert house.times_asked() == 1
