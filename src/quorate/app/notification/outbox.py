"""Tells everybody who is to be told what the record says now; what failed is tried again later."""

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple, Protocol

from quorate.app.app import App
from quorate.app.notification.delivery_log import Attempt, DeliveryLog
from quorate.app.notification.messages import Message, messages_of
from quorate.app.notification.notify_command import NotifyCommand
from quorate.app.notification.webhook import Webhook
from quorate.app.question.time_spans import minutes_in
from quorate.core.errors import QuorateError
from quorate.record.port import LogLine
from quorate.settings import Settings

_AT_ONCE = 8
_LOG = logging.getLogger("quorate.notification")


class Target(Protocol):
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

    def __init__(self, app: App, targets: Sequence[Target], log: DeliveryLog, remind: Sequence[timedelta] = ()) -> None:
        self._app, self._targets, self._log, self._remind = app, targets, log, remind
        self._known: dict[str, _Known] = {}
        self._watched = log.mentions()
        self._slots = asyncio.Semaphore(_AT_ONCE)

    async def send(self, lines: Iterable[LogLine]) -> None:
        """Tells what is to be told of these deliberations, and of those that were among them before."""
        if not self._targets:
            return
        found = {line.deliberation: line for line in lines}
        ended = self._watched - found.keys()
        self._watched = set(found)
        messages = [one for name in (*found, *ended) for one in await self._messages(name, found.get(name))]
        now = self._app.now
        due = [(to, one) for one in messages for to in self._targets if self._log.is_due(to.key, one.id, now)]
        await asyncio.gather(*(self._delivered(to, one) for to, one in due))
        self._watched |= {one.deliberation for one in messages if self._has_open_delivery(one)}

    async def _messages(self, deliberation: str, line: LogLine | None) -> tuple[Message, ...]:
        known = self._known.get(deliberation)
        may_remind = line is not None and bool(self._remind) and any(wait.until for wait in line.summary.waits)
        if known and line and known.position == line.position and not may_remind:
            return known.messages
        try:
            session = await self._app.load(deliberation)
        except QuorateError as error:
            _LOG.warning("%s cannot be read: %s", deliberation, error)
            return ()
        messages = messages_of(session, self._app.now, self._remind)
        self._known[deliberation] = _Known(session.position, messages)
        return messages

    def _has_open_delivery(self, message: Message) -> bool:
        far = "9999"
        return any(self._log.is_due(to.key, message.id, far) for to in self._targets)

    async def _delivered(self, to: Target, message: Message) -> None:
        async with self._slots:
            now = self._app.now
            failure = await to.deliver(message, now)
        count = self._log.attempts(to.key, message.id) + 1
        said = (message.id, message.kind, message.deliberation)
        self._log.add(Attempt(now, to.key, to.name, *said, count, failure))
        fields = {"to": to.name, "kind": message.kind, "deliberation": message.deliberation, "attempt": count}
        _LOG.log(logging.WARNING if failure else logging.INFO, failure or "delivered", extra={"fields": fields})


def outbox_of(settings: Settings, environment: Mapping[str, str], file: Path, app: App) -> Outbox:
    """As the user's settings have it. Raises InputError where they cannot be used."""
    targets: list[Target] = [Webhook(one, environment) for one in settings.webhooks]
    if settings.notify:
        targets.append(NotifyCommand(settings.notify, environment))
    spans = [timedelta(minutes=minutes_in(one, "notify.remind")) for one in settings.remind]
    return Outbox(app, targets, DeliveryLog(file), spans)
