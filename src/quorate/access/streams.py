"""Where keys and refusals are kept: streams of the record beside the deliberations, which no export holds."""

from collections.abc import Iterable
from typing import Any, get_args

from quorate.access.access_events import AccessEvent, KeyEvent, RefusalEntry, RefusalLog, fold_refusals
from quorate.access.access_key import AccessKey, fold_key
from quorate.deliberation.events import Stored
from quorate.deliberation.summary import Summary

KEYS, REFUSALS = PREFIXES = ("key-", "refusals-")
KEY_KINDS, ACCESS_KINDS = get_args(KeyEvent), get_args(AccessEvent)
AccessState = AccessKey | RefusalLog


def is_private(stream: str) -> bool:
    """True for the id of a stream that nobody but an admin sees."""
    return stream.startswith(PREFIXES)


def key_stream(key_id: str) -> str:
    """The stream of a key: it is issued once, so it is always the first of its name."""
    return f"{KEYS}{key_id}-001"


def refusal_day(now: str) -> str:
    """How the id of a day's refusals begins."""
    return f"{REFUSALS}{now[:4]}-{now[5:7]}{now[8:10]}-"


def refusal_stream(now: str) -> str:
    """The stream of a day's refusals."""
    return f"{refusal_day(now)}001"


def fold_access(stream: str, history: Iterable[Stored]) -> AccessState:
    """What a stream folds to. Raises ValueError where its events do not follow from each other."""
    past: list[tuple[Stored, Any]] = [(stored, stored.event) for stored in history]
    if stream.startswith(REFUSALS):
        return fold_refusals(stream, [RefusalEntry(stored.at, stored.author, event) for stored, event in past])
    if not all(isinstance(event, KEY_KINDS) for _, event in past):
        raise ValueError("something happened to a key that cannot")
    return fold_key(event for _, event in past)


def line_of(state: AccessState) -> Summary:
    """What is looked up of it without its events."""
    if isinstance(state, AccessKey):
        return Summary("key", state.id, state="revoked" if state.is_revoked else "issued")
    return Summary("refusals", state.id, state="kept")
