"""What is said of keys in English."""

from quorate.reports.language import headings, same

PHRASES = {
    "keys.issued": "this key of {name} is not shown again; valid until: {until}",
    "keys.never": "it is revoked",
    **same("keys.state", "valid expired revoked"),
    "keys.title.id": "Key",
    **headings("keys.title", "name scopes state expires operation code key"),
    "keys.title.at": "Time",
}
