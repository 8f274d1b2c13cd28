"""The audit trail: what happened, in words. Nothing of a ballot is in it, and no hash that would betray one."""

import re
from collections.abc import Iterable, Mapping

from quorate.deliberation.events import (
    Asked,
    Cast,
    ChildrenOpened,
    Claimed,
    DeadlinePassed,
    Event,
    Failed,
    Resolved,
    Revised,
    RoundClosed,
    RoundOpened,
    Stored,
)
from quorate.deliberation.session import Session
from quorate.reports.content.authors import moment, name_of, proof_of, short_hash
from quorate.reports.content.deliberation.decision_state import needs_in_words
from quorate.reports.content.deliberation.head import closed_for
from quorate.reports.language import Language
from quorate.reports.proceedings import AuditEntry
from quorate.reports.text import one_line
from quorate.views.deliberation import sealed_behind

_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")


def trail_of(session: Session, history: Iterable[Stored], say: Language) -> tuple[AuditEntry, ...]:
    """One entry per event, in their order."""
    last_shown = sealed_behind(session)
    return tuple(_entry(stored, session, last_shown, say) for stored in history)


def _entry(stored: Stored, session: Session, last_shown: int, say: Language) -> AuditEntry:
    is_sealed = stored.position > last_shown
    return AuditEntry(
        str(stored.position),
        moment(stored.at),
        name_of(stored.author.name),
        proof_of(say, stored.author),
        _what(stored.event, session, say),
        say("trail.sealed") if is_sealed else short_hash(stored.hash),
    )


def _what(event: Event, session: Session, say: Language) -> str:
    """The phrase of its kind with the texts and numbers of the event, unless more is to be said."""
    values = {**_values(event), **_more_values(event, session, say)}
    return say(_key(event, say), **values)


def _key(event: Event, say: Language) -> str:
    key = f"event.{_CAPITAL.sub('_', type(event).__name__).lower()}"
    match event:
        case Revised() if event.reason.strip():
            return f"{key}.why"
        case Claimed() if event.request > 1:
            return f"{key}.reask"
        case Claimed() if event.fence > 1:
            return f"{key}.again"
        case Cast() if event.supersedes:
            return f"{key}.again"
        case DeadlinePassed() if say.knows(one := f"{key}.{event.what}.{event.then}"):
            return one
    return key


def _values(event: Event) -> Mapping[str, object]:
    values: dict[str, object] = {}
    for name, value in event._asdict().items():
        if isinstance(value, str):
            values[name] = name_of(value) if name == "seat" else one_line(value)
        elif isinstance(value, int):
            values[name] = value
        elif name == "seats":
            values["n"] = len(value)
    return values


def _more_values(event: Event, session: Session, say: Language) -> Mapping[str, object]:
    """What no field says, or not as people say it."""
    match event:
        case Revised():
            return {"revision": event.question.revision}
        case RoundOpened():
            return {"purpose": say.word("purpose", one_line(event.purpose))}
        case RoundClosed():
            return {"reason": closed_for(session.rounds[event.round - 1], say)}
        case Failed():
            return {"kind": say.word("kind", one_line(event.kind))}
        case Asked():
            return {"needs": needs_in_words(say, tuple(map(one_line, event.requires)))}
        case Resolved():
            return {"need": say.word("need", one_line(event.requirement))}
        case ChildrenOpened():
            return {"ids": say.listed(map(one_line, event.children))}
    return {}
