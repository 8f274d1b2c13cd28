"""Secrets in what a program says: found as they are, and in the spellings that any program may give them."""

import json
import os
import re
from base64 import b64encode
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

_SHORTEST = 8
_LONGEST_SPELLING = 16
# as in JSON, which may stand in JSON again; in an address; in HTML; and what only breaks a value up: the end of a line
# with the margins around it, colours, invisible characters
_ESCAPE = re.compile(
    rb"(?<!\\)\\++(?:u(?P<unit>[0-9a-fA-F]{4})|u\{0{0,4}(?P<braced>[0-9a-fA-F]{1,6})\}|U(?P<long>[0-9a-fA-F]{8})"
    rb"|x(?P<byte>[0-9a-fA-F]{2})|(?P<octal>[0-3][0-7]{2})|(?P<written>[rn]))"
    rb"|%(?:25){0,3}(?P<percent>[0-9a-fA-F]{2})"
    rb"|&#(?:0{0,4}(?P<number>[0-9]{1,7})|[xX]0{0,4}(?P<hex>[0-9a-fA-F]{1,6}));"
    rb"|(?P<gap>[ \t]{0,4}\\?\r?\n[ \t]{0,8}|\x1b\[[0-9;]{0,12}[A-Za-z]|\xc2\xad|\xe2\x80[\x8b-\x8f]|\xe2\x81\xa0"
    rb"|\xef\xbb\xbf)"
)
_LAST_SIGN = 0x10FFFF


class Secret(NamedTuple):
    """One value that is never kept: its forms, the plain one first, and what takes its place."""

    forms: tuple[bytes, ...]
    name: bytes


class _Plain(NamedTuple):
    """A text without its escapes. Each piece of it begins at a place here, and at one in the text as it was."""

    text: bytes
    starts: list[int]
    places: list[int]

    def place_of(self, at: int) -> int:
        """Where a byte, or the escape that it comes from, begins in the text as it was."""
        piece = bisect_right(self.starts, at) - 1
        return self.places[piece] + at - self.starts[piece]


def secrets_in(environment: Mapping[str, str], names: Iterable[str]) -> tuple[Secret, ...]:
    """The values that are never kept, the longest first: one may be the beginning of another."""
    values = {environment.get(name, ""): name for name in names}
    long = [value for value in values if len(value) >= _SHORTEST]
    return tuple(_secret(value, values[value]) for value in sorted(long, key=len, reverse=True))


def without(secrets: Iterable[Secret], data: bytes) -> bytes:
    """The same with the name of every secret in the place of its value, however that is written."""
    known = list(secrets)
    for secret in known:
        for form in secret.forms:
            data = data.replace(form, secret.name)
    plain = _ESCAPE.sub(_meant, data) if known else b""
    for secret in known:
        for form in secret.forms:
            if form in plain:
                data = _without_spelt(secret, form, data)
    return data


def longest(secrets: Iterable[Secret], data: bytes) -> int:
    """So many bytes of the data at most are one secret."""
    times = _LONGEST_SPELLING if _ESCAPE.search(data) else 2  # hexadecimal doubles it
    return max((times * len(secret.forms[0]) for secret in secrets), default=0)


def _secret(value: str, name: str) -> Secret:
    plain = os.fsencode(value)
    written = os.fsencode(json.dumps(value)[1:-1])
    forms = (plain, written, written.replace(b"/", b"\\/"), *_encoded(plain))
    return Secret(tuple(dict.fromkeys(forms)), b"[%s]" % name.encode())


def _encoded(plain: bytes) -> Iterator[bytes]:
    """In hexadecimal, and in base64 wherever it begins there; at both ends only what the value alone decides."""
    yield from (plain.hex().encode(), plain.hex().upper().encode())
    for before in range(3):
        text = b64encode(b"\0" * before + plain).rstrip(b"=")
        sure = text[(0, 2, 3)[before] : len(text) - bool((before + len(plain)) % 3)]
        if len(sure) >= _SHORTEST:
            yield from (sure, sure.translate(bytes.maketrans(b"+/", b"-_")))


def _without_spelt(secret: Secret, value: bytes, data: bytes) -> bytes:
    plain = _unescaped(data)
    kept, done = [], 0
    at = plain.text.find(value)
    while at >= 0:
        kept += [data[done : plain.place_of(at)], secret.name]
        done = plain.place_of(at + len(value))
        at = plain.text.find(value, at + len(value))
    return b"".join([*kept, data[done:]])


def _unescaped(data: bytes) -> _Plain:
    pieces, starts, places = list[bytes](), [0], [0]
    size = done = 0
    for escape in _ESCAPE.finditer(data):
        for piece, end in ((data[done : escape.start()], escape.start()), (_meant(escape), escape.end())):
            pieces.append(piece)
            size += len(piece)
            starts.append(size)
            places.append(end)
        done = escape.end()
    return _Plain(b"".join([*pieces, data[done:]]), starts, places)


def _meant(escape: "re.Match[bytes]") -> bytes:
    if escape["gap"] or escape["written"]:
        return b""
    if escape["percent"] or escape["byte"]:
        return bytes.fromhex((escape["percent"] or escape["byte"]).decode())
    if escape["octal"]:
        return bytes((int(escape["octal"], 8),))
    hexadecimal = escape["unit"] or escape["braced"] or escape["long"] or escape["hex"]
    number = int(escape["number"]) if escape["number"] else int(hexadecimal, 16)
    return chr(min(number, _LAST_SIGN)).encode(errors="surrogatepass")
