"""A key as it is written, `qk_ID_SECRET`, and the hash that is kept of its secret."""

import re
from hashlib import sha256
from typing import NamedTuple

_SECRET = re.compile("qk_[0-9a-f]{16}_[0-9a-f]+", re.ASCII | re.IGNORECASE)
_WRITTEN = re.compile(r"qk_([0-9a-f]{16})_([0-9a-f]{64})", re.ASCII)


class KeyText(NamedTuple):
    """A key in its two parts. The secret has 256 random bits, so that nobody finds it from its hash."""

    key_id: str
    secret: str

    def __str__(self) -> str:
        return f"qk_{self.key_id}_{self.secret}"

    def __repr__(self) -> str:
        return f"KeyText({self.key_id!r}, '...')"


def read_key(presented: str) -> KeyText | None:
    """The key that was presented; None where it is not written as one."""
    found = _WRITTEN.fullmatch(presented)
    return KeyText(*found.groups()) if found else None


def holds_secret(text: str) -> bool:
    """True where somebody has put a key, or a part of one, into a text that is kept or shown."""
    return _SECRET.search(text) is not None


def secret_hash(secret: str) -> str:
    """What is kept of a secret."""
    return "sha256:" + sha256(secret.encode()).hexdigest()
