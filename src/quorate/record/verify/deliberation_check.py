"""Whether the rows of one deliberation belong together, and are written as Quorate writes them."""

from collections.abc import Iterator
from itertools import pairwise

from quorate.deliberation.moments import moment_of, stamp
from quorate.record.chain import faults_in, is_whole
from quorate.record.export.export_writer import ExportedDeliberation
from quorate.record.rows import LineRow, Row, day_and_number
from quorate.record.verify.checkpoint_check import earliest
from quorate.record.verify.written_form import is_as_written

Wrong = Iterator[tuple[int, str]]


def wrong_in(group: ExportedDeliberation) -> Wrong:
    """What is wrong with a deliberation: the event (or 0), and why."""
    for fault in faults_in(group.events):
        yield fault.event, fault.sentence
    yield from _wrong_events(group)
    yield from _wrong_times(group)
    for wrong in _wrong_line(group):
        yield 0, wrong


def has_its_types(row: Row) -> bool:
    """True where every value of a row is a text, or a number where it should be one."""
    return all(
        type(value) is (int if name == "position" else str) for name, value in zip(row._fields, row, strict=True)
    )


def _wrong_events(group: ExportedDeliberation) -> Wrong:
    for row in group.events:
        if row.deliberation != group.line.id:
            yield row.position, f"it is stored with {group.line.id} but belongs to {row.deliberation}"
        elif not is_as_written(row):
            yield row.position, "its text is not written as it was stored, even if it means the same"


def _wrong_times(group: ExportedDeliberation) -> Wrong:
    """The record never puts an event before the one that it stands behind."""
    for row in group.events:
        if not _is_stamp(row.at):
            yield row.position, "its time is not written as the record writes times"
    for before, row in pairwise(group.events):
        if row.at < before.at:
            yield row.position, "its time is before that of the event before it"


def _is_stamp(text: str) -> bool:
    try:
        return stamp(moment_of(text)) == text
    except (OverflowError, ValueError):
        return False


def _wrong_line(group: ExportedDeliberation) -> Iterator[str]:
    line, events = group.line, group.events
    if not events:
        yield "its events are missing"
        return
    if not is_whole(line, events):
        yield f"its line in the log is at event {line.position}, but its last event is {events[-1].position}"
    if (events[0].at, events[-1].at) != (line.opened_at, line.changed_at):
        yield "the times in its line are not those of its events"


class LogOrder:
    """The order of the log: numbers of a day go up, and so do times, as far as clocks agree."""

    def __init__(self) -> None:
        self._last: dict[str, int] = {}
        self._before: LineRow | None = None
        self.numbers: dict[str, set[int]] = {}

    def wrong_of(self, line: LineRow) -> str:
        """What is wrong with the place of a deliberation in the log."""
        day, number = day_and_number(line.id)
        numbers, last = self.numbers.setdefault(day, set()), self._last.get(day, 0)
        is_twice = number in numbers
        numbers.add(number)
        self._last[day] = max(number, last)
        if is_twice:
            return "it is stored twice"
        return f"it comes after {day}{last:03d} in the log: the order was changed" if number < last else ""

    def odd_of(self, line: LineRow) -> str:
        """What is odd about it, though it may be that a clock was put back."""
        before, self._before = self._before, line
        if not before or line.opened_at >= earliest(before.opened_at):
            return ""
        why = "a clock was put back, or the order was changed"
        return f"it comes after {before.id} in the log but was opened before it: {why}"
