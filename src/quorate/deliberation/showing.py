"""A deliberation as plain values, the same from every surface. Until a round is over its ballots are sealed."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from quorate.core.codec import to_json
from quorate.core.panel import Seat
from quorate.deliberation.counting import question_document
from quorate.deliberation.events import Cast, Claimed, Failed, Policy, Replied, Stored
from quorate.deliberation.people import action_hash
from quorate.deliberation.permission import may_be_acted_on, refusal, still_needed
from quorate.deliberation.session import Ending, Round, Said, Session
from quorate.deliberation.summary import decision_of, state_of, status_of

_OF_A_SEAT = Claimed | Replied | Cast | Failed


def to_plain(session: Session, history: Iterable[Stored] = ()) -> dict[str, Any]:
    """All that may be seen of a deliberation, keys in the documented order."""
    verdict = session.verdict if session.is_current else None
    return {
        "id": session.id,
        "state": state_of(session),
        "status": status_of(session),
        "protocol": session.protocol,
        "mode": session.opened.mode,
        "question": question_document(session.question),
        "revision": session.question.revision,
        "question_hash": session.question.content_hash,
        "action_hash": action_hash(session.question.action) if session.question.action else None,
        "opened_at": session.opened_at,
        "opened_by": session.opened_by._asdict(),
        "policy": _policy(session.policy),
        "round": session.round.number if session.round else 0,
        "seats": [_seat(seat, session.round) for seat in session.opened.seats],
        "may_be_acted_on": may_be_acted_on(session),
        "why_not": refusal(session) or None,
        "still_required": still_needed(session) if verdict else (),
        "answer_until": (session.asked.until or None) if session.asked and verdict else None,
        "decision": decision_of(session) or None,
        "answers": [_said(said) for said in session.said],
        "endings": [_ending(ending) for ending in session.endings],
        "supersedes": session.opened.supersedes or None,
        "verdict": json.loads(to_json(verdict)) if verdict else None,
        "history": [_event(stored, session) for stored in history],
    }


def seat_state(seat: str, round_: Round | None) -> str:
    """waiting, asked, answered, or how it failed; never what it answered."""
    if not round_ or seat not in round_.seats:
        return "waiting" if not round_ else "not asked"
    match round_.answers.get(seat):
        case Cast():
            return "answered"
        case Failed(kind=kind):
            return kind
    if round_.closed_at:
        return "not needed"
    return "asked" if seat in round_.claims else "waiting"


def _policy(policy: Policy) -> dict[str, Any]:
    """What is newer than stored histories stands there only where it was set."""
    said = policy._asdict()
    return said if policy.max_cost else {key: value for key, value in said.items() if key != "max_cost"}


def _seat(seat: Seat, round_: Round | None) -> dict[str, Any]:
    return {
        "seat": seat.name,
        "lens": seat.lens,
        "voter": seat.voter,
        "weight": str(seat.weight),
        "state": seat_state(seat.name, round_),
    }


def _said(said: Said) -> dict[str, Any]:
    kind = type(said.answer).__name__.lower()
    return {"kind": kind, **said.answer._asdict(), "author": said.author._asdict(), "at": said.at}


def _ending(ending: Ending) -> dict[str, Any]:
    kind = type(ending.event).__name__.lower()
    return {"kind": kind, **ending.event._asdict(), "author": ending.author._asdict(), "at": ending.at}


def _event(stored: Stored, session: Session) -> Mapping[str, Any]:
    """An event's envelope. A hash would let a guess at a sealed ballot be checked, so it waits for the close."""
    event = stored.event
    return {
        "position": stored.position,
        "at": stored.at,
        "author": stored.author._asdict(),
        "kind": type(event).__name__,
        "seat": event.seat if isinstance(event, _OF_A_SEAT) else None,
        "hash": None if stored.position > sealed_behind(session) else stored.hash,
    }


def sealed_behind(session: Session) -> int:
    """The position behind which hashes depend on sealed ballots, those of rounds included that an edit cut short."""
    if not session.round or not session.round.is_open:
        return session.position
    return min(round_.since for round_ in session.rounds if round_.is_open)
