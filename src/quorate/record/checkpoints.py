"""Checkpoints: what a store held at one moment, small enough to be kept elsewhere, and signed.

A head, then for every deliberation how many events it has and the hash of one of them, then the signature. The hash is
that of the last event; while ballots are sealed, that of the last one before them, because a hash would let a guess at
a ballot be checked.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from quorate.core.errors import InputError, StoreError
from quorate.deliberation.session import Session
from quorate.deliberation.showing import sealed_behind
from quorate.record.codec import text_of
from quorate.record.exporting import Group, parsed_line
from quorate.record.key_check import KeyCheck, Keys

NAME, VERSION = "quorate_checkpoint", 1
_SIGNED = b"quorate checkpoint\n"
_FAULTS = (AttributeError, KeyError, LookupError, RecursionError, TypeError, ValueError)


class Head(NamedTuple):
    """A deliberation at that moment: how many events it had, and the hash of the one at `position`."""

    id: str
    events: int
    position: int
    hash: str


class Checkpoint(NamedTuple):
    """What a store held, and when. `signed_by` is the public key; empty where nobody signed."""

    at: str
    heads: Mapping[str, Head]
    keys: Keys
    signed_by: str = ""


def head_of(group: Group, session: Session) -> Head:
    """What a checkpoint says of a deliberation."""
    position = min(sealed_behind(session), session.position)
    return Head(group.line.id, session.position, position, group.events[position - 1].hash)


def unsigned(checkpoint: Checkpoint) -> bytes:
    """A checkpoint up to its signature."""
    heads = checkpoint.heads.values()
    first = {
        NAME: VERSION,
        "at": checkpoint.at,
        "deliberations": len(checkpoint.heads),
        "events": sum(head.events for head in heads),
        "keys": checkpoint.keys.number,
        "keys_hash": checkpoint.keys.hash,
        "signed_by": checkpoint.signed_by,
    }
    return b"".join(text_of(value).encode() + b"\n" for value in (first, *(head._asdict() for head in heads)))


def to_sign(content: bytes) -> bytes:
    """What is signed of a checkpoint: its bytes, and that they are one."""
    return _SIGNED + content


def with_signature(content: bytes, signature: bytes) -> bytes:
    """A whole checkpoint; without a signature, the hash of its bytes."""
    end = {"signature": signature.hex()} if signature else {"sha256": hashlib.sha256(content).hexdigest()}
    return content + text_of(end).encode() + b"\n"


class Read(NamedTuple):
    """A checkpoint with what has to be checked of it before it is believed."""

    checkpoint: Checkpoint
    content: bytes
    signature: bytes


def read_checkpoint(data: bytes, source: str) -> Read:
    """What stands in a file. Raises InputError where it is no checkpoint, StoreError where it was changed."""
    lines = data.splitlines(keepends=True)
    if not lines or NAME.encode() not in lines[0]:
        raise InputError(f"{source}: no checkpoint; allowed: a file that `quorate checkpoint` wrote")
    try:
        return _read([parsed_line(line) for line in lines], data[: -len(lines[-1])])
    except _FAULTS:
        raise StoreError(f"{source}: the checkpoint was changed, or cut off: a line of it is not as written") from None


def _read(values: list[dict[str, Any]], content: bytes) -> Read:
    first, *heads, end = values
    if first[NAME] != VERSION:
        raise ValueError("another version")
    named = {head.id: head for head in (Head(**one) for one in heads)}
    keys = Keys(first["keys"], first["keys_hash"])
    checkpoint = Checkpoint(first["at"], named, keys, first["signed_by"])
    signature = bytes.fromhex(end["signature"]) if checkpoint.signed_by else b""
    if unsigned(checkpoint) != content or with_signature(content, signature) != content + text_of(end).encode() + b"\n":
        raise ValueError("its parts do not go together")
    return Read(checkpoint, content, signature)


class Against:
    """Compares what is there with a checkpoint; what came later is fine."""

    def __init__(self, checkpoint: Checkpoint) -> None:
        self._checkpoint = checkpoint
        self._unseen = dict.fromkeys(checkpoint.heads)

    def wrong_in(self, group: Group) -> Iterator[tuple[int, str]]:
        """What is wrong with a deliberation: the event, and why."""
        self._unseen.pop(group.line.id, None)
        head = self._checkpoint.heads.get(group.line.id)
        if not head:
            return
        known = f"the checkpoint of {self._checkpoint.at} knows"
        if len(group.events) < head.events:
            why = "the last were cut off, or an older copy was restored"
            yield len(group.events), f"{known} {head.events} events, and here are {len(group.events)}: {why}"
        elif group.events[head.position - 1].hash != head.hash:
            yield head.position, f"{known} another one: it, or one before it, was rewritten"

    def missing(self, left_out: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Deliberations that are not there, and why they should be."""
        for name in self._unseen.keys() - set(left_out):
            events = self._checkpoint.heads[name].events
            yield name, f"it is missing; the checkpoint of {self._checkpoint.at} knows it, with {events} events"

    def wrong_keys(self, keys: KeyCheck) -> str:
        """What is wrong with the keys of requests that were done by then."""
        counts = {name: head.events for name, head in self._checkpoint.heads.items()}
        if keys.within(counts) == self._checkpoint.keys:
            return ""
        return f"keys of requests that the checkpoint of {self._checkpoint.at} knows are missing, or were changed"
