"""What every store keeps, as plain rows: the same in SQLite, in Postgres, in memory and in a backup."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any, NamedTuple, Protocol, TypeVar

from quorate.core.errors import InputError, NameTaken
from quorate.core.text.names import look_alike
from quorate.deliberation.events import Author, Superseded
from quorate.fleet.agent_events import ReviewJoined
from quorate.fleet.dialectic.dialectic_events import DialecticEnded
from quorate.gate.gate_events import CallAsked
from quorate.record.port import Appended, Change, LogLine, Record, RequestKey

Clock = Callable[[], datetime]
Result = TypeVar("Result")

LONGEST_NAME = 200
_MOST_DIGITS = 18
HAS_REVIEW_DATE = '"review_by":"2'
"""How an event that holds a question with a review date says so: a date is from 2000 to 2199."""


class EventRow(NamedTuple):
    """One event with its envelope."""

    deliberation: str
    position: int
    at: str
    author: str
    proof: str
    kind: str
    body: str
    hash: str = ""


class LineRow(NamedTuple):
    """One deliberation: where it stands, and what the log says of it."""

    id: str
    opened_at: str = ""
    changed_at: str = ""
    position: int = 0
    head: str = ""
    summary: str = ""


class EventRange(NamedTuple):
    """Events of one deliberation that one request stored, from the first position to the last."""

    deliberation: str
    first: int
    last: int


class KeyRow(NamedTuple):
    """A request that had a key, and the spans that it stored."""

    name: str
    request: str
    spans: str

    @property
    def stored(self) -> tuple[EventRange, ...]:
        """The spans, in the order of the request."""
        return tuple(EventRange(*span) for span in json.loads(self.spans) if isinstance(span, list))

    @property
    def is_intact(self) -> bool:
        """True where its text is as it was written."""
        try:
            spans = list(self.stored)
        except (TypeError, ValueError):
            return False
        return self.spans == _spans_text(self.name, self.request, spans)


Row = EventRow | LineRow | KeyRow


class Request(NamedTuple):
    """What is to be appended at once."""

    changes: tuple[Change, ...]
    author: Author
    key: RequestKey | None = None


class Store(Record, Protocol):
    """A record that can be copied, checked, and redacted."""

    async def export(self, take: Callable[[Iterator[Row]], Result], only: str = "") -> Result:
        """Gives all rows as they were at one moment: keys, then every line followed by its events, oldest first.

        With `only`, the line and the events of that deliberation. Raises UnknownDeliberation.
        """

    async def fill(self, rows: Iterator[Row]) -> None:
        """Takes all rows or none. Raises StoreError where the record is not empty."""

    async def redact(
        self, change: Change, bodies: Mapping[int, str], author: Author, key: RequestKey | None = None
    ) -> Appended:
        """Puts other texts in the place of events' bodies, by position, and appends the change; all or nothing.

        Raises StoreError where a hash would no longer match, Conflict where somebody was faster. A key that was used
        for the same request gives what was stored then, and changes nothing.
        """

    async def sweep(self) -> bool:
        """Overwrites what is gone and still lies in the store's files; False where others kept it from that."""

    async def wrong_lookups(self) -> list[tuple[str, str]]:
        """What the store keeps beside its rows and does not follow from them: deliberation, and what is wrong."""


def key_row(key: RequestKey, spans: list[EventRange]) -> KeyRow:
    """What is kept of a request with a key."""
    return KeyRow(key.name, key.kept, _spans_text(key.name, key.kept, spans))


def _spans_text(name: str, request: str, spans: Sequence[EventRange]) -> str:
    """Return the spans with a hash of all that is kept of the request behind them."""
    kept = "sha256:" + sha256(json.dumps([name, request, spans]).encode()).hexdigest()
    return json.dumps([*spans, kept], separators=(",", ":"))


def check_request(request: Request) -> None:
    """Refuses names that not every store can keep."""
    _check_name("author", request.author.name)
    _check_name("proof", request.author.proof)
    for key in (request.key, *request.key.also) if request.key else ():
        _check_name("key", key.name)
        _check_name("request", key.kept)
    for change in request.changes:
        _check_name("deliberation", change.deliberation)
        if is_new(change) and not change.events:
            raise InputError(f"{change.deliberation}: no event; a new deliberation needs at least one")


def new_names(request: Request) -> list[str]:
    """The names of the agents that a request registers."""
    return [one.summary.subject for one in request.changes if is_new(one) and one.summary.rank]


def check_looks(name: str, others: Iterable[LogLine]) -> None:
    """Refuses a new agent beside one that its name looks like; one of the same name is refused by its key."""
    for line in others:
        if look_alike(name, line.summary.subject):
            raise NameTaken(name, line.summary.subject)


def is_new(change: Change) -> bool:
    """True where the record has to give the deliberation its number."""
    return change.deliberation.endswith("-")


def with_new_ids(change: Change, ids: Mapping[str, str]) -> Change:
    """Whoever names a new one in the same request names it by its day until it has its number.

    That is a deliberation that gives way to it, or an agent that joins it, or a dialectic that it follows.
    """
    return change._replace(events=tuple(_with_new_id(event, ids) for event in change.events))


def _with_new_id(event: Any, ids: Mapping[str, str]) -> Any:
    match event:
        case Superseded(by=day) if day in ids:
            return event._replace(by=ids[day])
        case ReviewJoined(review=day) if day in ids:
            return event._replace(review=ids[day])
        case DialecticEnded(quorum_review=day) if day in ids:
            return event._replace(quorum_review=ids[day])
        case CallAsked(deliberation=day) if day in ids:
            return event._replace(deliberation=ids[day])
        case _:
            return event


def numbered(prefix: str, number: int) -> str:
    """The id with the number of the day."""
    return f"{prefix}{number:03d}"


def day_and_number(deliberation: str) -> tuple[str, int]:
    """The two parts that `numbered` put together."""
    day, dash, number = deliberation.rpartition("-")
    return day + dash, int(number) if number.isdecimal() and len(number) <= _MOST_DIGITS else 0


def _check_name(what: str, name: str) -> None:
    if len(name) > LONGEST_NAME:
        raise InputError(f"{what}: found {len(name)} characters; allowed: at most {LONGEST_NAME}")
    if name != storable(name):
        raise InputError(f"{what}: found {name!r}; allowed: whole characters other than NUL")


def storable(text: str) -> str:
    """The text without what databases cannot keep in a column: NUL and halves of surrogate pairs."""
    if text.isascii() and "\0" not in text:
        return text
    return text.encode("utf-8", "replace").decode().replace("\0", "\ufffd")
