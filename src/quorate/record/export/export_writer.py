"""An export: deliberations as one file of JSON lines that can be read, and checked, without any store.

A head, then for each deliberation its line in the log and its events, then the end, with the hash of all bytes before
it. The same store gives the same bytes.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from quorate.access.streams import is_private
from quorate.core.errors import InputError, QuorateError, Refused, StoreError
from quorate.deliberation.session import Session, replay
from quorate.record.chain import check_whole
from quorate.record.codec import parsed, stored_of, text_of
from quorate.record.file_access import replacing
from quorate.record.rows import EventRow, LineRow, Row, Store
from quorate.record.side_streams import is_side_stream, side_state_of
from quorate.views.integrity import Export

NAME, VERSION, ALL = "quorate_export", 2, "all"
ABOUT = (
    "One JSON value per line: this head, for each deliberation its line in the log and its events, and the end. An "
    "event's hash is the SHA-256 of the compact JSON, keys in order, all but ASCII as \\uXXXX, of {at, author: {name, "
    "proof}, body, deliberation, kind, position, previous}, where previous is the hash before it, empty for the "
    "first, and every text in body stands as its own hash, sha256:HEX. {$redacted: HASH} stands for a text that was "
    "taken out, and $left for what was left of it; $asked_as, which no hash covers, is that of the question that was "
    "asked, and $essence that of what a count comes to. {$decimal} and {$fraction} are exact numbers. The end has the "
    "SHA-256 of all bytes before its line. `quorate verify FILE` checks all of it."
)


class ExportedDeliberation(NamedTuple):
    """One deliberation: its line, and its events."""

    line: LineRow
    events: tuple[EventRow, ...]


async def export(record: Store, deliberation: str, file: Path | BinaryIO) -> Export:
    """Writes the deliberation that is named, or all whose ballots are not sealed. Raises Refused where they are."""
    if isinstance(file, Path) and file.exists():
        raise InputError(f"{file} already exists; name a new file for the export")
    return await record.export(lambda rows: _written(rows, deliberation, file), deliberation)


def _written(rows: Iterator[Row], deliberation: str, file: Path | BinaryIO) -> Export:
    if not isinstance(file, Path):
        return _put(rows, deliberation, file)
    try:
        with replacing(file) as part, part.open("wb") as stream:
            exported = _put(rows, deliberation, stream)
            stream.flush()
    except OSError as error:
        raise StoreError(f"{file} cannot be written: {error.strerror}; name another file for the export") from error
    return exported


def _put(rows: Iterator[Row], deliberation: str, stream: BinaryIO) -> Export:
    digest, deliberations, events, left_out = hashlib.sha256(), 0, 0, list[str]()

    def put(value: Any) -> None:
        line = text_of(value).encode() + b"\n"
        digest.update(line)
        stream.write(line)

    groups = _one(rows) if deliberation else grouped(rows)
    put({NAME: VERSION, "of": deliberation or ALL, "about": ABOUT})
    for group in groups:
        if is_private(group.line.id):
            continue
        if _is_sealed(group):
            left_out.append(group.line.id)
            continue
        for value in _values(group):
            put(value)
        deliberations, events = deliberations + 1, events + len(group.events)
    counts = {"deliberations": deliberations, "events": events, "left_out": left_out}
    put({"end": {**counts, "bytes": "sha256:" + digest.hexdigest()}})
    return Export(deliberations, events, tuple(left_out))


def _one(rows: Iterator[Row]) -> list[ExportedDeliberation]:
    """One deliberation, refused before anything is written."""
    (group,) = grouped(rows)
    if _is_sealed(group):
        raise Refused(
            f"{group.line.id}: its last round is not over, and an export would show sealed ballots; export it once the "
            "round is counted; if it was revoked or superseded in the middle of the round, only a backup has it"
        )
    return [group]


def _values(group: ExportedDeliberation) -> Iterator[dict[str, Any]]:
    yield {"deliberation": {**group.line._asdict(), "summary": parsed(group.line.summary, tagged=True)}}
    for row in group.events:
        yield {"event": {**row._asdict(), "body": parsed(row.body, tagged=True)}}


def grouped(rows: Iterable[Row]) -> Iterator[ExportedDeliberation]:
    """Deliberation after deliberation; keys are passed over."""
    line: LineRow | None = None
    events: list[EventRow] = []
    for row in rows:
        if isinstance(row, LineRow):
            if line:
                yield ExportedDeliberation(line, tuple(events))
            line, events = row, []
        elif isinstance(row, EventRow):
            events.append(row)
    if line:
        yield ExportedDeliberation(line, tuple(events))


def _is_sealed(group: ExportedDeliberation) -> bool:
    """True while a round is open. Nothing is exported that was changed after it was stored."""
    for problem in check_whole(group.line, group.events):
        raise StoreError(f"{problem}; the record is damaged: `quorate verify` shows how far")
    if is_side_stream(group.line.id):
        side_state_of(group.line.id, group.events)
        return False
    session = folded(group.events)
    return session.round is not None and not session.is_unsealed


def folded(events: Iterable[EventRow]) -> Session:
    """The session that events fold to. Raises StoreError where they do not follow from each other."""
    try:
        return replay(map(stored_of, events))
    except QuorateError:
        raise
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise StoreError("its events contradict each other") from error


def parsed_line(line: bytes) -> dict[str, Any]:
    """The value in a line of an export or a checkpoint. Raises ValueError where a byte of it is not as written."""
    value = json.loads(line.decode("ascii"))
    if not isinstance(value, dict) or text_of(value).encode() + b"\n" != line:
        raise ValueError("not as it was written")
    return value
