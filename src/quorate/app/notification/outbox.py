"""Tells everybody who is to be told what the record says now; what failed is tried again later."""

import asyncio
import logging
import os
import signal
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, Protocol

from quorate.app.app import App
from quorate.app.notification.delivery_log import Attempt, DeliveryLog
from quorate.app.notification.messages import Message, messages_of
from quorate.app.notification.new_reviews import NewReviews
from quorate.app.notification.review_messages import dialectic_messages
from quorate.app.notification.webhook import Webhook, body_of
from quorate.app.question.time_spans import minutes_in
from quorate.app.upkeep.sweep import Unfinished
from quorate.core.errors import QuorateError
from quorate.fleet.dialectic.dialectic_state import Dialectic
from quorate.fleet.streams import is_of_the_fleet
from quorate.record.fleet_streams import read_fleet
from quorate.settings import Settings

SECONDS = 30.0
_PASSED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "XDG_RUNTIME_DIR")


class NotifyCommand:
    """A program that is run for every message."""

    def __init__(self, argv: Sequence[str], environment: Mapping[str, str]) -> None:
        self._argv = tuple(argv)
        self._environment = {name: environment[name] for name in _PASSED_ON if name in environment}

    @property
    def name(self) -> str:
        """How the log names it."""
        return f"command {os.path.basename(self._argv[0])}"

    @property
    def key(self) -> str:
        """What tells it from others."""
        return sha256("\0".join(self._argv).encode()).hexdigest()[:16]

    async def deliver(self, message: Message, now: str) -> str:
        """Runs it; gives why the message was not taken, and nothing where it was."""
        try:
            process = await asyncio.create_subprocess_exec(
                *self._argv,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.DEVNULL,
                env=self._environment,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            return f"cannot be started: {getattr(error, 'strerror', None) or type(error).__name__}"
        try:
            async with asyncio.timeout(SECONDS):
                await process.communicate(body_of(message, now) + b"\n")
        except TimeoutError:
            return f"did not end within {SECONDS:g} s"
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # also what it has left behind
            await process.wait()
        return f"exit status {process.returncode}" if process.returncode else ""


_AT_ONCE = 4
"""Deliveries to one target at the same time."""
_LOG = logging.getLogger("quorate.notification")


class MessageTarget(Protocol):
    """Whoever is told something."""

    @property
    def name(self) -> str:
        """How logs name it."""

    @property
    def key(self) -> str:
        """What tells it from others."""

    async def deliver(self, message: Message, now: str) -> str:
        """Gives why the message was not taken, and nothing where it was."""


class _Known(NamedTuple):
    position: int
    messages: tuple[Message, ...]


class Outbox:
    """The targets, what they were told, and how long before a deadline they are reminded."""

    def __init__(
        self, app: App, targets: Sequence[MessageTarget], log: DeliveryLog, remind: Sequence[timedelta] = ()
    ) -> None:
        self._app, self._targets, self._log, self._remind = app, targets, log, remind
        self._known: dict[str, _Known] = {}
        self._watched = log.mentions()
        self._slots = {target.key: asyncio.Semaphore(_AT_ONCE) for target in targets}
        self._running: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._new_reviews = NewReviews(app)

    async def send(self, unfinished: Mapping[str, Unfinished], reviews: Iterable[str] = ()) -> None:
        """Begins to tell what is to be told of these deliberations, and of those that were among them before.

        `reviews` are the ids of open reviews of the fleet. One may begin and end between two calls, so that those which
        began since the last call are looked at as well.

        Every target has a line of its own: one that is slow or silent holds up nobody else, and not this call.
        """
        if not self._targets:
            return
        named = dict.fromkeys((*unfinished, *reviews, *await self._new_reviews.ids()))
        ended = self._watched - named.keys()
        self._watched = set(named)
        messages = [one for name in (*named, *ended) for one in await self._messages(name, unfinished.get(name))]
        now = self._app.now
        for one in messages:
            for to in self._targets:
                if self._log.is_due(to.key, one.id, now):
                    self._begin(to, one)
        self._watched |= {one.deliberation for one in messages if self._has_open_delivery(one)}
        self._known = {name: known for name, known in self._known.items() if name in self._watched}

    async def settled(self) -> None:
        """Waits for what has begun."""
        await asyncio.gather(*self._running.values(), return_exceptions=True)

    async def close(self) -> None:
        """Gives up what has begun; it is tried again after the next start."""
        for task in self._running.values():
            task.cancel()
        await self.settled()

    def _begin(self, to: MessageTarget, message: Message) -> None:
        what = (to.key, message.id)
        if what in self._running:
            return
        task = asyncio.get_running_loop().create_task(self._delivered(to, message))
        self._running[what] = task
        task.add_done_callback(lambda _: self._running.pop(what, None))

    async def _messages(self, deliberation: str, found: Unfinished | None) -> tuple[Message, ...]:
        known = self._known.get(deliberation)
        may_remind = found is not None and bool(self._remind) and found.is_timed
        if known and found and known.position == found.position and not may_remind:
            return known.messages
        try:
            if is_of_the_fleet(deliberation):
                return await self._of_dialectic(deliberation)
            session = await self._app.load(deliberation)
        except QuorateError as error:
            _LOG.warning("%s cannot be read: %s", deliberation, error)
            return ()
        messages = messages_of(session, self._app.now, self._remind)
        self._known[deliberation] = _Known(session.position, messages)
        return messages

    async def _of_dialectic(self, review: str) -> tuple[Message, ...]:
        state = await read_fleet(self._app.record, review)
        if not isinstance(state, Dialectic):
            return ()
        return dialectic_messages(review, state, self._app.now, self._remind)

    def _has_open_delivery(self, message: Message) -> bool:
        far = "9999"
        return any(self._log.is_due(to.key, message.id, far) for to in self._targets)

    async def _delivered(self, to: MessageTarget, message: Message) -> None:
        async with self._slots[to.key]:
            now = self._app.now
            failure = await _answer_of(to, message, now)
        count = self._log.attempts(to.key, message.id) + 1
        said = (message.id, message.kind, message.deliberation)
        self._log.add(Attempt(now, to.key, to.name, *said, count, failure))
        fields = {"to": to.name, "kind": message.kind, "deliberation": message.deliberation, "attempt": count}
        _LOG.log(logging.WARNING if failure else logging.INFO, failure or "delivered", extra={"fields": fields})


async def _answer_of(to: MessageTarget, message: Message, now: str) -> str:
    try:
        return await to.deliver(message, now)
    except Exception as error:  # noqa: BLE001 - a defect of one target is a failed attempt like any other
        _LOG.exception("%s", to.name)
        return type(error).__name__


def outbox_of(settings: Settings, environment: Mapping[str, str], file: Path, app: App) -> Outbox:
    """As the user's settings have it. Raises InputError where they cannot be used."""
    targets: list[MessageTarget] = [Webhook(one, environment) for one in settings.webhooks]
    if settings.notify:
        targets.append(NotifyCommand(settings.notify, environment))
    spans = [timedelta(minutes=minutes_in(one, "notify.remind")) for one in settings.remind]
    return Outbox(app, targets, DeliveryLog(file), spans)
