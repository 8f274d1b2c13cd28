"""What people are told of a deliberation, as values that follow from it alone: the same message has the same id."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from hashlib import sha256
from typing import Any, NamedTuple

from quorate.deliberation.moments import moment_of, stamp
from quorate.deliberation.notes import note_options, notes_in
from quorate.deliberation.precondition import short
from quorate.deliberation.session import Session
from quorate.deliberation.summary import Wait, decision_of, state_of, status_of, waits_of
from quorate.fleet.quorum_review import execution_of

WAITING, REMINDER, DECIDED = KINDS = ("inbox.waiting", "inbox.reminder", "deliberation.decided")


class Message(NamedTuple):
    """One thing to tell. `data` is as it is sent."""

    id: str
    kind: str
    deliberation: str
    data: Mapping[str, Any]


def messages_of(session: Session, now: str, remind: Sequence[timedelta] = ()) -> tuple[Message, ...]:
    """All that is to be told of a deliberation as it is now; whoever was told something before is not told again."""
    if not waits_of(session):
        return tuple(_decided(session))
    return tuple(one for wait in waits_of(session) for one in _waiting(session, wait, now, remind))


def _waiting(session: Session, wait: Wait, now: str, remind: Sequence[timedelta]) -> Iterator[Message]:
    seen = session.verdict_hash if wait.kind == "answer" else session.question_hash
    item = {
        "id": session.id,
        "subject": session.question.subject,
        "kind": wait.kind,
        "round": session.round.number if session.round else 0,
        "seat": wait.seat or None,
        "who": wait.who or None,
        "until": wait.until or None,
        "question_hash": session.question_hash,
        "verdict_hash": session.verdict_hash if wait.kind == "answer" else None,
        "command": _command(session, wait, short(seen)),
        **_review(session),
    }
    yield message_of(WAITING, session.id, item)
    if span := reminder_of(wait.until, now, remind):
        yield message_of(REMINDER, session.id, item, f"{wait.until} {span}")


def reminder_of(until: str, now: str, remind: Sequence[timedelta]) -> timedelta | None:
    """How long before its deadline somebody is reminded now; None where nobody is."""
    passed = [span for span in remind if until and until > now and stamp(moment_of(until) - span) <= now]
    return min(passed, default=None)


def _review(session: Session) -> dict[str, Any]:
    """Of a review of the fleet: which agent is reviewed."""
    return {"paused_agent_id": session.opened.review_of} if session.opened.review_of else {}


def _command(session: Session, wait: Wait, seen: str) -> str:
    if wait.kind == "answer":
        verified = ["--verified TEXT", *note_options(notes_in(session.verdict))] if session.opened.review_of else []
        return " ".join([f"quorate resolve {session.id} --verdict {seen}", *verified])
    if session.opened.review_of:
        return f"quorate review vote {session.id} VOTE --reasoning TEXT"
    return f"quorate vote {session.id} --seat {shlex.quote(wait.seat)} --question {seen}"


def _decided(session: Session) -> Iterator[Message]:
    verdict = session.verdict if session.is_current else None
    if verdict is None:
        return
    said = {
        "id": session.id,
        "subject": session.question.subject,
        "state": state_of(session),
        "status": status_of(session),
        "result": verdict.result,
        "decision": decision_of(session) or None,
        "verdict_hash": session.verdict_hash,
        **_review(session),
        **_executed(session),
    }
    yield message_of(DECIDED, session.id, said)


def _executed(session: Session) -> dict[str, Any]:
    """Of a review of the fleet: what is done about the agent, under which conditions, and when it may ask again."""
    done = execution_of(session) if session.opened.review_of else None
    if done is None:
        return {}
    return {"action": done.action, "conditions": list(done.conditions), "review_from": done.review_from or None}


def message_of(kind: str, deliberation: str, data: Mapping[str, Any], besides: str = "") -> Message:
    """A message whose id follows from what it is about; `besides` tells it from others of the kind."""
    names = [kind, deliberation, besides, *(str(data.get(key)) for key in ("kind", "round", "seat", "who"))]
    names += [str(data["verdict_hash"]), str(data.get("question_hash"))]
    return Message("msg_" + sha256("\0".join(names).encode()).hexdigest()[:32], kind, deliberation, data)
