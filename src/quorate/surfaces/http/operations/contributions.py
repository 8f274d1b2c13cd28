"""The evidence workflow over HTTP: what contributions to an epic come to, and the life of its conflicts."""

from quorate.app.evidence.conflict_files import (
    ConflictVoteParts,
    propose_resolution,
    resolve_conflict,
    show_epic,
    vote_on_resolution,
)
from quorate.app.evidence.epic import EpicRequest
from quorate.core.codec import json_line
from quorate.core.shape import TEXT, Field, Shape
from quorate.evidence.conflict_life import ConflictState, state_plain
from quorate.surfaces.http.operation import Act, Call, Operation, Rendered
from quorate.surfaces.http.operations import bodies
from quorate.views.evidence import conflicts_plain, consensus_plain

_EPIC = "/epics/{epic}"
_FOLDER = {"folder": Field(TEXT, "A folder below the server's folder of contributions.", default="")}


async def _consensus(call: Call) -> Rendered:
    return Rendered(json_line(consensus_plain(await show_epic(call.app, call.who, _epic(call)))) + "\n")


async def _conflicts(call: Call) -> Rendered:
    found = conflicts_plain(await show_epic(call.app, call.who, _epic(call)))
    return Rendered(f"[{','.join(map(json_line, found))}]\n")


async def _propose(call: Call) -> Rendered:
    said = (call.body["type"], call.body["proposal"])
    return _shown(await propose_resolution(call.app, call.who, _epic(call), _name(call), *said, key=call.key))


async def _vote(call: Call) -> Rendered:
    ballot = ConflictVoteParts(**call.body)
    return _shown(await vote_on_resolution(call.app, call.who, _epic(call), _name(call), ballot, call.key))


async def _resolve(call: Call) -> Rendered:
    said = (call.body["accept"], call.body["text"])
    return _shown(await resolve_conflict(call.app, call.who, _epic(call), _name(call), *said, key=call.key))


def _epic(call: Call) -> EpicRequest:
    return EpicRequest(call.query["folder"], call.path["epic"], is_served=True)


def _name(call: Call) -> str:
    return call.path["conflict"]


def _shown(state: ConflictState) -> Rendered:
    rendered = Rendered(json_line(state_plain(state)) + "\n")
    return rendered if state.is_new else rendered.repeated()


def _step(name: str, path: str, summary: str, act: Act, body: Shape) -> Operation:
    return Operation(
        name, "POST", f"{_EPIC}/conflicts/{{conflict}}/{path}", summary, act, "resolution", _FOLDER, body=body
    )


OPERATIONS = (
    Operation(
        "show_epic",
        "GET",
        f"{_EPIC}/consensus",
        "Compute what contributions agree on",
        _consensus,
        "consensus",
        _FOLDER,
    ),
    Operation(
        "list_conflicts",
        "GET",
        f"{_EPIC}/conflicts",
        "List conflicts, the most severe first",
        _conflicts,
        "conflicts",
        _FOLDER,
    ),
    _step("propose_resolution", "proposals", "Propose how to resolve a conflict", _propose, bodies.PROPOSAL),
    _step("vote_on_resolution", "votes", "Vote on a proposal", _vote, bodies.CONFLICT_VOTE),
    _step("resolve_conflict", "resolution", "Accept a proposal for good, or reject it", _resolve, bodies.RESOLUTION),
)
