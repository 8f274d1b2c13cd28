"""What is done with a deliberation under its own permission: use a verdict, or take it back."""

from typing import Any

from quorate.app.access.operation import operation
from quorate.app.app import App, Deliberation
from quorate.app.keys import key_of
from quorate.commit import Rule
from quorate.core.errors import Refused
from quorate.deliberation.events import Event, Released
from quorate.deliberation.people import action_hash
from quorate.deliberation.people import release as released
from quorate.deliberation.people import revoke as revoked
from quorate.deliberation.permission import standing_refusal
from quorate.deliberation.principal import Principal, check_may
from quorate.deliberation.session import Session
from quorate.documents.values import plain_mapping


@operation
async def release(
    app: App, who: Principal, deliberation: str, action: str, question: str = "", key: str | None = None
) -> Deliberation:
    """Uses the permission for this very action, once. A repeated request is answered with what holds now."""
    request = {"action": action_hash(action), "question": question}
    found = await manage(
        app, who, "release", deliberation, lambda session: released(session, action, question), key, **request
    )
    if not isinstance(found.session.endings[-1].event, Released):
        raise Refused(standing_refusal(found.session))
    return found


@operation
async def revoke(app: App, who: Principal, deliberation: str, reason: str, key: str | None = None) -> Deliberation:
    """Takes the verdict back."""
    return await manage(
        app, who, "revoke", deliberation, lambda session: revoked(session, reason, who), key, reason=reason
    )


async def manage(
    app: App, who: Principal, operation: str, deliberation: str, rule: Rule, key: str | None, **request: Any
) -> Deliberation:
    """What the rule says, where this operation is theirs to do."""
    plain_mapping(request)  # refuses half characters
    known = key_of(who, key, operation, id=deliberation, **request)

    def allowed(session: Session) -> tuple[Event, ...]:
        check_may(operation, session, who)
        return rule(session)

    changed = await app.change(deliberation, allowed, who, known)
    return await app.whole(deliberation, is_new=changed.is_new)
