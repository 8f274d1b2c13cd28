"""Keys for the people of the stories: one each for their own name, and one for the owner of the record."""

import asyncio
from collections.abc import Mapping

from quorate.app.access.access_keys import issue_key
from quorate.app.access.authentication import authenticate
from quorate.app.app import App
from quorate.deliberation.events import AUTHENTICATED
from quorate.deliberation.principal import ADMIN, SCOPES, Principal
from tests.app.house import ANN, BEN, EVE

PEOPLE = {"ANN": ANN, "BEN": BEN, "EVE": EVE}
_LOCAL = Principal("local", owns_store=True)
_OWNER = Principal("eve", owns_store=True)

KeyTexts = Mapping[tuple[str, bool], str]


def issued_keys(app: App) -> KeyTexts:
    """The text of each key, by the name that it proves and whether it is the owner's."""
    return asyncio.run(_issued(app))


async def _issued(app: App) -> KeyTexts:
    found = {}
    for who in (*PEOPLE.values(), _OWNER):
        scopes = {*SCOPES} if who.owns_store else {*SCOPES} - {ADMIN}
        found[who.name, who.owns_store] = (await issue_key(app, _LOCAL, who.name, scopes)).text
    return found


def proved(app: App, keys: KeyTexts) -> dict[str, Principal]:
    """The people of the stories with what their keys make of them."""
    return {name: asyncio.run(authenticate(app, keys[who.name, False])) for name, who in PEOPLE.items()}


def key_for(who: Principal, keys: KeyTexts) -> str:
    """The key that whoever acts has to present; empty where a name is enough."""
    return keys[who.name, who.owns_store] if who.proof == AUTHENTICATED or who.owns_store else ""
