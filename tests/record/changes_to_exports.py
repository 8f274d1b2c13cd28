"""Single changes to the bytes of an export."""

import hashlib
import json
from collections.abc import Callable
from random import Random

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


def _with_new_end(change: Change) -> Change:
    """The same by somebody who puts the counts and the hash of the bytes right again."""

    def changed(data: bytes, draw: Random) -> bytes:
        *lines, end = data.splitlines(keepends=True)
        head, *rows = lines
        body = change(b"".join(rows), draw) if rows else b""
        if body == b"".join(rows):
            return data
        values = json.loads(end)["end"]
        values["events"] = body.count(b'{"event":')
        values["deliberations"] = body.count(b'{"deliberation":{"id"')
        values["bytes"] = "sha256:" + hashlib.sha256(head + body).hexdigest()
        return head + body + json.dumps({"end": values}, separators=(",", ":")).encode() + b"\n"

    return changed


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
)
