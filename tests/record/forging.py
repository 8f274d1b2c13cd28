"""What somebody can do who may write to a store and knows how its hashes are made, but has no checkpoint to sign."""

import re
from collections.abc import Sequence
from typing import Any

from quorate.core.errors import StoreError
from quorate.deliberation.events import Redacted
from quorate.deliberation.redaction import text_hash
from quorate.deliberation.session import replay
from quorate.deliberation.summary import summary_of
from quorate.record.chain import chained
from quorate.record.codec import ASKED_AS, LEFT, REDACTED, encoded, parsed, stored_of, text_of
from quorate.record.rows import EventRow, LineRow, Row
from quorate.record.verify.recount import recounted

_STEP = re.compile(r"[^.\[\]]+")


class Forger:
    """The events of one deliberation, with marks put into them that the chain of hashes does not see."""

    def __init__(self, rows: Sequence[Row], deliberation: str = "") -> None:
        self._others = [row for row in rows if not self._is_of(row, deliberation)]
        (self.line,) = [row for row in rows if isinstance(row, LineRow) and self._is_of(row, deliberation)]
        self.events = [row for row in rows if isinstance(row, EventRow) and row.deliberation == self.line.id]
        self.plain: list[Any] = [parsed(row.body, tagged=True) for row in self.events]
        self.told: list[Redacted] = []

    @staticmethod
    def _is_of(row: Row, deliberation: str) -> bool:
        match row:
            case LineRow(id=name) | EventRow(deliberation=name):
                return deliberation in ("", name)
        return False

    def of_kind(self, kind: str) -> list[int]:
        """The positions of events."""
        return [row.position for row in self.events if row.kind == kind]

    def redact(self, position: int, field: str, left: str | None = None, *, asked_as: str = "") -> None:
        """Another text in the place of one, as if somebody had redacted it."""
        plain = self.plain[position - 1]
        *steps, last = [int(step) if step.isdigit() else step for step in _STEP.findall(field)]
        inner = plain
        for step in steps:
            inner = inner[step]
        before = inner[last]
        hashed = before[REDACTED] if isinstance(before, dict) else text_hash(before)
        inner[last] = {REDACTED: hashed} if left is None else {REDACTED: hashed, LEFT: left}
        if asked_as:
            plain["question"][ASKED_AS] = asked_as
        self.told.append(Redacted(position, field, hashed, "a name", "" if left is None else text_hash(left), asked_as))

    def text_at(self, position: int, field: str) -> object:
        """The value at the path to a field; None where there is none."""
        inner = self.plain[position - 1]
        for step in field.split("."):
            inner = inner.get(step) if isinstance(inner, dict) else None
        return inner

    def count_again(self) -> None:
        """The verdicts as they follow from what was forged."""
        for position in self.of_kind("Counted"):
            number = self.plain[position - 1]["round"]
            verdict = recounted(replay(map(stored_of, self._marked()[: position - 1])), number)
            if verdict != self.plain[position - 1]["verdict"]:
                self.redact(position, "verdict", verdict)

    def rows(self, *, rehash: bool = False, at: str = "") -> list[Row]:
        """All rows, with events that tell of what was redacted; with `rehash`, every hash is made anew."""
        events, previous = list[EventRow](), ""
        for row in (*self._marked(), *self._tellers(at)):
            if rehash or not row.hash:
                row = row._replace(hash=chained(row, previous))
            events.append(row)
            previous = row.hash
        return self._all([self._line(events), *events])

    def _marked(self) -> list[EventRow]:
        return [row._replace(body=text_of(plain)) for row, plain in zip(self.events, self.plain, strict=True)]

    def _tellers(self, at: str) -> list[EventRow]:
        last = self.events[-1]
        rest = (at or last.at, "ann", "asserted", Redacted.__name__)
        return [
            EventRow(self.line.id, position, *rest, encoded(event))
            for position, event in enumerate(self.told, last.position + 1)
        ]

    def _line(self, events: Sequence[EventRow]) -> LineRow:
        try:
            summary = encoded(summary_of(replay(map(stored_of, events))))
        except StoreError:  # what cannot be read is not told either
            summary = self.line.summary
        return LineRow(self.line.id, events[0].at, events[-1].at, len(events), events[-1].hash, summary)

    def _all(self, own: list[Row]) -> list[Row]:
        """In their old place among the others."""
        names = [row.id for row in self._others if isinstance(row, LineRow)]
        keys = [row for row in self._others if not isinstance(row, LineRow | EventRow)]
        blocks = {name: [row for row in self._others if name in (row[0],) and row not in keys] for name in names}
        blocks[self.line.id] = own
        return [*keys, *(row for name in sorted(blocks) for row in blocks[name])]
