"""A key as it is: whose it is, what it is good for, and which secrets are valid now."""

from collections.abc import Iterable
from hmac import compare_digest
from typing import NamedTuple, assert_never

from quorate.access.access_events import KeyEvent, KeyIssued, KeyRevoked, KeyRotated

VALID, EXPIRED, REVOKED = "valid", "expired", "revoked"


class KeptSecret(NamedTuple):
    """The hash of a secret, and until when it is valid; without an end where that is empty."""

    hash: str
    until: str = ""


class AccessKey(NamedTuple):
    """A key. `position` is that of its last event."""

    id: str
    position: int
    name: str
    scopes: frozenset[str]
    secrets: tuple[KeptSecret, ...]
    expires: str = ""
    is_revoked: bool = False

    def state(self, now: str) -> str:
        """valid, expired or revoked."""
        if self.is_revoked:
            return REVOKED
        return EXPIRED if self.expires and self.expires <= now else VALID

    def accepts(self, presented_hash: str, now: str) -> bool:
        """True where the secret with this hash is valid now. All are compared, each in constant time."""
        matching = [one for one in self.secrets if compare_digest(one.hash, presented_hash)]
        is_current = any(not one.until or now < one.until for one in matching)
        return is_current and self.state(now) == VALID


def evolve_key(key: AccessKey | None, event: KeyEvent) -> AccessKey:
    """The key after an event."""
    if key is None:
        if not isinstance(event, KeyIssued):
            raise ValueError("a history of a key begins with KeyIssued")
        secrets = (KeptSecret(event.secret_hash),)
        return AccessKey(event.key_id, 1, event.name, frozenset(event.scopes), secrets, event.expires)
    moved = key._replace(position=key.position + 1)
    match event:
        case KeyIssued():
            raise ValueError("a key is issued once")
        case KeyRotated():
            before = key.secrets[-1]._replace(until=event.overlap_until)
            return moved._replace(secrets=(before, KeptSecret(event.secret_hash)), expires=event.expires)
        case KeyRevoked():
            return moved._replace(is_revoked=True)
        case _:
            assert_never(event)


def fold_key(events: Iterable[KeyEvent]) -> AccessKey:
    """The key that its events fold to."""
    key: AccessKey | None = None
    for event in events:
        key = evolve_key(key, event)
    if key is None:
        raise ValueError("a history of a key begins with KeyIssued")
    return key
