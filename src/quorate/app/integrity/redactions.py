"""A text taken out of a deliberation for good; its hash is left, so that everything can still be checked."""

from quorate.app.access.operation import operation
from quorate.app.app import App
from quorate.app.keys import key_of
from quorate.deliberation.principal import Principal, check_may
from quorate.deliberation.redaction import text_hash
from quorate.documents.values import plain_mapping
from quorate.record.port import RequestKey
from quorate.record.redact.stored_redaction import Wish, foreseen
from quorate.record.redact.stored_redaction import redact as redact_stored
from quorate.views.redaction import Redaction


@operation
async def redact(app: App, who: Principal, deliberation: str, wish: Wish, key: str | None = None) -> Redaction:
    """Takes a text out, wherever it stands in the deliberation; says where it still stands."""
    check_may("redact", await app.load(deliberation), who)
    request = _key(who, deliberation, wish, key)
    redaction = await redact_stored(app.record, deliberation, wish, who.author, request)
    app.forget(deliberation)
    return redaction


@operation
async def plan_redaction(app: App, who: Principal, deliberation: str, wish: Wish, key: str | None = None) -> Redaction:
    """What would be taken out; nothing is changed."""
    check_may("redact", await app.load(deliberation), who)
    _key(who, deliberation, wish, key)
    return await foreseen(app.record, deliberation, wish)


@operation
async def sweep(app: App, who: Principal) -> bool:
    """Overwrites what earlier redactions left in the store's files; False where other processes kept it from that."""
    return await app.record.sweep()


def _key(who: Principal, deliberation: str, wish: Wish, name: str | None) -> RequestKey | None:
    """Of the text only its hash is a part of the request, as of all that is redacted."""
    request = {**wish._asdict(), "text": text_hash(wish.text)}
    plain_mapping(request)  # refuses half characters
    return key_of(who, name, "redact", id=deliberation, **request)
