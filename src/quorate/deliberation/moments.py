"""Moments as text. All of one length, so that the order of texts is the order of time."""

from datetime import UTC, datetime, timedelta


def stamp(moment: datetime) -> str:
    """A moment as the record keeps it: UTC, microseconds."""
    utc = moment if moment.tzinfo is UTC else moment.astimezone(UTC)
    return utc.isoformat(timespec="microseconds")[: -len("+00:00")] + "Z"


def moment_of(text: str) -> datetime:
    """The moment that `stamp` wrote; ValueError for any other text."""
    moment = datetime.fromisoformat(text).replace(tzinfo=UTC)
    if stamp(moment) != text:
        raise ValueError(f"{text!r} is no stamp")
    return moment


def shown(text: str) -> str:
    """A stamp as people read it, to the second."""
    return f"{text[:10]} {text[11:19]}Z"


def later(text: str, seconds: float) -> str:
    """The stamp of so many seconds after another."""
    return stamp(moment_of(text) + timedelta(seconds=seconds))


def read_moment(text: str) -> str | None:
    """A moment as people write it, with its time zone, as a stamp; None if it is none."""
    try:
        moment = datetime.fromisoformat(text)
        return stamp(moment) if moment.tzinfo else None
    except (ValueError, OverflowError):
        return None
