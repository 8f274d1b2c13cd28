"""Who was refused, kept on the record: operation, author and time, and nothing of what it was about."""

from typing import TYPE_CHECKING

from quorate.access.access_events import NOBODY, RefusalEntry, RefusalLog, RefusalNoted
from quorate.access.streams import refusal_day, refusal_stream
from quorate.core.errors import AccessDenied, AppendConflict, Forbidden, Refused, StoreError, UnknownDeliberation
from quorate.deliberation.events import Author
from quorate.deliberation.principal import Principal
from quorate.record.port import REFUSAL_DAY, RequestKey
from quorate.record.side_streams import access_change, read_access

if TYPE_CHECKING:
    from quorate.app.app import App

_MOST_TRIES = 8


PART_OF = {
    **dict.fromkeys(("voted_before", "votable", "own_seats"), "vote"),
    **dict.fromkeys(("answerable", "required_answers"), "resolve"),
}
"""What somebody was about to do when they were refused at its first step."""


async def note_refusal(app: "App", who: Principal, operation: str, error: Refused) -> None:
    """Keeps that somebody was refused: every refusal of a key, and of the local user those that are about who they are.

    Each error is kept once, also where one use case calls another.
    """
    is_about_them = isinstance(error, Forbidden | AccessDenied)
    if error.is_noted or not (is_about_them or who.scopes is not None):
        return
    error.is_noted = True
    await _note(app, who.author, RefusalNoted(operation, error.code, who.key_id, who.via))


async def note_unseen(app: "App", who: Principal, operation: str) -> None:
    """Keeps that somebody named a deliberation that is not theirs to see, or that is not there."""
    await _note(app, who.author, RefusalNoted(operation, "not_seen", who.key_id, who.via))


async def note_invalid_key(app: "App", key_id: str, via: str) -> None:
    """Keeps that a key was presented which is not valid."""
    await _note(app, NOBODY, RefusalNoted("authenticate", AccessDenied.code, key_id, via))


async def refusals_of_day(app: "App", now: str) -> RefusalLog | None:
    """The refusals of the day of this moment; None where there were none."""
    try:
        found = await read_access(app.record, refusal_stream(now))
    except UnknownDeliberation:
        return None
    assert isinstance(found, RefusalLog)
    return found


async def _note(app: "App", author: Author, refusal: RefusalNoted) -> None:
    """Where the record cannot be written the refusal stands all the same."""
    now, refusal = app.now, refusal._replace(operation=PART_OF.get(refusal.operation, refusal.operation))
    if app.missing or app.is_quiet(now[:10], (author, refusal)):
        return
    for _ in range(_MOST_TRIES):
        try:
            await _append(app, author, refusal, now)
            return
        except AppendConflict:
            continue
        except StoreError:
            return


async def _append(app: "App", author: Author, refusal: RefusalNoted, now: str) -> None:
    log = await refusals_of_day(app, now)
    entry = RefusalEntry(now, author, refusal)
    if log is None:
        day = refusal_day(now)
        first = access_change(day, 0, (refusal,), RefusalLog(refusal_stream(now), (entry,)))
        # the key keeps two who are refused at once from beginning two logs
        _, is_new = await app.record.append([first], author, RequestKey(f"{REFUSAL_DAY}{day}", day))
        if is_new:
            return
        log = await refusals_of_day(app, now)
        assert log is not None
    if log.is_full_for(author, refusal):
        app.be_quiet(now[:10], (author, refusal))
        return
    after = log._replace(entries=(*log.entries, entry))
    await app.record.append([access_change(log.id, log.position, (refusal,), after)], author)
