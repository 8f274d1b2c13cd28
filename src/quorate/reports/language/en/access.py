"""What is said of keys in English."""

PHRASES = {
    "keys.issued": "this key of {name} is not shown again; valid until: {until}",
    "keys.never": "it is revoked",
    "keys.state.valid": "valid",
    "keys.state.expired": "expired",
    "keys.state.revoked": "revoked",
    "keys.title.id": "Key",
    "keys.title.name": "Name",
    "keys.title.scopes": "Scopes",
    "keys.title.state": "State",
    "keys.title.expires": "Expires",
    "keys.title.at": "Time",
    "keys.title.operation": "Operation",
    "keys.title.code": "Code",
    "keys.title.key": "Key",
}
