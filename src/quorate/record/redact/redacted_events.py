"""The events of a deliberation as they are, and as they are to be once a text was taken out of them."""

from collections.abc import Iterator, Sequence
from typing import Any

from quorate.core.codec import from_json
from quorate.core.errors import Refused
from quorate.deliberation.events import Cast, Counted, Failed, Redacted, Replied, Stored
from quorate.deliberation.people import action_hash
from quorate.deliberation.redaction import (
    ACTION,
    OUTPUT,
    RAW,
    VERDICT,
    crossing_seats,
    folded_hash,
    in_place_of,
    is_raw,
    is_sealed_event,
    text_hash,
    why_it_stands,
    why_not,
)
from quorate.deliberation.session import Session, replay
from quorate.record.codec import ASKED_AS, event_of, parsed, stored_of, text_of
from quorate.record.redact.text_removal import Sought, holds_encoded, mark, out_of_verdict, texts_in
from quorate.record.rows import EventRow
from quorate.record.verify.recount import essentials, recounted
from quorate.views.redaction import Place


class RedactedEvents:
    """The events of a deliberation as they are, and as they are to be."""

    def __init__(self, rows: Sequence[EventRow]) -> None:
        self._rows = rows
        self.history = [stored_of(row) for row in rows]
        self.session: Session = replay(self.history)
        self.plain: list[Any] = [parsed(row.body, tagged=True) for row in rows]
        self._hashes: dict[tuple[int, str], str] = {}
        self._folded: dict[tuple[int, str], str] = {}

    def take_out(self, sought: Sought, named: tuple[int, str]) -> None:
        """Out of every field where it may go; the one that is named, by event and field, goes whole."""
        for stored, plain in zip(self.history, self.plain, strict=True):
            for field, text in list(texts_in(plain)):
                is_named = (stored.position, field) == named
                if (is_named or _holds(stored, field, text, sought)) and not why_not(self.session, stored, field):
                    is_whole = is_named or is_raw(type(stored.event).__name__, field)
                    self._mark(stored.position, field, "" if is_whole else sought.without(text))
            if holds_encoded(plain, sought) and not why_not(self.session, stored, OUTPUT):
                self._mark(stored.position, OUTPUT, "")
        self._take_out_replies()

    def _take_out_replies(self) -> None:
        """What was read from a reply may stand there in other words, and what is told of a reply may quote it."""
        touched = [self.history[position - 1].event for position, _ in self._hashes]
        seats = {(one.round, one.seat) for one in touched if isinstance(one, Cast | Failed | Replied)}
        for stored in self.history:
            event = stored.event
            if isinstance(event, Replied | Failed) and (event.round, event.seat) in seats:
                for field, _ in list(texts_in(self.plain[stored.position - 1])):
                    if field in RAW[type(event).__name__]:
                        self._mark(stored.position, field, "")

    def count_again(self, sought: Sought) -> None:
        """The verdicts that follow from what is left. Raises Refused where the count depends on what is gone."""
        if not self._hashes:
            return
        for place, stored in enumerate(self.history):
            if not isinstance(stored.event, Counted):
                continue
            number, before = stored.event.round, replay(self.history[:place])
            was, now = recounted(before, number), recounted(replay(self.after()[:place]), number)
            if was and (not now or essentials(was) != essentials(now)):
                raise Refused(f"the count of round {number} depends on this text; redact only words of it, with --text")
            verdict = stored.event.verdict
            left = now if now and was == verdict else out_of_verdict(verdict, sought)
            self._check_limits(verdict, left)
            if was:
                self._check_limits(was, now)
            if left != verdict:
                self._mark(stored.position, VERDICT, left)

    def _check_limits(self, before: str, after: str) -> None:
        """Raises Refused where a ballot that may be counted again would not cross a hard limit any more."""
        was, now = (crossing_seats(self.session, from_json(verdict)) for verdict in (before, after))
        if was != now and not self.session.endings:
            raise Refused(
                "a condition crosses a hard limit in these words, and its ballot may still be counted again; name only "
                "other words of it, with --text, or end the deliberation first, for example with `quorate revoke`"
            )

    def _mark(self, position: int, field: str, left: str) -> None:
        plain = self.plain[position - 1]
        self._folded[position, field] = folded_hash(field, dict(texts_in(plain))[field])
        if field == ACTION:  # it goes as a whole, and what names it is not quite the hash of its text
            left = in_place_of(action_hash(dict(texts_in(plain))[field]))
        hashed = mark(plain, field, left)
        self._hashes[position, field] = hashed
        if field.startswith("question."):
            event: Any = self.history[position - 1].event
            plain["question"][ASKED_AS] = event.question.content_hash

    def after(self) -> list[Stored]:
        """The history as it is to be."""
        changed = {position for position, _ in self._hashes}
        return [self._changed(one) if one.position in changed else one for one in self.history]

    def _changed(self, stored: Stored) -> Stored:
        kind = type(stored.event).__name__
        return stored._replace(event=event_of(kind, text_of(self.plain[stored.position - 1])))

    def bodies(self) -> dict[int, str]:
        """The texts that are to be stored in the place of others."""
        return {position: text_of(self.plain[position - 1]) for position, _ in self._hashes}

    def told(self, reason: str) -> tuple[Redacted, ...]:
        """The events that tell of it."""
        return tuple(self._told(position, field, reason) for position, field in sorted(self._hashes))

    def _told(self, position: int, field: str, reason: str) -> Redacted:
        plain = self.plain[position - 1]
        left = dict(texts_in(plain)).get(field)
        asked_as = plain["question"][ASKED_AS] if field.startswith("question.") else ""
        hashed = self._hashes[position, field]
        folded = self._folded[position, field]
        return Redacted(position, field, hashed, reason, text_hash(left) if left else "", asked_as, folded)

    def standing(self, sought: Sought) -> tuple[Place, ...]:
        """Where the text still stands, and why; of ballots that are sealed nothing is said."""
        return tuple(
            place
            for stored, plain in zip(self.history, self.plain, strict=True)
            if not is_sealed_event(self.session, stored.event)
            for place in self._standing_in(stored, plain, sought)
        )

    def _standing_in(self, stored: Stored, plain: Any, sought: Sought) -> Iterator[Place]:
        if sought.is_in(stored.author.name):
            yield Place(stored.position, "author", "it names who did it, so it stays")
        for field, text in texts_in(plain):
            if _holds(stored, field, text, sought):
                yield Place(stored.position, field, why_it_stands(self.session, stored, field))


def _holds(stored: Stored, field: str, text: str, sought: Sought) -> bool:
    is_printed = is_raw(type(stored.event).__name__, field)
    return sought.may_be_in(text) if is_printed else sought.is_in(text)
