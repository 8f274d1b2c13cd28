"""The tools of the fleet, by the names and arguments that agents already use. Every answer says whose move it is."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from quorate.app.fleet.dialectic_reviews import (
    check_speaker,
    reassign_review,
    submit_antithesis,
    submit_synthesis,
    submit_thesis,
)
from quorate.app.fleet.fleet_overview import list_reviews
from quorate.app.fleet.quorum_reviews import settle_review, submit_quorum_vote
from quorate.app.fleet.review_requests import request_dialectic_review, request_quorum_review
from quorate.app.fleet.review_state import Review
from quorate.app.upkeep.carrier import awaits_engines
from quorate.core.errors import AccessDenied, Forbidden, InputError, QuorateError
from quorate.core.shape import FLAG, TEXT, TEXTS, Field, Schema, Shape, one_of, whole
from quorate.deliberation.session import Session
from quorate.fleet.dialectic.tool_arguments import antithesis_of, synthesis_of, thesis_of
from quorate.fleet.refusal import FleetRefusal
from quorate.protocols.quorum.conditions import BRIEF_CONDITIONS
from quorate.surfaces.mcp.brief_answer import WORDS
from quorate.surfaces.mcp.caller import Caller
from quorate.surfaces.mcp.declared_tool import ADDS, READS, Declaration, ToolAnswer
from quorate.views.whose_move import refusal_plain

Values = Mapping[str, Any]
Run = Callable[[Caller, Values], Awaitable[ToolAnswer]]
_ANYTHING = Shape(lambda value, *_: value, {})
_OBJECT = Shape(lambda value, *_: value if isinstance(value, dict) else {}, {"type": "object"})
SESSION = Field(TEXT, required=True, default="")
REASONING, TEXT_FIELD, LIST = Field(TEXT, default=""), Field(TEXT, default=""), Field(TEXTS, default=())
CONDITIONS = Field(BRIEF_CONDITIONS, '"monitor risk for 24h"; else a note.', default=())
SECRET = Field(_ANYTHING, "Deprecated; ignored.")
"""A key belongs in the environment, or in a header: what comes here is neither used nor repeated."""
FIELDS: Mapping[str, Field] = {
    "session_id": Field(TEXT, default=""),
    "agent_id": TEXT_FIELD,
    "reason": TEXT_FIELD,
    "issue_description": TEXT_FIELD,
    "dispute_type": TEXT_FIELD,
    "vote": TEXT_FIELD,
    "reasoning": REASONING,
    "conditions": CONDITIONS,
    "root_cause": TEXT_FIELD,
    "proposed_conditions": CONDITIONS,
    "observed_metrics": Field(_OBJECT, default={}),
    "concerns": LIST,
    "agrees": Field(_ANYTHING),
    "reviewer_provenance": Field(_OBJECT, default={}),
    "new_reviewer_id": TEXT_FIELD,
    "status": TEXT_FIELD,
    "after": TEXT_FIELD,
    "limit": Field(whole(1, 100), default=20),
    "include_transcript": Field(FLAG, default=True),
    "api_key": SECRET,
}


async def request_quorum(caller: Caller, said: Values) -> ToolAnswer:
    """Asks for a review by a quorum."""
    agent = said["agent_id"] or caller.who.name
    review = await request_quorum_review(caller.app, caller.who, agent, said["reason"], said["dispute_type"])
    return _answer(caller, review, said)


async def request_dialectic(caller: Caller, said: Values) -> ToolAnswer:
    """Asks for a review by one other; with a root cause, the thesis is filed at once."""
    agent, reason = said["agent_id"] or caller.who.name, said["issue_description"] or said["reason"]
    thesis = thesis_of(said) if said["root_cause"] or said["proposed_conditions"] else None
    review = await request_dialectic_review(caller.app, caller.who, agent, reason, thesis, said["dispute_type"])
    return _answer(caller, review, said)


async def vote(caller: Caller, said: Values) -> ToolAnswer:
    """A reviewer's vote in a quorum."""
    ballot = {"vote": said["vote"], "reasoning": said["reasoning"], "conditions": list(said["conditions"])}
    review = await submit_quorum_vote(caller.app, caller.who, said["session_id"], ballot, said["agent_id"])
    answer = _answer(caller, review, said)
    return answer._replace(values={**answer.values, "vote_recorded": True})


async def thesis(caller: Caller, said: Values) -> ToolAnswer:
    """What the paused agent says."""
    return _answer(caller, await submit_thesis(caller.app, caller.who, said["session_id"], thesis_of(said)), said)


async def antithesis(caller: Caller, said: Values) -> ToolAnswer:
    """What its reviewer says."""
    filed = antithesis_of(said)
    return _answer(caller, await submit_antithesis(caller.app, caller.who, said["session_id"], filed), said)


async def synthesis(caller: Caller, said: Values) -> ToolAnswer:
    """What either of them proposes, or agrees to."""
    filed = synthesis_of(said)
    return _answer(caller, await submit_synthesis(caller.app, caller.who, said["session_id"], filed), said)


async def reassign(caller: Caller, said: Values) -> ToolAnswer:
    """Hands it to another reviewer."""
    named = said["session_id"], said["new_reviewer_id"], said["reason"]
    return _answer(caller, await reassign_review(caller.app, caller.who, *named), said)


async def get(caller: Caller, said: Values) -> ToolAnswer:
    """One review; without an id, those of a state."""
    if not said["session_id"]:
        return await list_them(caller, said)
    return _answer(caller, await settle_review(caller.app, caller.who, said["session_id"]), said)


async def list_them(caller: Caller, said: Values) -> ToolAnswer:
    """Reviews by their state; those that are open, where none is named."""
    wanted = {key: said[key] for key in ("status", "agent_id", "after", "limit")}
    page = await list_reviews(caller.app, caller.who, **wanted)
    sessions = [_plain(caller, one, said) for one in page.reviews]
    lines = [f"{one['session_id']} {one['phase']}" for one in sessions]
    values = {"success": True, "sessions": sessions, "after": page.after}
    return ToolAnswer("\n".join(lines) or WORDS("mcp.none"), values)


ACTIONS: Mapping[str, Run] = {
    "request": request_dialectic,
    "vote": vote,
    "thesis": thesis,
    "antithesis": antithesis,
    "synthesis": synthesis,
    "reassign": reassign,
    "get": get,
    "list": list_them,
}


_SPEAKS = frozenset({"thesis", "antithesis", "synthesis"})


async def dialectic(caller: Caller, said: Values) -> ToolAnswer:
    """Any of them, by its action; whoever speaks does so as itself."""
    if said["agent_id"] and said["action"] in _SPEAKS:
        await check_speaker(caller.app, caller.who, said["session_id"], said["agent_id"])
    return await ACTIONS[said["action"]](caller, said)


def _plain(caller: Caller, review: Review, said: Values) -> dict[str, Any]:
    plain = review.plain(caller.who.name)
    if not said.get("include_transcript", True):
        plain.pop("transcript", None)
    return plain


def _answer(caller: Caller, review: Review, said: Values) -> ToolAnswer:
    if isinstance(review.state, Session) and awaits_engines(review.state):
        caller.carriers.start(caller.app, caller.who, review.id)
    plain = _plain(caller, review, said)
    move = plain["whose_move"]
    waiting = ", ".join(move["waiting_for"])
    words = {"id": plain["session_id"], "phase": plain["phase"], "who": waiting, "until": move["until"] or "-"}
    lines = [WORDS(f"mcp.move.{move['whose']}", **words)]
    lines += [WORDS("mcp.hard_limit", rule=WORDS.word("limit", one.limit)) for one in review.warnings]
    return ToolAnswer("\n".join(lines), plain)


def refused(error: QuorateError) -> ToolAnswer:
    """A refusal by its code, with what to do instead."""
    plain = refusal_plain(error if isinstance(error, FleetRefusal) else FleetRefusal(_code(error), str(error)))
    if not isinstance(error, InputError):
        again = {"action": "Try again later.", "related_tools": [], "workflow": []}
        plain |= {"error_code": "SYSTEM_ERROR", "error_category": "system_error", "recovery": again}
    return ToolAnswer(f"{plain['error']} ({plain['error_code']}). {plain['recovery']['action']}", plain, is_error=True)


def _code(error: QuorateError) -> str:
    return "NOT_YOURSELF" if isinstance(error, Forbidden | AccessDenied) else "INVALID_ARGUMENT"


def review_schema() -> Schema:
    """What every answer has."""
    move = {"type": "object", "required": ["whose", "waiting_for", "until"]}
    return {
        "type": "object",
        "properties": {"success": {"type": "boolean"}, "session_id": {"type": "string"}, "whose_move": move},
        "required": ["success"],
    }


def _tool(
    name: str,
    title: str,
    about: str,
    run: Run,
    required: str,
    optional: str = "",
    reads: bool = False,
    time_limit: float | None = None,
) -> Declaration:
    """A tool with these arguments of the fleet's."""
    fields = {key: FIELDS[key]._replace(required=True) for key in required.split()}
    fields |= {key: FIELDS[key] for key in optional.split()}

    async def whole_call(caller: Caller, said: Values) -> ToolAnswer:
        stated = {key: field.default for key, field in FIELDS.items()} | dict(said)
        return await run(caller, stated)

    hints = READS if reads else ADDS
    return Declaration(name, title, about, fields, review_schema, whole_call, hints, refused, time_limit)


_ACTION = {"action": Field(one_of(*ACTIONS), required=True, default="list")}
_ANY = _tool("dialectic", "Dialectic", "All of the review tools, by action.", dialectic, "", " ".join(FIELDS))
FLEET: tuple[Declaration, ...] = (
    _tool(
        "request_quorum_review",
        "Request a quorum review",
        "Ask three to five agents to review a paused agent.",
        request_quorum,
        "agent_id reason",
        "dispute_type api_key",
        time_limit=30,
    ),
    _tool(
        "submit_quorum_vote",
        "Vote in a quorum",
        "Vote resume, block or cooldown, once, as a chosen reviewer. A note may wait for a person.",
        vote,
        "session_id vote reasoning",
        "agent_id conditions api_key",
        time_limit=15,
    ),
    _tool(
        "request_dialectic_review",
        "Request a dialectic review",
        "Ask one agent to review a paused agent.",
        request_dialectic,
        "",
        "issue_description reason agent_id dispute_type root_cause proposed_conditions reasoning api_key",
    ),
    _tool(
        "submit_thesis",
        "Submit a thesis",
        "As the paused agent: what went wrong.",
        thesis,
        "session_id root_cause proposed_conditions",
        "reasoning api_key",
    ),
    _tool(
        "submit_antithesis",
        "Submit an antithesis",
        "As the reviewer: what you observed.",
        antithesis,
        "session_id observed_metrics concerns",
        "reasoning reviewer_provenance api_key",
    ),
    _tool(
        "submit_synthesis",
        "Submit a synthesis",
        "Propose conditions, or agree.",
        synthesis,
        "session_id",
        "proposed_conditions conditions agrees concerns root_cause reasoning reviewer_provenance api_key",
    ),
    _tool(
        "reassign_reviewer",
        "Reassign the reviewer",
        "As the present reviewer or an operator.",
        reassign,
        "session_id",
        "new_reviewer_id reason api_key",
    ),
    _tool(
        "get_dialectic_session",
        "Get a review",
        "A review and whose move it is; without session_id, those with a status: open, ended or a phase.",
        get,
        "",
        "session_id agent_id status after limit include_transcript api_key",
        reads=True,
    ),
    _ANY._replace(arguments={**_ACTION, **_ANY.arguments}),
)
