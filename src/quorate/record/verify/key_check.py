"""Whether the keys of requests are as they were written, and point to events that are there."""

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import NamedTuple

from quorate.record.export.export_writer import ExportedDeliberation
from quorate.record.rows import EventRange, KeyRow


class _Kept(NamedTuple):
    digest: str
    spans: tuple[EventRange, ...]


class KeyDigest(NamedTuple):
    """How many keys there are, and a hash of all of them, whatever their order."""

    number: int
    hash: str


class KeyCheck:
    """The keys of a store, and which events each of them claims."""

    def __init__(self) -> None:
        self._kept: list[_Kept] = []
        self._claimed: dict[str, list[EventRange]] = {}

    def take(self, row: KeyRow) -> str:
        """Takes one more key; what is wrong with it by itself."""
        if not row.is_intact:
            return f"the key {row.name!r} was changed after it was stored"
        spans = row.stored
        self._kept.append(_Kept(sha256(json.dumps([row.name, row.request, spans]).encode()).hexdigest(), spans))
        for span in spans:
            self._claimed.setdefault(span.deliberation, []).append(span)
        return ""

    def wrong_in(self, group: ExportedDeliberation) -> Iterator[str]:
        """Spans of a deliberation that are no request's: they are one author's, at one moment, and no two overlap."""
        last = 0
        for span in sorted(self._claimed.pop(group.line.id, []), key=lambda one: one.first):
            events = group.events[max(span.first - 1, 0) : span.last]
            moments = {(row.at, row.author, row.proof) for row in events}
            if span.first <= last or span.last > len(group.events) or len(moments) > 1:
                yield f"a key claims events {span.first} to {span.last}, which are not those of one request"
            last = max(last, span.last)

    def left(self) -> Iterator[str]:
        """Deliberations that only keys know."""
        for name in self._claimed:
            yield f"a key refers to {name}, which does not exist"

    def within(self, events: Mapping[str, int]) -> KeyDigest:
        """The keys of requests that were done when deliberations had so many events; some have stored none."""
        done = sorted(kept.digest for kept in self._kept if _is_within(kept, events))
        return KeyDigest(len(done), "sha256:" + sha256("\n".join(done).encode()).hexdigest())


def _is_within(kept: _Kept, events: Mapping[str, int]) -> bool:
    ends = [span.first <= span.last <= events.get(span.deliberation, 0) for span in kept.spans]
    return bool(ends) and all(ends)
