"""What people make of the register: who owns an item, how it stands, and what came true."""

from collections.abc import Callable, Mapping

from quorate.app.access.operation import operation
from quorate.app.access.sight import check_sight
from quorate.app.app import App, Deliberation
from quorate.app.keys import key_of
from quorate.core.errors import InputError, UnknownDeliberation
from quorate.core.text import says_something
from quorate.core.wording import ArgumentName, Wording
from quorate.deliberation.events import Event, Tracked, Vindicated
from quorate.deliberation.principal import Principal, check_may
from quorate.deliberation.register.follow_up import check_change, check_vindication, is_address, track, vindicate
from quorate.deliberation.session import Session
from quorate.documents.values import plain_mapping

CHANGES = ("status", "owner", "due", "mitigation", "monitor", "note")
"""What can be changed about an item."""


@operation
async def set_item(
    app: App,
    who: Principal,
    deliberation: str,
    item: str,
    changes: Mapping[str, str | None],
    key: str | None = None,
) -> Deliberation:
    """Changes what is stated of an item, and nothing else; None is not stated."""
    change = Tracked(item, **_stated(changes))
    check_change(change)
    return await _follow_up(app, who, deliberation, change, lambda session: track(session, change), key)


@operation
async def vindicate_item(
    app: App,
    who: Principal,
    deliberation: str,
    item: str,
    what: str,
    link: str | None = None,
    key: str | None = None,
) -> Deliberation:
    """Says that a dissent was right, or that a risk came true."""
    happened = Vindicated(item, what, **_stated({"link": link}))
    check_vindication(happened)
    await _check_link(app, who, happened.link.strip())
    return await _follow_up(app, who, deliberation, happened, lambda session: vindicate(session, happened), key)


def _stated(changes: Mapping[str, str | None]) -> dict[str, str]:
    """What was stated; a text that is stated and empty says nothing."""
    for name, said in changes.items():
        if said is not None and not says_something(said):
            raise InputError(Wording(ArgumentName(name), ": missing; expected some text"))
    return {name: said for name, said in changes.items() if said is not None}


async def _check_link(app: App, who: Principal, link: str) -> None:
    """A deliberation that is linked to is on this record, and theirs to know of."""
    if not link or is_address(link):
        return
    try:
        await check_sight(app, who, link)
        await app.load(link)
    except UnknownDeliberation as error:
        wrong = f": {error}; a URL begins with https:// or http://"
        raise InputError(Wording(ArgumentName("link"), wrong)) from None


async def _follow_up(
    app: App,
    who: Principal,
    deliberation: str,
    event: Tracked | Vindicated,
    rule: Callable[[Session], tuple[Event, ...]],
    key: str | None,
) -> Deliberation:
    said = plain_mapping(event._asdict())  # refuses half characters
    request = key_of(who, key, f"risks {type(event).__name__}", id=deliberation, event=said)

    def allowed(session: Session) -> tuple[Event, ...]:
        check_may("track", session, who)
        return rule(session)

    changed = await app.change(deliberation, allowed, who, request)
    return await app.whole(deliberation, is_new=changed.is_new)
