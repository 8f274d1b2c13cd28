"""What the fleet is told of a review by two parties: whose move it is, and how it ended. Never what somebody said."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any

from quorate.app.notification.messages import DECIDED, REMINDER, WAITING, Message, message_of, messages_of, reminder_of
from quorate.deliberation.notes import note_options
from quorate.deliberation.precondition import short
from quorate.deliberation.session import Session
from quorate.deliberation.summary import Wait
from quorate.fleet.dialectic.agreement import notes_of, resolution_plain
from quorate.fleet.dialectic.dialectic_events import DialecticEnded
from quorate.fleet.dialectic.dialectic_state import IMPORTED, Dialectic, waits_in

_TOLD = ("resolution_type", "autonomous_resolution", "next_step", "quorum_review")
_COMMANDS: Mapping[str, str] = {
    "thesis": "--root-cause TEXT --condition TEXT",
    "antithesis": "--metric NAME=VALUE --concern TEXT",
    "synthesis": "--condition TEXT --agree",
    "verify": "--approve|--refuse --reason TEXT",
    "decide": "ACTION --reason TEXT",
    "reassign": "REVIEWER",
}


def dialectic_messages(
    session_id: str, session: Dialectic, now: str, remind: Sequence[timedelta] = ()
) -> tuple[Message, ...]:
    """All that is to be told of it as it is now; of what was imported, nothing."""
    ended = session.ended
    if ended and not ended.requires:
        return () if ended.kind == IMPORTED else (_decided(session_id, session, ended),)
    return tuple(_waiting(session_id, session, now, remind))


def next_command(review: str, state: Session | Dialectic) -> str:
    """The command of the move that a review waits for; empty where it waits for none."""
    told = dialectic_messages(review, state, "") if isinstance(state, Dialectic) else messages_of(state, "")
    return next((str(one.data["command"]) for one in told if one.kind == WAITING), "")


def move_command(review: str, wait: Wait, session: Dialectic) -> str:
    """The command of a move in a review by two parties, with the notes that a verification has to name."""
    notes = note_options(one.name for one in notes_of(session)) if wait.kind == "verify" else []
    seen = [f"--ended {short(session.ended_hash)}"] if notes else []
    return " ".join(("quorate review", wait.kind, review, _COMMANDS[wait.kind], *notes, *seen))


def _waiting(session_id: str, session: Dialectic, now: str, remind: Sequence[timedelta]) -> Iterator[Message]:
    for wait in waits_in(session):
        item = {
            **_about(session_id, session),
            "kind": wait.kind,
            "round": session.round,
            "seat": None,
            "who": wait.who or None,
            "until": wait.until or None,
            "question_hash": None,
            "verdict_hash": None,
            "command": move_command(session_id, wait, session),
        }
        yield message_of(WAITING, session_id, item, wait.until)
        if span := reminder_of(wait.until, now, remind):
            yield message_of(REMINDER, session_id, item, f"{wait.until} {span}")


def _decided(session_id: str, session: Dialectic, ended: DialecticEnded) -> Message:
    resolution = resolution_plain(ended, session.paused_agent)
    said = {
        **_about(session_id, session),
        "state": "decided",
        "status": "active",
        "result": ended.action,
        "decision": ended.action,
        "verdict_hash": None,
        "action": ended.action,
        "conditions": list(ended.conditions) if ended.action == "resume" else [],
        "review_from": ended.retry_from or None,
        **{key: resolution[key] for key in _TOLD if key in resolution},
    }
    return message_of(DECIDED, session_id, said, "")


def _about(session_id: str, session: Dialectic) -> dict[str, Any]:
    return {
        "id": session_id,
        "subject": f"Resume {session.paused_agent}?",
        "paused_agent_id": session.paused_agent,
    }
