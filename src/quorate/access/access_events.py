"""What can happen to a key, and that somebody was refused. The record stamps the time, the place and the author."""

from typing import NamedTuple


class KeyIssued(NamedTuple):
    """A key was issued to a person, an agent or a seat of this name. Its secret is only kept as a hash."""

    key_id: str
    name: str
    scopes: tuple[str, ...]
    secret_hash: str
    expires: str = ""


class KeyRotated(NamedTuple):
    """The key has a new secret; the one before it is valid until this moment."""

    secret_hash: str
    overlap_until: str
    expires: str = ""


class KeyRevoked(NamedTuple):
    """The key is not valid any more."""

    reason: str = ""


class RefusalNoted(NamedTuple):
    """The author was refused an operation; `code` is that of the error. What it was about is not kept."""

    operation: str
    code: str
    key_id: str = ""
    via: str = ""


KeyEvent = KeyIssued | KeyRotated | KeyRevoked
AccessEvent = KeyIssued | KeyRotated | KeyRevoked | RefusalNoted
