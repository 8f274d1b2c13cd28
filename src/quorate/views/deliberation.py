"""A deliberation as plain values, the same from every surface. Until a round is over its ballots are sealed."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from quorate.analysis.track_record.record_note import RecordNote
from quorate.core.codec import to_json
from quorate.core.panel import Seat
from quorate.core.question import Question
from quorate.deliberation.counting import question_document
from quorate.deliberation.engines.engine_mode import engine_errors
from quorate.deliberation.engines.independence import not_independent, shared_holders
from quorate.deliberation.events import BallotNote, Cast, Claimed, Failed, Policy, Replied, Stored
from quorate.deliberation.people import action_hash
from quorate.deliberation.permission import may_be_acted_on, refusal, still_needed
from quorate.deliberation.redaction import hash_in_place
from quorate.deliberation.register.risk_register import is_followed, is_tracked, register_of
from quorate.deliberation.session import Ending, Round, Session
from quorate.deliberation.summary import decision_of, state_of, status_of
from quorate.replies.cost import is_unsealed, spending_of
from quorate.replies.envelopes import Usage
from quorate.views.learning import record_plain
from quorate.views.register import register_plain
from quorate.views.rounds import course_plain, earlier_plain, said_plain

_NEWER_POLICY = ("max_cost", "debate_rounds", "deadlock", "deadlock_minutes", "gated")
_OF_A_SEAT = Claimed | Replied | Cast | Failed


def to_plain(session: Session, history: Iterable[Stored] = ()) -> dict[str, Any]:
    """All that may be seen of a deliberation, keys in the documented order.

    What is newer than stored histories has a key only where there is something to say.
    """
    verdict, stored = session.verdict if session.is_current else None, tuple(history)
    return {
        "id": session.id,
        "state": state_of(session),
        "status": status_of(session),
        "protocol": session.protocol,
        "mode": session.opened.mode,
        **_said_of(lost=list(session.opened.lost), not_independent=_shared(session)),
        "question": question_document(session.question),
        "revision": session.question.revision,
        "question_hash": session.question.content_hash,
        "action_hash": _action_hash(session.question),
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
        "answers": [said_plain(said) for said in session.said],
        "endings": [_ending(ending) for ending in session.endings],
        **_said_of(outcome=_outcome(session)),
        "supersedes": session.opened.supersedes or None,
        **_said_of(parent=session.opened.parent),
        "verdict": json.loads(to_json(verdict)) if verdict else None,
        **_said_of(**course_plain(session)),
        **_said_of(register=register_plain(register_of(session)) if is_tracked(session) else {}),
        **_said_of(engine_errors=_errors(session), usage=_usage(session)),
        "history": [_event(one, session) for one in stored],
    }


def in_full(session: Session, history: Iterable[Stored], record: RecordNote | None = None) -> dict[str, Any]:
    """The same, and with it what came before the verdict that stands, and what the record says of that."""
    register = register_plain(register_of(session)) if is_followed(session) else {}
    seen = session.verdict_hash if session.is_current else ""
    more = _said_of(verdict_hash=seen, register=register, earlier=earlier_plain(session), record=record_plain(record))
    return {**to_plain(session, history), **more}


def _action_hash(question: Question) -> str | None:
    """What names the action, also where it was redacted since."""
    if not question.action:
        return None
    return (hash_in_place(question.action) if question.asked_as else "") or action_hash(question.action)


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


class BallotNotes(NamedTuple):
    """What was found out in reading a ballot; as sentences where it is from before there were codes."""

    found: tuple[BallotNote, ...] = ()
    notes: tuple[str, ...] = ()


def notes_on(seat: str, round_: Round | None) -> BallotNotes:
    """What was found out in reading a seat's ballot; nothing while the round is open."""
    answer = round_.answers.get(seat) if round_ and not round_.is_open else None
    return BallotNotes(answer.found, answer.notes) if isinstance(answer, Cast) else BallotNotes()


def _said_of(**found: Any) -> dict[str, Any]:
    return {key: value for key, value in found.items() if value}


def _shared(session: Session) -> list[dict[str, Any]]:
    groups = (*not_independent(session.opened), *shared_holders(session.opened))
    return [{**one._asdict(), "seats": list(one.seats)} for one in groups]


def _errors(session: Session) -> list[dict[str, str]]:
    return [one._asdict() for one in engine_errors(session)] if is_unsealed(session) else []


def _usage(session: Session) -> dict[str, Any]:
    spending = spending_of(session)
    if not spending:
        return {}
    return {
        "seats": {seat: _used(usage) for seat, usage in spending.seats.items()},
        "cost_usd": None if spending.cost is None else format(spending.cost, "f"),
        "unknown_cost": list(spending.unknown),
    }


def _used(usage: Usage) -> dict[str, Any]:
    tokens = {"input_tokens": usage.input_tokens, "output_tokens": usage.output_tokens}
    return {**tokens, "cost_usd": usage.cost or None, "model": usage.model or None}


def _policy(policy: Policy) -> dict[str, Any]:
    """What is newer than stored histories stands there only where it was set."""
    newer = {key: value for key, value in policy._asdict().items() if key in _NEWER_POLICY}
    unset = {key for key, value in newer.items() if value == Policy._field_defaults[key]}
    return {key: value for key, value in policy._asdict().items() if key not in unset}


def _seat(seat: Seat, round_: Round | None) -> dict[str, Any]:
    found = [one._asdict() for one in notes_on(seat.name, round_).found]
    return {
        "seat": seat.name,
        "lens": seat.lens,
        "voter": seat.voter,
        "weight": str(seat.weight),
        "state": seat_state(seat.name, round_),
        **_said_of(notes=list(notes_on(seat.name, round_).notes), found=found),
    }


def _ending(ending: Ending) -> dict[str, Any]:
    kind = type(ending.event).__name__.lower()
    return {"kind": kind, **ending.event._asdict(), "author": ending.author._asdict(), "at": ending.at}


def _outcome(session: Session) -> dict[str, Any]:
    """What was true, and who said so."""
    known = session.outcome
    if known is None:
        return {}
    return {**known.event._asdict(), "author": known.author._asdict(), "at": known.at}


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
