"""What begins or ends a round: deliberate again, retry seats that failed, edit the question, end the waiting."""

from collections.abc import Sequence

from quorate.app.access.operation import operation
from quorate.app.app import App, Deliberation
from quorate.app.keys import key_of
from quorate.app.life.management import manage
from quorate.app.question.draft import Edits, edits_of, joined_options
from quorate.app.question.panel_voters import problems_in_round
from quorate.core.errors import InputError
from quorate.core.wording import ArgumentName, Wording, joined
from quorate.deliberation.counting import question_document
from quorate.deliberation.events import Event
from quorate.deliberation.moves import close_round
from quorate.deliberation.people import revise as revised
from quorate.deliberation.principal import Principal
from quorate.deliberation.rounds.redeliberation import Again
from quorate.deliberation.rounds.redeliberation import redeliberate as redeliberated
from quorate.deliberation.rounds.retry import open_retry
from quorate.deliberation.session import Session, ahead
from quorate.documents.values import plain_mapping


@operation
async def redeliberate(
    app: App, who: Principal, deliberation: str, again: Again, key: str | None = None
) -> Deliberation:
    """Opens a round for some seats, because something is new; `resume` asks them."""
    plain_mapping(again._asdict())  # refuses half characters
    request = key_of(who, key, "redeliberate", id=deliberation, again=again)

    def rule(session: Session) -> tuple[Event, ...]:
        events = redeliberated(session, again, who)
        if problems := problems_in_round(ahead(session, events), app.surroundings, app.outside(who)):
            raise InputError(joined("; ", problems))
        return events

    changed = await app.change(deliberation, rule, who, request)
    return await app.whole(deliberation, is_new=changed.is_new)


@operation
async def retry(
    app: App, who: Principal, deliberation: str, seats: Sequence[str] = (), key: str | None = None
) -> Deliberation:
    """Opens a round for engine seats that failed in the latest one, those alone; `resume` asks them."""

    def rule(session: Session) -> tuple[Event, ...]:
        events = open_retry(session, seats)
        if problems := problems_in_round(ahead(session, events), app.surroundings, app.outside(who)):
            raise InputError(joined("; ", problems))
        return events

    return await manage(app, who, "retry", deliberation, rule, key, seats=list(seats))


@operation
async def revise(
    app: App, who: Principal, deliberation: str, edits: Edits, reason: str = "", key: str | None = None
) -> Deliberation:
    """Edits the question; the round for the new revision is open afterwards."""
    changes = edits_of(edits)
    if not changes and not edits.options:
        named = joined(", ", map(ArgumentName, ("subject", "context", "action", "options")))
        raise InputError(Wording("nothing to change; use ", named, " or another field"))

    def rule(session: Session) -> tuple[Event, ...]:
        stated = question_document(session.question).get("options", [])
        options = {"options": joined_options(stated, edits.options)} if edits.options else {}
        return revised(session, {**changes, **options}, reason, by=who)

    request = {"changes": changes, "options": edits.options, "reason": reason}
    return await manage(app, who, "revise", deliberation, rule, key, **request)


@operation
async def close(app: App, who: Principal, deliberation: str, key: str | None = None) -> Deliberation:
    """Ends the waiting: seats without a ballot are absent, and the others are counted."""
    return await manage(app, who, "close", deliberation, lambda session: close_round(session, app.now, who), key)
