"""Requests with a key: the same request never acts twice, and a key never stands for two requests.

The record keeps keys and what they stand for, for good; what is kept here answers sooner, and says that a request is
still being processed.
Every caller has keys of their own, here as on the record.
"""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import NamedTuple

from quorate.core.errors import KeyReused
from quorate.core.text import says_something
from quorate.deliberation.events import Author
from quorate.deliberation.principal import Principal
from quorate.surfaces.http.problems import HttpError

LONGEST = 100
_MOST_KEPT = 10_000


_OwnKey = tuple[Author, str]


class _Seen(NamedTuple):
    request: str
    is_running: bool


class RequestKeys:
    """The keys of requests that run, and of those that ran lately."""

    def __init__(self) -> None:
        self._seen: OrderedDict[_OwnKey, _Seen] = OrderedDict()

    @contextmanager
    def running(self, who: Principal, stated: str | None, request: str) -> Iterator[bool]:
        """While this request runs; true where it ran before, as far as this process knows.

        Raises KeyReused for another request, HttpError while the same one runs.
        """
        if stated is None:
            yield False
            return
        key = (who.author, stated)
        before = self._seen.get(key)
        if before and before.request != request:
            raise KeyReused(stated)
        if before and before.is_running:
            raise HttpError("in-flight", "a request with this key is being processed; repeat it later")
        self._seen[key] = _Seen(request, is_running=True)
        try:
            yield before is not None
        except BaseException:
            self._restore(key, before)
            raise
        self._seen[key] = _Seen(request, is_running=False)
        self._forget_oldest()

    def _restore(self, key: _OwnKey, before: _Seen | None) -> None:
        """What failed has stored nothing, so that its key is free."""
        if before:
            self._seen[key] = before
        else:
            del self._seen[key]

    def _forget_oldest(self) -> None:
        while len(self._seen) > _MOST_KEPT:
            done = next((key for key, one in self._seen.items() if not one.is_running), None)
            if done is None:
                return
            del self._seen[done]


def request_key(stated: list[str]) -> str | None:
    """The key that a request has. None where no key was given."""
    if not stated:
        return None
    name = stated[0].strip('"')
    if len(stated) > 1 or len(name) > LONGEST or not name.isprintable() or not says_something(name):
        raise HttpError("malformed", f"Idempotency-Key: expected one text of 1 to {LONGEST} visible characters")
    return name


def fingerprint(method: str, path: str, query: str, body: bytes) -> str:
    """What tells one request from another."""
    sent = b"\0".join((method.encode(), path.encode(), query.encode(), body))
    return "sha256:" + sha256(sent).hexdigest()
