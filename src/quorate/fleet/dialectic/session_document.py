"""Sessions of other review systems as documents: what can be read of them is kept as history, and decides nothing."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from quorate.core.text.names import problem_with
from quorate.deliberation.moments import stamp
from quorate.fleet.dialectic.dialectic_events import ImportedStatement, SessionImported

PHASES = ("thesis", "antithesis", "synthesis", "quorum_voting", "resolved", "escalated", "failed")
SESSION_TYPES = ("recovery", "dispute", "exploration")
_KNOWN = frozenset(
    {
        "session_id",
        "paused_agent_id",
        "reviewer_agent_id",
        "phase",
        "synthesis_round",
        "transcript",
        "resolution",
        "created_at",
        "dispute_type",
        "session_type",
        "topic",
        "paused_agent_state",
    }
)
_TEXTS = ("root_cause", "reasoning")
_LISTS = ("proposed_conditions", "concerns")
MOST_STATEMENTS, LONGEST = 1000, 50_000


class ReadSession(NamedTuple):
    """A document as it was read: the event, or why there is none; and what was not as it should be."""

    session_id: str
    event: SessionImported | None = None
    problem: str = ""
    notes: tuple[str, ...] = ()


def read_session(value: Any) -> ReadSession:
    """One session. Keys that are not known are left out, and named."""
    if not isinstance(value, Mapping):
        return ReadSession("", problem="the document is not a mapping")
    session_id = _text(value, "session_id")
    notes = [f"left out: {key}" for key in sorted(map(str, value.keys() - _KNOWN))]
    problem = _problem(value, session_id)
    if problem:
        return ReadSession(session_id, problem=problem)
    created, note = _moment(value.get("created_at"))
    statements, more = _statements(value.get("transcript") or [])
    state, resolution = value.get("paused_agent_state"), value.get("resolution")
    event = SessionImported(
        session_id,
        _text(value, "paused_agent_id"),
        _text(value, "reviewer_agent_id"),
        _text(value, "phase"),
        created,
        _text(value, "topic"),
        _text(value, "dispute_type"),
        _text(value, "session_type") or SESSION_TYPES[0],
        state if isinstance(state, Mapping) else {},
        statements,
        resolution if isinstance(resolution, Mapping) else {},
    )
    return ReadSession(session_id, event, notes=(*notes, *note, *more))


def _problem(value: Mapping[str, Any], session_id: str) -> str:
    if not session_id or problem_with(session_id) or len(session_id) > 100:
        return "session_id: missing or not a name in one line"
    if not _text(value, "paused_agent_id"):
        return "paused_agent_id: missing"
    if _text(value, "phase") not in PHASES:
        return f"phase: found {value.get('phase')!r}; allowed: {', '.join(PHASES)}"
    if _text(value, "session_type") not in ("", *SESSION_TYPES):
        return f"session_type: found {value.get('session_type')!r}; allowed: {', '.join(SESSION_TYPES)}"
    transcript = value.get("transcript") or []
    if not isinstance(transcript, list) or len(transcript) > MOST_STATEMENTS:
        return f"transcript: not a list of at most {MOST_STATEMENTS} statements"
    return "" if len(repr(value)) <= LONGEST * 20 else "the document is too long"


def _moment(value: Any) -> tuple[str, tuple[str, ...]]:
    """A moment, in UTC where no time zone is stated; empty where it cannot be read."""
    try:
        moment = datetime.fromisoformat(value)
        return stamp(moment if moment.tzinfo else moment.replace(tzinfo=UTC)), ()
    except (TypeError, ValueError, OverflowError):
        return "", (f"not a moment: {value!r}",) if value else ()


def _statements(values: list[Any]) -> tuple[tuple[ImportedStatement, ...], tuple[str, ...]]:
    taken, notes = [], []
    for number, one in enumerate(values, 1):
        if not isinstance(one, Mapping) or _text(one, "phase") not in PHASES:
            notes.append(f"statement {number} cannot be read, and was left out")
            continue
        at, note = _moment(one.get("timestamp"))
        metrics = one.get("observed_metrics")
        conditions, concerns = (tuple(_texts(one, key)) for key in _LISTS)
        cause, reasoning = (_text(one, key) for key in _TEXTS)
        party, observed = _text(one, "agent_id"), metrics if isinstance(metrics, Mapping) else {}
        agrees = one.get("agrees") is True
        taken.append(
            ImportedStatement(_text(one, "phase"), party, at, cause, conditions, concerns, reasoning, agrees, observed)
        )
        notes += note
    return tuple(taken), tuple(notes)


def _text(value: Mapping[str, Any], key: str) -> str:
    found = value.get(key)
    return found[:LONGEST] if isinstance(found, str) else ""


def _texts(value: Mapping[str, Any], key: str) -> list[str]:
    found = value.get(key)
    return [one[:LONGEST] for one in found if isinstance(one, str)] if isinstance(found, list) else []
