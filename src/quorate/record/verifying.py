"""Whether rows are what was stored: every event, every line, every key; and what was redacted.

Whoever can write to a store can rewrite all of it with new hashes. Only a checkpoint kept elsewhere finds that out.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from quorate.core.errors import StoreError
from quorate.deliberation.events import Counted, Redacted, Stored
from quorate.deliberation.session import Session, evolve
from quorate.deliberation.summary import summary_of
from quorate.record.chain import faults_in, stored_of
from quorate.record.checkpoints import Against, Checkpoint
from quorate.record.codec import encoded
from quorate.record.exporting import Group, grouped, is_canonical
from quorate.record.key_check import KeyCheck
from quorate.record.recounting import recounted
from quorate.record.rows import EventRow, KeyRow, Row, day_and_number, numbered

_MOST_MISSING = 20


class Finding(NamedTuple):
    """Something that is not as it was stored; `event` is 0 where it is about no single event."""

    deliberation: str
    event: int
    sentence: str

    @property
    def text(self) -> str:
        """With where it is, on one line."""
        event = f"event {self.event}" if self.event else ""
        where = ", ".join(part for part in (self.deliberation, event) if part)
        return f"{where}: {self.sentence}" if where else self.sentence


class Gone(NamedTuple):
    """A text that was redacted: where, by whom, when and why."""

    deliberation: str
    event: int
    field: str
    hash: str
    by: str
    at: str
    reason: str


class Check:
    """Goes through rows, deliberation by deliberation, and keeps what it found."""

    def __init__(self, checkpoint: Checkpoint | None = None, *, count_again: bool = True) -> None:
        self.deliberations = self.events = 0
        self.findings: list[Finding] = []
        self.notes: list[Finding] = []
        self.gone: list[Gone] = []
        self.left_out: tuple[str, ...] = ()
        self.keys = KeyCheck()
        self._counts_again = count_again
        self._against = Against(checkpoint) if checkpoint else None
        self._numbers: dict[str, set[int]] = {}

    @property
    def is_intact(self) -> bool:
        """True where nothing was found."""
        return not self.findings

    def find(self, sentence: str, deliberation: str = "", event: int = 0) -> None:
        """Keeps one more finding."""
        self.findings.append(Finding(deliberation, event, sentence))

    def go_through(self, rows: Iterable[Row]) -> None:
        """All rows; what cannot be read any further is a finding too."""
        try:
            for group in grouped(self.without_keys(rows)):
                self.look_at(group)
        except StoreError as error:
            said = str(error).partition(" failed: ")  # what the driver adds may quote what is stored
            self.find(f"{said[0]} cannot be read any further; it is damaged" if said[1] else said[0])

    def without_keys(self, rows: Iterable[Row]) -> Iterator[Row]:
        """Lines and events; keys are taken on the way."""
        is_first = True
        for row in rows:
            if is_first and isinstance(row, EventRow):
                self.find("its line in the log is missing", str(row.deliberation), row.position)
            is_first = is_first and isinstance(row, KeyRow)
            if not _has_its_types(row):
                self.find("a row holds something else than texts and numbers", str(row[0]))
            elif isinstance(row, KeyRow):
                if wrong := self.keys.take(row):
                    self.find(wrong)
            else:
                yield row

    def look_at(self, group: Group) -> Session | None:
        """One deliberation; the session that it folds to, where nothing is wrong with it."""
        line, before = group.line, len(self.findings)
        self.deliberations, self.events = self.deliberations + 1, self.events + len(group.events)
        self._number(line.id)
        for fault in faults_in(group.events):
            self.find(fault.sentence, fault.deliberation, fault.event)
        for event, wrong in _wrong_events(group):
            self.find(wrong, line.id, event)
        for wrong in (*_wrong_line(group), *self.keys.wrong_in(group)):
            self.find(wrong, line.id)
        if self._against:
            for event, wrong in self._against.wrong_in(group):
                self.find(wrong, line.id, event)
        return self._follow(group) if len(self.findings) == before else None

    def finish(self, *, of_all: bool = True, with_keys: bool = True) -> None:
        """What can only be said at the end; `of_all` where the rows should be those of a whole record.

        An export has no keys of requests, so there they are not missed.
        """
        if of_all:
            for day, numbers in sorted(self._numbers.items()):
                for name in _missing(day, numbers, self.left_out):
                    self.find("it is missing: others of the same day have higher numbers", name)
            for wrong in self.keys.left():
                self.find(wrong)
        if self._against:
            for name, wrong in self._against.missing(self.left_out) if of_all else ():
                self.find(wrong, name)
            if of_all and with_keys and (wrong := self._against.wrong_keys(self.keys)):
                self.find(wrong)

    def _number(self, name: str) -> None:
        day, number = day_and_number(name)
        numbers = self._numbers.setdefault(day, set())
        if number in numbers:
            self.find("it is there twice", name)
        numbers.add(number)

    def _follow(self, group: Group) -> Session | None:
        """What the events come to, and whether the log says the same."""
        name, history = group.line.id, list[Stored]()
        try:
            history += map(stored_of, group.events)
            session, counts = followed(history, count_again=self._counts_again)
            is_told = encoded(summary_of(session)) == group.line.summary
        except (StoreError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            told = isinstance(error, StoreError)
            self.find(str(error) if told else "its events do not follow from each other", name)
            return None
        if not is_told:
            self.find("its line in the log does not say what its events say", name)
        self.gone += _gone(history)
        self.notes += (Finding(name, event, said) for event, said in counts)
        return session


def _has_its_types(row: Row) -> bool:
    return all(
        type(value) is (int if name == "position" else str) for name, value in zip(row._fields, row, strict=True)
    )


def _wrong_events(group: Group) -> Iterator[tuple[int, str]]:
    for row in group.events:
        if row.deliberation != group.line.id:
            yield row.position, f"it stands among those of {group.line.id} and belongs to {row.deliberation}"
        elif not is_canonical(row.body):
            yield row.position, "its text is not written as it was, even if it means the same"


def _wrong_line(group: Group) -> Iterator[str]:
    line, events = group.line, group.events
    if not events:
        yield "its events are missing"
        return
    first, last = events[0], events[-1]
    if (last.position, last.hash) != (line.position, line.head):
        yield f"its line in the log stands at event {line.position}, and its last event is {last.position}"
    if (first.at, last.at) != (line.opened_at, line.changed_at):
        yield "the times in its line are not those of its events"


def _gone(history: Iterable[Stored]) -> Iterator[Gone]:
    for stored in history:
        if isinstance(stored.event, Redacted):
            event, by = stored.event, stored.author.name
            yield Gone(stored.deliberation, event.event, event.field, event.hash, by, stored.at, event.reason)


def followed(history: Iterable[Stored], *, count_again: bool) -> tuple[Session, list[tuple[int, str]]]:
    """The session that events fold to, and counts that today's rules would not give: a rule may have changed since."""
    session: Session | None = None
    counts: list[tuple[int, str]] = []
    for stored in history:
        if count_again and session and isinstance(stored.event, Counted):
            again = recounted(session, stored.event.round)
            if not again:
                why = f"it cannot be counted again here: {session.protocol} is another one, or missing"
                counts.append((stored.position, why))
            elif again != stored.event.verdict:
                counts.append((stored.position, "counted otherwise today: the rule, or its words, have changed since"))
        session = evolve(session, stored)
    if session is None:
        raise StoreError("its events are missing")
    return session, counts


def _missing(day: str, numbers: set[int], left_out: Iterable[str]) -> Iterator[str]:
    """The first of the ids that are not there; there may be very many."""
    known = numbers | {number for name in left_out for of, number in [day_and_number(name)] if of == day}
    return islice((numbered(day, one) for one in range(1, max(known)) if one not in known), _MOST_MISSING)
