"""What the events of a deliberation come to, step by step, and whether its counts are what its ballots give."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from quorate.core.errors import StoreError
from quorate.deliberation.events import Cast, Counted, Failed, Opened, Redacted, Revised, Stored
from quorate.deliberation.session import Session, evolve
from quorate.record.verify.recount import essence, recounted, unlike_the_record
from quorate.views.integrity import Gone

WRONG, UNCHECKED, NOTE = "wrong", "unchecked", "note"


class ReplayFinding(NamedTuple):
    """What is to be said of an event, and how grave it is."""

    event: int
    weight: str
    sentence: str


class Followed(NamedTuple):
    """The session that events fold to, and what is to be said of its counts."""

    session: Session
    counts: tuple[ReplayFinding, ...]


def followed(history: Sequence[Stored], *, count_again: bool) -> Followed:
    """Every count is made again, or only those from which texts were redacted."""
    session: Session | None = None
    counts: list[ReplayFinding] = []
    redacted = {one.event.event for one in history if isinstance(one.event, Redacted)}
    for stored in history:
        if session and isinstance(stored.event, Counted):
            is_redacted, is_touched = stored.position in redacted, _is_touched(history, stored.position, redacted)
            if count_again or is_redacted or is_touched:
                counts += _said_of(stored.event, stored.position, session, is_redacted, is_touched)
        session = evolve(session, stored)
    if session is None:
        raise StoreError("its events are missing")
    return Followed(session, tuple(counts))


def _is_touched(history: Sequence[Stored], position: int, redacted: Iterable[int]) -> bool:
    """True where a text was taken out of what a count counts."""
    before = (history[one - 1].event for one in redacted if 1 <= one < position)
    return any(isinstance(event, Opened | Revised | Cast | Failed) for event in before)


def _said_of(
    event: Counted, position: int, session: Session, is_redacted: bool, is_touched: bool
) -> Iterator[ReplayFinding]:
    again = recounted(session, event.round)
    if again == event.verdict:
        return
    if not again:
        why = f"it cannot be counted again here: {session.protocol} is different or missing"
        more = ", so the verdict that replaced the redacted one cannot be checked"
        yield ReplayFinding(position, UNCHECKED if is_redacted else NOTE, why + (more if is_redacted else ""))
    elif is_redacted:
        yield ReplayFinding(position, WRONG, "the verdict that replaced the redacted one does not match the count")
    elif is_touched and essence(again) != essence(event.verdict):
        yield ReplayFinding(position, WRONG, "what was redacted changes the count, which was not allowed")
    elif seats := unlike_the_record(event.verdict, again):
        what = f"it counts ballots that are not on the record: {', '.join(seats)}"
        yield ReplayFinding(position, WRONG, what)
    else:
        yield ReplayFinding(position, NOTE, "counted differently today: the rule, or its wording, has changed since")


def gone_from(history: Iterable[Stored], known: int) -> Iterator[Gone]:
    """The texts that were redacted; a checkpoint knows of so many events, or of none where there is no checkpoint."""
    for stored in history:
        if isinstance(stored.event, Redacted):
            event, by = stored.event, stored.author.name
            said = (stored.deliberation, event.event, event.field, event.hash, by, stored.at, event.reason)
            yield Gone(*said, after_checkpoint=stored.position > known)
