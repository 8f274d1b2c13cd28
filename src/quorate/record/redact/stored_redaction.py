"""Redaction: a text is taken out of stored events and its hash is left, so that the chain of hashes still holds.

What follows from the text goes with it: the verdicts that quote it are those that counting the redacted ballots gives,
the raw reply behind a ballot goes as a whole, and the line in the log is told anew. Whatever was taken out, and why, is
on the record as events. Deliberations that are linked with this one are looked at, and nothing is taken out of them.
"""

import base64
import binascii
import html
import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import unquote

from quorate.core.ballot import BESIDES
from quorate.core.codec import from_json, json_line
from quorate.core.errors import AppendConflict, InputError, QuorateError, Refused, StoreError
from quorate.core.text import says_something
from quorate.deliberation.events import Author, Cast, Counted, Event, Failed, Redacted, Replied, Stored, Superseded
from quorate.deliberation.people import action_hash
from quorate.deliberation.redaction import (
    ACTION,
    IN_PLACE,
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
from quorate.record.codec import ASKED_AS, LEFT, REDACTED, event_of, parsed, stored_of, text_of
from quorate.record.port import Change, RequestKey, was_done
from quorate.record.rows import EventRow, LineRow, Row, Store
from quorate.record.verify.recount import essentials, recounted
from quorate.views.redaction import Linked, Place, Redaction

SHORTEST = 4
SURE = 8  # characters from which on a text inside another one is no chance
_STEP = re.compile(r"[^.\[\]]+")
_OWN_WORDS = frozenset(
    {*BESIDES, "rationale", "reasoning", "detail", "text", "risk", "concern", "condition", "mitigation", "monitor"}
    | {"description", "question", "subject", "position"}
)

_ENDS = " .,;:!?\"'"
_LONGEST_PATTERN = 10_000
_MOST_PASSES = 8  # JSON in JSON in JSON: nobody means more than that
_HEX = "[0-9A-Fa-f]"
_ESCAPE = re.compile(
    rf"\\(?:u\{{(?P<a>{_HEX}{{1,6}})\}}|u(?P<b>{_HEX}{{4}})|U(?P<c>{_HEX}{{8}})|x(?P<d>{_HEX}{{2}})"
    r"|(?P<letter>[bfnrt])|(?P<sign>[ -/:-@\[-`{-~])|\r?\n[ \t]*)"
)
_LETTERS = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_COLOURS = re.compile("\x1b\\[[0-9;]*[A-Za-z]")
_SPACE = r"\s[\s>#|]*"  # also a line break, and what quotations, comments and tables put behind it
_SPACES = re.compile(_SPACE)
_QUOTES = re.compile("''+")
_HIDDEN = {ord(sign): 0xE100 + place for place, sign in enumerate("0123456789abcdef")}
_SHOWN = {hidden: sign for sign, hidden in _HIDDEN.items()}
_STAND_IN = re.compile("\ue110([\ue100-\ue10f]{64})\ue111")
_ENCODINGS = ("utf-8", "latin-1", "utf-16-le", "utf-16-be", "shift_jis", "euc_jp", "gb18030")


class Sought(NamedTuple):
    """A text that is to go: whole, and inside other texts where it is long enough to be told from chance.

    `forms` are the text with the spellings of JSON, YAML and the like undone, `pieces` its lines in that form.
    """

    text: str
    is_part: bool
    forms: frozenset[str]
    pieces: frozenset[str]

    def is_in(self, text: str) -> bool:
        """True where the text is this one, or holds it, in any spelling."""
        if text == self.text:
            return True
        found = _forms(text).found
        if not self.is_part:
            return any(mine == one.strip() for mine in self.forms for one in found)
        return any(mine in one for mine in self.forms for one in found)

    def may_be_in(self, text: str) -> bool:
        """The same of what a program printed: also true for a line of the text, and where it cannot be made out."""
        if not self.is_part:
            return self.is_in(text)
        forms = _forms(text)
        return not forms.are_all or any(mine in one for mine in self.forms | self.pieces for one in forms.found)

    def tells(self, reason: str) -> bool:
        """True where a reason would tell the text: it is the text, holds it, or is a part of it; case is no matter."""
        said, gone = (_folded(one).strip().casefold() for one in (reason, self.text))
        held = re.search(rf"(?<!\w){re.escape(gone)}(?!\w)", said) if gone else None
        return self.is_in(reason) or said in gone or bool(held) or (self.is_part and gone in said)

    def without(self, text: str) -> str:
        """What is left of a text; nothing where it is this one, or holds it in a spelling that cannot be cut out."""
        if text == self.text or not self.is_part:
            return ""
        left, stand_in = _hidden(text), _hidden(in_place_of(text_hash(self.text)))
        for spelling in _spellings(_hidden(self.text)):
            left = left.replace(spelling, stand_in)
        if len(self.text) <= _LONGEST_PATTERN and (words := _hidden(self.text).split()):
            left = re.sub(_SPACE.join(map(re.escape, words)), lambda _: stand_in, left)
        return "" if self.is_in(_shown(left)) else _shown(left)


def _spellings(text: str) -> list[str]:
    """The text, and as JSON writes it, once and twice: programs answer in JSON that holds JSON."""
    once = {json.dumps(text)[1:-1], json.dumps(text, ensure_ascii=False)[1:-1]}
    twice = {json.dumps(one, ensure_ascii=False)[1:-1] for one in once}
    return sorted({text, *once, *twice}, key=len, reverse=True)


def sought_for(text: str, *, is_part: bool = True) -> Sought:
    """What is looked for; forms in which so little is left that it stands everywhere are left out."""
    forms = frozenset(form for one in _forms(text).found if len(form := one.strip()) >= min(SHORTEST, len(text)))
    lines = (form.strip(_ENDS) for line in text.splitlines() for form in _forms(line).found)
    return Sought(text, is_part, forms, frozenset(line for line in lines if len(line) >= SURE))


class _Forms(NamedTuple):
    """A text in all forms that it has while spellings are undone one after the other; all, or too many to go on."""

    found: tuple[str, ...]
    are_all: bool


def _forms(text: str) -> _Forms:
    found = {_hidden(text): None, _folded(text): None}
    for _ in range(_MOST_PASSES):
        before = text
        for undo in (_without_escapes, html.unescape, unquote):
            if (after := undo(text)) != text:
                found[_folded(text := after)] = None
        if text == before:
            return _Forms(tuple(found), True)
    return _Forms(tuple(found), False)


def _without_escapes(text: str) -> str:
    """The text with one layer of escapes taken off, as JSON, YAML and Markdown write them."""
    if "\\" not in text:
        return text
    return _ESCAPE.sub(_meant, text).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def _meant(escape: re.Match[str]) -> str:
    if escape["letter"] or escape["sign"]:
        return _LETTERS.get(escape["letter"], escape["sign"])
    number = int(escape["a"] or escape["b"] or escape["c"] or escape["d"] or "0", 16)
    return chr(number) if 0 < number <= 0x10FFFF else ""


def _folded(text: str) -> str:
    """What is read: white space and line breaks are all the same, and so are doubled quotes and split accents."""
    plain = _QUOTES.sub("'", _COLOURS.sub("", _hidden(text)).replace("\0", ""))
    return _SPACES.sub(" ", unicodedata.normalize("NFC", plain))


def _hidden(text: str) -> str:
    """The text with what stands for redacted texts in signs that nobody looks for."""
    return IN_PLACE.sub(lambda found: "\ue110" + found[1][7:].translate(_HIDDEN) + "\ue111", text)


def _shown(text: str) -> str:
    return _STAND_IN.sub(lambda found: in_place_of("sha256:" + found[1].translate(_SHOWN)), text)


def texts_in(plain: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text in a stored event that is not empty, after its path, `vote.concerns[0].text`.

    Of a redacted text it is what is left.
    """
    if isinstance(plain, str):
        yield from [(path, plain)] if plain else []
    elif isinstance(plain, list):
        for number, one in enumerate(plain):
            yield from texts_in(one, f"{path}[{number}]")
    elif isinstance(plain, dict) and REDACTED in plain:
        yield from texts_in(plain.get(LEFT), path)
    elif isinstance(plain, dict):
        for key, one in plain.items():
            if not key.startswith("$"):
                yield from texts_in(one, f"{path}.{key}" if path else key)


def mark(plain: Any, field: str, left: str) -> str:
    """Puts a mark in the place of a text, in the plain values themselves; gives the hash of the text as it was."""
    *steps, last = [int(step) if step.isdigit() else step for step in _STEP.findall(field)]
    for step in steps:
        plain = plain[step]
    before = plain[last]
    hashed: str = before[REDACTED] if isinstance(before, dict) else text_hash(before)
    plain[last] = {REDACTED: hashed, LEFT: left} if left else {REDACTED: hashed}
    return hashed


def holds_encoded(plain: Any, sought: Sought) -> bool:
    """True where a reply's bytes, kept as base64, may hold the text."""
    reply = plain.get("reply")
    if not isinstance(reply, dict) or reply.get("encoding", "utf-8") == "utf-8":
        return False
    try:
        raw = base64.b64decode(reply.get("output", ""), validate=True)
    except (binascii.Error, TypeError, ValueError):
        return False
    return any(sought.may_be_in(raw.decode(encoding, "replace")) for encoding in _ENCODINGS)


def out_of_verdict(verdict: str, sought: Sought) -> str:
    """A verdict without the text, where it cannot be counted again: only what is in somebody's words is touched."""
    changed = json_line(_changed(json.loads(verdict), sought, ""))
    return verdict if json_line(json.loads(verdict)) == changed else changed


def _changed(plain: Any, sought: Sought, key: str) -> Any:
    if isinstance(plain, dict):
        return {name: _changed(one, sought, name) for name, one in plain.items()}
    if isinstance(plain, list):
        return [_changed(one, sought, key) for one in plain]
    if isinstance(plain, str) and key in _OWN_WORDS and sought.is_in(plain):
        return sought.without(plain) or in_place_of(text_hash(plain))
    return plain


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
