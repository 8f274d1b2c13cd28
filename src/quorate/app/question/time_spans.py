"""Moments and spans of time as people write them: `2026-11-15T18:00Z`, `2h`, `1d12h`."""

import re
from datetime import datetime, timedelta

from quorate.core.errors import DocumentError, InputError, Path, Problem
from quorate.core.shape import found
from quorate.deliberation.moments import read_moment, stamp

_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
_SPAN = re.compile(r"(?:[0-9]{1,6}[mhdw])+")
_PART = re.compile(r"([0-9]+)([mhdw])")
_LONGEST = timedelta(days=3650)


def moment_in(text: str, now: datetime, path: Path, or_else: str = "") -> str:
    """A moment, or a span from now on, as the record writes it. Raises DocumentError where it is neither, or over.

    `or_else` is what the caller takes besides.
    """
    span = _span(text)
    moment = stamp(now + span) if span else read_moment(text.strip())
    if moment is None:
        allowed = "a time with its time zone, such as 2026-11-15T18:00Z, or a duration such as 2h"
        raise DocumentError([Problem(path, found(text), f"{allowed}, or {or_else}" if or_else else allowed)])
    if moment <= stamp(now):
        raise DocumentError([Problem(path, f"{found(text)}, which is in the past", "a moment in the future")])
    return moment


def minutes_in(text: str, option: str = "--answer-within") -> int:
    """A span in whole minutes."""
    span = _span(text)
    if not span:
        allowed = f"a duration in m, h, d or w such as 2h, at most {_LONGEST.days}d"
        raise InputError(f"{option}: found {found(text)}; allowed: {allowed}")
    return int(span.total_seconds()) // 60


def _span(text: str) -> timedelta | None:
    """The span; None where the text is none, or where it is nothing or years long."""
    if not _SPAN.fullmatch(text.strip()):
        return None
    parts = (timedelta(**{_UNITS[unit]: int(number)}) for number, unit in _PART.findall(text))
    span = sum(parts, timedelta())
    return span if timedelta() < span <= _LONGEST else None
