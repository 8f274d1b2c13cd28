"""Tells everybody who is to be told what the record says now; what failed is tried again later."""

import asyncio
import json
import logging
import os
import signal
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple, Protocol

from quorate.app.app import App
from quorate.app.fleet.quorum_opening import QUORUMS
from quorate.app.notification.messages import Message, messages_of
from quorate.app.notification.review_messages import dialectic_messages
from quorate.app.notification.webhook import Webhook, body_of
from quorate.app.question.time_spans import minutes_in
from quorate.app.upkeep.sweep import Unfinished
from quorate.core.errors import QuorateError
from quorate.deliberation.moments import later, moment_of, stamp
from quorate.fleet.dialectic.dialectic_state import Dialectic
from quorate.fleet.streams import DIALECTICS, is_of_the_fleet
from quorate.record.side_streams import read_fleet
from quorate.settings import Settings

BACKOFF = (5, 300, 1800, 7200, 18_000, 36_000, 50_400)
"""Seconds after each attempt that failed, until the next one; after the last of them there is none."""
_LARGEST = 16 * 1024 * 1024
_KEPT_LINES = 20_000


class Attempt(NamedTuple):
    """One attempt: of which message, to whom, the how-manieth, and why it failed (empty where it did not)."""

    at: str
    target: str
    name: str
    message: str
    kind: str
    deliberation: str
    attempt: int
    failure: str

    @property
    def next_at(self) -> str:
        """When to try again; empty where nothing is to be tried any more."""
        if not self.failure or self.attempt > len(BACKOFF):
            return ""
        return stamp(moment_of(self.at) + timedelta(seconds=BACKOFF[self.attempt - 1]))


class DeliveryLog:
    """The attempts so far, and the file in which they are kept."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._last: dict[tuple[str, str], Attempt] = {}
        for attempt in _read(file):
            self._last[attempt.target, attempt.message] = attempt
        self._shorten()

    def is_due(self, target: str, message: str, now: str) -> bool:
        """True where a message was never tried, or where it is time to try it again."""
        last = self._last.get((target, message))
        return last is None or bool(last.next_at and last.next_at <= now)

    def attempts(self, target: str, message: str) -> int:
        """How often it was tried."""
        last = self._last.get((target, message))
        return last.attempt if last else 0

    def mentions(self) -> set[str]:
        """The deliberations of which somebody was told something."""
        return {attempt.deliberation for attempt in self._last.values()}

    def add(self, attempt: Attempt) -> None:
        """Keeps an attempt, on the disk before anything else happens."""
        self._last[attempt.target, attempt.message] = attempt
        _append(self._file, attempt)

    def _shorten(self) -> None:
        """Begins the file again with the newest lines, once it is long."""
        if not self._file.exists() or self._file.stat().st_size < _LARGEST:
            return
        kept = list(self._last.values())[-_KEPT_LINES:]
        new = self._file.with_suffix(".new")
        new.unlink(missing_ok=True)
        for attempt in kept:
            _append(new, attempt)
        os.replace(new, self._file)


def _append(file: Path, attempt: Attempt) -> None:
    handle = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        os.write(handle, json.dumps(attempt._asdict()).encode() + b"\n")
        os.fsync(handle)
    finally:
        os.close(handle)


def _read(file: Path) -> list[Attempt]:
    """Every attempt; a line that a crash has cut short is passed over."""
    found: list[Attempt] = []
    read: Callable[[str], dict[str, object]] = json.loads
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        try:
            found.append(Attempt(**read(line)))  # type: ignore[arg-type]
        except (TypeError, ValueError):
            continue
    return found


_PAGE, _FIRST_PAGE = 50, 500
_OVERLAP_SECONDS = 60
"""On Postgres a line takes its place in the log before it can be seen, so that one may appear before the newest."""
_ANYTHING = ("",)
"""Begins every id: a search for the few that are reviews would go through the whole log."""


class _Look(NamedTuple):
    """When the log was looked at, by the clock of this process, and the id of its newest line then."""

    at: str
    newest: str


class NewReviews:
    """Remembers how far the log was read. A review is named again for as long as one before it may appear."""

    def __init__(self, app: App) -> None:
        self._app, self._started_at = app, app.now
        self._looks: list[_Look] = []

    async def ids(self) -> list[str]:
        """Those that began since the last time, whether they are over or not. What cannot be read is new later."""
        looks = self._looks or [await self._first_look()]
        now, new = self._app.now, list[str]()
        async for line in self._app.lines(_ANYTHING, _PAGE):
            if line.deliberation == looks[0].newest:
                break
            new.append(line.deliberation)
        newest = new[0] if new else looks[0].newest
        self._looks = _still_needed([*looks, _Look(now, newest)], later(now, -_OVERLAP_SECONDS))
        return [name for name in new if name.startswith((DIALECTICS, QUORUMS))]

    async def _first_look(self) -> _Look:
        """Before the first look only times tell what is new: that ends where a whole page is older than the start."""
        moment = later(self._started_at, -_OVERLAP_SECONDS)
        newest, old = "", 0
        async for line in self._app.lines(_ANYTHING, _FIRST_PAGE):
            if line.opened_at >= moment:
                newest, old = "", 0
                continue
            newest, old = newest or line.deliberation, old + 1
            if old == _FIRST_PAGE:
                break
        return _Look(moment, newest)


def _still_needed(looks: list[_Look], moment: str) -> list[_Look]:
    """Those since this moment, and the last one before it."""
    return [one for one, following in pairwise(looks) if following.at > moment] + looks[-1:]


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
