"""The fleet as plain JSON values: agents, reviews and whose move it is, authority, conditions within the limits."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from quorate.core.exact import Exact, rounded
from quorate.core.verdict import Verdict
from quorate.deliberation.events import Cast
from quorate.deliberation.notes import NOTE
from quorate.deliberation.permission import is_asking
from quorate.deliberation.session import Session
from quorate.fleet.agent import PAUSED
from quorate.fleet.agent_events import ReviewExecuted
from quorate.fleet.agent_story import AgentStory
from quorate.fleet.authority import DECIMALS, AuthorityParts
from quorate.fleet.dialectic.agreement import BLOCK, HARD_LIMIT, notes_of, resolution_plain
from quorate.fleet.dialectic.dialectic_state import ESCALATED, RESOLVED, Dialectic, Statement, Turn
from quorate.fleet.fleet_figures import ACTIONS, FleetFigures
from quorate.fleet.quorum_need import KEEP_STATE
from quorate.fleet.reviewer_provenance import ENGINE, ReviewerProvenance, provenance_of
from quorate.fleet.reviewers import Exclusion
from quorate.fleet.streams import FleetStored
from quorate.protocols.quorum.conditions import condition_of
from quorate.protocols.quorum.hard_limits import AskedNote, Violation, review_note
from quorate.views.whose_move import turn_plain


def checked_plain(key: str | int, condition: str, crosses: Sequence[Violation]) -> dict[str, Any]:
    """What becomes of a condition: which limits it crosses, its structure, or that a person has to see it."""
    crossed = [{"limit": one.limit, "rule": one.rule, "found": one.found} for one in crosses]
    read = {"becomes": review_note(condition), "structured": condition_of(condition).plain()}
    return {"id": key, "condition": condition, "allowed": not crossed, **read, "crosses": crossed}


def structured_plain(conditions: Iterable[str]) -> list[dict[str, Any]]:
    """Conditions as mappings of their kinds and values."""
    return [condition_of(text).plain() for text in conditions]


def _notes_plain(notes: Iterable[AskedNote]) -> list[dict[str, str]]:
    """Notes that a person has to accept or strike, with the words that name a protection marked."""
    return [{"note": one.name, "text": one.condition.text, "marked": one.marked} for one in notes]


def authority_plain(agent_id: str, parts: AuthorityParts) -> dict[str, Any]:
    """An agent's score and its parts, to four decimals."""
    return {
        "agent_id": agent_id,
        "authority": _decimals(parts.score),
        "parts": {name: _decimals(value) for name, value in parts._asdict().items()},
    }


def _decimals(value: Exact) -> float:
    return float(rounded(value, DECIMALS))


def agent_plain(story: AgentStory) -> dict[str, Any]:
    """An agent as it stands; exact numbers as JSON numbers, for show only."""
    agent = story.agent
    return {
        "agent_id": agent.agent_id,
        "status": agent.status,
        "owner": agent.owner,
        "tags": sorted(agent.tags),
        "voter": agent.voter or None,
        "risk_score": _number(agent.risk_score),
        "coherence": _number(agent.coherence),
        "void_active": agent.void_active,
        "last_update": agent.updated_at or None,
        "reviews": agent.reviews,
        "held_up": agent.held_up,
        "pause_reason": story.pause_reason if agent.status == PAUSED else "",
        "in_review": story.in_review or None,
        "conditions": list(story.conditions),
        "structured_conditions": structured_plain(story.conditions),
        "review_from": agent.review_from or None,
        "past_reviews": [one._asdict() for one in story.past],
    }


def _number(value: Exact | None) -> float | None:
    return None if value is None else float(value)


def dialectic_plain(session_id: str, session: Dialectic) -> dict[str, Any]:
    """A dialectic with all that was said, by the names that agents already use."""
    opened = session.opened
    return {
        "session_id": session_id,
        "paused_agent_id": opened.paused_agent,
        "reviewer_agent_id": session.reviewer or None,
        "phase": session.phase,
        "synthesis_round": session.round,
        "session_type": opened.session_type,
        "dispute_type": opened.dispute_type or None,
        "topic": opened.topic,
        "created_at": session.opened_at,
        "paused_agent_state": {key: _shown(value) for key, value in opened.paused_agent_state.items()},
        "standing_objections": [one._asdict() for one in session.objections],
        "transcript": [_statement(one) for one in session.transcript],
        "without_agreement": opened.without_agreement or KEEP_STATE,
        "resolution": _resolution(session),
    }


def _resolution(session: Dialectic) -> dict[str, Any] | None:
    if session.ended is None:
        return None
    plain = resolution_plain(session.ended, session.paused_agent)
    structured = {"structured_conditions": structured_plain(session.ended.conditions), "hash": session.ended_hash}
    notes = _notes_plain(notes_of(session))
    return plain | structured | ({"notes": notes} if notes else {})


def phase_of(state: Session | Dialectic) -> str:
    """The phase of a review of either kind; one that waits for a person is escalated."""
    if isinstance(state, Dialectic):
        return state.phase
    if is_asking(state):
        return ESCALATED
    return RESOLVED if state.verdict else "quorum_voting"


def _statement(one: Statement) -> dict[str, Any]:
    said = {key: value for key, value in one.said._asdict().items() if key != "party"}
    names = {"conditions": "proposed_conditions", "metrics": "observed_metrics", "provenance": "reviewer_provenance"}
    plain: dict[str, Any] = {"phase": one.phase, "agent_id": one.party, "timestamp": one.at}
    for key, value in said.items():
        plain[names.get(key, key)] = _shown(value)
    return plain


def quorum_plain(session: Session) -> dict[str, Any]:
    """A review by a quorum; while votes are sealed, only how many there are."""
    round_ = session.round
    received = sum(isinstance(one, Cast) for one in round_.answers.values()) if round_ else 0
    missing = len(round_.missing) if round_ and round_.is_open else 0
    plain: dict[str, Any] = {
        "session_id": session.id,
        "paused_agent_id": session.opened.review_of,
        "phase": phase_of(session),
        "reviewers": [seat.name for seat in session.opened.seats],
        "authority_weights": {seat.name: float(seat.weight) for seat in session.opened.seats},
        "reviewer_provenance": [_provenance_plain(one) for one in provenance_of(session)],
        "votes_received": received,
        "votes_needed": received + missing,
        "status": "awaiting_more_votes" if missing else "counted",
        "created_at": session.opened_at,
        "dialectic_before": session.opened.review_after or None,
    }
    return plain | ({"quorum_result": _result(session.verdict)} if session.verdict else {})


def _provenance_plain(one: ReviewerProvenance) -> dict[str, Any]:
    """A reviewer by the names that agents already use for who reviewed by what."""
    known = {"agent_id": one.agent_id, "reviewer_kind": one.kind}
    if one.kind == ENGINE:
        return known | {"backend": one.backend, "model_used": one.model or None}
    return known | {"has_key": one.has_key}


def _result(verdict: Verdict) -> dict[str, Any]:
    native, receipt = verdict.native, verdict.receipt
    return {
        "action": native["action"],
        "achieved": native["achieved"],
        "achieved_supermajority": native["achieved"],
        "margin": native["margin"],
        "total_weight": float(receipt.total_weight),
        "vote_counts": dict(receipt.heads),
        "votes": native["votes"],
        "conditions": list(verdict.conditions),
        "structured_conditions": structured_plain(verdict.conditions),
        "is_default": bool(verdict.added),
        "notes": [dict(one.values) for one in verdict.escalations if one.reason == NOTE],
        "requires": list(verdict.requires),
        "hard_limits": [one.detail for one in verdict.escalations if one.reason == "hard_limit"],
    }


def review_plain(
    review_id: str,
    state: Session | Dialectic,
    turn: Turn,
    needs: Sequence[str] = (),
    fell_back: bool = False,
    excluded: Sequence[Exclusion] = (),
    executed: ReviewExecuted | None = None,
    viewer: str = "",
    warnings: Sequence[Violation] = (),
) -> dict[str, Any]:
    """A review of either kind, whose move it is, what was done, and what becomes of conditions that cross a limit."""
    is_dialectic = isinstance(state, Dialectic)
    body = dialectic_plain(review_id, state) if isinstance(state, Dialectic) else quorum_plain(state)
    done = {"action": executed.action, "conditions": list(executed.conditions)} if executed else None
    plain = {
        "success": True,
        **body,
        "kind": "dialectic" if is_dialectic else "quorum",
        "quorum_required": list(needs),
        "fell_back_to_dialectic": fell_back,
        "excluded": [{"agent_id": one.agent_id, "reason": one.sentence} for one in excluded],
        "executed": done,
        "whose_move": turn_plain(turn, viewer),
    }
    return plain | ({"warnings": [_warning(one) for one in warnings]} if warnings else {})


def _warning(one: Violation) -> dict[str, Any]:
    crossed = {"condition": one.condition, "limit": one.limit, "rule": one.rule, "found": one.found}
    return {"code": HARD_LIMIT, "values": {**crossed, "action": BLOCK}}


def _shown(value: Any) -> Any:
    """What agents said, as JSON has it; exact numbers for show only."""
    if hasattr(value, "_asdict"):
        return _shown(value._asdict())
    if isinstance(value, Mapping):
        return {key: _shown(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_shown(one) for one in value]
    return float(value) if isinstance(value, Fraction | Decimal) else value


def history_plain(history: Iterable[FleetStored]) -> list[dict[str, Any]]:
    """What happened to an agent, oldest first."""
    return [
        {
            "position": one.position,
            "at": one.at,
            "author": one.author.name,
            "kind": type(one.event).__name__,
            **{key: _shown(value) for key, value in one.event._asdict().items()},
        }
        for one in history
    ]


def overview_plain(
    agents: Mapping[str, int], reviews: Sequence[Mapping[str, Any]], figures: FleetFigures
) -> dict[str, Any]:
    """The fleet at a glance."""
    shown = ("session_id", "paused_agent_id", "kind", "phase", "whose_move")
    return {
        "agents": dict(agents),
        "open_reviews": [{key: one[key] for key in shown} for one in reviews],
        "reviews": {"ended": figures.ended, **{name: getattr(figures, name) for name in ACTIONS}},
        "judgements": {"judged": figures.judged, "held_up": figures.held_up},
        "pauses": {"judged": figures.pauses_judged, "unnecessary": figures.unnecessary},
    }


def _of(**properties: str | list[str]) -> dict[str, Any]:
    """The schema of a mapping that has these keys, and may have more."""
    return {
        "type": "object",
        "properties": {key: {"type": kind} for key, kind in properties.items()},
        "required": [*properties],
    }


_TURN = _of(whose="string", waiting_for="array", until=["string", "null"])
_REVIEW = _of(success="boolean", session_id="string", paused_agent_id="string", phase="string", kind="string")
REVIEW_SCHEMA = {
    **_REVIEW,
    "properties": {**_REVIEW["properties"], "whose_move": _TURN},
    "required": [*_REVIEW["required"], "whose_move"],
}
_AGENT = _of(agent_id="string", status="string", owner="string", tags="array", review_from=["string", "null"])
SCHEMAS: Mapping[str, Any] = {
    "agent": _AGENT,
    "agents": {**_of(agents="array", after="string")},
    "fleet": _of(agents="object", open_reviews="array", reviews="object", judgements="object", pauses="object"),
    "history": _of(events="array"),
    "import": _of(taken="integer", known="integer", refused="integer", sessions="array"),
    "review": REVIEW_SCHEMA,
    "reviews": _of(success="boolean", sessions="array", after="string"),
}
"""The schemas of what the fleet shows, by name; agents that know the names may find more keys than are listed."""
