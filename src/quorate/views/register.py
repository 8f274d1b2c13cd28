"""The register as plain values, the same from every surface."""

from typing import Any

from quorate.deliberation.register.risk_register import Item, Register
from quorate.deliberation.session import Noted


def register_plain(register: Register) -> dict[str, Any]:
    """Risks, dissents and conditions, each with every change that people made; steps only where there are some."""
    plain = {kind: [item_plain(item) for item in items] for kind, items in register._asdict().items()}
    return {kind: items for kind, items in plain.items() if items or kind != "steps"}


def item_plain(item: Item) -> dict[str, Any]:
    """One item; a text that nobody has given is empty, and grave concerns are there where its text names them not."""
    plain = item._asdict()
    is_earlier, changes, concerns = plain.pop("is_earlier"), plain.pop("changes"), plain.pop("concerns")
    more = {key: plain.pop(key) for key in ("seats", "why", "code", "values")}
    more = {key: said for key, said in more.items() if said}
    if concerns:
        more["concerns"] = [{"text": one.text, "kind": one.kind} for one in concerns]
    return {**plain, **more, "earlier": is_earlier, "changes": [_noted(one) for one in changes]}


def _noted(noted: Noted) -> dict[str, Any]:
    """Who changed what, and when; `item` is the number under which it was said."""
    said = {name: value for name, value in noted.event._asdict().items() if value}
    return {"kind": type(noted.event).__name__.lower(), **said, "author": noted.author._asdict(), "at": noted.at}
