"""The audit trail: what happened, in words. Nothing of a ballot is in it, and no hash that would betray one."""

from collections.abc import Iterable
from typing import assert_never

from quorate.deliberation.events import (
    Asked,
    Cast,
    ChildrenOpened,
    Claimed,
    Counted,
    DeadlinePassed,
    Declined,
    Deferred,
    Event,
    Failed,
    Opened,
    OutcomeKnown,
    Overridden,
    Redacted,
    Reframed,
    Released,
    Replied,
    Resolved,
    Revised,
    Revoked,
    RoundClosed,
    RoundOpened,
    Stored,
    Superseded,
    Tracked,
    Vindicated,
)
from quorate.deliberation.session import Session
from quorate.reports.content.authors import moment, name_of, proof_of, short_hash
from quorate.reports.content.deliberation.decision_state import needs_in_words
from quorate.reports.content.deliberation.head import closed_for
from quorate.reports.language import Language
from quorate.reports.proceedings import AuditEntry
from quorate.reports.text import one_line
from quorate.views.deliberation import sealed_behind

_OfASeat = Claimed | Replied | Cast | Failed
_OfARound = RoundOpened | RoundClosed | Counted
_OfTheRegister = Tracked | Vindicated
_OfAnAnswer = Resolved | Overridden | Declined | Reframed | Deferred
_OfAPerson = _OfAnAnswer | Released | Revoked | Superseded | _OfTheRegister | OutcomeKnown | Redacted


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
    match event:
        case Opened():
            return say("event.opened", n=len(event.seats), protocol=one_line(event.protocol))
        case Revised():
            key = "event.revised.why" if event.reason.strip() else "event.revised"
            return say(key, revision=event.question.revision, reason=one_line(event.reason))
        case Claimed() | Replied() | Cast() | Failed():
            return _of_a_seat(event, say)
        case RoundOpened() | RoundClosed() | Counted():
            return _of_a_round(event, session, say)
        case Asked():
            return say("event.asked", needs=needs_in_words(say, tuple(map(one_line, event.requires))))
        case DeadlinePassed():
            key = f"event.deadline.{event.what}.{event.then}"
            return say(key if say.knows(key) else "event.deadline")
        case ChildrenOpened():
            return say("event.children", ids=say.listed(map(one_line, event.children)))
        case _:
            return _of_a_person(event, say)


def _of_a_seat(event: _OfASeat, say: Language) -> str:
    seat = name_of(event.seat)
    match event:
        case Claimed():
            return say("event.claimed.again" if event.fence > 1 else "event.claimed", seat=seat, fence=event.fence)
        case Replied():
            return say("event.replied", seat=seat)
        case Cast():
            key = "event.cast.again" if event.supersedes else "event.cast"
            return say(key, seat=seat, supersedes=event.supersedes)
        case Failed():
            return say("event.failed", seat=seat, kind=say.word("kind", one_line(event.kind)))
        case _:
            assert_never(event)


def _of_a_round(event: _OfARound, session: Session, say: Language) -> str:
    match event:
        case RoundOpened():
            purpose = say.word("purpose", one_line(event.purpose))
            return say("event.round_opened", round=event.round, purpose=purpose, n=len(event.seats))
        case RoundClosed():
            reason = closed_for(session.rounds[event.round - 1], say)
            return say("event.round_closed", round=event.round, reason=reason)
        case Counted():
            return say("event.counted", round=event.round)
        case _:
            assert_never(event)


def _of_a_person(event: _OfAPerson, say: Language) -> str:
    if isinstance(event, Resolved):
        return say("event.resolved", need=say.word("need", one_line(event.requirement)))
    if isinstance(event, Redacted):
        return say("event.redacted", event=event.event, field=one_line(event.field))
    if isinstance(event, OutcomeKnown):
        return say("event.outcome", was=one_line(event.was))
    by = one_line(event.by) if isinstance(event, Superseded) else ""
    item = one_line(event.item) if isinstance(event, _OfTheRegister) else ""
    return say(f"event.{type(event).__name__.lower()}", by=by, item=item)
