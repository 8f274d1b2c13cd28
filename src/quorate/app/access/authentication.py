"""Who presents a key. Whatever is wrong with one, the answer is the same."""

from quorate.access.access_key import AccessKey
from quorate.access.key_text import read_key, secret_hash
from quorate.app.access.refusals import note_invalid_key
from quorate.app.access.stored_keys import find_key
from quorate.app.app import App
from quorate.core.errors import AccessDenied
from quorate.deliberation.events import AUTHENTICATED
from quorate.deliberation.principal import ADMIN, Principal


async def authenticate(app: App, presented: str, via: str = "") -> Principal:
    """The person, agent or seat to whom this key was issued. Raises AccessDenied, always in the same words."""
    written = read_key(presented)
    key = await find_key(app, written.key_id) if written else None
    presented_hash = secret_hash(written.secret if written else presented)
    if key is None or not key.accepts(presented_hash, app.now):
        await note_invalid_key(app, key.id if key else "", via)
        raise AccessDenied
    return _principal(key, via)


def _principal(key: AccessKey, via: str) -> Principal:
    """An admin key stands for the owner of the record."""
    return Principal(key.name, AUTHENTICATED, ADMIN in key.scopes, key.scopes, key.id, via)
