"""Deliberations that were read lately: of one that is voted on often, only what is new is read each time.

What is kept was checked when it was read, and nothing but this process can change it. Where a text was redacted, the
deliberation is read anew; whoever redacts one here has it forgotten at once.
"""

from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quorate.commit import Changed, folded, loaded_with_history, news_of
from quorate.deliberation.events import Stored
from quorate.deliberation.session import Session
from quorate.record.port import Record

if TYPE_CHECKING:
    from quorate.views.deliberation_line import DeliberationLine

_MOST, _LARGEST = 256, 256 * 1024
"""Deliberations at most, and characters of each; a larger one is read whole every time."""


@dataclass(slots=True)
class _Recent:
    session: Session
    history: tuple[Stored, ...]
    size: int
    is_at_rest: bool = False
    line: "DeliberationLine | None" = None


class RecentSessions:
    """The latest of them, each as it was when it was last read."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, _Recent] = OrderedDict()

    async def read(self, record: Record, deliberation: str) -> tuple[Session, tuple[Stored, ...]]:
        """A deliberation as it stands now, and its history."""
        known = self._kept.get(deliberation)
        news = await news_of(record, known.session) if known else None
        if known is None or news is None:
            self.forget(deliberation)
            session, history = await loaded_with_history(record, deliberation)
            found = _Recent(session, history, _size(history))
        else:
            session = folded(known.session, news) if news else known.session
            found = _Recent(session, known.history + news, known.size + _size(news))
        self._keep(deliberation, found)
        return found.session, found.history

    def add(self, changed: Changed) -> None:
        """What this process has just put behind what is kept. Where something else is kept it is read next time."""
        session, stored = changed.session, changed.stored
        known = self._kept.get(session.id)
        if known and stored and changed.behind == known.session.head:
            self._keep(session.id, _Recent(session, known.history + stored, known.size + _size(stored)))

    def latest(self, deliberation: str) -> Session | None:
        """What is kept; others may have moved it since."""
        known = self._kept.get(deliberation)
        return known.session if known else None

    def rest(self, deliberation: str, head: str) -> None:
        """Where this is the last event of what is kept: nothing follows from it by the rules, until a deadline."""
        known = self._kept.get(deliberation)
        if known and known.session.head == head:
            known.is_at_rest = True

    def at_rest(self, deliberation: str) -> Session | None:
        """What is kept, where nothing follows from it."""
        known = self._kept.get(deliberation)
        return known.session if known and known.is_at_rest else None

    def line(self, deliberation: str) -> "DeliberationLine | None":
        """What was last written of what is kept; None where it is not kept."""
        from quorate.views.deliberation_line import DeliberationLine  # who changes nothing does without it

        known = self._kept.get(deliberation)
        if known and not known.line:
            known.line = DeliberationLine()
        return known.line if known else None

    def forget(self, deliberation: str) -> None:
        """Keeps nothing of it."""
        self._kept.pop(deliberation, None)

    def at(self, deliberation: str, head: str) -> tuple[Session, tuple[Stored, ...]] | None:
        """What is kept, where its last event has this hash, which names the whole history."""
        known = self._kept.get(deliberation)
        return (known.session, known.history) if known and known.session.head == head else None

    def _keep(self, deliberation: str, found: _Recent) -> None:
        before = self._kept.pop(deliberation, None)
        if before and before.session.position > found.session.position:
            found = before  # somebody else has read it since
        if before:
            found.line = before.line
        if found.size <= _LARGEST:
            self._kept[deliberation] = found
        if len(self._kept) > _MOST:
            self._kept.popitem(last=False)


def _size(history: tuple[Stored, ...]) -> int:
    return sum(len(tuple.__repr__(one.event)) for one in history)
