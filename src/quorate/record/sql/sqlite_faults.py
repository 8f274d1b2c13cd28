"""What SQLite's failures mean: one sentence that names the place and says what to do.

Statements and their parameters are never part of it: they hold ballots.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from quorate.core.errors import StoreError
from quorate.record.faults import Broken, OutOfReach

_READ_ONLY = "{place} cannot be written; allow it for the file and its directory, or name another record"
_FULL = "{place} cannot be written: the disk is full or failing; free some space and try again"
_DAMAGED = "{place} is damaged; keep the file, and restore a backup into a new one"
_LOCKED = "{place} is locked by another process; wait until that is done, or end it, and try again"

_SQLITE = {
    sqlite3.SQLITE_PERM: _READ_ONLY,
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_BUSY: _LOCKED,
    sqlite3.SQLITE_LOCKED: _LOCKED,
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_IOERR: _FULL,
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: "{place} is not a record of Quorate, or it is damaged; name another, or restore a backup",
    sqlite3.SQLITE_CANTOPEN: "{place} cannot be opened; allow writing to it and its directory, or name another",
}
_SAYS_NOTHING = frozenset({_READ_ONLY, _LOCKED, _SQLITE[sqlite3.SQLITE_CANTOPEN]})


def is_busy(error: BaseException | None) -> bool:
    """True where another connection holds the lock."""
    return _code(error) == sqlite3.SQLITE_BUSY


@contextmanager
def sqlite_faults(place: str) -> Iterator[None]:
    """Says of SQLite's failures what they mean."""
    try:
        yield
    except UnicodeDecodeError as error:  # what SQLite says of a damaged file may quote it
        raise StoreError(_DAMAGED.format(place=place)) from error
    except sqlite3.Error as error:
        raise _sqlite_error(error, place) from error


def _sqlite_error(error: BaseException | None, place: str) -> StoreError:
    sentence = _SQLITE.get(_code(error))
    if not sentence:
        return Broken(place, f"{place} failed: {error}")
    return (OutOfReach if sentence in _SAYS_NOTHING else StoreError)(sentence.format(place=place))


def _code(error: BaseException | None) -> int:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF  # the rest of the bits says more than a sentence can
