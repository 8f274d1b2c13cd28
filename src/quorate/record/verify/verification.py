"""Whether rows are what was stored: every event, every line, every key; and what was redacted.

Whoever can write to a store can rewrite all of it with new hashes. Only a checkpoint kept elsewhere finds that out.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise
from typing import Any, NamedTuple

from quorate.access.streams import is_private
from quorate.core.errors import StoreError
from quorate.deliberation.events import Cast, Counted, Failed, Opened, Redacted, Revised, Stored
from quorate.deliberation.moments import later, moment_of, stamp
from quorate.deliberation.redaction import in_place_of
from quorate.deliberation.session import Session, evolve
from quorate.deliberation.summary import summary_of
from quorate.record.chain import faults_in, is_whole
from quorate.record.checkpoint.statement import Checkpoint, DeliberationHead
from quorate.record.codec import (
    ASKED_AS,
    ESSENCE,
    LEFT,
    REDACTED,
    encoded,
    event_of,
    parsed,
    stored_of,
    text_of,
    without_own_keys,
)
from quorate.record.export.export_writer import ExportedDeliberation, grouped
from quorate.record.faults import Broken, OutOfReach
from quorate.record.rows import EventRow, KeyRow, LineRow, Row, day_and_number, numbered
from quorate.record.side_streams import SideState, is_side_stream, side_line, side_state_of
from quorate.record.verify.key_check import KeyCheck
from quorate.record.verify.recount import essence, recounted, unlike_the_record
from quorate.record.verify.redaction_check import NOT_A_STORY
from quorate.views.integrity import Finding, Gone, Verification

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


def is_as_written(row: EventRow) -> bool:
    """True also where it cannot be read as an event, which is said elsewhere."""
    try:
        plain = parsed(row.body, tagged=True)
        if text_of(plain) != row.body or not _has_own_keys_last(plain):
            return False
        event = encoded(event_of(row.kind, row.body))
        return text_of(_read(without_own_keys(row.kind, plain))) == event
    except (ValueError, RecursionError):
        return False
    except StoreError:
        return True


def _has_own_keys_last(plain: Any) -> bool:
    """The record's own keys came last."""
    question = plain.get("question") if isinstance(plain, dict) else None
    return _is_last(plain, ESSENCE) and _is_last(question, ASKED_AS)


def _is_last(plain: Any, key: str) -> bool:
    return not isinstance(plain, dict) or key not in plain or [*plain][-1] == key


def _read(plain: Any) -> Any:
    """Plain values with what is read in the place of marks. Raises ValueError where a mark is not as it is made."""
    if isinstance(plain, list):
        return [_read(one) for one in plain]
    if not isinstance(plain, dict):
        return plain
    if REDACTED not in plain:
        return {key: _read(one) for key, one in plain.items()}
    if [*plain] not in ([REDACTED], [REDACTED, LEFT]):
        raise ValueError("no mark")
    return plain.get(LEFT, in_place_of(plain[REDACTED]))


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


WRONG, UNCHECKED, NOTE = "wrong", "unchecked", "note"


class ReplayFinding(NamedTuple):
    """What is to be said of an event, and how grave it is."""

    event: int
    weight: str
    sentence: str


class Followed(NamedTuple):
    """The session that events fold to, and what is to be said of its counts."""

    session: Session
    counts: tuple[ReplayFinding, ...]


def followed(history: Sequence[Stored], *, count_again: bool) -> Followed:
    """Every count is made again, or only those from which texts were redacted."""
    session: Session | None = None
    counts: list[ReplayFinding] = []
    redacted = {one.event.event for one in history if isinstance(one.event, Redacted)}
    for stored in history:
        if session and isinstance(stored.event, Counted):
            is_redacted, is_touched = stored.position in redacted, _is_touched(history, stored.position, redacted)
            if count_again or is_redacted or is_touched:
                counts += _said_of(stored.event, stored.position, session, is_redacted, is_touched)
        session = evolve(session, stored)
    if session is None:
        raise StoreError("its events are missing")
    return Followed(session, tuple(counts))


def _is_touched(history: Sequence[Stored], position: int, redacted: Iterable[int]) -> bool:
    """True where a text was taken out of what a count counts."""
    before = (history[one - 1].event for one in redacted if 1 <= one < position)
    return any(isinstance(event, Opened | Revised | Cast | Failed) for event in before)


def _said_of(
    event: Counted, position: int, session: Session, is_redacted: bool, is_touched: bool
) -> Iterator[ReplayFinding]:
    again = recounted(session, event.round)
    if again == event.verdict:
        return
    if not again:
        why = f"it cannot be counted again here: {session.protocol} is different or missing"
        more = ", so the verdict that replaced the redacted one cannot be checked"
        yield ReplayFinding(position, UNCHECKED if is_redacted else NOTE, why + (more if is_redacted else ""))
    elif is_redacted:
        yield ReplayFinding(position, WRONG, "the verdict that replaced the redacted one does not match the count")
    elif is_touched and essence(again) != essence(event.verdict):
        yield ReplayFinding(position, WRONG, "what was redacted changes the count, which was not allowed")
    elif seats := unlike_the_record(event.verdict, again):
        what = f"it counts ballots that are not on the record: {', '.join(seats)}"
        yield ReplayFinding(position, WRONG, what)
    else:
        yield ReplayFinding(position, NOTE, "counted differently today: the rule, or its wording, has changed since")


def gone_from(history: Iterable[Stored], known: int) -> Iterator[Gone]:
    """The texts that were redacted; a checkpoint knows of so many events, or of none where there is no checkpoint."""
    for stored in history:
        if isinstance(stored.event, Redacted):
            event, by = stored.event, stored.author.name
            said = (stored.deliberation, event.event, event.field, event.hash, by, stored.at, event.reason)
            yield Gone(*said, after_checkpoint=stored.position > known)


_MOST_MISSING = 20


class Check:
    """Goes through rows, deliberation by deliberation, and keeps what it found.

    `unchecked` is what ought to be checked and cannot be: it is neither damaged nor intact.
    """

    def __init__(self, checkpoint: Checkpoint | None = None, *, count_again: bool = True) -> None:
        self.deliberations = self.events = 0
        self.findings: list[Finding] = []
        self.unchecked: list[Finding] = []
        self.notes: list[Finding] = []
        self.gone: list[Gone] = []
        self.left_out: tuple[str, ...] = ()
        self.keys = KeyCheck()
        self._counts_again = count_again
        self._against = Against(checkpoint) if checkpoint else None
        self._order = LogOrder()

    @property
    def is_intact(self) -> bool:
        """True where nothing was found, and all that ought to be checked was."""
        return not self.findings and not self.unchecked

    @property
    def found(self) -> Verification:
        """All that was found so far."""
        return Verification(
            self.deliberations,
            self.events,
            tuple(self.findings),
            tuple(self.unchecked),
            tuple(self.gone),
            self.left_out,
            tuple(self.notes),
        )

    def find(self, sentence: str, deliberation: str = "", event: int = 0) -> None:
        """Keeps one more finding."""
        self.findings.append(Finding(deliberation, event, sentence))

    def go_through(self, rows: Iterable[Row]) -> None:
        """All rows; what cannot be read any further is a finding too. Raises OutOfReach where that says nothing."""
        try:
            for group in grouped(self.without_keys(rows)):
                self.look_at(group)
        except OutOfReach:
            raise
        except Broken as error:
            self.find(f"{error.place} cannot be read any further; it is damaged")
        except StoreError as error:
            self.find(str(error))

    def without_keys(self, rows: Iterable[Row]) -> Iterator[Row]:
        """Lines and events; keys are taken on the way."""
        is_first = True
        for row in rows:
            if is_first and isinstance(row, EventRow):
                self.find("its line in the log is missing", str(row.deliberation), row.position)
            is_first = is_first and isinstance(row, KeyRow)
            if not has_its_types(row):
                self.find("a row contains something other than text and numbers", str(row[0]))
            elif isinstance(row, KeyRow):
                if wrong := self.keys.take(row):
                    self.find(wrong)
            else:
                yield row

    def look_at(self, group: ExportedDeliberation) -> Session | SideState | None:
        """One deliberation; the session that it folds to, where nothing is wrong with it."""
        line, before = group.line, len(self.findings)
        self.deliberations, self.events = self.deliberations + 1, self.events + len(group.events)
        if wrong := self._order.wrong_of(line):
            self.find(wrong, line.id)
        for event, wrong in wrong_in(group):
            self.find(wrong, line.id, event)
        for wrong in self.keys.wrong_in(group):
            self.find(wrong, line.id)
        for event, wrong in self._against.wrong_in(group) if self._against else ():
            self.find(wrong, line.id, event)
        self._note(group)
        if len(self.findings) != before:
            return None
        return self._follow_side(group) if is_side_stream(line.id) else self._follow(group)

    def _note(self, group: ExportedDeliberation) -> None:
        """What is odd, and no finding."""
        line = group.line
        event, odd = self._against.odd_in(group) if self._against else (0, "")
        notes = (Finding(line.id, 0, self._order.odd_of(line)), Finding(line.id, event, odd))
        self.notes += [note for note in notes if note.sentence]

    def finish(self, *, of_all: bool = True, with_keys: bool = True) -> None:
        """What can only be said at the end; `of_all` where the rows should be those of a whole record.

        An export has neither keys of requests nor access keys, so there they are not missed.
        """
        if not of_all:
            return
        self._look_for_missing()
        for wrong in self.keys.left():
            self.find(wrong)
        if not self._against:
            return
        for name, wrong in self._against.missing():
            if name not in self.left_out and (with_keys or not is_private(name)):
                self.find(wrong, name)
        if with_keys and (wrong := self._against.wrong_keys(self.keys)):
            self.find(wrong)

    def _look_for_missing(self) -> None:
        """What an export says that it left out cannot be looked at, but has to be what could be left out."""
        for day, numbers in sorted(self._order.numbers.items()):
            for name in _missing(day, numbers, self.left_out):
                self.find("it is missing: others of the same day have higher numbers", name)
        for name in self.left_out:
            day, number = day_and_number(name)
            if number in self._order.numbers.get(day, ()):
                self.find("it is there, although the export says that it was left out", name)
            elif self._against and self._against.is_known_as_closed(name):
                why = "it was left out of the export as sealed, but the checkpoint lists it as closed"
                self.unchecked.append(Finding(name, 0, why))

    def _follow_side(self, group: ExportedDeliberation) -> SideState | None:
        """The same of what is no deliberation."""
        try:
            state = side_state_of(group.line.id, group.events)
        except StoreError as error:
            self.find(str(error), group.line.id)
            return None
        if encoded(side_line(state)) != group.line.summary:
            self.find("its line in the log does not say what its events say", group.line.id)
        return state

    def _follow(self, group: ExportedDeliberation) -> Session | None:
        """What the events come to, and whether the log says the same."""
        name = group.line.id
        try:
            history = [stored_of(row) for row in group.events]
            session, counts = followed(history, count_again=self._counts_again)
            is_told = encoded(summary_of(session)) == group.line.summary
        except (StoreError, *NOT_A_STORY) as error:
            told = isinstance(error, StoreError)
            self.find(str(error) if told else "its events contradict each other", name)
            return None
        if not is_told:
            self.find("its line in the log contradicts its events", name)
        for event, weight, sentence in counts:
            kept = {NOTE: self.notes, UNCHECKED: self.unchecked}.get(weight, self.findings)
            kept.append(Finding(name, event, sentence))
        self.gone += gone_from(history, self._against.events_of(name) if self._against else len(history))
        return session


def _missing(day: str, numbers: set[int], left_out: Iterable[str]) -> Iterator[str]:
    """The first of the ids that are not there; there may be very many."""
    known = numbers | {number for name in left_out for of, number in [day_and_number(name)] if of == day}
    return islice((numbered(day, one) for one in range(1, max(known)) if one not in known), _MOST_MISSING)
