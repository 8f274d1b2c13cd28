"""Keys and refusals on standard output. A new key is all that is printed there, so that a script can take it."""

from collections.abc import Sequence

from quorate.access.access_key import AccessKey
from quorate.access.refusal_log import RefusalEntry
from quorate.app.access.access_keys import IssuedKey
from quorate.core.codec import json_line
from quorate.deliberation.moments import shown
from quorate.surfaces.cli.options import Look
from quorate.surfaces.cli.terminal.output.tables import table
from quorate.surfaces.cli.terminal.phrases import Words
from quorate.surfaces.cli.terminal.streams import complain, is_terminal, put, put_json
from quorate.views.access import key_plain, refusal_entry_plain

_KEY_TITLES = ("id", "name", "scopes", "state", "expires")
_REFUSAL_TITLES = ("at", "name", "operation", "code", "key")


def put_issued(issued: IssuedKey, now: str, look: Look) -> None:
    """A key, this once."""
    if look.form == "json":
        put_json(json_line({**key_plain(issued.key, now), "key": issued.text}))
        return
    put(f"{issued.text}\n")
    words = Words(look.lang)
    until = shown(issued.key.expires) if issued.key.expires else words("keys.never")
    complain(words("keys.issued", name=issued.key.name, until=until))


def put_keys(keys: Sequence[AccessKey], now: str, look: Look) -> None:
    """Keys, a row each."""
    plain = [key_plain(key, now) for key in keys]
    if look.form == "json":
        put_json(json_line({"keys": plain}))
        return
    words = Words(look.lang)
    rows = []
    for key, one in zip(keys, plain, strict=True):
        ends = shown(key.expires) if key.expires else ""
        rows.append([key.id, key.name, ", ".join(one["scopes"]), words(f"keys.state.{one['state']}"), ends])
    put(table([words(f"keys.title.{title}") for title in _KEY_TITLES], rows, look, drawn=is_terminal()))


def put_refusals(entries: Sequence[RefusalEntry], look: Look) -> None:
    """Refusals, a row each."""
    if look.form == "json":
        put_json(json_line({"refusals": [refusal_entry_plain(one) for one in entries]}))
        return
    words = Words(look.lang)
    rows = []
    for entry in entries:
        refusal = entry.refusal
        rows.append([shown(entry.at), entry.author.name, refusal.operation, refusal.code, refusal.key_id])
    put(table([words(f"keys.title.{title}") for title in _REFUSAL_TITLES], rows, look, drawn=is_terminal()))
