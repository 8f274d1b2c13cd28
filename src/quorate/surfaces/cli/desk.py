"""What commands that are not use cases yet still call: an app with its methods run one by one. Goes with the last."""

from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from quorate.app.app import Deliberation as Deliberation
from quorate.app.app import has_record as there_is_a_record
from quorate.commit import Outside, Rule, opened
from quorate.core.errors import InputError
from quorate.decide import Watcher
from quorate.deliberation.events import Opened
from quorate.deliberation.session import Session
from quorate.record.port import Key
from quorate.seat_calls import Voters
from quorate.surfaces.cli.terminal.runner import Runner, app_at, app_in_memory

if TYPE_CHECKING:
    from quorate.record.rows import Store

__all__ = ["Deliberation", "Desk", "desk", "desk_in_memory", "there_is_a_record", "without_password"]
Result = TypeVar("Result")


class Desk:
    """A record that is open, and what comes in from outside."""

    def __init__(self, at: Runner) -> None:
        self.at, self.app, self.who = at, at.app, at.who
        self._is_new = True

    @property
    def record(self) -> "Store":
        """Where it is kept."""
        return self.app.record

    @property
    def outside(self) -> Outside:
        """What comes in, and who acts."""
        return self.app.outside(self.who)

    def run(self, story: Coroutine[Any, Any, Result]) -> Result:
        """Waits for it."""
        return self.at.run(story)

    def load(self, deliberation: str) -> Session:
        """A deliberation as it stands."""
        return self.run(self.app.load(deliberation))

    def whole(self, deliberation: str) -> Deliberation:
        """The same with its history."""
        return self.run(self.app.whole(deliberation))

    def change(self, session: Session, rule: Rule, key: Key | None = None) -> Session:
        """What the rule says, and what follows from it."""
        changed = self.run(self.app.change(session.id, rule, self.who, key))
        self._is_new = changed.is_new
        return changed.session

    def open(self, opening: Opened, key: Key | None) -> Session:
        """A new deliberation; with a key that was used before, the one that it opened."""
        return self.run(opened(self.record, opening, self.outside, key)).session

    def was_done(self, key: Key | None) -> bool:
        """True where a request with this key was done before."""
        return self.run(self.app.was_done(key))

    @contextmanager
    def unless_done(self, key: Key | None) -> Iterator[None]:
        """What is refused in here is no error where another process has done the same request meanwhile."""
        try:
            yield
        except InputError:
            if not self.was_done(key):
                raise

    def did(self) -> bool:
        """True where the last change was done now, and not before with its key."""
        return self._is_new

    def carry(self, session: Session, voters: Voters, watcher: Watcher | None = None) -> Session:
        """Goes on with a deliberation."""
        return self.run(self.app.carry(session, self.who, voters, watcher))


@contextmanager
def desk(store: str | None, *, new: bool = False, planned: bool = False) -> Iterator[Desk]:
    """The record that is meant."""
    with app_at(store, may_make=new, is_planned=planned) as at:
        if new:
            at.run(at.app.make_record())
        yield Desk(at)


@contextmanager
def desk_in_memory() -> Iterator[Desk]:
    """A record that is gone afterwards."""
    with app_in_memory() as at:
        yield Desk(at)


def without_password(address: str) -> str:
    """An address as it may be shown, and typed again by whoever has the password elsewhere."""
    scheme, sign, rest = address.partition("://")
    if not sign or scheme == "sqlite":
        return address
    place, mark, query = rest.partition("?")
    user, at, host = place.rpartition("@")
    kept = [one for one in query.split("&") if one and "password" not in one.partition("=")[0].lower()]
    return f"{scheme}://{user.partition(':')[0]}{at}{host}{mark if kept else ''}{'&'.join(kept)}"
