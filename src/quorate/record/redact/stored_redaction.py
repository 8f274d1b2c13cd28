"""Redaction: a text is taken out of stored events and its hash is left, so that the chain of hashes still holds.

What follows from the text goes with it: the verdicts that quote it are those that counting the redacted ballots gives,
the raw reply behind a ballot goes as a whole, and the line in the log is told anew. Whatever was taken out, and why, is
on the record as events. Deliberations that are linked with this one are looked at, and nothing is taken out of them.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from quorate.core.codec import from_json
from quorate.core.errors import AppendConflict, InputError, QuorateError, Refused, StoreError
from quorate.core.text import says_something
from quorate.deliberation.events import Author, Cast, Counted, Event, Failed, Redacted, Replied, Stored, Superseded
from quorate.deliberation.people import action_hash
from quorate.deliberation.redaction import (
    ACTION,
    OUTPUT,
    RAW,
    VERDICT,
    crossing_seats,
    folded_hash,
    hash_in_place,
    in_place_of,
    is_free,
    is_raw,
    is_sealed,
    is_sealed_event,
    text_hash,
    why_it_stands,
    why_not,
    why_not_now,
)
from quorate.deliberation.session import Session, ahead, replay
from quorate.deliberation.summary import summary_of
from quorate.record.chain import check_chain
from quorate.record.codec import ASKED_AS, event_of, parsed, stored_of, text_of
from quorate.record.port import Change, RequestKey, was_done
from quorate.record.redact.text_removal import (
    SHORTEST,
    SURE,
    Sought,
    holds_encoded,
    mark,
    out_of_verdict,
    sought_for,
    texts_in,
)
from quorate.record.rows import EventRow, LineRow, Row, Store
from quorate.record.verify.recount import essentials, recounted
from quorate.views.redaction import Linked, Place, Redaction


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
        """Out of every field where it may go; the one that is named, by event and field, goes whole.

        Ballots of a round that was cut short stay sealed: they are not searched, only redacted by name.
        """
        for stored, plain in zip(self.history, self.plain, strict=True):
            if stored.position != named[0] and is_sealed_event(self.session, stored.event):
                continue
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


class Wish(NamedTuple):
    """What is to be taken out, and why: the text in a field of an event, or a text wherever it stands."""

    reason: str
    event: int = 0
    field: str = ""
    text: str = ""


class Plan(NamedTuple):
    """What is to be written, and what was looked for in which deliberation."""

    change: Change
    bodies: Mapping[int, str]
    redacted: tuple[Redacted, ...]
    standing: tuple[Place, ...]
    sought: Sought
    session: Session
    history: Sequence[Stored]


async def redact(
    record: Store, deliberation: str, wish: Wish, author: Author, key: RequestKey | None = None
) -> Redaction:
    """Takes a text out of a deliberation; all that follows is one transaction. Raises Refused.

    With a key that was used before, what was taken out then, and where the text stands now.
    """
    while True:
        if key and (before := await record.answered(key)):
            return await _done_before(record, deliberation, wish, before)
        try:
            plan, linked = await _planned(record, deliberation, wish)
            appended = await record.redact(plan.change, plan.bodies, author, key)
        except AppendConflict:
            continue
        except InputError:
            if not await was_done(record, key):
                raise
            continue
        if appended.is_new:
            return _done(plan, linked, await _swept(record))


async def foreseen(record: Store, deliberation: str, wish: Wish) -> Redaction:
    """What would be taken out; nothing is changed. No hash lets a guess at a sealed text be checked."""
    plan, linked = await _planned(record, deliberation, wish)
    history = plan.history
    redacted = tuple(
        gone._replace(hash="", folded="") if is_sealed_event(plan.session, history[gone.event - 1].event) else gone
        for gone in plan.redacted
    )
    return _done(plan._replace(redacted=redacted), linked, is_swept=True)


async def _planned(record: Store, deliberation: str, wish: Wish) -> tuple[Plan, tuple[Linked, ...]]:
    rows: list[Row] = await record.export(list, only=deliberation)
    plan = planned(rows, wish)
    linked = await _linked(record, plan.session, plan.sought)
    if not plan.redacted:
        raise Refused(_nowhere(plan, linked))
    return plan, linked


def _done(plan: Plan, linked: tuple[Linked, ...], is_swept: bool) -> Redaction:
    return Redaction(plan.redacted, plan.standing, is_swept, linked, is_sealed(plan.session))


async def _done_before(record: Store, deliberation: str, wish: Wish, before: Sequence[Stored]) -> Redaction:
    redacted = tuple(one.event for one in before if isinstance(one.event, Redacted))
    rows: list[Row] = await record.export(list, only=deliberation)
    page = RedactedEvents([row for row in rows if isinstance(row, EventRow)])
    sought = _sought_then(page, wish, redacted)
    standing = page.standing(sought) if sought else ()
    linked = await _linked(record, page.session, sought) if sought else ()
    return Redaction(redacted, standing, await _swept(record), linked, is_sealed(page.session), is_repeated=True)


def _sought_then(page: RedactedEvents, wish: Wish, redacted: Sequence[Redacted]) -> Sought | None:
    """The text that was meant; where it was named by its field, it is known only as long as it stands elsewhere."""
    if wish.text:
        return sought_for(wish.text)
    gone = {one.hash for one in redacted if (one.event, one.field) == (wish.event, wish.field)}
    texts = (text for plain in page.plain for _, text in texts_in(plain) if text_hash(text) in gone)
    return next((sought_for(text, is_part=len(text) >= SURE) for text in texts), None)


async def _swept(record: Store) -> bool:
    """What was taken out is out, also where a full disk or a lock keeps the store from being written anew."""
    try:
        return await record.sweep()
    except StoreError:
        return False


def planned(rows: Sequence[Row], wish: Wish) -> Plan:
    """What a wish comes to in the rows of one deliberation, which may be nothing. Raises Refused."""
    (line,) = [row for row in rows if isinstance(row, LineRow)]
    events = [row for row in rows if isinstance(row, EventRow)]
    for problem in check_chain(events):
        raise StoreError(f"{problem}; the record is damaged: restore a backup")
    page = RedactedEvents(events)
    sought = _sought(page, wish)
    page.take_out(sought, (wish.event, wish.field))
    page.count_again(sought)
    redacted, standing = page.told(wish.reason), page.standing(sought)
    change = Change(line.id, line.position, redacted, summary_of(ahead(replay(page.after()), redacted)))
    return Plan(change, page.bodies(), redacted, standing, sought, page.session, page.history)


def _sought(page: RedactedEvents, wish: Wish) -> Sought:
    """The text that is meant. Raises Refused where it is none that may be taken out."""
    if wish.text and (why := why_not_now(page.session)):  # said first, and whatever the text: nothing is confirmed
        raise Refused(why)
    if not says_something(wish.reason):
        raise InputError("a redaction needs a reason, which stays on the record; it is empty")
    sought = sought_for(wish.text) if wish.text else _in_field(page, wish)
    if wish.text and len(wish.text) < SHORTEST:
        raise Refused(f"a text of fewer than {SHORTEST} characters occurs too often; name the event and the field")
    if sought.tells(wish.reason):
        raise Refused("the reason contains the text to redact, or a part of it; use other words, because it stays")
    return sought


def _in_field(page: RedactedEvents, wish: Wish) -> Sought:
    if not 1 <= wish.event <= len(page.history):
        raise Refused(f"there is no event {wish.event}; there are: 1 to {len(page.history)}")
    stored, plain = page.history[wish.event - 1], page.plain[wish.event - 1]
    texts = dict(texts_in(plain))
    if why := why_not(page.session, stored, wish.field):
        raise Refused(f"event {wish.event}: {why}")
    if not texts.get(wish.field):
        is_secret = is_sealed_event(page.session, stored.event)
        there = "it is sealed" if is_secret else ", ".join(_free(stored.event, texts)) or "none"
        raise Refused(f"event {wish.event} has no text at {wish.field}; texts that may be redacted: {there}")
    if hash_in_place(texts[wish.field]):
        raise Refused(f"event {wish.event}: {wish.field} is already redacted")
    return sought_for(texts[wish.field], is_part=len(texts[wish.field]) >= SURE)


def _free(event: Event, texts: Mapping[str, str]) -> Iterator[str]:
    return (field for field, text in texts.items() if text and is_free(type(event).__name__, field))


def _nowhere(plan: Plan, linked: Sequence[Linked]) -> str:
    where = "; ".join(f"event {place.event}, {place.field}: {place.why}" for place in plan.standing[:3])
    sealed = (
        "; ballots of a round that was cut short are sealed and were not searched" if is_sealed(plan.session) else ""
    )
    here = f"the text occurs only where it may not be redacted: {where}" if where else ""
    others = ", ".join(one.deliberation for one in linked if one.places)
    there = f"; it occurs in {others}, which is linked to it" if others else ""
    return (here or f"the text does not occur in {plan.session.id}") + sealed + there


async def _linked(record: Store, session: Session, sought: Sought) -> tuple[Linked, ...]:
    """All deliberations that came of this one or that it came of, as far as the text stands in them."""
    found, known, waiting = [], {session.id}, list(_links_of(session))
    while waiting:
        name = waiting.pop(0)
        if name in known:
            continue
        known.add(name)
        linked, links = await _looked_at(record, name, sought)
        waiting += links
        if linked.places or linked.unseen:
            found.append(linked)
    return tuple(found)


async def _looked_at(record: Store, name: str, sought: Sought) -> tuple[Linked, list[str]]:
    try:
        rows: list[Row] = await record.export(list, only=name)
        page = RedactedEvents([row for row in rows if isinstance(row, EventRow)])
    except (QuorateError, ValueError, LookupError, TypeError):
        return Linked(name, (), "it cannot be read here"), []
    unseen = "it has ballots that are sealed" if is_sealed(page.session) else ""
    return Linked(name, page.standing(sought), unseen), list(_links_of(page.session))


def _links_of(session: Session) -> Iterator[str]:
    """What it took the place of, what it is a part of, what it was broken into, and what took its place."""
    endings = (one.event.by for one in session.endings if isinstance(one.event, Superseded))
    yield from filter(None, (session.opened.supersedes, session.opened.parent, *session.broken_into, *endings))
