"""What people do with the register over time. None of it changes a permission, so it is allowed after the end too."""

import re
from datetime import date

from quorate.core.errors import InputError, Refused
from quorate.core.shape import found
from quorate.core.text import says_something
from quorate.deliberation.events import Event, Tracked, Vindicated
from quorate.deliberation.register.risk_register import (
    ACCEPTED,
    CLOSED,
    CONDITIONAL,
    DEFERRAL,
    MITIGATED,
    OPEN,
    VINDICATED,
    Item,
    changes_of,
    register_of,
)
from quorate.deliberation.session import Session

Events = tuple[Event, ...]
SETTABLE = (OPEN, MITIGATED, ACCEPTED, CLOSED)
"""What an item can be set to; that it came true is said with what happened."""
_NEVER_TRUE = {CONDITIONAL: "condition", DEFERRAL: "step"}
_LONGEST = {"owner": 200, "link": 2_000}
_LONGEST_TEXT = 10_000
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_ADDRESS = re.compile(r"https?://[^\s/]\S*", re.IGNORECASE)


def track(session: Session, change: Tracked) -> Events:
    """Changes an item: its status, its owner, what is done about it, what to watch, its day, or a note beside it."""
    check_change(change)
    item = _item(session, change.item)
    tidy = Tracked(*(said.strip() for said in change))._replace(item=item.id)
    if not tidy.note and all(getattr(item, name) == said for name, said in changes_of(tidy).items()):
        raise Refused(f"{item.id} already says that; nothing would change")
    return (tidy,)


def vindicate(session: Session, happened: Vindicated) -> Events:
    """Says that a dissent was right, or that a risk came true."""
    check_vindication(happened)
    item = _item(session, happened.item)
    if item.kind in _NEVER_TRUE:
        what = _NEVER_TRUE[item.kind]
        raise Refused(f"{item.id} is a {what}: only risks and dissents come true; set its status instead")
    tidy = Vindicated(item.id, happened.what_happened.strip(), happened.link.strip())
    if tidy.link == session.id:
        raise Refused(f"{session.id} is this deliberation; a link must name another one, or an address")
    if any(_is_same(tidy, noted.event) for noted in item.changes):
        raise Refused(f"that {item.id} came true is already on the record, in these words")
    return (tidy,)


def check_change(change: Tracked) -> None:
    """Raises InputError for what could be done to no item at all."""
    if not any(change[1:]):
        raise InputError("nothing to change; allowed: status, owner, mitigation, monitor, due, note")
    _check_texts(change)
    if change.status == VINDICATED:
        raise InputError("status: use `quorate risks vindicate` to say that it came true")
    if change.status and change.status not in SETTABLE:
        raise InputError(f"status: found {found(change.status)}; allowed: {', '.join(SETTABLE)}")
    if change.due and not _is_day(change.due.strip()):
        raise InputError(f"due: found {found(change.due)}; allowed: a day, such as 2026-12-01")


def check_vindication(happened: Vindicated) -> None:
    """Raises InputError where nothing is said, or the link is no link."""
    if not says_something(happened.what_happened):
        raise InputError("what happened is empty; say in one sentence what came true")
    _check_texts(happened)
    link = happened.link.strip()
    if link and not (is_address(link) if "://" in link else link.isprintable() and " " not in link):
        allowed = "the id of another deliberation, or a URL that begins with https:// or http://"
        raise InputError(f"link: found {found(link)}; allowed: {allowed}")


def is_address(link: str) -> bool:
    """True for an address of the web; all other links name a deliberation."""
    return bool(_ADDRESS.fullmatch(link)) and link.isprintable()


def _check_texts(event: Tracked | Vindicated) -> None:
    for name, said in event._asdict().items():
        most = _LONGEST.get(name, _LONGEST_TEXT)
        if said and not says_something(said):
            raise InputError(f"{name}: missing; expected some text")
        if len(said) > most:
            raise InputError(f"{name}: found {len(said)} characters; allowed: at most {most}")


def _is_day(text: str) -> bool:
    try:
        return bool(_DAY.fullmatch(text) and date.fromisoformat(text))
    except ValueError:
        return False


def _item(session: Session, name: str) -> Item:
    register = register_of(session)
    if not session.is_current:
        raise Refused("there is no verdict on the current question, so there is no register yet")
    item = register.item(name.strip().upper())
    if item is None:
        names = ", ".join(item.id for items in register for item in items) or "none"
        raise InputError(f"no item called {found(name)} in {session.id}; there are: {names}")
    return item


def _is_same(one: Vindicated, other: Tracked | Vindicated) -> bool:
    return isinstance(other, Vindicated) and (one.what_happened, one.link) == (other.what_happened, other.link)
