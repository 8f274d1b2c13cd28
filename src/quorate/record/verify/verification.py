"""Whether rows are what was stored: every event, every line, every key; and what was redacted.

Whoever can write to a store can rewrite all of it with new hashes. Only a checkpoint kept elsewhere finds that out.
"""

from collections.abc import Iterable, Iterator
from itertools import islice

from quorate.access.streams import is_private
from quorate.core.errors import StoreError
from quorate.deliberation.session import Session
from quorate.deliberation.summary import summary_of
from quorate.record.checkpoint.statement import Checkpoint
from quorate.record.codec import encoded, stored_of
from quorate.record.export.export_writer import ExportedDeliberation, grouped
from quorate.record.faults import Broken, OutOfReach
from quorate.record.rows import EventRow, KeyRow, Row, day_and_number, numbered
from quorate.record.side_streams import SideState, is_side_stream, side_line, side_state_of
from quorate.record.verify.checkpoint_check import Against
from quorate.record.verify.deliberation_check import LogOrder, has_its_types, wrong_in
from quorate.record.verify.key_check import KeyCheck
from quorate.record.verify.redaction_check import NOT_A_STORY
from quorate.record.verify.replay import NOTE, UNCHECKED, followed, gone_from
from quorate.views.integrity import Finding, Gone, Verification

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
