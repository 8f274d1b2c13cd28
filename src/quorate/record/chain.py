"""The chain of hashes: each event's hash covers the event, its envelope and the hash before it.

Texts enter it as their own hashes, so that a text can be taken out later and the chain still holds.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from quorate.core.errors import StoreError
from quorate.deliberation.events import Author
from quorate.record.codec import encoded, encoded_and_plain, event_from_plain, event_of, parsed
from quorate.record.port import Change, Stored
from quorate.record.rows import EventRow, LineRow

_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), check_circular=False, allow_nan=False)


def chained(row: EventRow, previous: str) -> str:
    """The hash of an event that stands behind the one with the hash `previous` (empty for the first)."""
    return _chained(row, parsed(row.body, tagged=True), previous)


def _chained(row: EventRow, body: Any, previous: str) -> str:
    content = {
        "deliberation": row.deliberation,
        "position": row.position,
        "at": row.at,
        "author": {"name": row.author, "proof": row.proof},
        "kind": row.kind,
        "body": _with_hashed_texts(body),
        "previous": previous,
    }
    return _sha256(_CANONICAL.encode(content))


def check_chain(rows: Iterable[EventRow]) -> Iterator[str]:
    """What is wrong with a deliberation's events, in sentences; nothing where the chain holds."""
    previous = ""
    for expected, row in enumerate(rows, 1):
        where = f"{row.deliberation}, event {row.position}"
        if row.position != expected:
            yield f"{where}: event {expected} should stand here; one is missing or was moved"
            return
        if _hash_of(row, previous) != row.hash:
            yield f"{where}: its hash does not match; it was changed after it was stored"
        previous = row.hash


def written(change: Change, line: LineRow, author: Author, at: str) -> tuple[list[EventRow], list[Stored]]:
    """The change's events behind those that the line knows, as they are written and as they will be read."""
    rows, stored, previous = [], [], line.head
    for position, event in enumerate(change.events, line.position + 1):
        kind, (body, plain) = type(event).__name__, encoded_and_plain(event)
        row = EventRow(line.id, position, at, author.name, author.proof, kind, body)
        previous = _chained(row, plain, previous)
        rows.append(row._replace(hash=previous))
        stored.append(Stored(line.id, position, at, author, event_from_plain(kind, plain), previous))
    return rows, stored


def moved_line(line: LineRow, change: Change, rows: Sequence[EventRow]) -> LineRow:
    """The line after the rows were appended."""
    summary = encoded(change.summary)
    if not rows:
        return line._replace(summary=summary)
    last = rows[-1]
    opened_at = line.opened_at or last.at
    return LineRow(line.id, opened_at, last.at, last.position, last.hash, summary)


def stored_of(row: EventRow) -> Stored:
    """The event in a row."""
    author = Author(row.author, row.proof)
    return Stored(row.deliberation, row.position, row.at, author, event_of(row.kind, row.body), row.hash)


def _hash_of(row: EventRow, previous: str) -> str:
    try:
        return chained(row, previous)
    except StoreError:
        return ""


def _with_hashed_texts(value: Any) -> Any:
    if isinstance(value, str):
        return _sha256(value)
    if isinstance(value, dict):
        return {key: _with_hashed_texts(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_with_hashed_texts(one) for one in value]
    return value


def _sha256(text: str) -> str:
    # halves of surrogate pairs come from engines' output and have to be hashed too
    return "sha256:" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
