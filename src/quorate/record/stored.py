"""Stored rows as the events that they hold."""

from quorate.deliberation.events import Author
from quorate.record.codec import event_of
from quorate.record.port import Stored
from quorate.record.rows import EventRow


def stored_of(row: EventRow) -> Stored:
    """The event in a row."""
    author = Author(row.author, row.proof)
    return Stored(row.deliberation, row.position, row.at, author, event_of(row.kind, row.body), row.hash)
