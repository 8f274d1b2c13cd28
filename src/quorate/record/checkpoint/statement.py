"""Checkpoints: what a store held at one moment, small enough to be kept elsewhere, and signed.

A head, then for every deliberation how many events it has and the hash of one of them, then the signature. The hash is
that of the last event; while ballots are sealed, that of the last one before them, because a hash would let a guess at
a ballot be checked.
"""

import hashlib
from collections.abc import Mapping
from typing import Any, NamedTuple

from quorate.core.errors import InputError, StoreError
from quorate.deliberation.moments import moment_of, stamp
from quorate.deliberation.session import Session
from quorate.record.codec import text_of
from quorate.record.export.export_writer import ExportedDeliberation, parsed_line
from quorate.record.faults import check_format
from quorate.record.side_streams import SideState
from quorate.record.verify.key_check import KeyDigest
from quorate.views.deliberation import sealed_behind

NAME, VERSION = "quorate_checkpoint", 2
_SIGNED = b"quorate checkpoint\n"
_FAULTS = (AttributeError, KeyError, LookupError, RecursionError, TypeError, ValueError)


class DeliberationHead(NamedTuple):
    """A deliberation at that moment: how many events it had, the hash of the one at `position`, if a round was open."""

    id: str
    events: int
    position: int
    hash: str
    open: bool

    @property
    def is_sound(self) -> bool:
        """True where it says something that can be of a deliberation."""
        numbers = type(self.events) is type(self.position) is int and 1 <= self.position <= self.events
        return numbers and type(self.id) is type(self.hash) is str and type(self.open) is bool


class Checkpoint(NamedTuple):
    """What a store held, and when. `signed_by` is the public key; empty where nobody signed."""

    at: str
    heads: Mapping[str, DeliberationHead]
    keys: KeyDigest
    signed_by: str = ""


def head_of(group: ExportedDeliberation, session: Session | SideState) -> DeliberationHead:
    """What a checkpoint says of a deliberation, or of a stream beside them, in which nothing is sealed."""
    if not isinstance(session, Session):
        return DeliberationHead(group.line.id, len(group.events), len(group.events), group.events[-1].hash, False)
    position = min(sealed_behind(session), session.position)
    is_open = session.round is not None and session.round.is_open
    return DeliberationHead(group.line.id, session.position, position, group.events[position - 1].hash, is_open)


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


class ReadCheckpoint(NamedTuple):
    """A checkpoint with what has to be checked of it before it is believed."""

    checkpoint: Checkpoint
    content: bytes
    signature: bytes


def read_checkpoint(data: bytes, source: str) -> ReadCheckpoint:
    """What stands in a file. Raises InputError where it is no checkpoint, StoreError where it was changed."""
    lines = data.splitlines(keepends=True)
    if not lines or NAME.encode() not in lines[0]:
        raise InputError(f"{source}: not a checkpoint; expected a file that `quorate checkpoint` wrote")
    try:
        check_format(
            parsed_line(lines[0])[NAME], VERSION, source, "checkpoint", "write a new one with `quorate checkpoint`"
        )
        values = [parsed_line(line) for line in lines]
        return _read(values, data[: -len(lines[-1])])
    except _FAULTS:
        raise StoreError(f"{source}: the checkpoint was changed or cut off: a line is not as it was written") from None


def _read(values: list[dict[str, Any]], content: bytes) -> ReadCheckpoint:
    first, *heads, end = values
    named = {head.id: head for head in (DeliberationHead(**one) for one in heads)}
    keys = KeyDigest(first["keys"], first["keys_hash"])
    checkpoint = Checkpoint(first["at"], named, keys, first["signed_by"])
    if not _is_sound(checkpoint):
        raise ValueError("impossible values")
    signature = bytes.fromhex(end["signature"]) if checkpoint.signed_by else b""
    if unsigned(checkpoint) != content or with_signature(content, signature) != content + text_of(end).encode() + b"\n":
        raise ValueError("its parts contradict each other")
    return ReadCheckpoint(checkpoint, content, signature)


def _is_sound(checkpoint: Checkpoint) -> bool:
    texts = type(checkpoint.signed_by) is type(checkpoint.keys.hash) is str
    is_stamp = stamp(moment_of(checkpoint.at)) == checkpoint.at
    numbers = type(checkpoint.keys.number) is int and checkpoint.keys.number >= 0
    return texts and is_stamp and numbers and all(head.is_sound for head in checkpoint.heads.values())
