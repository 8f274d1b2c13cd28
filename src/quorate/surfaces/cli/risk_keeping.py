"""Puts what people make of the register on the record."""

from collections.abc import Mapping

from quorate.app.keys import key_of
from quorate.commit import Rule
from quorate.core.errors import InputError, UnknownDeliberation
from quorate.core.text import says_something
from quorate.deliberation.events import Event, Tracked, Vindicated
from quorate.deliberation.principal import check_may
from quorate.deliberation.register.follow_up import check_change, check_vindication, is_address, track, vindicate
from quorate.deliberation.session import Session
from quorate.documents.values import plain_mapping
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.desk import Desk, desk
from quorate.surfaces.cli.options import Manner
from quorate.surfaces.cli.risk_listing import put_register

CHANGES = ("status", "owner", "due", "mitigation", "monitor", "note")


def set_item(deliberation: str, item: str, stated: Mapping[str, str | None], manner: Manner) -> int:
    """Changes an item, and shows the register as it stands then."""
    change = Tracked(item, **_said(stated))
    check_change(change)
    with desk(manner.store) as at:
        session = _kept(at, deliberation, change, lambda session: track(session, change), manner)
    put_register(session, manner.look)
    return exit_status.WORKED


def vindicate_item(deliberation: str, item: str, what: str, link: str | None, manner: Manner) -> int:
    """Says what came true, and shows the register as it stands then."""
    happened = Vindicated(item, what, **_said({"link": link}))
    check_vindication(happened)
    with desk(manner.store) as at:
        _check_link(at, happened.link.strip())
        session = _kept(at, deliberation, happened, lambda session: vindicate(session, happened), manner)
    put_register(session, manner.look)
    return exit_status.WORKED


def _said(stated: Mapping[str, str | None]) -> dict[str, str]:
    """What was stated; a text that is stated and empty says nothing."""
    for name, said in stated.items():
        if said is not None and not says_something(said):
            raise InputError(f"--{name}: found nothing; allowed: some text")
    return {name: said for name, said in stated.items() if said is not None}


def _check_link(at: Desk, link: str) -> None:
    """A deliberation that is linked to is on this record."""
    if not link or is_address(link):
        return
    try:
        at.load(link)
    except UnknownDeliberation as error:
        raise InputError(f"--link: {error}; an address begins with https:// or http://") from None


def _kept(at: Desk, deliberation: str, event: Event, rule: Rule, manner: Manner) -> Session:
    request = plain_mapping(event._asdict())  # refuses half characters
    kind = type(event).__name__
    key = key_of(manner.key, f"risks {kind}", id=deliberation, author=at.outside.author, event=request)
    session = at.load(deliberation)
    check_may("track", session, at.outside.who)
    return at.change(session, rule, key)
