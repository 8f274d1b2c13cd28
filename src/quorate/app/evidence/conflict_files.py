"""Conflicts between contributions, with their life on disk beside the index."""

import asyncio
from collections.abc import Iterator
from typing import NamedTuple

from quorate import config
from quorate.app.access.operation import operation
from quorate.app.app import App
from quorate.app.evidence.contribution_files import check_source, index_of
from quorate.app.evidence.epic import EpicRequest, check_epic, compute_consensus
from quorate.app.keys import key_of
from quorate.core.codec import json_line
from quorate.core.errors import KeyReused, Refused, UnknownName
from quorate.core.exact import Exact
from quorate.deliberation.moments import stamp
from quorate.deliberation.principal import Principal
from quorate.evidence.conflict_life import (
    CONFLICT_FILE,
    ConflictFacts,
    ConflictState,
    ConflictStep,
    after,
    check_turn,
    read_step,
    states_of,
    step_plain,
)
from quorate.evidence.epic_consensus import EpicConsensus, facts_of
from quorate.files.confined_folder import ConfinedFolder
from quorate.files.line_file import append_line
from quorate.record.port import RequestKey


class ConflictVoteParts(NamedTuple):
    """A vote on a proposal: accept, reject or abstain, how confident, and why."""

    vote: str
    confidence: Exact | None = None
    reason: str = ""


@operation
async def show_epic(app: App, who: Principal, request: EpicRequest) -> EpicConsensus:
    """What the contributions to an epic come to, with its conflicts as they stand."""
    return await _consensus(app, _placed(app, request))


@operation
async def propose_resolution(
    app: App, who: Principal, request: EpicRequest, conflict: str, kind: str, proposal: str, key: str | None = None
) -> ConflictState:
    """Proposes how a conflict is resolved; after a rejection, another proposal can follow.

    Until it is decided only its author replaces it.
    """
    return await _moved(app, who, request, ConflictStep(conflict, "", "propose", "", "", kind, proposal), key)


@operation
async def vote_on_resolution(
    app: App, who: Principal, request: EpicRequest, conflict: str, ballot: ConflictVoteParts, key: str | None = None
) -> ConflictState:
    """Votes on a proposal; a second vote takes the place of the first."""
    step = ConflictStep(conflict, "", "vote", "", "", text=ballot.reason, vote=ballot.vote)
    return await _moved(app, who, request, step._replace(confidence=ballot.confidence), key)


@operation
async def resolve_conflict(
    app: App, who: Principal, request: EpicRequest, conflict: str, accept: bool, text: str = "", key: str | None = None
) -> ConflictState:
    """Accepts a proposal for good, or rejects it; `text` is what holds then, or why not."""
    step = ConflictStep(conflict, "", "accept" if accept else "reject", "", "", text=text)
    return await _moved(app, who, request, step, key)


def _placed(app: App, request: EpicRequest) -> EpicRequest:
    """Return the request of a server with the folder that its settings name, or one below it."""
    if not request.is_served:
        return request
    folder = app.surroundings.settings().contributions
    if not folder:
        raise Refused('this server shows no contributions; its settings name no folder: contributions = "/path"')
    with ConfinedFolder(config.at_home(folder)) as confined:
        return EpicRequest(confined.below(request.source), request.epic, confined.root)


async def _consensus(app: App, request: EpicRequest) -> EpicConsensus:
    check_source(request.source)
    return await asyncio.to_thread(compute_consensus, request, app.surroundings.clock())


async def _moved(app: App, who: Principal, request: EpicRequest, step: ConflictStep, key: str | None) -> ConflictState:
    """Takes a step in somebody's name; nothing is written where its life does not allow it."""
    request = _placed(app, request)
    known = facts_of(await _consensus(app, request))
    if not known:
        check_epic(request)
    if step.conflict not in known:
        raise UnknownName("conflict in this epic", step.conflict, list(known)[:20])
    named = key_of(who, key, "conflict", request=request, step=step_plain(step))
    author = step._replace(epic=request.epic, by=who.name, proof=who.author.proof, at=stamp(app.surroundings.clock()))
    return await asyncio.to_thread(_written, request, author, known, named)


def _written(
    request: EpicRequest, step: ConflictStep, known: dict[str, ConflictFacts], key: RequestKey | None
) -> ConflictState:
    """The state after the step, which is on the disk; a repeated request changes nothing."""
    reached: list[ConflictState] = []

    def line_after(lines: Iterator[bytes]) -> bytes:
        steps = [read_step(line) for line in lines]
        before = states_of(steps, step.epic, known).get(step.conflict, ConflictState())
        if key and any(one and one.by == step.by and _repeats(one, key) for one in steps):
            reached.append(before._replace(is_new=False))
            return b""
        check_turn(before, step)
        reached.append(after(before, step, known[step.conflict]))
        keyed = step._replace(key=key.name, request=key.kept) if key else step
        return json_line(step_plain(keyed)).encode()

    append_line(index_of(request.source).parent / CONFLICT_FILE, line_after)
    return reached[-1]


def _repeats(step: ConflictStep, key: RequestKey) -> bool:
    """True for the same request once more. Raises KeyReused for another one with its key."""
    if step.key != key.name:
        return False
    if not key.stands_for(step.request):
        raise KeyReused(key.name)
    return True
