"""What can happen to a key, and that somebody was refused. The record stamps the time, the place and the author."""

from collections.abc import Iterable
from typing import NamedTuple

from quorate.deliberation.events import AUTHENTICATED, Author


class RefusalNoted(NamedTuple):
    """The author was refused an operation; `code` is that of the error. What it was about is not kept."""

    operation: str
    code: str
    key_id: str = ""
    via: str = ""


MOST_ALIKE, MOST_UNPROVED = 20, 500
"""Refusals a day: of one author, operation and key; and of all authors who proved nothing."""
NOBODY = Author("(unknown key)", "asserted")
"""Whoever presents a key that is not valid: no name is believed, and none is kept."""


class RefusalEntry(NamedTuple):
    """Who was refused what, and when."""

    at: str
    author: Author
    refusal: RefusalNoted


class RefusalLog(NamedTuple):
    """The refusals of a day."""

    id: str
    entries: tuple[RefusalEntry, ...] = ()

    @property
    def position(self) -> int:
        """That of the last event."""
        return len(self.entries)

    def is_full_for(self, author: Author, refusal: RefusalNoted) -> bool:
        """True where no more of this is kept today."""
        alike = sum(_is_alike(one, author, refusal) for one in self.entries)
        unproved = sum(one.author.proof != AUTHENTICATED for one in self.entries)
        return alike >= MOST_ALIKE or (author.proof != AUTHENTICATED and unproved >= MOST_UNPROVED)


def _is_alike(one: RefusalEntry, author: Author, refusal: RefusalNoted) -> bool:
    return one.author == author and one.refusal[:1] + one.refusal[2:] == refusal[:1] + refusal[2:]


def fold_refusals(stream: str, entries: Iterable[RefusalEntry]) -> RefusalLog:
    """The log that stored refusals fold to."""
    found = tuple(entries)
    if not found or not all(isinstance(one.refusal, RefusalNoted) for one in found):
        raise ValueError("a log of refusals holds nothing else, and at least one")
    return RefusalLog(stream, found)


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


KeyEvent = KeyIssued | KeyRotated | KeyRevoked
AccessEvent = KeyIssued | KeyRotated | KeyRevoked | RefusalNoted
