"""Where commands work on the record: opened, used and closed. The one place that runs what is asynchronous."""

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from quorate import config
from quorate.commit import Rule, change, loaded, opened
from quorate.core.errors import InputError, StoreError
from quorate.decide import Watcher, carry
from quorate.deliberation.events import Opened, Stored
from quorate.deliberation.moments import stamp
from quorate.deliberation.session import Session
from quorate.record.memory import MemoryRecord
from quorate.record.port import Key, was_done
from quorate.seat_calls import Voters
from quorate.surfaces.cli.streams import complain

if TYPE_CHECKING:
    from quorate.record.rows import Store

Result = TypeVar("Result")


class Deliberation(NamedTuple):
    """A deliberation as it stands, and how it came about."""

    session: Session
    history: tuple[Stored, ...]


class Clock:
    """The time, and which stamps it has given so far."""

    def __init__(self) -> None:
        self._now, self.given = config.outside().clock, set[str]()

    def __call__(self) -> datetime:
        now = self._now()
        self.given.add(stamp(now))
        return now


class Desk:
    """A record that is open, and what comes in from outside."""

    def __init__(
        self, record: "Store", clock: Clock, runner: asyncio.Runner, *, is_ours: bool, missing: Path | None = None
    ) -> None:
        outside = config.outside()
        self.record = record
        self.outside = outside._replace(clock=clock, who=outside.who._replace(owns_store=is_ours))
        self._clock, self._runner, self._missing = clock, runner, missing

    def run(self, story: Coroutine[Any, Any, Result]) -> Result:
        """Waits for it. An interrupt from the keyboard ends the waiting, not the program."""
        return self._runner.run(story)

    def load(self, deliberation: str) -> Session:
        """A deliberation as it stands."""
        if self._missing:
            raise InputError(f"no deliberation called {deliberation!r}: there is no record at {self._missing} yet")
        return self.run(loaded(self.record, deliberation))

    def whole(self, deliberation: str) -> Deliberation:
        """The same with its history, both as of one moment."""
        session = self.load(deliberation)
        return Deliberation(session, self.run(self.record.read(deliberation))[: session.position])

    def open(self, opening: Opened, key: Key | None) -> Session:
        """A new deliberation; with a key that was used before, the one that it opened."""
        return self.run(opened(self.record, opening, self.outside, key))

    def change(self, session: Session, rule: Rule, key: Key | None = None) -> Session:
        """What the rule says, put on the record, and what follows by the rules alone, before it and after it."""
        moved = self.carry(session, {})
        changed = self.run(change(self.record, moved, rule, self.outside, key))
        try:
            return self.carry(changed, {})
        except StoreError as error:
            raise StoreError(f"{changed.id}: the change is stored, but what follows from it is not: {error}") from error

    def was_done(self, key: Key | None) -> bool:
        """True where a request with this key was done before."""
        return self.run(was_done(self.record, key))

    @contextmanager
    def unless_done(self, key: Key | None) -> Iterator[None]:
        """What is refused in here is no error where another process has done the same request meanwhile."""
        try:
            yield
        except InputError:
            if not self.was_done(key):
                raise

    def did(self, key: Key, before: Session) -> bool:
        """True where it was this process that did what the key stands for, and not another at the same moment.

        Nobody else stamps with this clock; only a clock that is behind takes over the stamp of the event before.
        """
        stored = self.run(self.record.answered(key))
        return bool(stored) and (stored[0].at in self._clock.given or stored[0].at == before.changed_at)

    def carry(self, session: Session, voters: Voters, watcher: Watcher | None = None) -> Session:
        """Goes on with a deliberation until only people or agents are awaited."""
        return self.run(carry(session, voters, self.record, self.outside, watcher))


@contextmanager
def desk(store: str | None, *, new: bool = False, planned: bool = False) -> Iterator[Desk]:
    """The record that is meant. Only with `new` is one made where there is none: whoever only looks leaves no trace.

    One that was named and does not exist is an error, unless it is `planned` to make it.
    """
    address, clock = config.store(store), Clock()
    missing = _missing_file(address)
    if missing and not new:
        if not planned:
            _refuse_missing(store, missing)
        with _desk(MemoryRecord(clock), clock, is_ours=True, missing=missing) as at:
            yield at
        return
    if missing and missing.parent == config.home():
        config.make_home()
    from quorate.record import open_record

    record = open_record(address, clock, is_named=config.is_named_by_user(store), warn=_warn)
    with _desk(record, clock, is_ours=config.owns_store(address)) as at:
        yield at


def _warn(sentence: str) -> None:
    complain(f"quorate: warning: {sentence}")


def _refuse_missing(store: str | None, missing: Path) -> None:
    if config.stated_store(store):
        raise StoreError(f"there is no record at {missing}; `quorate decide` makes one, or name another with --store")


@contextmanager
def desk_in_memory() -> Iterator[Desk]:
    """A record that is gone afterwards."""
    clock = Clock()
    with _desk(MemoryRecord(clock), clock, is_ours=True) as at:
        yield at


def there_is_a_record(store: str | None) -> bool:
    """False where the record would be a file that does not exist."""
    return not _missing_file(config.store(store))


def without_password(address: str) -> str:
    """An address as it may be shown, and typed again by whoever has the password elsewhere."""
    scheme, sign, rest = address.partition("://")
    if not sign or scheme == "sqlite":
        return address
    place, mark, query = rest.partition("?")
    user, at, host = place.rpartition("@")
    kept = [one for one in query.split("&") if one and "password" not in one.partition("=")[0].lower()]
    return f"{scheme}://{user.partition(':')[0]}{at}{host}{mark if kept else ''}{'&'.join(kept)}"


@contextmanager
def _desk(record: "Store", clock: Clock, *, is_ours: bool, missing: Path | None = None) -> Iterator[Desk]:
    with asyncio.Runner() as runner:
        try:
            yield Desk(record, clock, runner, is_ours=is_ours, missing=missing)
        finally:
            runner.run(record.close())


def _missing_file(address: str) -> Path | None:
    """The file that an address names, where it is not there; None for a server's address."""
    file = config.store_file(address)
    return file if file and not file.exists() else None
