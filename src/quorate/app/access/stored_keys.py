"""Keys on the record: found, listed, and whether one that was presented earlier still holds."""

from typing import TYPE_CHECKING

from quorate.access.access_key import VALID, AccessKey
from quorate.access.streams import KEYS, key_stream
from quorate.core.errors import AccessDenied, UnknownDeliberation
from quorate.deliberation.principal import Principal
from quorate.record.side_streams import read_access

if TYPE_CHECKING:
    from quorate.app.app import App


async def find_key(app: "App", key_id: str) -> AccessKey | None:
    """A key as it is now; None where there is none of this id."""
    try:
        found = await read_access(app.record, key_stream(key_id))
    except UnknownDeliberation:
        return None
    assert isinstance(found, AccessKey)
    return found


async def all_keys(app: "App") -> list[AccessKey]:
    """Every key that was ever issued, newest first."""
    keys: list[AccessKey] = []
    async for line in app.lines(KEYS):
        key = await read_access(app.record, line.deliberation)
        assert isinstance(key, AccessKey)
        keys.append(key)
    return keys


async def check_key_holds(app: "App", who: Principal) -> None:
    """Raises AccessDenied where the key was revoked or has expired since, or never had these scopes.

    A server may keep a principal for as long as a connection lasts; a revocation ends that at the next call.
    """
    if who.scopes is None:
        return
    key = await find_key(app, who.key_id)
    if key is None or key.state(app.now) != VALID or key.name != who.name or key.scopes != who.scopes:
        raise AccessDenied
