"""What was delivered, and what is still to be tried: one line for every attempt, in a file that is kept."""

import json
import os
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

from quorate.deliberation.moments import moment_of, stamp

BACKOFF = (5, 300, 1800, 7200, 18_000, 36_000, 50_400)
"""Seconds after each attempt that failed, until the next one; after the last of them there is none."""
_LARGEST = 16 * 1024 * 1024
_KEPT_LINES = 20_000


class Attempt(NamedTuple):
    """One attempt: of which message, to whom, the how-manieth, and why it failed (empty where it did not)."""

    at: str
    target: str
    name: str
    message: str
    kind: str
    deliberation: str
    attempt: int
    failure: str

    @property
    def next_at(self) -> str:
        """When to try again; empty where nothing is to be tried any more."""
        if not self.failure or self.attempt > len(BACKOFF):
            return ""
        return stamp(moment_of(self.at) + timedelta(seconds=BACKOFF[self.attempt - 1]))


class DeliveryLog:
    """The attempts so far, and the file in which they are kept."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._last: dict[tuple[str, str], Attempt] = {}
        for attempt in _read(file):
            self._last[attempt.target, attempt.message] = attempt
        self._shorten()

    def is_due(self, target: str, message: str, now: str) -> bool:
        """True where a message was never tried, or where it is time to try it again."""
        last = self._last.get((target, message))
        return last is None or bool(last.next_at and last.next_at <= now)

    def attempts(self, target: str, message: str) -> int:
        """How often it was tried."""
        last = self._last.get((target, message))
        return last.attempt if last else 0

    def mentions(self) -> set[str]:
        """The deliberations of which somebody was told something."""
        return {attempt.deliberation for attempt in self._last.values()}

    def add(self, attempt: Attempt) -> None:
        """Keeps an attempt, on the disk before anything else happens."""
        self._last[attempt.target, attempt.message] = attempt
        _append(self._file, attempt)

    def _shorten(self) -> None:
        """Begins the file again with the newest lines, once it is long."""
        if not self._file.exists() or self._file.stat().st_size < _LARGEST:
            return
        kept = list(self._last.values())[-_KEPT_LINES:]
        new = self._file.with_suffix(".new")
        new.unlink(missing_ok=True)
        for attempt in kept:
            _append(new, attempt)
        os.replace(new, self._file)


def _append(file: Path, attempt: Attempt) -> None:
    handle = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        os.write(handle, json.dumps(attempt._asdict()).encode() + b"\n")
        os.fsync(handle)
    finally:
        os.close(handle)


def _read(file: Path) -> list[Attempt]:
    """Every attempt; a line that a crash has cut short is passed over."""
    found: list[Attempt] = []
    read: Callable[[str], dict[str, object]] = json.loads
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        try:
            found.append(Attempt(**read(line)))  # type: ignore[arg-type]
        except (TypeError, ValueError):
            continue
    return found
