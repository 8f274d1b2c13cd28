"""Where commands work on the record: opened, used and closed. The one place that runs what is asynchronous."""

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from quorate import config
from quorate.asking import Voters
from quorate.changes import Outside, Rule, change, opened
from quorate.core.errors import InputError
from quorate.decide import Watcher, carry
from quorate.deliberation.events import Opened, Stored
from quorate.deliberation.session import Session, replay
from quorate.record.memory import MemoryRecord
from quorate.record.port import Key

if TYPE_CHECKING:
    from quorate.record.rows import Store

Result = TypeVar("Result")


class Deliberation(NamedTuple):
    """A deliberation as it stands, and how it came about."""

    session: Session
    history: tuple[Stored, ...]


class Desk:
    """A record that is open, and what comes in from outside."""

    def __init__(self, record: "Store", outside: Outside, runner: asyncio.Runner, missing: Path | None = None) -> None:
        self.record, self.outside = record, outside
        self._runner, self._missing = runner, missing

    def run(self, story: Coroutine[Any, Any, Result]) -> Result:
        """Waits for it. An interrupt from the keyboard ends the waiting, not the program."""
        return self._runner.run(story)

    def load(self, deliberation: str) -> Session:
        """A deliberation as it stands."""
        return self.whole(deliberation).session

    def whole(self, deliberation: str) -> Deliberation:
        """The same with its history, both as of one moment."""
        if self._missing:
            raise InputError(f"no deliberation called {deliberation!r}: there is no record at {self._missing} yet")
        history = self.run(self.record.read(deliberation))
        return Deliberation(replay(history), history)

    def open(self, opening: Opened, key: Key | None) -> Session:
        """A new deliberation; with a key that was used before, the one that it opened."""
        return self.run(opened(self.record, opening, self.outside, key))

    def change(self, session: Session, rule: Rule, key: Key | None = None) -> Session:
        """What the rule says, put on the record, and what follows from it by the rules alone."""
        return self.carry(self.run(change(self.record, session, rule, self.outside, key)), {})

    def carry(self, session: Session, voters: Voters, watcher: Watcher | None = None) -> Session:
        """Goes on with a deliberation until only people or agents are awaited."""
        return self.run(carry(session, voters, self.record, self.outside, watcher))


@contextmanager
def desk(store: str | None, *, new: bool = False) -> Iterator[Desk]:
    """The record that is meant. Only with `new` is one made where there is none: whoever only looks leaves no trace."""
    address, outside = config.store(store), config.outside()
    missing = _missing_file(address)
    if missing and not new:
        with _desk(MemoryRecord(outside.clock), outside, missing) as at:
            yield at
        return
    if missing and missing.parent == config.home():
        config.make_home()
    from quorate.record import open_record

    with _desk(open_record(address, outside.clock), outside) as at:
        yield at


@contextmanager
def desk_in_memory() -> Iterator[Desk]:
    """A record that is gone afterwards."""
    outside = config.outside()
    with _desk(MemoryRecord(outside.clock), outside) as at:
        yield at


def there_is_a_record(store: str | None) -> bool:
    """False where the record would be a file that does not exist."""
    return not _missing_file(config.store(store))


@contextmanager
def _desk(record: "Store", outside: Outside, missing: Path | None = None) -> Iterator[Desk]:
    with asyncio.Runner() as runner:
        try:
            yield Desk(record, outside, runner, missing)
        finally:
            runner.run(record.close())


def _missing_file(address: str) -> Path | None:
    """The file that an address names, where it is not there; None for a server's address."""
    scheme, sign, rest = address.partition("://")
    if sign and scheme != "sqlite":
        return None
    file = Path(rest.removeprefix("/") if sign else address).expanduser()
    return None if file.exists() else file
