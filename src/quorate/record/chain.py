"""The chain of hashes: each event's hash covers the event, its envelope and the hash before it.

Texts enter it as their own hashes, so that a text can be taken out later and the chain still holds. What stands in its
place the chain does not see; events that tell of it do, and are compared with it here. A count enters it a second time,
as the hash of what it comes to, so that words can be taken out of a verdict and its outcome cannot.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from json.encoder import encode_basestring_ascii as _quoted
from typing import Any, NamedTuple

from quorate.core.errors import StoreError
from quorate.deliberation.events import Author, Counted, Event
from quorate.record.codec import (
    ASKED_AS,
    ESSENCE,
    REDACTED,
    encoded,
    encoded_and_plain,
    event_from_plain,
    parsed,
    text_of,
)
from quorate.record.port import Change, Stored
from quorate.record.rows import EventRow, LineRow
from quorate.record.verify.recount import essence
from quorate.record.verify.redaction_check import wrong_marks

_encoded_summary = lru_cache(1024)(encoded)  # most events leave it as it was
_LONGEST_WORD = 80
_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), check_circular=False, allow_nan=False)


def chained(row: EventRow, previous: str) -> str:
    """The hash of an event that stands behind the one with the hash `previous` (empty for the first)."""
    return _chained(row, parsed(row.body, tagged=True), previous)


def _chained(row: EventRow, body: Any, previous: str) -> str:
    """Over the JSON of the event with its keys in order; its outer part is put together here, which is quicker."""
    author = f'{{"name":{_quoted(row.author)},"proof":{_quoted(row.proof)}}}'
    place = f'"deliberation":{_quoted(row.deliberation)},"kind":{_quoted(row.kind)},"position":{row.position}'
    hashed = _CANONICAL.encode(_with_hashed_texts(_as_asked(body)))
    content = f'"at":{_quoted(row.at)},"author":{author},"body":{hashed},{place}'
    return _sha256(f'{{{content},"previous":{_quoted(previous)}}}')


def check_chain(rows: Iterable[EventRow]) -> Iterator[str]:
    """What is wrong with a deliberation's events, in sentences; nothing where the chain holds."""
    for fault in faults_in(rows):
        yield f"{fault.deliberation}, event {fault.event}: {fault.sentence}"


class Fault(NamedTuple):
    """Something that is wrong with an event."""

    deliberation: str
    event: int
    sentence: str


def faults_in(rows: Iterable[EventRow]) -> Iterator[Fault]:
    """The same, part by part."""
    previous, passed, changed = "", list[EventRow](), set[int]()
    for expected, row in enumerate(rows, 1):
        if row.position != expected:
            wrong = f"expected event {expected} here; one is missing or was moved"
            yield Fault(row.deliberation, row.position, wrong)
            return
        if _hash_of(row, previous) != row.hash:
            changed.add(row.position)
            wrong = "its hash does not match; it was changed after it was stored"
            yield Fault(row.deliberation, row.position, wrong)
        passed.append(row)
        previous = row.hash
    for event, wrong in wrong_marks(passed, changed):
        yield Fault(passed[0].deliberation, event, wrong)


def is_whole(line: LineRow, rows: Sequence[EventRow]) -> bool:
    """True where the last event is the one that the line in the log knows as the last."""
    return bool(rows) and (rows[-1].position, rows[-1].hash) == (line.position, line.head)


def check_whole(line: LineRow, rows: Sequence[EventRow]) -> Iterator[str]:
    """What is wrong with the events, and with their end."""
    yield from check_chain(rows)
    if not is_whole(line, rows):
        yield f"{line.id}: its last events are missing"


def written(change: Change, line: LineRow, author: Author, at: str) -> tuple[list[EventRow], list[Stored]]:
    """The change's events behind those that the line knows, as they are written and as they will be read."""
    rows, stored, previous = [], [], line.head
    for position, event in enumerate(change.events, line.position + 1):
        kind, (body, plain) = type(event).__name__, encoded_and_plain(event)
        body, stamped = _with_essence(event, body, plain)
        envelope = line.id, position, at, author.name, author.proof, kind, body
        previous = _chained(EventRow(*envelope), stamped, previous)
        rows.append(EventRow(*envelope, previous))
        stored.append(Stored(line.id, position, at, author, event_from_plain(kind, plain, body), previous))
    return rows, stored


def moved_line(line: LineRow, change: Change, rows: Sequence[EventRow]) -> LineRow:
    """The line after the rows were appended."""
    summary = _encoded_summary(change.summary)
    if not rows:
        return line._replace(summary=summary)
    last = rows[-1]
    opened_at = line.opened_at or last.at
    return LineRow(line.id, opened_at, last.at, last.position, last.hash, summary)


def _with_essence(event: Event, body: str, plain: Any) -> tuple[str, Any]:
    """What is stored of an event: of a count also what it comes to."""
    if not isinstance(event, Counted) or not (kept := essence(event.verdict)):
        return body, plain
    stamped = {**plain, ESSENCE: kept}
    return text_of(stamped), stamped


def _hash_of(row: EventRow, previous: str) -> str:
    try:
        return chained(row, previous)
    except StoreError:
        return ""


def _as_asked(body: Any) -> Any:
    """The body of an event without the hash that its question was asked under, which came with a redaction."""
    question = body.get("question") if type(body) is dict else None
    if type(question) is not dict or ASKED_AS not in question:
        return body
    return {**body, "question": {key: one for key, one in question.items() if key != ASKED_AS}}


def _with_hashed_texts(value: Any) -> Any:
    kind = type(value)
    if kind is str:
        return _hash_of_text(value)
    if kind is dict:
        if REDACTED in value and type(value[REDACTED]) is str:
            return value[REDACTED]
        return {key: _hash_of_text(one) if type(one) is str else _with_hashed_texts(one) for key, one in value.items()}
    if kind is list:
        return [_hash_of_text(one) if type(one) is str else _with_hashed_texts(one) for one in value]
    return value


def _hash_of_text(text: str) -> str:
    return _hash_of_word(text) if len(text) <= _LONGEST_WORD else _sha256(text)


@lru_cache(4096)  # names of seats, positions and the like come again and again
def _hash_of_word(text: str) -> str:
    return _sha256(text)


def _sha256(text: str) -> str:
    # halves of surrogate pairs come from engines' output and have to be hashed too
    return "sha256:" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
