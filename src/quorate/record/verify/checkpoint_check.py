"""What is there, compared with a checkpoint that was kept elsewhere; what came later is fine."""

from collections.abc import Iterator

from quorate.deliberation.moments import later
from quorate.record.checkpoint.statement import Checkpoint, DeliberationHead
from quorate.record.export.export_writer import ExportedDeliberation
from quorate.record.verify.key_check import KeyCheck

_SKEW = 60.0


def earliest(at: str) -> str:
    """The time before which nothing is that came after `at`: clocks differ a little, and a write takes its time."""
    try:
        return later(at, -_SKEW)
    except (OverflowError, ValueError):
        return at


class Against:
    """Compares deliberation after deliberation with a checkpoint."""

    def __init__(self, checkpoint: Checkpoint) -> None:
        self._at, self._heads, self._keys = checkpoint.at, checkpoint.heads, checkpoint.keys
        self._known = f"the checkpoint of {checkpoint.at} lists"
        self._unseen = dict.fromkeys(checkpoint.heads)
        self._places = {name: place for place, name in enumerate(checkpoint.heads)}
        self._last = ""

    def events_of(self, name: str) -> int:
        """How many events of a deliberation the checkpoint knows."""
        return self._heads[name].events if name in self._heads else 0

    def wrong_in(self, group: ExportedDeliberation) -> Iterator[tuple[int, str]]:
        """What is wrong with a deliberation: the event (or 0), and why."""
        name = group.line.id
        self._unseen.pop(name, None)
        head = self._heads.get(name)
        if head:
            yield from self._wrong_events(group, head)
            yield from self._wrong_place(name)
        event, said = self._before(group, earliest(self._at))
        if event:
            yield event, f"{said}: it was back-dated, or a clock was wrong"

    def odd_in(self, group: ExportedDeliberation) -> tuple[int, str]:
        """What is odd about it, though clocks may differ so much."""
        return (0, "") if self._before(group, earliest(self._at))[0] else self._before(group, self._at)

    def _wrong_events(self, group: ExportedDeliberation, head: DeliberationHead) -> Iterator[tuple[int, str]]:
        if len(group.events) < head.events:
            why = "the last were cut off, or an older copy was restored"
            yield len(group.events), f"{self._known} {head.events} events, but there are {len(group.events)}: {why}"
        elif group.events[head.position - 1].hash != head.hash:
            yield head.position, f"{self._known} a different one: it, or one before it, was rewritten"

    def _wrong_place(self, name: str) -> Iterator[tuple[int, str]]:
        """The checkpoint has deliberations in the order of the log."""
        if self._last and self._places[name] < self._places[self._last]:
            yield 0, f"{self._known} it before {self._last}: the order of the log was changed"
        self._last = name

    def _before(self, group: ExportedDeliberation, at: str) -> tuple[int, str]:
        """The first event before a time which the checkpoint, though later, does not know; 0 where there is none."""
        what = "it" if group.line.id in self._heads else "the deliberation"
        said = f"its time is before the checkpoint of {self._at}, which does not list {what}"
        later_ones = group.events[self.events_of(group.line.id) :]
        return next(((row.position, said) for row in later_ones if row.at < at), (0, ""))

    def missing(self) -> Iterator[tuple[str, str]]:
        """Deliberations that are not there, and why they should be."""
        for name in self._unseen:
            yield name, f"it is missing; {self._known} it, with {self._heads[name].events} events"

    def is_known_as_closed(self, name: str) -> bool:
        """True where no round was open, so that an export would not have had to leave it out."""
        return name in self._heads and not self._heads[name].open

    def wrong_keys(self, keys: KeyCheck) -> str:
        """What is wrong with the keys of requests that were done by then."""
        counts = {name: head.events for name, head in self._heads.items()}
        if keys.within(counts) == self._keys:
            return ""
        return f"keys of requests that the checkpoint of {self._at} lists are missing or were changed"
