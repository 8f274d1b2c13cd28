"""Single changes to the bytes of an export."""

import hashlib
import json
from collections.abc import Callable
from random import Random
from typing import Any

from quorate.record.codec import parsed, text_of
from quorate.record.rows import EventRow, LineRow, Row
from tests.record.forging import Forger

_LINE, _EVENT = b'{"deliberation":{"id"', b'{"event":{"deliberation"'
Change = Callable[[bytes, Random], bytes]


def _bit(data: bytes, draw: Random) -> bytes:
    changed = bytearray(data)
    changed[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
    return bytes(changed)


def _byte(data: bytes, draw: Random) -> bytes:
    place = draw.randrange(len(data))
    return data[:place] + bytes([draw.randrange(256)]) + data[place + 1 :]


def _space(data: bytes, draw: Random) -> bytes:
    """White space that means nothing in JSON."""
    places = [place for place, sign in enumerate(data) if sign in b",:"]
    place = draw.choice(places)
    return data[: place + 1] + b" " + data[place + 1 :]


def _cut(data: bytes, draw: Random) -> bytes:
    return data[: draw.randrange(len(data))]


def _more(data: bytes, draw: Random) -> bytes:
    return data + draw.choice((b"\n", b"{}\n", b" ", data.splitlines(keepends=True)[-1]))


def _dropped(data: bytes, draw: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    del lines[draw.randrange(len(lines))]
    return b"".join(lines)


def _doubled(data: bytes, draw: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    place = draw.randrange(len(lines))
    lines.insert(draw.randrange(len(lines) + 1), lines[place])
    return b"".join(lines)


def _swapped(data: bytes, draw: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    one, other = draw.sample(range(len(lines)), 2)
    lines[one], lines[other] = lines[other], lines[one]
    return b"".join(lines)


def _lines(body: bytes, beginning: bytes) -> int:
    return sum(line.startswith(beginning) for line in body.splitlines())


def _with_new_end(change: Change) -> Change:
    """The same by somebody who puts the counts and the hash of the bytes right again."""

    def changed(data: bytes, draw: Random) -> bytes:
        *lines, end = data.splitlines(keepends=True)
        head, *rows = lines
        body = change(b"".join(rows), draw) if rows else b""
        if body == b"".join(rows):
            return data
        values = json.loads(end)["end"]
        values["events"] = _lines(body, _EVENT)
        values["deliberations"] = _lines(body, _LINE)
        values["bytes"] = "sha256:" + hashlib.sha256(head + body).hexdigest()
        return head + body + json.dumps({"end": values}, separators=(",", ":")).encode() + b"\n"

    return changed


def _groups(data: bytes) -> tuple[bytes, list[bytes], dict[str, Any]]:
    """The head, the lines of each deliberation together, and what the end says."""
    head, *rows, end = data.splitlines(keepends=True)
    groups: list[bytes] = []
    for row in rows:
        if row.startswith(_LINE):
            groups.append(b"")
        groups[-1] += row
    return head, groups, json.loads(end)["end"]


def _joined(head: bytes, groups: list[bytes], end: dict[str, Any]) -> bytes:
    body = b"".join(groups)
    said = {
        **end,
        "deliberations": len(groups),
        "events": _lines(body, _EVENT),
        "bytes": "sha256:" + hashlib.sha256(head + body).hexdigest(),
    }
    return head + body + json.dumps({"end": said}, separators=(",", ":")).encode() + b"\n"


def _name(group: bytes) -> str:
    return str(json.loads(group.splitlines()[0])["deliberation"]["id"])


def _groups_swapped(data: bytes, draw: Random) -> bytes:
    """Two deliberations of one day in each other's place."""
    head, groups, end = _groups(data)
    alike = [place for place, group in enumerate(groups) if _name(group).startswith("MAGI")]
    if len(alike) < 2:
        return data
    one, other = draw.sample(alike, 2)
    groups[one], groups[other] = groups[other], groups[one]
    return _joined(head, groups, end)


def _left_out_and_there(data: bytes, draw: Random) -> bytes:
    """A deliberation that is there is said to have been left out; or one is left out twice, or is none."""
    head, groups, end = _groups(data)
    more = draw.choice(([_name(draw.choice(groups))], ["MAGI-2026-1115-009"] * 2, [""], [7]))
    return _joined(head, groups, {**end, "left_out": [*end["left_out"], *more]})


def _forged(data: bytes, draw: Random) -> bytes:
    """Ballots that chose otherwise, with events that tell of a redaction."""
    head, groups, end = _groups(data)
    place = draw.randrange(len(groups))
    rows = [_row(json.loads(line)) for line in groups[place].splitlines()]
    forger = Forger(rows)
    cast = draw.choice(forger.of_kind("Cast"))
    vote = forger.plain[cast - 1]["vote"]
    field = next((one for one in ("position", "option", "vote") if isinstance(vote.get(one), str)), "")
    if not field or "$redacted" in forger.events[cast - 1].body:
        return data
    forger.redact(cast, f"vote.{field}", vote[field].lower())
    groups[place] = b"".join(text_of(_plain(row)).encode() + b"\n" for row in forger.rows())
    return _joined(head, groups, end)


def _row(value: dict[str, Any]) -> Row:
    if "event" in value:
        return EventRow(**{**value["event"], "body": text_of(value["event"]["body"])})
    line = value["deliberation"]
    return LineRow(**{**line, "summary": text_of(line["summary"])})


def _plain(row: Row) -> dict[str, Any]:
    if isinstance(row, EventRow):
        return {"event": {**row._asdict(), "body": parsed(row.body, tagged=True)}}
    assert isinstance(row, LineRow)
    return {"deliberation": {**row._asdict(), "summary": parsed(row.summary, tagged=True)}}


def hidden(data: bytes, draw: Random) -> bytes:
    """A deliberation less, and said to have been left out as sealed: only a checkpoint knows better."""
    head, groups, end = _groups(data)
    gone = groups.pop(draw.randrange(len(groups)))
    return _joined(head, groups, {**end, "left_out": [*end["left_out"], _name(gone)]})


def last_less(data: bytes, draw: Random) -> bytes:  # noqa: ARG001 - there is one last one
    """The last deliberation of a day less, and not said: only a checkpoint knows better."""
    head, groups, end = _groups(data)
    return _joined(head, groups[:-1], end)


EXPORT_CHANGES: tuple[tuple[str, Change], ...] = (
    ("a bit", _bit),
    ("a byte", _byte),
    ("white space", _space),
    ("cut off", _cut),
    ("something behind the end", _more),
    ("a line less", _dropped),
    ("a line twice", _doubled),
    ("two lines swapped", _swapped),
    ("a bit, end put right", _with_new_end(_bit)),
    ("a line less, end put right", _with_new_end(_dropped)),
    ("a line twice, end put right", _with_new_end(_doubled)),
    ("two lines swapped, end put right", _with_new_end(_swapped)),
    ("two deliberations swapped", _groups_swapped),
    ("left out and there", _left_out_and_there),
    ("forged choices", _forged),
    ("forged choices", _forged),
)
