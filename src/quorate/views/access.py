"""Keys and refusals as plain JSON values; never a secret or its hash."""

from typing import Any

from quorate.access.access_events import RefusalEntry
from quorate.access.access_key import AccessKey
from quorate.deliberation.principal import SCOPES


def key_plain(key: AccessKey, now: str) -> dict[str, Any]:
    """A key: whose it is, what it is good for, and whether it is valid now."""
    return {
        "id": key.id,
        "name": key.name,
        "scopes": [scope for scope in SCOPES if scope in key.scopes],
        "state": key.state(now),
        "expires": key.expires or None,
    }


def refusal_entry_plain(entry: RefusalEntry) -> dict[str, Any]:
    """Who was refused what, and when."""
    refusal, author = entry.refusal, entry.author
    return {
        "at": entry.at,
        "name": author.name,
        "proof": author.proof,
        "key": refusal.key_id or None,
        "via": refusal.via or None,
        "operation": refusal.operation,
        "code": refusal.code,
    }
