"""The tools of the evidence workflow: what contributions agree on, and the life of their conflicts."""

from collections.abc import Mapping
from typing import Any

from quorate.app.evidence.conflict_files import (
    ConflictVoteParts,
    propose_resolution,
    resolve_conflict,
    show_epic,
    vote_on_resolution,
)
from quorate.app.evidence.epic import EpicRequest
from quorate.core.shape import FILLED, FLAG, TEXT, Field, Schema, number, one_of
from quorate.evidence.conflict_life import VOTES, ConflictState, state_plain
from quorate.evidence.contribution import RESOLUTIONS
from quorate.surfaces.mcp.brief_answer import WORDS
from quorate.surfaces.mcp.caller import Caller
from quorate.surfaces.mcp.declared_tool import ADDS, READS, Declaration, ToolAnswer
from quorate.views.evidence import conflicts_plain, consensus_plain

Values = Mapping[str, Any]
_EPIC = {
    "epic": Field(FILLED, "Its id, such as T2679.", required=True, default=""),
    "folder": Field(TEXT, "Below the folder of contributions.", default=""),
}
_CONFLICT = {**_EPIC, "conflict": Field(FILLED, "Its id.", required=True, default="")}


async def consensus(caller: Caller, said: Values) -> ToolAnswer:
    """What the contributions to an epic agree on."""
    found = await show_epic(caller.app, caller.who, _request(said))
    counts = {"resolved": len(found.resolved), "unresolved": len(found.unresolved)}
    code = "mcp.epic.person" if found.needs_person else "mcp.epic"
    return ToolAnswer(WORDS(code, **counts), consensus_plain(found))


async def conflicts(caller: Caller, said: Values) -> ToolAnswer:
    """The conflicts of an epic."""
    found = conflicts_plain(await show_epic(caller.app, caller.who, _request(said)))
    lines = [f"{one['conflictId']} {one['severity']} {one['resolution']['status']}" for one in found]
    return ToolAnswer("\n".join(lines) or WORDS("mcp.none"), {"conflicts": found})


async def propose(caller: Caller, said: Values) -> ToolAnswer:
    """How a conflict would be resolved."""
    proposal = (said["conflict"], said["type"], said["proposal"])
    return _state(await propose_resolution(caller.app, caller.who, _request(said), *proposal))


async def vote(caller: Caller, said: Values) -> ToolAnswer:
    """A vote on a proposal."""
    ballot = ConflictVoteParts(said["vote"], said["confidence"], said["reason"])
    return _state(await vote_on_resolution(caller.app, caller.who, _request(said), said["conflict"], ballot))


async def resolve(caller: Caller, said: Values) -> ToolAnswer:
    """A proposal, accepted or rejected."""
    answer = (said["conflict"], said["accept"], said["text"])
    return _state(await resolve_conflict(caller.app, caller.who, _request(said), *answer))


def _request(said: Values) -> EpicRequest:
    return EpicRequest(said["folder"], said["epic"], is_served=True)


def _state(state: ConflictState) -> ToolAnswer:
    return ToolAnswer(state.status, state_plain(state))


def _object_with(*keys: str) -> Schema:
    return {"type": "object", "required": [*keys]}


EVIDENCE: tuple[Declaration, ...] = (
    Declaration(
        "show_consensus",
        "Show the consensus",
        "What the contributions to an epic agree on, and what is split.",
        _EPIC,
        lambda: _object_with("consensus"),
        consensus,
        READS,
    ),
    Declaration(
        "list_conflicts",
        "List conflicts",
        "The conflicts between contributions, the most severe first.",
        _EPIC,
        lambda: _object_with("conflicts"),
        conflicts,
        READS,
    ),
    Declaration(
        "propose_resolution",
        "Propose a resolution",
        "Propose how to resolve a conflict.",
        {
            **_CONFLICT,
            "type": Field(one_of(*RESOLUTIONS), required=True, default=""),
            "proposal": Field(FILLED, "What should hold.", required=True, default=""),
        },
        lambda: _object_with("status"),
        propose,
        ADDS,
    ),
    Declaration(
        "vote_on_resolution",
        "Vote on a resolution",
        "Vote on the proposal for a conflict.",
        {
            **_CONFLICT,
            "vote": Field(one_of(*VOTES), required=True, default=""),
            "confidence": Field(number(0, 1), "0 to 1."),
            "reason": Field(TEXT, default=""),
        },
        lambda: _object_with("status"),
        vote,
        ADDS,
    ),
    Declaration(
        "resolve_conflict",
        "Resolve a conflict",
        "Accept a proposal for good, or reject it. A critical conflict is accepted by a person, elsewhere.",
        {
            **_CONFLICT,
            "accept": Field(FLAG, required=True, default=False),
            "text": Field(TEXT, "What holds, or why not.", default=""),
        },
        lambda: _object_with("status"),
        resolve,
        ADDS,
    ),
)
