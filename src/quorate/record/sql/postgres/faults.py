"""What Postgres' failures mean: one sentence that names the place and says what to do.

Statements and their parameters are never part of it: they hold ballots.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from quorate.record.faults import Broken, OutOfReach
from quorate.record.sql.postgres.server_connection import ConnectionLost

_BROKEN = (
    "the connection to {place} broke: {said}. It is not known whether a change was "
    "stored: read again, or repeat it with its key"
)
_UNREACHABLE = "{place} cannot be reached: {said}; check the address, and that the server is running"
_LOGIN = "{place} refuses the user or the password; check both"
_NO_USER = "{place}: there is no such user; create it, or name another"
_NO_DATABASE = "{place}: there is no such database; create it, or name another"
_BUSY = "{place} was busy for too long and nothing was changed; try again"
_FAILED = "{place} failed, and nothing was changed: {said}"

# by the server's code, or the class that it begins with
_BY_STATE = {
    "08": _UNREACHABLE,
    "25006": "{place} is read-only; name the server that accepts changes",
    "28": _LOGIN,
    "3D": _NO_DATABASE,
    "40": _BUSY,
    "42501": "{place}: the user may not do this ({said}); grant it, or name another user",
    "53100": "{place} cannot be written: the server's disk is full; free some space and try again",
    "53300": "{place} has no connection left; close some, or allow more",
    "55P03": _BUSY,
    "57": _BROKEN,  # the server ends: it may have committed before it said so
    "57014": _BUSY,
}
# a connection that fails to begin has no code; the first that fits
_BY_WORDS = {
    "password authentication failed": _LOGIN,
    "no password supplied": _LOGIN,
    r"no pg_hba\.conf entry": _LOGIN,
    'role ".*" does not exist': _NO_USER,
    "does not exist": _NO_DATABASE,
    "too many": _BY_STATE["53300"],
}


@contextmanager
def postgres_faults(place: str) -> Iterator[None]:
    """Says of Postgres' failures what they mean."""
    try:
        yield
    except psycopg.Error as error:
        said = next(iter(str(error).strip().splitlines()), "")
        sentence = _sentence(error, said)
        told = sentence.format(place=place, said=said)
        raise (Broken(place, told) if sentence is _FAILED else OutOfReach(told)) from error


def _sentence(error: psycopg.Error, said: str) -> str:
    state = error.sqlstate or ""
    if isinstance(error, ConnectionLost):
        return _BROKEN
    if state:
        return _BY_STATE.get(state) or _BY_STATE.get(state[:2]) or _FAILED
    if not isinstance(error, psycopg.OperationalError):
        return _FAILED
    return next((sentence for words, sentence in _BY_WORDS.items() if re.search(words, said)), _UNREACHABLE)
