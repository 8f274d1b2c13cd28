"""Who is told what, how often, and that it is never what a ballot says."""

import asyncio
import json
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

from quorate.app.app import App
from quorate.app.life.answers import Answers, resolve
from quorate.app.notification.messages import Message, messages_of
from quorate.app.notification.outbox import BACKOFF, Attempt, DeliveryLog, NotifyCommand, Outbox
from quorate.app.upkeep.sweep import Sweep, Unfinished
from quorate.deliberation.moments import later
from quorate.deliberation.precondition import short
from tests.app.house import AGAINST, ANN, BEN, FOR, House
from tests.record.parts import Clock

NOW = "2026-11-15T12:00:00.000000Z"
SECRET = {**FOR, "rationale": "A word that nobody else says"}


class Listener:
    """Keeps what it is told; fails as often as it is set to."""

    name, key = "listener", "k"

    def __init__(self, failures: int = 0) -> None:
        self.told: list[Message] = []
        self.failures = failures

    async def deliver(self, message: Message, _: str) -> str:
        self.told.append(message)
        self.failures -= 1
        return "busy" if self.failures >= 0 else ""

    @property
    def kinds(self) -> list[str]:
        return [one.kind for one in self.told]


def _wait(app: App, **span: float) -> None:
    clock = app.surroundings.clock
    assert isinstance(clock, Clock)
    clock.now += timedelta(**span)


async def _unfinished(app: App) -> Mapping[str, Unfinished]:
    sweep = Sweep(app, ANN)
    await sweep.due()
    return sweep.unfinished


async def _sent(outbox: Outbox, app: App) -> None:
    await outbox.send(await _unfinished(app))
    await outbox.settled()


class Stuck(Listener):
    """Takes a message and never says so."""

    name, key = "stuck", "stuck"

    async def deliver(self, message: Message, _: str) -> str:
        self.told.append(message)
        await asyncio.Event().wait()
        return ""


async def test_a_target_that_never_answers_holds_up_nobody(house: House, app: App, tmp_path: Path) -> None:
    stuck, listener = Stuck(), Listener()
    outbox = Outbox(app, [stuck, listener], DeliveryLog(tmp_path / "log"))
    for count in range(1, 13):
        session = await house.opened()
        await outbox.send(await _unfinished(app))
        while len(listener.told) < 2 * count:
            await asyncio.sleep(0)
        assert listener.told[-1].deliberation == session.id
    assert len(stuck.told) < len(listener.told)
    assert len({one.id for one in stuck.told}) == len(stuck.told)
    await outbox.close()
    again = Stuck()
    outbox = Outbox(app, [again], DeliveryLog(tmp_path / "log"))
    await outbox.send(await _unfinished(app))
    await asyncio.sleep(0)
    assert again.told, "what was given up is tried again after the next start"
    await outbox.close()


class Broken(Listener):
    """Fails in a way that nobody thought of."""

    name, key = "broken", "broken"

    async def deliver(self, *_: object) -> str:
        raise ZeroDivisionError


async def test_a_defect_of_one_target_is_a_failed_attempt(house: House, app: App, tmp_path: Path) -> None:
    await house.opened()
    listener = Listener()
    await _sent(Outbox(app, [Broken(), listener], DeliveryLog(tmp_path / "log")), app)
    assert len(listener.told) == 2
    assert "ZeroDivisionError" in (tmp_path / "log").read_text()


async def test_everybody_who_is_awaited_is_told_once(house: House, app: App, tmp_path: Path) -> None:
    session, listener = await house.opened(), Listener()
    outbox = Outbox(app, [listener], DeliveryLog(tmp_path / "log"))
    for _ in range(3):
        await _sent(outbox, app)
    assert sorted(one.data["seat"] for one in listener.told) == ["a", "b"]
    told = next(one.data for one in listener.told if one.data["seat"] == "a")
    assert told["command"] == f"quorate vote {session.id} --seat a --question {short(session.question.content_hash)}"
    later_ = Listener()
    await _sent(Outbox(app, [later_], DeliveryLog(tmp_path / "log")), app)
    assert later_.told == []


async def test_nobody_is_told_what_a_ballot_says(house: House, app: App, tmp_path: Path) -> None:
    listener = Listener()
    outbox = Outbox(app, [listener], DeliveryLog(tmp_path / "log"))
    session = await house.opened()
    await house.voted(session, "a", ANN, SECRET)
    await _sent(outbox, app)
    session = await house.decided(SECRET, AGAINST)
    await _sent(outbox, app)
    assert "inbox.waiting" in listener.kinds
    said = json.dumps([one.data for one in listener.told]) + (tmp_path / "log").read_text()
    assert "nobody else says" not in said
    assert "APPROVE" not in said


async def test_an_answer_is_asked_for_and_the_decision_told(house: House, app: App, tmp_path: Path) -> None:
    listener = Listener()
    outbox = Outbox(app, [listener], DeliveryLog(tmp_path / "log"))
    session = await house.decided(FOR, AGAINST)
    await _sent(outbox, app)
    (asked,) = listener.told
    assert asked.data["command"] == f"quorate resolve {session.id} --verdict {short(session.verdict_hash)}"
    await resolve(app, ANN, session.id, Answers(decline="Not now"), session.verdict_hash)
    await _sent(outbox, app)
    assert listener.kinds == ["inbox.waiting", "deliberation.decided"]
    assert listener.told[1].data["decision"] == "declined by a person"
    await _sent(outbox, app)
    assert len(listener.told) == 2


async def test_what_has_ended_is_kept_until_everybody_was_told(house: House, app: App, tmp_path: Path) -> None:
    outbox = Outbox(app, [Listener(failures=3)], DeliveryLog(tmp_path / "log"))
    session = await house.opened()
    await _sent(outbox, app)
    for seat, who in (("a", ANN), ("b", BEN)):
        session = await house.voted(session, seat, who, FOR)
    for _ in range(2):
        await _sent(outbox, app)
        assert outbox._known.keys() == {session.id}
    _wait(app, seconds=BACKOFF[0] + 1)
    for _ in range(2):
        await _sent(outbox, app)
    assert not outbox._known


async def test_people_are_reminded_before_the_deadline_and_not_after_it(house: House, app: App, tmp_path: Path) -> None:
    listener = Listener()
    outbox = Outbox(app, [listener], DeliveryLog(tmp_path / "log"), [timedelta(hours=2), timedelta(days=1)])
    await house.opened(policy={"ballots_by": later(app.now, 26 * 3600)})
    await _sent(outbox, app)
    assert listener.kinds == ["inbox.waiting"] * 2
    for hours, reminded in ((3, 2), (1, 2), (20.5, 4), (1, 4), (3, 4)):
        _wait(app, hours=hours)
        await _sent(outbox, app)
        assert listener.kinds.count("inbox.reminder") == reminded


async def test_what_failed_is_tried_again_later_and_not_for_ever(house: House, app: App, tmp_path: Path) -> None:
    listener = Listener(failures=100)
    await house.decided(FOR, AGAINST)
    outbox = Outbox(app, [listener], DeliveryLog(tmp_path / "log"))
    for count, seconds in enumerate((*BACKOFF, 10**6), 1):
        await _sent(outbox, app)
        await _sent(Outbox(app, [listener], DeliveryLog(tmp_path / "log")), app)
        assert len(listener.told) == count
        _wait(app, seconds=seconds)
    _wait(app, days=30)
    await _sent(outbox, app)
    assert len(listener.told) == len(BACKOFF) + 1
    assert len({one.id for one in listener.told}) == 1


async def test_a_decision_that_could_not_be_told_is_told_after_a_new_start(
    house: House, app: App, tmp_path: Path
) -> None:
    listener = Listener()
    session = await house.decided(FOR, AGAINST)
    await _sent(Outbox(app, [listener], DeliveryLog(tmp_path / "log")), app)
    await resolve(app, ANN, session.id, Answers(decline="Not now"), session.verdict_hash)
    await _sent(Outbox(app, [listener], DeliveryLog(tmp_path / "log")), app)
    assert listener.kinds == ["inbox.waiting", "deliberation.decided"]


def test_a_line_that_was_cut_short_is_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "log"
    log = DeliveryLog(file)
    log.add(Attempt(NOW, "k", "listener", "m1", "inbox.waiting", "MAGI-1", 1, ""))
    with file.open("a") as opened:
        opened.write('{"at": "20')
    again = DeliveryLog(file)
    assert not again.is_due("k", "m1", NOW)
    assert again.is_due("k", "m2", NOW)
    assert file.stat().st_mode & 0o077 == 0


async def test_a_command_gets_fixed_arguments_and_the_item_on_standard_input(house: House, tmp_path: Path) -> None:
    session = await house.opened(question={"subject": "$(touch hacked); `touch hacked`\n--help"})
    program = tmp_path / "notify"
    program.write_text(
        f"#!/bin/sh\ncat > {tmp_path}/item\nprintf '%s\\n' \"$@\" > {tmp_path}/arguments\nenv > {tmp_path}/env\n"
    )
    program.chmod(0o755)
    environment = {"PATH": "/usr/bin:/bin", "QUORATE_KEY": "qk_secret", "HOOK": "whsec_secret"}
    command = NotifyCommand([str(program), "--team", "two words"], environment)
    message = messages_of(session, NOW)[0]
    assert await command.deliver(message, NOW) == ""
    assert json.loads((tmp_path / "item").read_text())["data"]["subject"].startswith("$(touch hacked)")
    assert (tmp_path / "arguments").read_text() == "--team\ntwo words\n"
    assert "secret" not in (tmp_path / "env").read_text()
    assert "touch" not in (tmp_path / "env").read_text()


async def test_a_command_that_fails_is_said_to(house: House, tmp_path: Path) -> None:
    message = messages_of(await house.opened(), NOW)[0]
    assert await NotifyCommand(["/bin/false"], {}).deliver(message, NOW) == "exit status 1"
    assert "cannot be started" in await NotifyCommand([str(tmp_path / "none")], {}).deliver(message, NOW)
